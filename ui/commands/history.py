"""`bosstray history`: the games that were played, who plays how, and whether the dice are fair."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.table import Table

from game.actions import Json
from game.fairness import ALPHA, BIAS, LEAST_DICE, POWER, faces, verdicts
from game.journal_file import JournalError
from game.journal_reader import JournalReader, forget
from game.past_game import PastGame, past_game
from game.regulars import regulars
from ui.chronicle import hand, round_line, winner_line
from ui.cli import Failure
from ui.config_option import config_option, configured
from ui.history_data import (
    as_csv,
    as_json,
    change_line,
    dice_row,
    game_row,
    kept_line,
    moment,
    regular_row,
    shown_game,
)
from ui.state_folder import state_folder

F = TypeVar("F", bound=Callable[..., Any])

GAME_COLUMNS = ("id", "game", "started", "ended", "players", "house", "winners", "rounds", "changes", "state")
ACTION_COLUMNS = (
    "round",
    "time",
    "player",
    "type",
    "dice",
    "kept",
    "amount",
    "requirement",
    "direction",
    "stand",
    "source",
)
REGULAR_COLUMNS = (
    "name",
    "games",
    "wins",
    "left",
    "hands",
    "boss",
    "calls",
    "called_off",
    "stands",
    "bluffs_caught",
    "best_hand",
    "chips_won",
    "last_played",
)
DICE_COLUMNS = (
    "dice",
    *"123456",
    "counted",
    "throws_left_out",
    "chi_square",
    "chance",
    "unusual",
    "sentence",
    "bias",
    "dice_needed",
)
NAMES = {
    "boss": "Boss Dice",
    "duel": "Match",
    "tournament": "Winner stays on",
    "qualification": "Qualification Dice",
    "progressive": "Progressive Qualification",
}


class Since(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """A day as 2026-11-30, or so many days back as 30d."""

    name = "day"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Seconds since 1970."""
        if isinstance(value, float):
            return value
        back = re.fullmatch(r"(\d{1,5})d", str(value))
        try:
            if back is not None:
                return (datetime.now() - timedelta(days=int(back[1]))).timestamp()
            return datetime.strptime(str(value), "%Y-%m-%d").timestamp()
        except (ValueError, OverflowError, OSError):
            self.fail(f"{value} is no day; write it as 2026-11-30, or as 30d for the last thirty days.", param, ctx)


def _shared(function: F) -> F:
    """The options of every view."""
    options = (
        click.option("--since", type=Since(), default=0.0, metavar="DAY", help="Only games since a day, 2026-11-30 or 30d."),
        click.option("--csv", "form", flag_value="csv", help="As comma-separated values."),
        click.option("--json", "form", flag_value="json", help="As one JSON document."),
        click.option("--state-dir", type=click.Path(path_type=Path), metavar="DIR", help="Where the games are kept."),
        config_option,
    )
    for option in reversed(options):
        function = option(function)
    return function


@contextlib.contextmanager
def _reading(state_dir: Path | None, config: Path | None) -> Iterator[JournalReader]:
    folder = _folder(state_dir, config)
    try:
        with JournalReader.open(folder) as reader:
            yield reader
    except JournalError as error:
        raise Failure(str(error)) from error


def _folder(state_dir: Path | None, config: Path | None) -> Path:
    return state_folder(state_dir or configured(config).settings.folders.state_path)


@click.group("history", invoke_without_command=True)
@_shared
@click.pass_context
def command(ctx: click.Context, since: float, form: str | None, state_dir: Path | None, config: Path | None) -> None:
    """The games that were played, newest first. Reads only, also while the kiosk runs.

    What was thrown under a cup and never shown is in none of this: nobody wrote it down.
    """
    if ctx.invoked_subcommand is not None:
        if since or form or state_dir or config:
            raise click.UsageError(f"Options go after the view: bosstray history {ctx.invoked_subcommand} ...")
        return
    with _reading(state_dir, config) as reader:
        rows = [game_row(past) for past in reader.past(since)][::-1]
    if _written(form, "games", rows, GAME_COLUMNS):
        return
    table = _table("", "Game", "Began", "Players", "Winner", ">Rounds", ">Changes")
    for row in rows:
        winner = " & ".join(map(str, _list(row["winners"]))) or {"open": "not finished", "left": "left"}[str(row["state"])]
        table.add_row(
            str(row["id"]),
            NAMES.get(str(row["game"]), str(row["game"])),
            _local(str(row["started"])),
            ", ".join(map(str, _list(row["players"]))),
            winner,
            str(row["rounds"]),
            str(row["changes"] or ""),
        )
    _print(table, "No game has been played yet.", bool(rows))


@command.command("show")
@click.argument("game", type=int)
@_shared
def show(game: int, since: float, form: str | None, state_dir: Path | None, config: Path | None) -> None:  # noqa: ARG001
    """One game, round by round: who threw and kept what, the calls, and what was corrected, with the reason."""
    with _reading(state_dir, config) as reader:
        record = next((one for one in reader.games() if one.id == game), None)
        past = None if record is None else past_game(record, reader.rows(game))
    if past is None:
        raise Failure(f"There is no game {game}; bosstray history lists them.")
    document = shown_game(past)
    actions = [row for row in _list(document["actions"]) if isinstance(row, dict)]
    if _written(form, "game", document if form == "json" else actions, ACTION_COLUMNS):
        return
    _tell(past)


def _tell(past: PastGame) -> None:
    record = past.record
    click.echo(f"game {record.id}: {NAMES.get(record.kind, record.kind)}, {_local(moment(record.started) or '')}")
    click.echo(f"players: {', '.join(record.players)}")
    first = 0
    ends = {id(game): index for index, game in enumerate(past.games)}
    for game in past.rounds:
        last = ends[id(game)]
        click.echo(round_line(game) or "")
        if kept := kept_line(past, first, last):
            click.echo(f"    {kept}")
        first = last
    if (won := winner_line(past.game)) is not None:
        click.echo(won)
    else:
        click.echo("not finished" if record.ended is None else "left before its end")
    if past.changes:
        click.echo("corrections:")
    for change in past.changes:
        click.echo(f"    {change_line(change, record)}")
    if past.missing:
        click.echo(f"{past.missing} steps could not be read.")


@command.command("regulars")
@_shared
def regulars_command(since: float, form: str | None, state_dir: Path | None, config: Path | None) -> None:
    """Everybody who has played: games, wins, hands, calls, bluffs, the best hand, chips won."""
    with _reading(state_dir, config) as reader:
        people = regulars(reader.past(since))
    if _written(form, "regulars", [regular_row(person) for person in people], REGULAR_COLUMNS):
        return
    table = _table(
        "", ">Games", ">Wins", ">Hands", ">Boss", ">Called up", ">Called off", ">Bluffs caught", "Best hand", ">Chips"
    )
    for person in people:
        bluffs = f"{person.caught} of {person.stands} stands" if person.stands else ""
        best = "" if person.best is None else hand(person.best)
        numbers = (person.games, person.wins, person.hands, person.boss, person.calls, person.offs)
        table.add_row(person.name, *map(str, numbers), bluffs, best, f"{person.chips:+d}" if person.chips else "0")
    _print(table, "Nobody has played yet.", bool(people))


@command.command("dice")
@_shared
def dice(since: float, form: str | None, state_dir: Path | None, config: Path | None) -> None:
    """Are these dice fair: how often every face came, and what chance makes of it.

    Counts the first throws that the camera read. Left out are dice that were kept, shown from under a cup, put right by
    hand or thrown by the machine.
    """
    with _reading(state_dir, config) as reader:
        found = verdicts(faces(reader.past(since)))
    if _written(form, "dice", [dice_row(one) for one in found], DICE_COLUMNS):
        return
    table = _table("Dice", *(f">{face}" for face in range(1, 7)), ">All", ">Chi-square", ">Chance")
    for one in found:
        counted = [str(count) for count in one.faces.counts]
        table.add_row(
            one.faces.tint or "all", *counted, str(one.faces.dice), f"{one.faces.chi_square:.1f}", f"{one.faces.chance:.3f}"
        )
    Console(width=_width(), highlight=False).print(table)
    for one in found:
        click.echo(f"{one.faces.tint or 'all'}: {one.sentence}")
    overall = found[0]
    if overall.needed:
        click.echo(
            f"{overall.needed:,} more dice show a face that comes {BIAS:.0%} too often, {POWER:.0%} of the time.".replace(
                ",", " "
            )
        )
    if overall.faces.left_out:
        click.echo(f"{overall.faces.left_out} first throws were set or put right by hand and left out.")
    tests = sum(one.faces.dice >= LEAST_DICE for one in found)
    if tests:
        each = f"below {ALPHA / tests:.4f} in each, {ALPHA:.0%} in all together" if tests > 1 else f"below {ALPHA}"
        click.echo(f"Tests made: {tests}; unusual is a chance {each}.")
        click.echo("Who looks again and again finds something unusual more often than that.")


@command.command("forget")
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--state-dir", type=click.Path(path_type=Path), metavar="DIR", help="Where the games are kept.")
@config_option
def forget_command(name: str, yes: bool, state_dir: Path | None, config: Path | None) -> None:
    """Takes a person's name out of all games, for good. The games stay, with a guest in that seat. End the kiosk first."""
    folder = _folder(state_dir, config)
    if not yes:
        click.confirm(f"Forget {name} in all games? This cannot be undone", abort=True)
    try:
        count = forget(folder, name)
    except JournalError as error:
        raise Failure(str(error)) from error
    if not count:
        raise Failure(f"Nobody called {name} has played here.")
    click.echo(f"{name} is forgotten in {count} game{'' if count == 1 else 's'}.")
    aside = sorted(path.name for path in folder.glob("journal-damaged-*.sqlite3"))
    if aside:
        click.echo(f"Damaged journals may still hold the name; delete them: {', '.join(aside)}", err=True)


def _written(form: str | None, name: str, content: Any, columns: Sequence[str]) -> bool:
    """Writes CSV or JSON where it was asked for."""
    if form == "json":
        click.echo(as_json(name, content))
    elif form == "csv":
        rows: list[Mapping[str, Any]] = list(content)
        click.echo(as_csv(rows, columns), nl=False)
    return form is not None


def _table(*columns: str) -> Table:
    """A plain table; a column that begins with > holds figures."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column.removeprefix(">"), justify="right" if column.startswith(">") else "left")
    return table


def _print(table: Table, empty: str, anything: bool) -> None:
    if anything:
        Console(width=_width(), highlight=False, markup=False).print(table)
    else:
        click.echo(empty)


def _width() -> int | None:
    """The terminal's; into a file or a pipe nothing is cut."""
    return None if Console().is_terminal else 200


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _local(iso: str) -> str:
    """A time as the clock on the wall had it."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(datetime.fromisoformat(iso).timestamp())) if iso else ""
