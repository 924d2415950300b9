"""What a call and a keep in Boss Dice were worth, once every hand lies open (see `game.coach`)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from game.actions import Dice
from game.boss import BossGame
from game.distributions import THROWS, Outcome, against_rank
from game.duel import DuelGame
from game.equilibrium import PublicState, boss_side, call_values, threshold_payoffs
from game.hands import Rank, TwoPairTie, final_rank
from game.message import Message, say
from game.odds import HandRules
from game.playbook import playbook
from game.policies.advice import Advice, Subject, as_dice, hundredths, in_percent
from game.policies.boss_seat import best_play, spot_of
from game.policies.duel_seat import rules_of, state_of
from game.policies.thumb import Duel, gain

_GOOD_ENOUGH = 0.01


def call_in_boss(game: BossGame, boss_hand: Dice) -> Advice:
    """A call-up in the banking game; `boss_hand` was shown. The cost is in wagers."""
    spot = spot_of(game)
    play = best_play(spot)
    rank = final_rank(boss_hand, spot.two_pair_tie)
    assert game.boss is not None and game.wager is not None
    if spot.covered:
        won = sum(
            (
                chance * gain(rank, [Duel(keep, each.pays, each.wins)], spot.two_pair_tie)
                for each, mix in zip(spot.challengers, play.keeps, strict=True)
                for keep, chance in mix.items()
            ),
            Fraction(spot.kitty * len(spot.challengers), spot.players),
        )
        return _call_advice(game.players[game.boss], game.boss, boss_hand, float(won) / game.wager)
    from game.policies.bust import call_gains

    return _call_advice(game.players[game.boss], game.boss, boss_hand, call_gains(spot, play)[rank] / game.wager)


def call_in_duel(game: DuelGame, boss_hand: Dice) -> Advice:
    """A call-up between two; `boss_hand` was shown. The cost is in hands."""
    state, rules = state_of(game), rules_of(game)
    rank = final_rank(boss_hand, rules.two_pair_tie)
    keeps = {game.declared: Fraction(1)} if game.declared is not None else playbook(rules).at(state).keeps
    assert game.boss is not None
    return _call_advice(game.players[game.boss], game.boss, boss_hand, float(call_values(state, keeps, rules)[rank]))


def _call_advice(name: str, seat: int, hand: Dice, won: float) -> Advice:
    shown = as_dice(hand)
    if won >= -_GOOD_ENOUGH:
        message = say(
            "{name}: calling up with {hand} was right; it gains {gain} of a wager on average.",
            name=name,
            hand=shown,
            gain=hundredths(max(won, 0)),
        )
        return Advice(seat, Subject.CALL, 0.0, message)
    message = say(
        "{name}: calling up with {hand} gives away {cost} of a wager on average; picking them up costs nothing.",
        name=name,
        hand=shown,
        cost=hundredths(-won),
    )
    return Advice(seat, Subject.CALL, -won, message)


def keep_in_boss(game: BossGame, seat: int, kept: Dice, boss_hand: Dice) -> Advice:
    """What a challenger kept in the banking game; the cost is in wagers."""
    spot = spot_of(game)
    play = best_play(spot)
    place = next(i for i, each in enumerate(spot.challengers) if each.seat == seat)
    assert game.wager is not None
    if spot.covered:
        each, tie = spot.challengers[place], spot.two_pair_tie
        odds = {keep: _on_average(keep, spot.kept, play.calls, tie) for keep in spot.rules.keeps_of(each.first)}
        worth = {keep: float(each.wins * odd.win - each.pays * odd.lose) / game.wager for keep, odd in odds.items()}
    else:
        from game.policies.bust import keep_values as values_at_risk

        seen = {i: hand for i, other in enumerate(spot.challengers) if (hand := game.second[other.seat]) is not None}
        worth = {keep: value / game.wager for keep, value in values_at_risk(spot, play, place, seen).items()}
    state = PublicState(spot.kept, spot.challengers[place].first)
    return _keep_advice(game.players[seat], seat, kept, worth, state, play.calls, boss_hand, spot.two_pair_tie)


def keep_in_duel(game: DuelGame, seat: int, kept: Dice, boss_hand: Dice) -> Advice:
    """What a challenger kept between two, before a call (B-e) or after it; the cost is in hands."""
    state, rules = state_of(game), rules_of(game)
    calls = _expected_calls(game, state, rules)
    if game.options.keep_before_call and game.options.calls:
        scale = boss_side(state.kept, rules.two_pair_tie).total * THROWS
        worth = {
            keep: -max(threshold_payoffs(state.kept, keep, rules.two_pair_tie)) / scale
            for keep in rules.keeps_of(state.challenger)
        }
    else:
        tie = rules.two_pair_tie
        worth = {keep: float(_on_average(keep, state.kept, calls, tie).value) for keep in rules.keeps_of(state.challenger)}
    return _keep_advice(game.players[seat], seat, kept, worth, state, calls, boss_hand, rules.two_pair_tie)


def _expected_calls(game: DuelGame, state: PublicState, rules: HandRules) -> Mapping[Rank, Fraction]:
    calls = playbook(rules).at(state).calls
    return calls if game.options.calls else dict.fromkeys(calls, Fraction(1))


def _keep_advice(
    name: str,
    seat: int,
    kept: Dice,
    worth: Mapping[Dice, float],
    state: PublicState,
    calls: Mapping[Rank, Fraction],
    boss_hand: Dice,
    tie: TwoPairTie,
) -> Advice:
    """Judged by what could be known, told by the hand that was shown where that says the same."""
    best = max(worth, key=lambda keep: worth[keep])
    cost = worth[best] - worth[kept]
    shown = final_rank(boss_hand, tie)
    if cost <= _GOOD_ENOUGH:
        chance = in_percent(against_rank(kept, shown, tie).win)
        message = say(
            "{name}: keeping {kept} was right; against {hand} it wins {chance} %.",
            name=name,
            kept=as_dice(kept),
            hand=as_dice(boss_hand),
            chance=chance,
        )
        return Advice(seat, Subject.KEEP, 0.0, message)
    good, bad = against_rank(best, shown, tie).win, against_rank(kept, shown, tie).win
    if in_percent(good) > in_percent(bad):
        text: Message = say(
            "{name}: against {hand}, keeping {best} would have won {good} %, keeping {kept} wins {bad} %.",
            name=name,
            hand=as_dice(boss_hand),
            best=as_dice(best),
            good=in_percent(good),
            kept=as_dice(kept),
            bad=in_percent(bad),
        )
        return Advice(seat, Subject.KEEP, cost, text)
    good, bad = (_on_average(keep, state.kept, calls, tie).win for keep in (best, kept))
    if in_percent(good) > in_percent(bad):
        text = say(
            "{name}: over all hands that call up, keeping {best} wins {good} %, keeping {kept} {bad} %.",
            name=name,
            best=as_dice(best),
            good=in_percent(good),
            kept=as_dice(kept),
            bad=in_percent(bad),
        )
    else:
        text = say(
            "{name}: keeping {best} is worth {cost} of a wager more than keeping {kept}.",
            name=name,
            best=as_dice(best),
            cost=hundredths(cost),
            kept=as_dice(kept),
        )
    return Advice(seat, Subject.KEEP, cost, text)


def _on_average(keep: Dice, kept: Dice, calls: Mapping[Rank, Fraction], tie: TwoPairTie) -> Outcome:
    """Win, tie and lose after a call with these chances; when no hand is called, against all of them."""
    side = boss_side(kept, tie)
    weights = {rank: ways * chance for (rank, chance), ways in zip(calls.items(), side.ways, strict=True)}
    total = sum(weights.values())
    if not total:
        weights, total = dict(zip(calls, map(Fraction, side.ways), strict=True)), Fraction(side.total)
    parts = [(weight / total, against_rank(keep, rank, tie)) for rank, weight in weights.items() if weight]
    return Outcome(
        sum((share * part.win for share, part in parts), Fraction(0)),
        sum((share * part.tie for share, part in parts), Fraction(0)),
        sum((share * part.lose for share, part in parts), Fraction(0)),
    )
