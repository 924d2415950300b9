"""What announcements, challenges and kept dice were worth in the qualifying games, once all lies open (`game.coach`)."""

from __future__ import annotations

import numpy as np

from game.actions import Announce, Dice, Direction
from game.message import Message, say
from game.policies import stand
from game.policies.advice import Advice, Subject, as_dice, hundredths, in_percent
from game.policies.progressive import hand_worth
from game.policies.progressive_seat import legal_keeps_of as progressive_keeps
from game.policies.progressive_seat import standings
from game.policies.qualification import (
    Announced,
    against_points,
    all_announcements,
    announcement_gain,
    boss_points_after,
    boss_throw,
    prospects,
)
from game.policies.qualification_seat import announced_in, opponents_of
from game.policies.qualification_seat import legal_keeps_of as qualification_keeps
from game.policies.rethrow import Floats, hand_index, points, throws
from game.progressive import ProgressiveGame
from game.qualification import QualificationGame
from game.requirements import requirement_named

_GOOD_ENOUGH = 0.01


def announcement(game: QualificationGame, said: Announce, boss_hand: Dice) -> Advice:
    """The Boss' announcement, against all others that his bank allowed; `boss_hand` was shown. The cost is in antes."""
    gains: dict[Announced, float] = {}
    for standing in (False, True):
        for each in all_announcements(game.options, standing):
            if each.requirement in game.announceable(standing):
                gain = stand.stand_gain(each, boss_hand) if standing else announcement_gain(each, boss_hand)
                if gain is not None:
                    gains[each] = gain
    mine = Announced(requirement_named(said.requirement), said.direction, game.options, said.stand)
    best = max(gains, key=lambda each: gains[each])
    # Said without Stand on a hand that does not meet it: a bluff that is always caught.
    gained = gains.get(mine, -2 * float(mine.requirement.payout))
    cost = gains[best] - gained
    name = game.players[game.boss]
    if cost <= _GOOD_ENOUGH:
        text = say(
            "{name}: {said} was right; it gains {gain} of every ante on average.",
            name=name,
            said=_name(mine),
            gain=hundredths(gained),
        )
        return Advice(game.boss, Subject.ANNOUNCEMENT, 0.0, text)
    text = say(
        "{name}: {best} would have gained {good} of every ante on average, {said} gains {bad}.",
        name=name,
        best=_name(best),
        good=hundredths(gains[best]),
        said=_name(mine),
        bad=hundredths(gained),
    )
    return Advice(game.boss, Subject.ANNOUNCEMENT, cost, text)


def _name(announced: Announced) -> Message:
    title = announced.requirement.title
    if announced.direction is Direction.HIGHER:
        said = say("{requirement}, higher", requirement=title)
    else:
        said = say("{requirement}, lower", requirement=title)
    return say("{requirement} with Stand", requirement=said) if announced.stand else said


def challenge(game: QualificationGame, seat: int, hand: Dice) -> Advice:
    """A challenge of a stand, against conceding; `hand` was shown. The cost is in antes."""
    gained = stand.challenge_gain(announced_in(game), hand)
    cost = -1 - gained
    name = game.players[seat]
    if cost <= _GOOD_ENOUGH:
        text = say(
            "{name}: the challenge was right; on average it brings {gain} antes, and conceding costs one.",
            name=name,
            gain=hundredths(gained),
        )
        return Advice(seat, Subject.CHALLENGE, 0.0, text)
    text = say("{name}: the challenge costs {loss} antes on average, conceding only one.", name=name, loss=hundredths(-gained))
    return Advice(seat, Subject.CHALLENGE, cost, text)


def keep_in_qualification(game: QualificationGame, seat: int, kept: Dice) -> Advice:
    """What a player kept for a throw; the cost is in antes. With several players the Boss' throw is reckoned against each."""
    announced, left = announced_in(game), game.throws_left(seat)
    boss = game.hands[game.boss]
    assert boss is not None and game.point is not None
    if game.throws_left(game.boss):
        after = prospects(announced, tuple(sorted(boss.dice))).worth[left - 1]
    else:
        table = against_points(announced)
        after = table.worth[left - 1][table.points.index(game.point)]
    stakes = announced.stakes
    keeps = qualification_keeps(game, seat)
    return _keep_advice(game.players[seat], seat, kept, keeps, after, stakes.lose, stakes.win)


def keep_in_progressive(game: ProgressiveGame, seat: int, kept: Dice) -> Advice:
    """What a player kept for a throw; the cost is a part of the award."""
    players, place = standings(game)
    me = place[seat]
    after = hand_worth(game.requirement, game.options.freezing, players, me, players[me].throws_left - 1)
    least = -1.0 if len(players) == 2 else 0.0
    return _keep_advice(game.players[seat], seat, kept, progressive_keeps(game, seat), after, least, 1.0)


def _keep_advice(name: str, seat: int, kept: Dice, keeps: tuple[Dice, ...], after: Floats, least: float, most: float) -> Advice:
    """Chances are told as places between losing (`least`) and winning (`most`); a tie counts in between."""
    table = throws()
    worth = {keep: float(table.chances[table.place[keep]] @ after) for keep in keeps}
    best = max(worth, key=lambda keep: worth[keep])
    cost = worth[best] - worth[kept]
    good, bad = ((worth[keep] - least) / (most - least) for keep in (best, kept))
    if cost <= _GOOD_ENOUGH:
        text = say(
            "{name}: keeping {kept} was right; it wins {chance} %.", name=name, kept=as_dice(kept), chance=in_percent(bad)
        )
        return Advice(seat, Subject.KEEP, 0.0, text)
    text = say(
        "{name}: keeping {best} wins {good} %, keeping {kept} {bad} %.",
        name=name,
        best=as_dice(best),
        good=in_percent(good),
        kept=as_dice(kept),
        bad=in_percent(bad),
    )
    return Advice(seat, Subject.KEEP, cost, text)


def boss_decision(game: QualificationGame, freeze: Dice | None) -> Advice:
    """The Boss' throw (`freeze`: what he kept) or stay (`None`); the cost is in antes of all opponents together."""
    announced = announced_in(game)
    hand = game.hands[game.boss]
    assert hand is not None
    mine, opponents = tuple(sorted(hand.dice)), opponents_of(game)
    table = against_points(announced)
    index = hand_index()
    owed = np.sum([each.ante * table.worth[each.throws_left][:, index[each.hand]] for each in opponents], axis=0)
    antes = sum(each.ante for each in opponents)
    now = table.points.index(int(points(announced.requirement, announced.direction)[index[mine]]))

    def gained(choice: Dice | None) -> float:
        paid = owed[now] if choice is None else boss_points_after(announced, mine, choice) @ owed
        return -float(paid) / antes

    best = boss_throw(announced, mine, opponents)
    cost = gained(best) - gained(freeze)
    name = game.players[game.boss]
    if cost <= _GOOD_ENOUGH:
        text = say("{name}: {did} was right.", name=name, did=_did(freeze))
        return Advice(game.boss, Subject.BOSS_THROW, 0.0, text)
    text = say(
        "{name}: {best} would have gained {good} of every ante on average, {did} gains {bad}.",
        name=name,
        best=_did(best),
        good=hundredths(gained(best)),
        did=_did(freeze),
        bad=hundredths(gained(freeze)),
    )
    return Advice(game.boss, Subject.BOSS_THROW, cost, text)


def _did(freeze: Dice | None) -> Message:
    return say("staying") if freeze is None else say("throwing beside {dice}", dice=as_dice(freeze))
