"""How the odds commands read dice and print figures: tables for people, one JSON object a line for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import click
from rich.console import Console
from rich.table import Table

from game.actions import Dice
from game.equilibrium import PublicState, check_state
from game.errors import RulesError
from game.playbook import STORED

ranking_option = click.option(
    "--ranking",
    type=click.Choice(tuple(STORED)),
    default="bull",
    show_default=True,
    help="The first-throw ranking: San Francisco Bull Dice, Norwegian, or banking Boss Dice.",
)
json_option = click.option("--json", "as_lines", is_flag=True, help="Print JSON instead of tables.")


class DiceType(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """Dice as digits, sorted: `63312` becomes (1, 2, 3, 3, 6)."""

    name = "dice"

    def __init__(self, count: int | None = None) -> None:
        self.count = count

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Dice:
        text = str(value)
        if not text or any(digit not in "123456" for digit in text) or len(text) > 5:
            self.fail(f"dice are written as digits from 1 to 6, at most five, not {text[:40]!r}", param, ctx)
        if self.count is not None and len(text) != self.count:
            self.fail(f"a hand is {self.count} dice, such as 66441, not {text!r}", param, ctx)
        return tuple(sorted(map(int, text)))


class StateType(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """A public state as KEPT:CHALLENGER."""

    name = "state"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> PublicState:
        if isinstance(value, PublicState):
            return value
        kept, colon, challenger = str(value).partition(":")
        if not colon:
            self.fail(f"a state is written as KEPT:CHALLENGER, such as 66:12336, not {str(value)[:40]!r}", param, ctx)
        return PublicState(DiceType().convert(kept, param, ctx), DiceType(5).convert(challenger, param, ctx))


def checked(state: PublicState, ranking: str) -> PublicState:
    """The state, or a usage error when such a Boss and challenger cannot meet under this ranking."""
    try:
        check_state(state, STORED[ranking])
    except RulesError as error:
        raise click.UsageError(str(error)) from error
    return state


def print_json(data: Mapping[str, object]) -> None:
    """One JSON object on a line of its own."""
    click.echo(json.dumps(data))


def print_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A table with figures at the right; the first column is the name of the row."""
    table = Table(*columns, title=title, title_justify="left")
    for column in table.columns[1:]:
        column.justify = "right"
    for row in rows:
        table.add_row(*map(str, row))
    Console().print(table)


def percent(chance: Fraction | int) -> str:
    """A chance for people: `37.50 %`."""
    return f"{100 * float(chance):.2f} %"


def signed(value: Fraction) -> str:
    """A value for people: `+0.3507`."""
    return f"{float(value):+.4f}"
