"""What the croupiers of all games of Boss Dice do alike: the cup of the Boss, the dice beside it, the call, the second throws.

A throw counts when its five dice lie still in the lane of the player whose throw it can be, after that lane was cleared.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from game.actions import Action, CallOff, CallUp, Dice, Keep, Reveal, Throw
from game.boss_hand import Hand, Moment
from game.correction import Candidate
from game.counting import G
from game.keeping import among
from game.message import Message, say
from game.names import hand_name
from game.records import Record
from game.sighting import Button, LaneState, SeenDie, Sighting
from game.tableside import Tableside


@dataclass(frozen=True, slots=True)
class Cup:
    """The Boss' cup stands over the throw of one hand; `beside` are the dice seen beside it, none when a press said so."""

    boss: int
    kept: Dice
    beside: tuple[SeenDie, ...] = ()


@dataclass(slots=True)
class BossSide(Tableside[G]):
    """Leads a game of Boss Dice. `both_hidden` says that both cups stand where nobody is Boss (reading C-e)."""

    cup: Cup | None = None
    both_hidden: bool = False

    @abstractmethod
    def hand_of(self, game: G) -> Hand:
        """The hand that is being played in `game`."""

    @property
    def hand(self) -> Hand:
        """The hand that is being played."""
        return self.hand_of(self.game)

    @property
    def ready(self) -> bool:
        """Whether the Boss has thrown under the cup: it was seen with the kept dice beside it, or green was pressed."""
        hand, cup = self.hand, self.cup
        return (
            len(hand.kept) == 5
            or hand.boss in self.house.down
            or (cup is not None and (cup.boss, cup.kept) == (hand.boss, hand.kept))
        )

    # The lanes

    def present(self) -> Sequence[int]:
        return self.hand.playing

    def throwers(self) -> Sequence[int]:
        hand = self.hand
        match hand.moment:
            case Moment.FIRST_THROWS | Moment.SECOND_THROWS:
                return hand.to_throw
            case Moment.KEEP:
                return hand.challengers
            case Moment.CALL:
                return () if hand.boss is None else (hand.boss,)
        return hand.to_reveal

    def lane_in(self, game: G, seat: int) -> int:
        """The lane of a seat: challengers make way for the Boss' cup."""
        hand = self.hand_of(game)
        if hand.moment is Moment.SECOND_THROWS and hand.boss is not None and seat != hand.boss:
            return self.table.lane(seat, self.table.lane(hand.boss))
        return self.table.lane(seat)

    def open_dice(self, lane: int) -> tuple[SeenDie, ...]:
        """The dice in the open that belong to the throw awaited there: not those that the Boss keeps beside the cup."""
        dice = list(Tableside.open_dice(self, lane))
        hand = self.hand
        beside = hand.moment in (Moment.KEEP, Moment.SECOND_THROWS) and hand.boss is not None
        if beside and self.cup is not None and lane == self.lane_in(self.game, hand.boss or 0):
            for kept in self.cup.beside:
                same = [die for die in dice if die.value == kept.value]
                if same:
                    dice.remove(min(same, key=lambda die: _distance(die, kept)))
        return tuple(dice)

    def due(self, lane: int, seat: int, values: Dice) -> Action | None:
        hand, watch = self.hand, self.watches[lane]
        settled = watch.sighting.state is LaneState.SETTLED
        match hand.moment:
            case Moment.FIRST_THROWS:
                return Throw(seat, values) if watch.fresh and settled else None
            case Moment.SECOND_THROWS if (hand.calls or self.ready) and self.thrown_anew(lane, seat):
                return Throw(seat, values, self.kept_in(lane, seat, values))
            case Moment.REVEAL if settled and hand.free:
                stays = among(values, hand.first[seat])
                return Reveal(seat, values) if self.both_hidden and (stays or self.thrown_anew(lane, seat)) else None
            case Moment.REVEAL if settled and among(hand.kept, values):
                return Reveal(seat, values) if len(hand.kept) == 5 or self.thrown_anew(lane, seat) else None
        return None

    def kept_in(self, lane: int, seat: int, values: Dice) -> Dice | None:
        declared = self.hand.declared
        if declared is not None:
            return declared if among(declared, values) else None
        return Tableside.kept_in(self, lane, seat, values)

    def hand_in(self, game: G, seat: int) -> Dice | None:
        hand = self.hand_of(game)
        return hand.second.get(seat, hand.first.get(seat))

    def all_five(self) -> bool:
        return self.hand.moment is Moment.FIRST_THROWS

    def unread(self) -> Candidate | None:
        """The hand of an awaited lane that lies still and could not be read; nothing is wrong while dice are being kept."""
        hand = self.hand
        keeping = hand.moment in (Moment.KEEP, Moment.CALL) or (hand.free and not self.both_hidden)
        return None if keeping else Tableside.unread(self)

    # The cup

    def see(self, sightings: Iterable[Sighting], now: float) -> tuple[Record, ...]:
        """Takes the newest sightings of the lanes; gives the actions they amount to."""
        records = Tableside.see(self, sightings, now)
        if self.pause is None and self.correction is None:
            hand = self.hand
            if hand.hiding:
                self._look_for_cup(hand)
            if hand.free and all(self.covered(seat) for seat in hand.to_reveal):
                self.both_hidden = True
        return records

    def _look_for_cup(self, hand: Hand) -> None:
        assert hand.boss is not None
        if hand.boss in self.house.seats:
            return
        watch = self.watches[self.lane_in(self.game, hand.boss)]
        values = watch.sighting.values
        if watch.sighting.state is not LaneState.COVERED or values is None:
            return
        if among(hand.kept, values) if hand.more_kept else values == hand.kept:
            self.cup = Cup(hand.boss, hand.kept, watch.sighting.dice)
            self.lying.pop(hand.boss, None)

    def covered(self, seat: int) -> bool:
        """Whether a cup stands in the lane of this seat and of no other player."""
        if seat in self.house.down:
            return True
        lane = self.lane_in(self.game, seat)
        alone = sum(self.lane_in(self.game, other) == lane for other in self.hand.playing) == 1
        return alone and self.watches[lane].sighting.state is LaneState.COVERED

    def aside(self) -> Dice | None:
        """What the challenger has left in the lane to keep, before the call; `None` while that cannot be said."""
        hand = self.hand
        if hand.moment is not Moment.KEEP:
            return None
        (seat,) = hand.challengers
        lane = self.lane_in(self.game, seat)
        values = tuple(sorted(die.value or 0 for die in self.open_dice(lane)))
        return values if self.watches[lane].sighting.values is not None and among(values, hand.first[seat]) else None

    # The buttons

    def hiding_now(self) -> Sequence[int]:
        hand = self.hand
        if hand.free and not self.both_hidden:
            return hand.to_reveal
        return (hand.boss,) if hand.hiding and not self.ready and hand.boss is not None else ()

    def asked(self) -> int | None:
        hand = self.hand
        if self.hiding_now():
            return None if hand.free else hand.boss
        match hand.moment:
            case Moment.KEEP | Moment.SECOND_THROWS:
                return (hand.to_throw or hand.challengers)[0]
            case Moment.CALL:
                return hand.boss
        return None

    def choose(self, button: Button) -> tuple[Record, ...] | None:
        hand, green = self.hand, button is Button.GREEN
        if hand.moment is Moment.CALL and self.ready:
            return self._called(hand, green)
        if not green:
            return None
        if hand.hiding and not self.ready:
            self.cup = Cup(hand.boss or 0, hand.kept)
        elif hand.moment is Moment.KEEP:
            kept = self.aside()
            return () if kept is None else self.accept(Keep(hand.challengers[0], kept))
        elif hand.moment is Moment.SECOND_THROWS and hand.declared is None:
            return self._stand(hand)
        elif hand.free:
            self.both_hidden = True
        return ()

    def _called(self, hand: Hand, up: bool) -> tuple[Record, ...]:
        records = self.accept(CallUp() if up else CallOff())
        if up and records and hand.declared is not None and len(hand.declared) == 5:
            return (*records, *self._stand(self.hand))
        return records

    def _stand(self, hand: Hand) -> tuple[Record, ...]:
        """The challenger whose turn it is keeps all five dice."""
        seat = hand.to_throw[0]
        first = hand.first[seat]
        return self.accept(Throw(seat, first, first))

    def asked_anew(self) -> None:
        hand = self.hand
        if hand.boss is None:
            self.cup = None
        if not hand.free:
            self.both_hidden = False

    # What corrections say

    def effect(self, hand: Dice) -> Message | None:
        return hand_name(hand)[0]

    def occasion(self, action: Throw | Reveal, before: G) -> Message:
        if isinstance(action, Throw) and self.hand_in(before, action.seat) is not None:
            return say("second throw")
        return Tableside.occasion(self, action, before)

    def told(self, action: Action, before: G) -> Message | None:
        names, hand = before.players, self.hand_of(before)
        match action:
            case CallUp():
                return say("{name} called up.", name=names[hand.boss or 0])
            case CallOff():
                return say("{name} called off.", name=names[hand.boss or 0])
            case Throw(seat):
                return say("{name} threw.", name=names[seat])
            case Reveal(seat) if not hand.hidden:
                return say("{name} showed all five dice.", name=names[seat])
            case Reveal(seat):
                return say("{name} lifted the cup.", name=names[seat])
            case Keep(seat):
                return say("{name} set dice aside.", name=names[seat])
        return None


def _distance(one: SeenDie, other: SeenDie) -> float:
    return abs(one.at[0] - other.at[0]) + abs(one.at[1] - other.at[1])
