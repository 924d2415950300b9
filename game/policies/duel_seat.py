"""A house player in a seat of two-player Boss Dice (rules B1 to B6, C1 to C6)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from game.actions import CallOff, CallUp, Dice, Keep, Reveal
from game.distributions import THROWS, final_distribution
from game.duel import DuelGame, DuelPhase
from game.duel_options import ChallengerTwoPair
from game.equilibrium import PublicState, threshold_payoffs
from game.hands import final_rank
from game.matrix import solve
from game.odds import HandRules, keep_odds_against_caller
from game.playbook import playbook
from game.policies.seat import Decisions, Keeping, NothingToDecide, Observation, Strength, either, surely
from game.policies.thumb import Duel, beginner_keeps, call_chance, gain, regular_keep


def decisions(seen: Observation[DuelGame], strength: Strength) -> Decisions:
    """What the seat does with which chances; raises `NothingToDecide` when it is not its turn."""
    game, seat = seen.game, seen.seat
    match game.phase:
        case DuelPhase.FIRST_THROWS if seat in game.to_throw:
            return surely(Keeping(()))
        case DuelPhase.KEEP if seat == game.challenger:
            keeps = _declared_keeps(game, strength)
            return {Keep(seat, keep): chance for keep, chance in keeps.items()}
        case DuelPhase.CALL if seat == game.boss:
            return either(CallUp(), CallOff(), _call_chance(seen, strength))
        case DuelPhase.SECOND_THROWS if seat in game.to_throw:
            return {Keeping(keep): chance for keep, chance in _second_keeps(game, strength).items()}
        case DuelPhase.REVEAL if seat in game.to_reveal:
            return surely(Reveal(seat, seen.own_cup))
    raise NothingToDecide(f"{game.players[seat]} has nothing to decide now.")


def rules_of(game: DuelGame) -> HandRules:
    """The house rules of a hand; readings that say what the ranking says anyway count as not given."""
    options = game.options
    first = options.ranking.first
    return HandRules(
        first,
        None if options.full_house is first.full_house else options.full_house,
        None if options.two_pair is first.two_pair else options.two_pair,
        options.two_pair_tie,
        options.challenger_two_pair is ChallengerTwoPair.ONE_PAIR,
    )


def state_of(game: DuelGame) -> PublicState:
    """The public state of a hand with a Boss."""
    assert game.challenger is not None
    return PublicState(game.kept, _first(game, game.challenger))


def _first(game: DuelGame, seat: int) -> Dice:
    hand = game.first[seat]
    assert hand is not None
    return tuple(sorted(hand))


def _second_keeps(game: DuelGame, strength: Strength) -> dict[Dice, Fraction]:
    """After a call, or without calls: a house that plays without calls expects every hand (rule C6)."""
    if game.declared is not None:
        return {game.declared: Fraction(1)}
    state, rules = state_of(game), rules_of(game)
    if strength is not Strength.EQUILIBRIUM:
        return _thumb_keeps(state.challenger, strength, rules)
    if not game.options.calls:
        return {next(iter(keep_odds_against_caller(state.challenger, state.kept, rules))): Fraction(1)}
    return dict(playbook(rules).keep_chances(state.kept, state.challenger))


def _thumb_keeps(first: Dice, strength: Strength, rules: HandRules) -> dict[Dice, Fraction]:
    if strength is Strength.BEGINNER:
        return dict(beginner_keeps(first, rules))
    return {regular_keep(first, rules): Fraction(1)}


def _declared_keeps(game: DuelGame, strength: Strength) -> dict[Dice, Fraction]:
    """Dice set aside before the call: the Boss then calls just the hands that gain, so the least of that is best (B-e)."""
    state, rules = state_of(game), rules_of(game)
    if strength is not Strength.EQUILIBRIUM:
        return _thumb_keeps(state.challenger, strength, rules)
    tie = rules.two_pair_tie
    keep = min(rules.keeps_of(state.challenger), key=lambda keep: max(threshold_payoffs(state.kept, keep, tie)))
    return {keep: Fraction(1)}


def _call_chance(seen: Observation[DuelGame], strength: Strength) -> Fraction:
    game, state, rules = seen.game, state_of(seen.game), rules_of(seen.game)
    tie = rules.two_pair_tie
    rank = final_rank(seen.own_cup, tie)
    if strength is Strength.BEGINNER:
        return call_chance(strength, state.kept, rank, (), Fraction(0), tie)
    if game.declared is not None:
        return Fraction(gain(rank, [Duel(game.declared)], tie) > 0)
    if strength is Strength.REGULAR:
        return call_chance(strength, state.kept, rank, [Duel(regular_keep(state.challenger, rules))], Fraction(0), tie)
    return playbook(rules).call_chance(state.kept, state.challenger, seen.own_cup)


def hidden_keeps(game: DuelGame, seat: int, strength: Strength) -> dict[Dice, Fraction]:
    """What the seat keeps for a throw under the cup: the Boss' combination, or free keeps where nobody is Boss (C-e)."""
    if game.boss is not None:
        return {game.kept: Fraction(1)}
    mine, theirs = _first(game, seat), _first(game, 1 - seat)
    rules = rules_of(game)
    if strength is not Strength.EQUILIBRIUM:
        return _thumb_keeps(mine, strength, rules)
    return _free_keeps(mine, theirs, rules)


@lru_cache(maxsize=64)
def _free_keeps(mine: Dice, theirs: Dice, rules: HandRules) -> dict[Dice, Fraction]:
    """Both keep at once: a matrix game of keeps against keeps."""
    own, other = rules.keeps_of(mine), rules.keeps_of(theirs)
    solution = solve([[_edge(keep, answer, rules) for answer in other] for keep in own])
    return {keep: chance for keep, chance in zip(own, solution.rows, strict=True) if chance}


def _edge(keep: Dice, answer: Dice, rules: HandRules) -> int:
    """Wins less losses of one keep against another, in parts of 7776 x 7776."""
    mine, theirs = final_distribution(keep, rules.two_pair_tie), final_distribution(answer, rules.two_pair_tie)
    lower = edge = 0
    for a, b in zip(mine.counts, theirs.counts, strict=True):
        edge += a * (2 * lower + b - theirs.total)
        lower += b
    scale: int = (THROWS // mine.total) * (THROWS // theirs.total)
    return edge * scale
