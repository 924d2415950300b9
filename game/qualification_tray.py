"""What the screens of Qualification Dice are made of, and the lanes that all of them share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.actions import Direction
from game.game import Points
from game.message import Message, say
from game.qualification import Answer, QualificationGame, QualificationRound
from game.qualification_questions import Amount, Announcing
from game.requirement_lanes import shown, worth
from game.requirements import Requirement
from game.tray import Tray
from game.view import Fact, LaneView


@dataclass(frozen=True, slots=True, kw_only=True)
class QualificationTray(Tray):
    """The tray and the game on it.

    `question` is what the buttons answer now, `hiding` who throws under a cup now, `under_cup` whose cup stands; where lanes
    are shared (`shared`), cups cannot be told apart. `rounds` are the finished rounds, oldest first.
    """

    game: QualificationGame
    rounds: Sequence[QualificationRound]
    question: Amount | Announcing | None = None
    hiding: tuple[int, ...] = ()
    under_cup: tuple[int, ...] = ()
    shared: bool = False


def bank_shown(points: Points) -> int:
    """The whole points of a bank; the screens draw no halves."""
    return int(points // 1)


def starting_bank(game: QualificationGame) -> int:
    """The largest starting bank: on the screen one full stack."""
    return max(game.starting_banks)


def facts(tray: QualificationTray, seat: int | None = None) -> tuple[Fact, ...]:
    """The round, the Point or the antes, and the bank of `seat`."""
    game = tray.game
    figures = [Fact(say("Round"), game.round)]
    if game.point is not None:
        figures.append(Fact(say("Point"), game.point))
    else:
        figures.append(Fact(say("Antes"), sum(ante or 0 for ante in game.antes)))
    if seat is not None:
        figures.append(Fact(say("Bank"), bank_shown(game.banks[seat])))
    return tuple(figures)


def seat_lane(tray: QualificationTray, seat: int, **changes: object) -> LaneView:
    """The lane of a seat: its cup while its hand is hidden, its hand in the open, or nothing when it sits out."""
    game = tray.game
    hand = game.hands[seat]
    lane = LaneView(
        seat=seat,
        name=game.players[seat],
        tint=tray.tints[seat],
        bank=bank_shown(game.banks[seat]),
        boss=seat == game.boss,
        out=seat in game.eliminated,
    )
    if hand is not None and game.requirement is not None and game.direction is not None:
        lane = replace(lane, dice=shown(hand, game.requirement, game.direction), hand=worth(game.points_of(seat)))
    elif game.requirement is not None and (seat == game.boss or seat in game.in_play):
        lane = replace(lane, cup=5)
    elif game.seen_by(-1).responses[seat] is Answer.CONCEDE:
        lane = replace(lane, status=say("conceded"))
    elif game.antes[seat] == 0:
        lane = replace(lane, status=say("sits out"))
    return replace(lane, **changes)  # type: ignore[arg-type]


def order(game: QualificationGame) -> tuple[int, ...]:
    """Seats in drawing order: the Boss, the others from the left, those who are out."""
    return (game.boss, *game.opponents, *game.eliminated)


def aim(requirement: Requirement, direction: Direction) -> Message:
    """What was announced, on one line."""
    if direction is Direction.HIGHER:
        return say("{requirement}, higher", requirement=requirement.title)
    return say("{requirement}, lower", requirement=requirement.title)
