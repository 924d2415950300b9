"""A house player in a seat of banking Boss Dice (rules A4 to A11)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from game.actions import CallOff, CallUp, Dice, Reveal
from game.boss import BossGame, BossPhase
from game.hands import final_rank
from game.policies.banking import CallPlay, solve_covered
from game.policies.call_spot import CallSpot, call_spot
from game.policies.seat import Decisions, Keeping, NothingToDecide, Observation, Strength, either, surely
from game.policies.thumb import Duel, beginner_keeps, call_chance, regular_keep


def decisions(seen: Observation[BossGame], strength: Strength) -> Decisions:
    """What the seat does with which chances; raises `NothingToDecide` when it is not its turn.

    The wager is agreed by people.
    """
    game, seat = seen.game, seen.seat
    if game.phase is BossPhase.FIRST_THROWS and seat in game.to_throw:
        return surely(Keeping(()))
    if game.phase is BossPhase.CALL and seat == game.boss:
        return either(CallUp(), CallOff(), _call_chance(seen, strength))
    if game.phase is BossPhase.SECOND_THROWS and seat in game.to_throw:
        return _keeps(seen, strength)
    if game.phase is BossPhase.REVEAL and seat == game.boss:
        return surely(Reveal(seat, seen.own_cup))
    raise NothingToDecide(f"{game.players[seat]} has nothing to decide now.")


def spot_of(game: BossGame) -> CallSpot:
    """The spot before the call, from a game in which there is a Boss; a kitty that he took is in the middle again."""
    assert game.boss is not None and game.wager is not None
    first = {seat: hand for seat in game.playing if (hand := game.first[seat]) is not None}
    banks = {seat: game.banks[seat] for seat in first}
    banks[game.boss] -= game.kitty_taken
    options = game.options
    return call_spot(
        first, banks, game.boss, game.wager, game.kitty + game.kitty_taken, options.short_stack, options.two_pair_tie
    )


@lru_cache(maxsize=64)
def best_play(spot: CallSpot) -> CallPlay:
    """Best play, or the closest balance that is found when the Boss may go bust."""
    if spot.covered:
        return solve_covered(spot)
    # numpy takes longer to load than all exact answers together.
    from game.policies.bust import solve_risky

    return solve_risky(spot).play


def _call_chance(seen: Observation[BossGame], strength: Strength) -> Fraction:
    spot = spot_of(seen.game)
    rank = final_rank(seen.own_cup, spot.two_pair_tie)
    if strength is Strength.EQUILIBRIUM:
        return best_play(spot).calls[rank]
    duels = [Duel(regular_keep(each.first, spot.rules), each.pays, each.wins) for each in spot.challengers]
    kitty = Fraction(spot.kitty * len(spot.challengers), spot.players)
    return call_chance(strength, spot.kept, rank, duels, kitty, spot.two_pair_tie)


def _keeps(seen: Observation[BossGame], strength: Strength) -> Decisions:
    game, spot = seen.game, spot_of(seen.game)
    place = next(i for i, each in enumerate(spot.challengers) if each.seat == seen.seat)
    first = spot.challengers[place].first
    if strength is Strength.REGULAR:
        return surely(Keeping(regular_keep(first, spot.rules)))
    if strength is Strength.BEGINNER:
        return {Keeping(keep): chance for keep, chance in beginner_keeps(first, spot.rules).items()}
    play = best_play(spot)
    known: dict[int, Dice] = {
        i: hand for i, each in enumerate(spot.challengers) if (hand := game.second[each.seat]) is not None
    }
    if spot.covered or not known:
        return {Keeping(keep): chance for keep, chance in play.keeps[place].items()}
    from game.policies.bust import best_keep

    return surely(Keeping(best_keep(spot, play, place, known)))
