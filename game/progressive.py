"""Progressive Qualification for two to six players: twelve rounds, one requirement each (rules E1 to E7)."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.actions import AcceptPush, Action, Dice, Direction, Json, OfferPush, RefusePush, Throw, dice_of
from game.errors import IllegalAction
from game.freezing import OpenHand
from game.game import Event, EventKind, Expectation, Step
from game.progressive_options import (
    LEAST_PLAYERS,
    MOST_PLAYERS,
    FinalTie,
    FirstSeat,
    ProgressiveOptions,
    TurnOrder,
    explain,
)
from game.requirements import NUMBERED, Requirement
from game.seating import check_seat, clockwise, placed, seated

__all__ = ["ProgressiveGame", "ProgressiveOptions", "ProgressiveOutcome", "ProgressivePhase", "ProgressiveRound", "explain"]

THROWS = 3
"""How often a player throws in a round at most, the first throw included (rule E1)."""


class ProgressivePhase(enum.Enum):
    """What the table waits for: a throw of one of the named players, or the answers to the offer of a push."""

    FIRST_THROWS = "first_throws"
    UNQUALIFIED = "unqualified"
    BELOW = "below"
    TIED = "tied"
    OFFER = "offer"
    REFUSED = "refused"
    OVER = "over"


class ProgressiveOutcome(enum.Enum):
    """How a round ended (rules E6, E7; reading E-f)."""

    WON = "won"
    PUSH = "push"
    NONE_QUALIFIED = "none_qualified"


@dataclass(frozen=True, slots=True)
class ProgressiveRound:
    """A finished round. `points` and `hands` have one place a seat, `None` for a player who did not qualify."""

    number: int
    requirement: Requirement
    outcome: ProgressiveOutcome
    winner: int | None
    award: int
    points: tuple[int | None, ...]
    hands: tuple[Dice | None, ...]
    agreed: bool

    @property
    def point(self) -> int | None:
        """The last Point, `None` when nobody qualified."""
        return max((point for point in self.points if point is not None), default=None)

    def to_json(self) -> dict[str, Json]:
        """The `last_round` of the referee protocol."""
        return {
            "outcome": self.outcome.value,
            "requirement": self.requirement.value,
            "winner": self.winner,
            "award": self.award,
            "point": self.point,
            "points": list(self.points),
            "agreed": self.agreed,
        }


@dataclass(frozen=True, slots=True)
class ProgressiveGame:
    """Progressive Qualification at one moment; nothing in it is hidden.

    Tuples have one place a seat. `thrown` are the throws used in this round, `carried` the points of pushes that this round
    is worth beside its own. `answered` are the seats that have had their say on an offered push, the offering one included;
    `refuser` has refused one and throws now (E-e). After a round the game is already in the next one's `FIRST_THROWS`, or
    `OVER`; `last_round` keeps what happened.
    """

    players: tuple[str, ...]
    options: ProgressiveOptions
    totals: tuple[int, ...]
    round: int
    phase: ProgressivePhase
    hands: tuple[OpenHand | None, ...]
    thrown: tuple[int, ...]
    carried: int = 0
    answered: tuple[int, ...] = ()
    refuser: int | None = None
    winners: tuple[int, ...] = ()
    last_round: ProgressiveRound | None = None

    @classmethod
    def new(cls, players: Sequence[str], options: ProgressiveOptions | None = None) -> ProgressiveGame:
        """A new game; raises `InvalidOptions`."""
        options = options or ProgressiveOptions()
        names = seated(players, LEAST_PLAYERS, MOST_PLAYERS)
        return cls(
            players=names,
            options=options,
            totals=(0,) * len(names),
            round=options.round,
            phase=ProgressivePhase.FIRST_THROWS,
            hands=(None,) * len(names),
            thrown=(0,) * len(names),
        )

    @property
    def name(self) -> str:
        return "progressive"

    @property
    def over(self) -> bool:
        return self.phase is ProgressivePhase.OVER

    @property
    def winner(self) -> int | None:
        """The only winner; `None` while the game goes on and when the win is shared (reading E-h)."""
        return self.winners[0] if len(self.winners) == 1 else None

    @property
    def requirement(self) -> Requirement:
        """What this round asks for (E1); a repeated last round asks for the last requirement again (E-h)."""
        return NUMBERED[min(self.round, len(NUMBERED)) - 1]

    @property
    def award(self) -> int:
        """What this round is worth (E7, E-g)."""
        return self.requirement.award + self.carried

    @property
    def order(self) -> tuple[int, ...]:
        """All seats in the seat order of this round (E-c)."""
        first = (self.round - 1) % len(self.players) if self.options.first_seat is FirstSeat.ROTATES else 0
        return (first, *clockwise(first, len(self.players)))

    @property
    def point(self) -> int | None:
        """The highest point so far, which all others have to beat (E3, E5); `None` while nobody is qualified."""
        points = [self.points_of(seat) for seat in self.order]
        return max((point for point in points if point is not None), default=None)

    @property
    def holders(self) -> tuple[int, ...]:
        """The seats that have the Point, in seat order; more than one are tied (E3, E6)."""
        point = self.point
        return () if point is None else tuple(seat for seat in self.order if self.points_of(seat) == point)

    def points_of(self, seat: int) -> int | None:
        """The point of this seat (E2), `None` without a hand and when it does not qualify."""
        hand = self.hands[seat]
        return None if hand is None else hand.point(self.requirement, Direction.HIGHER)

    def throws_left(self, seat: int) -> int:
        """How often this seat may still throw in this round at most (E1)."""
        return THROWS - self.thrown[seat]

    def freezable(self, seat: int) -> tuple[Dice, ...]:
        """The sets of values that this seat may freeze for a throw; empty for a hand that does not qualify (E5, D-c)."""
        hand = self.hands[seat]
        return () if hand is None else tuple(way.dice for way in hand.ways(self.requirement))

    @property
    def to_throw(self) -> tuple[int, ...]:
        """The seats that may throw now; whose turn it is comes first (E3 to E5, E-c)."""
        match self.phase:
            case ProgressivePhase.FIRST_THROWS:
                return tuple(seat for seat in self.order if self.hands[seat] is None)
            case ProgressivePhase.UNQUALIFIED:
                return self._unqualified
            case ProgressivePhase.BELOW:
                return self._below
            case ProgressivePhase.TIED:
                return tuple(seat for seat in self.holders if self.throws_left(seat))
            case ProgressivePhase.REFUSED if self.refuser is not None:
                return (self.refuser,)
        return ()

    @property
    def to_answer(self) -> tuple[int, ...]:
        """The tied seats with throws left that have not answered the offered push yet (E6, E-e)."""
        if self.phase is not ProgressivePhase.OFFER:
            return ()
        return tuple(seat for seat in self.holders if self.throws_left(seat) and seat not in self.answered)

    def seen_by(self, seat: int) -> ProgressiveGame:
        """The game as this seat may see it: all of it, for nobody throws under a cup."""
        check_seat(seat, len(self.players))
        return self

    def expects(self) -> tuple[Expectation, ...]:
        """All actions that are legal now; the first one listed is the one of the player whose turn it is."""
        offers = self.holders if self.phase is ProgressivePhase.TIED else ()
        return (
            *(Expectation("throw", seat=seat, count=5) for seat in self.to_throw),
            *(Expectation("offer_push", seat=seat) for seat in offers),
            *(Expectation(verb, seat=seat) for seat in self.to_answer for verb in ("accept_push", "refuse_push")),
        )

    def apply(self, action: Action) -> Step[ProgressiveGame]:
        """The game after `action`; raises `InvalidAction` or `IllegalAction`, and then nothing has changed."""
        match action:
            case Throw():
                return self._throw(action)
            case OfferPush():
                return self._offer(action.seat)
            case AcceptPush() | RefusePush():
                return self._answer(action)
        raise IllegalAction(f"There is no {action.type} in Progressive Qualification; {self._waiting()}.")

    def state(self) -> dict[str, Json]:
        """The `state` of the referee protocol."""
        seats = range(len(self.players))
        return {
            "game": self.name,
            "round": self.round,
            "phase": self.phase.value,
            "boss": None,
            "requirement": self.requirement.value,
            "award": self.award,
            "point": self.point,
            "points": [self.points_of(seat) for seat in seats],
            "hands": [None if hand is None else list(hand.dice) for hand in self.hands],
            "totals": list(self.totals),
            "throws_left": [self.throws_left(seat) for seat in seats],
            "winner": self.winner,
            "winners": list(self.winners),
            "over": self.over,
            "last_round": None if self.last_round is None else self.last_round.to_json(),
        }

    @property
    def _unqualified(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.order if self.throws_left(seat) and self.points_of(seat) is None)

    @property
    def _below(self) -> tuple[int, ...]:
        """Everybody who has to throw (E-d): below the Point, and in plain seat order those who are not qualified, too."""
        mixed = self.options.turn_order is TurnOrder.SEAT_ORDER
        holders = self.holders
        return tuple(
            seat
            for seat in self.order
            if self.throws_left(seat) and seat not in holders and (mixed or self.points_of(seat) is not None)
        )

    def _throw(self, action: Throw) -> Step[ProgressiveGame]:
        seat = action.seat
        check_seat(seat, len(self.players))
        dice = dice_of(action.dice, count=5)
        kept = None if action.kept is None else dice_of(action.kept)
        if seat not in self.to_throw:
            raise IllegalAction(self._why_no_throw(seat))
        hand = self.hands[seat]
        if hand is not None:
            hand = hand.thrown_again(self.players[seat], self.requirement, dice, kept, self.options.freezing)
        elif kept:
            raise IllegalAction("On the first throw all five dice are thrown; none is kept.")
        game = replace(
            self,
            hands=placed(self.hands, seat, hand or OpenHand(dice)),
            thrown=placed(self.thrown, seat, self.thrown[seat] + 1),
            refuser=None,
        )
        events: tuple[Event, ...] = (Event(EventKind.THROWN, seat=seat, dice=dice),)
        if self.phase is ProgressivePhase.FIRST_THROWS:
            if None in game.hands:
                return Step(game, events)
            events += tuple(Event(EventKind.POINT, seat=seat, amount=game.point) for seat in game.holders)
        elif game.point != self.point or game.holders != self.holders:
            events += tuple(Event(EventKind.POINT, seat=seat, amount=game.point) for seat in game.holders)
        return game._go_on(events)

    def _go_on(self, events: tuple[Event, ...]) -> Step[ProgressiveGame]:
        """The phase that follows: unqualified players, players below the Point, tied players, the end (E4 to E6, E-c)."""
        if self._unqualified and self.options.turn_order is TurnOrder.UNQUALIFIED_FIRST:
            return Step(replace(self, phase=ProgressivePhase.UNQUALIFIED), events)
        if self._below:
            return Step(replace(self, phase=ProgressivePhase.BELOW), events)
        holders = self.holders
        if len(holders) > 1 and any(self.throws_left(seat) for seat in holders):
            return Step(replace(self, phase=ProgressivePhase.TIED, answered=()), events)
        return self._end_round(events, agreed=False)

    def _offer(self, seat: int) -> Step[ProgressiveGame]:
        """Only tied players offer a push, when all others are out of throws (E6); an offer is its own consent."""
        check_seat(seat, len(self.players))
        if self.phase is not ProgressivePhase.TIED:
            raise IllegalAction(f"A push is agreed when only tied players have throws left; {self._waiting()}.")
        if seat not in self.holders:
            raise IllegalAction(f"{self.players[seat]} does not have the Point and cannot offer a push.")
        game = replace(self, phase=ProgressivePhase.OFFER, answered=(seat,))
        return game._agreed((Event(EventKind.PUSH_OFFERED, seat=seat),))

    def _answer(self, action: AcceptPush | RefusePush) -> Step[ProgressiveGame]:
        """Every tied player with throws left must agree; the first who refuses throws (E-e)."""
        seat = action.seat
        check_seat(seat, len(self.players))
        if seat not in self.to_answer:
            raise IllegalAction(f"{self.players[seat]} has no push to answer; {self._waiting()}.")
        if isinstance(action, RefusePush):
            game = replace(self, phase=ProgressivePhase.REFUSED, refuser=seat, answered=())
            return Step(game, (Event(EventKind.PUSH_REFUSED, seat=seat),))
        game = replace(self, answered=(*self.answered, seat))
        return game._agreed((Event(EventKind.PUSH_ACCEPTED, seat=seat),))

    def _agreed(self, events: tuple[Event, ...]) -> Step[ProgressiveGame]:
        return Step(self, events) if self.to_answer else self._end_round(events, agreed=True)

    def _end_round(self, events: tuple[Event, ...], agreed: bool) -> Step[ProgressiveGame]:
        """The only holder of the Point scores (E6, E7, E-f, E-g); after the last round the largest total wins (E-h)."""
        holders, award = self.holders, self.award
        winner = holders[0] if len(holders) == 1 else None
        totals = self.totals
        if winner is not None:
            outcome = ProgressiveOutcome.WON
            totals = placed(totals, winner, totals[winner] + award)
            events = (*events, Event(EventKind.SCORED, seat=winner, amount=award))
        elif holders:
            outcome = ProgressiveOutcome.PUSH
            events = (*events, Event(EventKind.PUSH))
        else:
            outcome = ProgressiveOutcome.NONE_QUALIFIED
            events = (*events, Event(EventKind.VOID))
        summary = ProgressiveRound(
            number=self.round,
            requirement=self.requirement,
            outcome=outcome,
            winner=winner,
            award=0 if winner is None else award,
            points=tuple(self.points_of(seat) for seat in range(len(self.players))),
            hands=tuple(None if hand is None else hand.dice for hand in self.hands),
            agreed=agreed,
        )
        # Only the points of a push wait for the next winner; a round without a qualified hand adds nothing (E-f, E-g).
        carried = 0 if winner is not None else award if holders else self.carried
        game = replace(
            self,
            totals=totals,
            phase=ProgressivePhase.FIRST_THROWS,
            hands=(None,) * len(self.players),
            thrown=(0,) * len(self.players),
            carried=carried if self.options.carry_over else 0,
            answered=(),
            last_round=summary,
        )
        leaders = tuple(seat for seat, total in enumerate(totals) if total == max(totals))
        last = self.round >= len(NUMBERED)
        if last and (len(leaders) == 1 or self.options.final_tie is FinalTie.SHARED):
            events += tuple(Event(EventKind.WON, seat=seat, amount=totals[seat]) for seat in leaders)
            return Step(replace(game, phase=ProgressivePhase.OVER, winners=leaders), events)
        return Step(replace(game, round=self.round + 1), (*events, Event(EventKind.ROUND)))

    def _why_no_throw(self, seat: int) -> str:
        name = self.players[seat]
        if self.phase is ProgressivePhase.FIRST_THROWS:
            return f"{name} has thrown already; {self._waiting()}."
        if not self.over and not self.throws_left(seat):
            return f"{name} has no throw left in this round."
        if self.holders == (seat,):
            return f"{name} alone has the Point and does not throw."
        return f"{name} does not throw now; {self._waiting()}."

    def _waiting(self) -> str:
        if self.over:
            return "the game is over"
        if self.to_answer:
            return f"the table waits for {self.players[self.to_answer[0]]} to accept or refuse the push"
        return f"the table waits for the throw of {self.players[self.to_throw[0]]}"
