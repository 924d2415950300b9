"""`bosstray odds facts` and `solve`: the equilibrium of two as a whole, and the stored table anew."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from game.equilibrium_facts import HandFacts, hand_facts
from game.odds import BULL_ONE_PAIR
from game.playbook import STORED, playbook, written
from game.qualification_options import QualificationOptions
from ui.commands.odds_tables import json_option, percent, print_json, print_table

TABLES = {"equilibrium": Path("game", "equilibrium.json"), "stand": Path("game", "policies", "stand.json")}
ALL_RULES = {**STORED, "bull, one pair kept": BULL_ONE_PAIR}


@click.command()
@json_option
def facts(as_lines: bool) -> None:
    """What being Boss is worth between two, and how best play looks as a whole; takes some seconds."""
    found = {name: hand_facts(rules, playbook(rules).at) for name, rules in ALL_RULES.items()}
    if as_lines:
        for name, each in found.items():
            print_json({"rules": name, **{row: str(value) for row, value in _rows(each).items()}})
        return
    rows = [_rows(each) for each in found.values()]
    print_table(
        "Best play of two, one hand (win +1, lose -1, replay 0)",
        ("", *found),
        [(row, *(_shown(row, column[row]) for column in rows)) for row in rows[0]],
    )


def _rows(each: HandFacts) -> dict[str, int | Fraction]:
    return {
        "public states": each.states,
        "value of being Boss": each.value,
        "Boss calls up": each.calls,
        "Boss wins this hand": each.wins,
        "Boss ties": each.ties,
        "Boss loses this hand": each.loses,
        "Boss finally wins the horse": each.horse,
        "Boss wins the match from 0-0": each.match,
        "value without calls": each.no_calls,
        "value against a challenger who expects every call": each.against_believer,
        "states with mixed calls": each.mixed_calls,
        "states with mixed keeps": each.mixed_keeps,
        "hands with mixed calls": each.call_mixing,
        "hands with mixed keeps": each.keep_mixing,
    }


def _shown(row: str, figure: int | Fraction) -> str:
    if isinstance(figure, int):
        return str(figure)
    return f"{float(figure):.6f}" if row.startswith("value") else percent(figure)


@click.command()
@click.option(
    "--table",
    type=click.Choice(tuple(TABLES)),
    default="equilibrium",
    show_default=True,
    help="Best play of two in every public state (ten seconds), or the stands of Qualification Dice (half a minute).",
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where to write it; by default where the program has it, seen from the root of the project.",
)
def solve(table: str, output: Path | None) -> None:
    """Solve a table anew that the program plays from, and write it."""
    path = output or TABLES[table]
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Solving", total=None)
        text = _solved(table, lambda: progress.advance(task))
    try:
        path.write_text(text, "ascii")
    except OSError as error:
        raise click.ClickException(f"The table cannot be written to {path}: {error.strerror}.") from error
    click.echo(f"{path}: {len(text)} bytes")


def _solved(table: str, tell: Callable[[], None]) -> str:
    if table == "equilibrium":
        return written(lambda _: tell())
    # Only this needs numpy, which takes longer to load than all other questions to answer.
    from game.policies import stand

    game = stand.stand_game(QualificationOptions())
    return stand.written(stand.solve_stands(game, progress=lambda _: tell()))
