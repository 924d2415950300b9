"""A house player in a seat of Qualification Dice (rules D2 to D11).

A Boss gains nearly an ante of every ante (see `game.policies.stand`), so the best ante is none; as a game needs antes, the
house antes little, more or all that is covered, the weaker it plays. The regular never bluffs, takes a stand for an honest
one, and thinks one throw ahead; the beginner announces the easiest requirement, challenges whenever qualified, and throws all
dice until then.
"""

from __future__ import annotations

from functools import lru_cache

from game.actions import Announce, Ante, Challenge, Concede, Cover, Dice, Direction, Reveal, Stay
from game.policies import stand
from game.policies.qualification import (
    Announced,
    Opponent,
    against_points,
    all_announcements,
    announcement_gain,
    boss_throw,
    keep_before_boss_throw,
    keep_to_beat,
)
from game.policies.rethrow import NO_POINT, Floats, best_of, hand_index, keeps_with, points, throws
from game.policies.seat import Decisions, Keeping, NothingToDecide, Observation, Strength, either, surely
from game.qualification import QualificationGame, QualificationPhase
from game.qualification_table import THROWS
from game.requirements import best_point, requirements_met

_COVERED_PART = {Strength.EQUILIBRIUM: 1, Strength.REGULAR: 2, Strength.BEGINNER: 5}
_ANTE_PART = {Strength.EQUILIBRIUM: 20, Strength.REGULAR: 4, Strength.BEGINNER: 1}


def decisions(seen: Observation[QualificationGame], strength: Strength) -> Decisions:
    """What the seat does with which chances; raises `NothingToDecide` when it is not its turn."""
    game, seat = seen.game, seen.seat
    match game.phase:
        case QualificationPhase.COVER if seat == game.boss:
            return surely(Cover(-(-game.largest_cover // _COVERED_PART[strength])))
        case QualificationPhase.ANTES if seat in game.to_ante:
            most, step = game.largest_ante(seat), game.ante_step
            return surely(Ante(seat, min(most, -(-most // _ANTE_PART[strength] // step) * step)))
        case QualificationPhase.ANNOUNCE if seat == game.boss:
            return _announcements(seen, strength)
        case QualificationPhase.ANSWERS if seat in game.to_answer:
            return either(Challenge(seat), Concede(seat), _challenge_chance(seen, strength))
        case QualificationPhase.REVEAL if seat in game.to_reveal:
            return surely(Reveal(seat, seen.own_cup))
        case QualificationPhase.BOSS_THROW if seat == game.boss:
            freeze = _boss_freeze(game, strength)
            return surely(Stay() if freeze is None else Keeping(freeze))
        case QualificationPhase.QUALIFY | QualificationPhase.BEAT | QualificationPhase.BEAT_AGAIN if seat in game.to_throw:
            return surely(Keeping(_keep(game, seat, strength)))
    raise NothingToDecide(f"{game.players[seat]} has nothing to decide now.")


def announced_in(game: QualificationGame) -> Announced:
    """What was announced in this round."""
    assert game.requirement is not None and game.direction is not None
    return Announced(game.requirement, game.direction, game.options, game.stand)


def _announcements(seen: Observation[QualificationGame], strength: Strength) -> Decisions:
    game, hand = seen.game, seen.own_cup
    quiet = [each for each in all_announcements(game.options, stand=False) if each.requirement in game.announceable(False)]
    if strength is Strength.BEGINNER:
        return surely(_easiest(game, hand))
    gains = [(gain, each) for each in quiet if (gain := announcement_gain(each, hand)) is not None]
    gain, best = max(gains, key=lambda pair: pair[0])
    if strength is Strength.REGULAR:
        standing = Announced(best.requirement, best.direction, game.options, stand=True)
        affordable = best.requirement in game.announceable(True)
        honest = affordable and _expected_challenge(standing, hand) < standing.stakes.lose / 3
        return surely(_said(standing if honest else best))
    chances = {
        each: chance
        for each, chance in stand.stand_chances(hand, game.options).items()
        if each is None or each.requirement in game.announceable(True)
    }
    total = sum(chances.values())
    if not total:
        return surely(_said(best))
    return {_said(best if each is None else each): chance / total for each, chance in chances.items()}


def _said(announced: Announced) -> Announce:
    return Announce(announced.requirement.value, announced.direction, announced.stand)


def _easiest(game: QualificationGame, hand: Dice) -> Announce:
    """The first of the list that the hand meets, towards the end of the points where its own lies."""
    met = requirements_met(hand)
    requirement = next(each for each in game.announceable(False) if each in met)
    high = best_point(requirement, hand, Direction.HIGHER) or 0
    middle = 3.5 * (5 - requirement.dice)
    return Announce(requirement.value, Direction.HIGHER if high > middle else Direction.LOWER)


def _expected_challenge(announced: Announced, boss_hand: Dice) -> float:
    """What an opponent gains on average who challenges this honest stand with any hand, in antes."""
    table = against_points(announced)
    point = int(points(announced.requirement, announced.direction)[hand_index()[boss_hand]])
    return float(throws().first @ table.worth[THROWS][table.points.index(point)])


@lru_cache(maxsize=64)
def _against_honest(announced: Announced) -> Floats:
    """What a challenge gains with every hand when all qualified hands stand alike and nobody bluffs, in antes."""
    found = points(announced.requirement, announced.direction)
    table = against_points(announced)
    first = throws().first * (found != NO_POINT)
    weights = [first[found == point].sum() for point in table.points]
    average: Floats = weights @ table.worth[THROWS] / sum(weights)
    return average


def _challenge_chance(seen: Observation[QualificationGame], strength: Strength) -> float:
    announced, hand = announced_in(seen.game), seen.own_cup
    if strength is Strength.EQUILIBRIUM:
        return stand.challenge_chance(announced, hand)
    place = hand_index()[hand]
    if strength is Strength.REGULAR:
        return float(_against_honest(announced)[place] > -1)
    return float(points(announced.requirement, announced.direction)[place] != NO_POINT)


def legal_keeps_of(game: QualificationGame, seat: int) -> tuple[Dice, ...]:
    """The keeps that the rules allow; locked dice narrow them (reading D-c)."""
    hand = game.hands[seat]
    assert hand is not None
    return keeps_with(tuple(sorted(hand.dice)), game.freezable(seat), game.options.freezing)


def _keep(game: QualificationGame, seat: int, strength: Strength) -> Dice:
    announced, keeps = announced_in(game), legal_keeps_of(game, seat)
    assert game.point is not None
    if strength is Strength.BEGINNER:
        return keeps[0] if game.points_of(seat) is None else keeps[-1]
    left = game.throws_left(seat) if strength is Strength.EQUILIBRIUM else 1
    boss = game.hands[game.boss]
    if strength is Strength.EQUILIBRIUM and game.throws_left(game.boss) and boss is not None:
        return keep_before_boss_throw(announced, keeps, left, tuple(sorted(boss.dice)))
    return keep_to_beat(announced, keeps, left, game.point)


def opponents_of(game: QualificationGame) -> tuple[Opponent, ...]:
    """The opponents in play whose hands lie open."""
    return tuple(
        Opponent(game.antes[seat] or 0, tuple(sorted(hand.dice)), game.throws_left(seat))
        for seat in game.in_play
        if (hand := game.hands[seat]) is not None
    )


def _boss_freeze(game: QualificationGame, strength: Strength) -> Dice | None:
    """What the Boss freezes for his throw, `None` to stay."""
    hand = game.hands[game.boss]
    assert hand is not None and game.point is not None
    announced, mine = announced_in(game), tuple(sorted(hand.dice))
    if strength is Strength.EQUILIBRIUM:
        freeze = boss_throw(announced, mine, opponents_of(game))
        sets = game.freezable(game.boss)
        return freeze if freeze is None or freeze in sets else sets[0]
    ahead = sum(game.antes[seat] or 0 for seat in game.in_play if game.beats_point(seat))
    behind = sum(game.antes[seat] or 0 for seat in game.in_play) - ahead
    if not ahead or (strength is Strength.REGULAR and ahead <= behind):
        return None
    keeps = legal_keeps_of(game, game.boss)
    if strength is Strength.BEGINNER:
        return keeps[0]
    found = points(announced.requirement, announced.direction).astype(float)
    return best_of(keeps, found if announced.direction is Direction.HIGHER else -found)
