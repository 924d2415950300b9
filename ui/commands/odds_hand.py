"""`bosstray odds state`, `keep` and `call`: one hand of Boss Dice between two, solved exactly."""

from __future__ import annotations

from collections.abc import Mapping

import click

from game.actions import Dice
from game.distributions import Outcome
from game.equilibrium import PublicState, call_values, digits, keep_values, public_states, rank_digits
from game.hands import final_rank
from game.keeping import among
from game.odds import keep_odds_against_caller, keep_odds_against_hand
from game.playbook import STORED, playbook
from ui.commands.odds_tables import (
    DiceType,
    StateType,
    checked,
    json_option,
    percent,
    print_json,
    print_table,
    ranking_option,
    signed,
)


@click.command()
@click.argument("states", metavar="[KEPT:CHALLENGER]...", type=StateType(), nargs=-1)
@ranking_option
@json_option
def state(states: tuple[PublicState, ...], ranking: str, as_lines: bool) -> None:
    """Best play of two in public states, such as 66:12336; without any, in all of them.

    The value is the Boss': win +1, lose -1, call-off or tie 0.
    """
    rules = STORED[ranking]
    asked = [checked(each, ranking) for each in states] or public_states(rules)
    book = playbook(rules)
    rows = []
    for each in asked:
        play = book.at(each)
        keeps = {digits(keep): str(chance) for keep, chance in play.keeps.items()}
        calls = {rank_digits(rank): str(chance) for rank, chance in play.calls.items()}
        if as_lines:
            print_json(
                {
                    "kept": digits(each.kept),
                    "challenger": digits(each.challenger),
                    "value": str(play.value),
                    "keeps": keeps,
                    "calls": calls,
                }
            )
            continue
        called = [f"{name} upward" if chance == "1" else f"{name} {chance}" for name, chance in calls.items() if chance != "0"]
        from_hand = next((index for index, text in enumerate(called) if text.endswith("upward")), len(called))
        rows.append(
            (
                f"{digits(each.kept)}:{digits(each.challenger)}",
                signed(play.value),
                play.value,
                ", ".join(called[: from_hand + 1]) or "nothing",
                ", ".join(name if chance == "1" else f"{name} {chance}" for name, chance in keeps.items()),
            )
        )
    if not as_lines:
        print_table("Best play of two", ("state", "value", "exactly", "the Boss calls", "the challenger keeps"), rows)


@click.command()
@click.argument("table", metavar="KEPT:CHALLENGER", type=StateType())
@click.option("--against", "hand", type=DiceType(5), help="The Boss' final hand, when it is known.")
@click.option("--always", is_flag=True, help="The Boss calls up whatever he threw.")
@ranking_option
@json_option
def keep(table: PublicState, hand: Dice | None, always: bool, ranking: str, as_lines: bool) -> None:
    """What should the challenger keep, once called up? Values are the challenger's.

    The Boss calls as in the equilibrium, unless an option says otherwise.
    """
    rules = STORED[ranking]
    checked(table, ranking)
    if hand is not None:
        if always:
            raise click.UsageError("Either the Boss' hand is known (--against) or he calls with any (--always).")
        _check_final(table, hand)
        _print_outcomes(table, keep_odds_against_hand(table.challenger, final_rank(hand), rules), as_lines)
    elif always:
        _print_outcomes(table, keep_odds_against_caller(table.challenger, table.kept, rules), as_lines)
    else:
        play = playbook(rules).at(table)
        worth = keep_values(table, play.calls, rules)
        best_first = sorted(worth, key=lambda dice: (-worth[dice], len(dice), dice))
        if as_lines:
            keeps = {digits(dice): {"value": str(worth[dice]), "chance": str(play.keeps.get(dice, 0))} for dice in best_first}
            print_json({"state": _name(table), "value": str(-play.value), "keeps": keeps})
            return
        print_table(
            f"What to keep of {digits(table.challenger)} when {digits(table.kept)} calls up",
            ("keep", "value", "exactly", "best play keeps it"),
            [(digits(dice), signed(worth[dice]), worth[dice], percent(play.keeps.get(dice, 0))) for dice in best_first],
        )


@click.command()
@click.argument("table", metavar="KEPT:CHALLENGER", type=StateType())
@click.argument("hand", type=DiceType(5), required=False)
@ranking_option
@json_option
def call(table: PublicState, hand: Dice | None, ranking: str, as_lines: bool) -> None:
    """Should the Boss call up with HAND, or with each hand that KEPT can become?

    The value is what a call gains on average against best keeps; a call-off is worth 0.
    """
    rules = STORED[ranking]
    checked(table, ranking)
    if hand is not None:
        _check_final(table, hand)
    play = playbook(rules).at(table)
    worth = call_values(table, play.keeps, rules)
    asked = list(worth) if hand is None else [final_rank(hand)]
    if as_lines:
        for rank in asked:
            print_json(
                {"state": _name(table), "hand": rank_digits(rank), "call": str(play.calls[rank]), "gain": str(worth[rank])}
            )
        return
    print_table(
        f"Should {digits(table.kept)} call up {digits(table.challenger)}? The state is worth {signed(play.value)}",
        ("final hand", "call up", "a call gains", "exactly"),
        [(rank_digits(rank), percent(play.calls[rank]), signed(worth[rank]), worth[rank]) for rank in reversed(asked)],
    )


def _name(table: PublicState) -> str:
    return f"{digits(table.kept)}:{digits(table.challenger)}"


def _check_final(table: PublicState, hand: Dice) -> None:
    if not among(table.kept, hand):
        raise click.UsageError(f"The Boss kept {digits(table.kept)}, which is not among {digits(hand)}.")


def _print_outcomes(table: PublicState, odds: Mapping[Dice, Outcome], as_lines: bool) -> None:
    if as_lines:
        shown = {
            digits(dice): {"win": str(each.win), "tie": str(each.tie), "lose": str(each.lose)} for dice, each in odds.items()
        }
        print_json({"state": _name(table), "keeps": shown})
        return
    print_table(
        f"What to keep of {digits(table.challenger)} against {digits(table.kept)}",
        ("keep", "wins", "ties", "loses", "wins exactly"),
        [(digits(dice), percent(each.win), percent(each.tie), percent(each.lose), each.win) for dice, each in odds.items()],
    )
