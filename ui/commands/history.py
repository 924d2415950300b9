"""`bosstray history`: the games that were played, who plays how, and whether the dice are fair."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.table import Table

from game.actions import Json
from game.colours import colour_names
from game.fairness import ALPHA, BIAS, LEAST_DICE, POWER, Verdict, faces, verdicts
from game.journal_file import JournalError
from game.journal_reader import JournalReader, forget, games_with
from game.message import Message, say
from game.past_game import PastGame, past_game
from game.regulars import regulars
from ui.chronicle import Text, hand, round_line, winner_line
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
from ui.words import Words, languages

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
NAMES: Mapping[str, Message] = {
    "boss": say("Boss Dice"),
    "duel": say("Match"),
    "tournament": say("Winner stays on"),
    "qualification": say("Qualification Dice"),
    "progressive": say("Progressive Qualification"),
}
UNWON: Mapping[str, Message] = {"open": say("not finished"), "left": say("left")}


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
        click.option("--language", type=click.Choice(languages()), help="For people; by default the configured one."),
        config_option,
    )
    for option in reversed(options):
        function = option(function)
    return function


@dataclass(frozen=True, slots=True)
class Wanted:
    """The options of every view."""

    since: float
    form: str | None
    state_dir: Path | None
    language: str | None
    config: Path | None

    @property
    def words(self) -> Words:
        """Those of the table, unless others are wanted."""
        return Words(self.language or configured(self.config).settings.language)


@contextlib.contextmanager
def _reading(wanted: Wanted) -> Iterator[JournalReader]:
    folder = _folder(wanted.state_dir, wanted.config)
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
def command(ctx: click.Context, /, **options: Any) -> None:
    """The games that were played, newest first. Reads only, also while the kiosk runs.

    What was thrown under a cup and never shown is in none of this: nobody wrote it down.
    """
    wanted = Wanted(**options)
    if ctx.invoked_subcommand is not None:
        if any(options.values()):
            raise click.UsageError(f"Options go after the view: bosstray history {ctx.invoked_subcommand} ...")
        return
    with _reading(wanted) as reader:
        rows = [game_row(past) for past in reader.past(wanted.since)][::-1]
    if _written(wanted.form, "games", rows, GAME_COLUMNS):
        return
    words = wanted.words
    columns = (say("Game"), say("Began"), say("Players"), say("Winner"))
    table = _table(words, "", columns, (say("Rounds"), say("Changes")))
    for row in rows:
        winner = " & ".join(map(str, _list(row["winners"]))) or words.text(UNWON[str(row["state"])])
        table.add_row(
            str(row["id"]),
            words.text(_game(str(row["game"]))),
            _local(str(row["started"])),
            ", ".join(map(str, _list(row["players"]))),
            winner,
            str(row["rounds"]),
            str(row["changes"] or ""),
        )
    _print(table, words.text(say("No game has been played yet.")), bool(rows))


@command.command("show")
@click.argument("game", type=int)
@_shared
def show(game: int, **options: Any) -> None:
    """One game, round by round: who threw and kept what, the calls, and what was corrected, with the reason."""
    wanted = Wanted(**options)
    with _reading(wanted) as reader:
        record = next((one for one in reader.games() if one.id == game), None)
        past = None if record is None else past_game(record, reader.rows(game))
    if past is None:
        raise Failure(f"There is no game {game}; bosstray history lists them.")
    document = shown_game(past)
    actions = [row for row in _list(document["actions"]) if isinstance(row, dict)]
    if not _written(wanted.form, "game", document if wanted.form == "json" else actions, ACTION_COLUMNS):
        _tell(past, wanted.words.text)


def _tell(past: PastGame, text: Text) -> None:
    record = past.record
    began = _local(moment(record.started) or "")
    click.echo(text(say("game {id}: {game}, {began}", id=str(record.id), game=_game(record.kind), began=began)))
    click.echo(text(say("players: {names}", names=", ".join(record.players))))
    first = 0
    ends = {id(game): index for index, game in enumerate(past.games)}
    for game in past.rounds:
        last = ends[id(game)]
        click.echo(round_line(game, text) or "")
        if kept := kept_line(past, first, last, text):
            click.echo(f"    {kept}")
        first = last
    if (won := winner_line(past.game, text)) is not None:
        click.echo(won)
    else:
        click.echo(text(say("not finished") if record.ended is None else say("left before its end")))
    if past.changes:
        click.echo(text(say("corrections:")))
    for change in past.changes:
        click.echo(f"    {change_line(change, record, text)}")
    if past.missing:
        click.echo(text(say("{count} steps could not be read.", count=past.missing)))


@command.command("regulars")
@_shared
def regulars_command(**options: Any) -> None:
    """Everybody who has played: games, wins, hands, calls, bluffs, the best hand, chips won."""
    wanted = Wanted(**options)
    with _reading(wanted) as reader:
        people = regulars(reader.past(wanted.since))
    if _written(wanted.form, "regulars", [regular_row(person) for person in people], REGULAR_COLUMNS):
        return
    words = wanted.words
    counted = (say("Games"), say("Wins"), say("Hands"), say("Boss"), say("Called up"), say("Called off"), say("Bluffs caught"))
    table = _table(words, "", (), counted, (say("Best hand"),), (say("Chips"),))
    for person in people:
        bluffs = say("{caught} of {count} stands", caught=str(person.caught), count=person.stands)
        best = "" if person.best is None else hand(person.best)
        numbers = (person.games, person.wins, person.hands, person.boss, person.calls, person.offs)
        stood = words.text(bluffs) if person.stands else ""
        table.add_row(person.name, *map(str, numbers), stood, best, f"{person.chips:+d}" if person.chips else "0")
    _print(table, words.text(say("Nobody has played yet.")), bool(people))


@command.command("dice")
@_shared
def dice(**options: Any) -> None:
    """Are these dice fair: how often every face came, and what chance makes of it.

    Counts the first throws that the camera read. Left out are dice that were kept, shown from under a cup, put right by
    hand or thrown by the machine.
    """
    wanted = Wanted(**options)
    with _reading(wanted) as reader:
        found = verdicts(faces(reader.past(wanted.since)))
    if _written(wanted.form, "dice", [dice_row(one) for one in found], DICE_COLUMNS):
        return
    text = wanted.words.text
    numbers = tuple(say("{number}", number=face) for face in range(1, 7))
    table = _table(wanted.words, text(say("Dice")), (), (*numbers, say("All"), say("Chi-square"), say("Chance")))
    tints = [one.faces.tint for one in found if one.faces.tint is not None]
    words = dict(zip(tints, colour_names(tints), strict=True))
    sets = [text(say("all") if one.faces.tint is None else words[one.faces.tint]) for one in found]
    for name, one in zip(sets, found, strict=True):
        counted = [str(count) for count in one.faces.counts]
        table.add_row(name, *counted, str(one.faces.dice), f"{one.faces.chi_square:.1f}", f"{one.faces.chance:.3f}")
    Console(width=_width(), highlight=False).print(table)
    for name, one in zip(sets, found, strict=True):
        click.echo(f"{name}: {text(one.sentence)}")
    for said in _caution(found):
        click.echo(text(said))


def _caution(found: Sequence[Verdict]) -> Iterator[Message]:
    """What to keep in mind with these figures."""
    overall = found[0]
    if overall.needed:
        yield say(
            "{dice} more dice show a face that comes {bias} too often, {power} of the time.",
            dice=overall.needed,
            bias=f"{BIAS:.0%}",
            power=f"{POWER:.0%}",
        )
    if overall.faces.left_out:
        yield say("{count} first throws were set or put right by hand and left out.", count=overall.faces.left_out)
    tests = sum(one.faces.dice >= LEAST_DICE for one in found)
    if not tests:
        return
    if tests > 1:
        each, together = f"{ALPHA / tests:.4f}", f"{ALPHA:.0%}"
        yield say(
            "Tests made: {tests}; unusual is a chance below {each} in each, {together} in all together.",
            tests=tests,
            each=each,
            together=together,
        )
    else:
        yield say("Tests made: 1; unusual is a chance below {alpha}.", alpha=str(ALPHA))
    yield say("Who looks again and again finds something unusual more often than that.")


@command.command("forget")
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--state-dir", type=click.Path(path_type=Path), metavar="DIR", help="Where the games are kept.")
@config_option
def forget_command(name: str, yes: bool, state_dir: Path | None, config: Path | None) -> None:
    """Takes a person's name out of all games, for good. The games stay, with a guest in that seat. End the kiosk first."""
    folder = _folder(state_dir, config)
    try:
        if not games_with(folder, name):
            raise Failure(f"Nobody called {name} has played here.")
        if not yes:
            click.confirm(f"Forget {name} in all games? This cannot be undone", abort=True)
        count = forget(folder, name)
    except JournalError as error:
        raise Failure(str(error)) from error
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


def _table(words: Words, first: str, *columns: tuple[Message, ...]) -> Table:
    """A plain table: the first column, then words and figures by turns."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(first)
    for turn, some in enumerate(columns):
        for column in some:
            table.add_column(words.text(column), justify="right" if turn % 2 else "left")
    return table


def _print(table: Table, empty: str, anything: bool) -> None:
    if anything:
        Console(width=_width(), highlight=False, markup=False).print(table)
    else:
        click.echo(empty)


def _width() -> int | None:
    """The terminal's; into a file or a pipe nothing is cut."""
    return None if Console().is_terminal else 200


def _game(kind: str) -> Message:
    return NAMES.get(kind, say("{name}", name=kind))


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _local(iso: str) -> str:
    """A time as the clock on the wall had it."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(datetime.fromisoformat(iso).timestamp())) if iso else ""
