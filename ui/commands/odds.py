"""`bosstray odds`: exact odds, and what to call and to keep, as tables for people and as JSON for programs."""

from __future__ import annotations

import click

from game.actions import Dice
from game.distributions import THROWS
from game.equilibrium import digits, rank_digits
from game.errors import RulesError
from game.freezing import UnqualifiedThrow
from game.odds import boss_chances, boss_final, first_distribution, qualifying_chance
from game.playbook import STORED
from game.requirements import NUMBERED
from ui.commands.odds_hand import call, keep, state
from ui.commands.odds_solve import facts, solve
from ui.commands.odds_tables import DiceType, json_option, percent, print_json, print_table, ranking_option, signed


@click.group()
def command() -> None:
    """Exact odds and best play; every chance is a fraction, nothing is sampled.

    Dice are written as digits: 66 for two sixes, 66:12336 for a Boss who keeps two sixes and a challenger with 1-2-3-3-6.
    """


for subcommand in (state, keep, call, facts, solve):
    command.add_command(subcommand)


@command.command()
@ranking_option
@json_option
def first(ranking: str, as_lines: bool) -> None:
    """The first throw: how often each rank comes, and Boss, push and void for 2 to 6 players."""
    rules = STORED[ranking]
    ranks = first_distribution(rules)
    chances = {players: boss_chances(players, rules) for players in range(2, 7)}
    if as_lines:
        print_json(
            {
                "ranking": ranking,
                "of": THROWS,
                "first": {rank_digits(rank): ways for rank, ways in ranks},
                "players": {
                    str(players): {"boss": str(each.boss), "push": str(each.push), "void": str(each.void)}
                    for players, each in chances.items()
                },
            }
        )
        return
    print_table(
        "One throw of five dice",
        ("combination", f"of {THROWS}", "chance"),
        [(rank_digits(rank), ways, percent(ways / THROWS)) for rank, ways in reversed(ranks)],
    )
    print_table(
        "All players throw",
        ("players", "one Boss", "push", "void"),
        [(players, percent(each.boss), percent(each.push), percent(each.void)) for players, each in chances.items()],
    )


@command.command()
@click.argument("kept", type=DiceType())
@ranking_option
@json_option
def final(kept: Dice, ranking: str, as_lines: bool) -> None:
    """The final hand of a Boss who keeps KEPT, such as 66."""
    try:
        hands = boss_final(kept, STORED[ranking])
    except RulesError as error:
        raise click.UsageError(str(error)) from error
    if as_lines:
        chances = {rank_digits(rank): str(chance) for rank, chance in hands}
        print_json({"ranking": ranking, "kept": digits(kept), "hands": chances})
        return
    rows = []
    or_better = 0 * hands[0][1]
    for rank, chance in reversed(hands):
        or_better += chance
        rows.append((rank_digits(rank), chance, percent(chance), percent(or_better)))
    print_table(f"The Boss keeps {digits(kept)}", ("final hand", "exactly", "chance", "this or better"), rows)


@command.command()
@click.argument("requirement", type=click.Choice([each.value for each in NUMBERED]), required=False)
@click.option(
    "--unqualified",
    type=click.Choice([each.value for each in UnqualifiedThrow]),
    default=UnqualifiedThrow.ANY.value,
    show_default=True,
    help="What a player who does not qualify yet throws: any dice, or all five.",
)
@json_option
def qualify(requirement: str | None, unqualified: str, as_lines: bool) -> None:
    """The chance to qualify in one, two and three throws, for one REQUIREMENT or for all twelve.

    The player wants nothing but to qualify: keeps the dice that make it likeliest within the throws that are left.
    """
    asked = [each for each in NUMBERED if requirement in (None, each.value)]
    policy = UnqualifiedThrow(unqualified)
    chances = {each: [qualifying_chance(each, throws, policy) for throws in (1, 2, 3)] for each in asked}
    if as_lines:
        for each, by_throws in chances.items():
            print_json({"requirement": each.value, "unqualified": unqualified, "chances": [str(c) for c in by_throws]})
        return
    print_table(
        "The chance to qualify",
        ("requirement", "one throw", "two throws", "three throws", "pays"),
        [(each.title, *map(percent, by_throws), f"{each.payout} to 1") for each, by_throws in chances.items()],
    )


@command.command()
@click.option(
    "--spots", default=40, show_default=True, type=click.IntRange(1), help="Calls sampled for each number of players."
)
@click.option(
    "--decisions",
    default=4,
    show_default=True,
    type=click.IntRange(0),
    help="Progressive decisions of three players that are played out.",
)
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="For the sampled situations.")
@json_option
def policies(spots: int, decisions: int, seed: int, as_lines: bool) -> None:
    """What the computed policies aim at and how far from optimal they are; takes half a minute."""
    # Only this needs numpy, which takes longer to load than all other questions to answer.
    from ui.commands.odds_policies import measured

    rows = measured(spots, decisions, seed)
    if as_lines:
        for subject, objective, how, left in rows:
            print_json({"policy": subject, "objective": objective, "solution": how, "left": left})
        return
    print_table("Computed policies", ("policy", "objective", "solution", "left to gain"), rows)


@command.command()
@click.option("--hands", default=0, type=click.IntRange(0), help="Also play so many hands of each pair, e.g. 1000000.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="For the played hands.")
@ranking_option
@json_option
def house(hands: int, seed: int, ranking: str, as_lines: bool) -> None:
    """The strengths of house players against each other in two-player Boss Dice, exactly; takes a minute."""
    # Only this needs numpy, which takes longer to load than all other questions to answer.
    from ui.commands.odds_house import meetings

    rows = []
    for each in meetings(ranking, hands, seed):
        if as_lines:
            print_json({"ranking": ranking, **each.to_json()})
            continue
        off = "" if each.errors is None else "wins {:+.2f}, losses {:+.2f}".format(*each.errors)
        exact = each.exact
        pair = f"{each.first.value} against {each.second.value}"
        rows.append((pair, signed(exact.edge), percent(exact.horse), percent(exact.match), off))
    if not as_lines:
        columns = ("house players", "edge a hand", "wins the hand", "wins two of three", "played, in standard errors")
        print_table(f"House against house, {ranking}", columns, rows)
