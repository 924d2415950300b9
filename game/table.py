"""The table as the croupier knows it: who throws in which lane, and what each lane has shown since a throw counted there."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.errors import InvalidOptions
from game.sighting import LaneState, SeenDie, Sighting

AT_REST = frozenset({LaneState.EMPTY, LaneState.SETTLED, LaneState.COVERED})


@dataclass(frozen=True, slots=True)
class Table:
    """`seat_lanes[seat]` is the lane in which this seat throws; lanes may be shared, then their players throw in seat order."""

    seat_lanes: tuple[int, ...]
    lanes: int

    @classmethod
    def arrange(cls, seats: int, lanes: int) -> Table:
        """Own lanes when there are enough, else lanes shared as evenly as possible.

        >>> Table.arrange(3, 2).seat_lanes
        (0, 1, 0)
        """
        if seats < 1 or lanes < 1:
            raise InvalidOptions("A table needs at least one lane and one player.")
        return cls(tuple(seat % lanes for seat in range(seats)), lanes)

    def lane(self, seat: int, taken: int | None = None) -> int:
        """The lane of `seat`; when the lane `taken` holds the Boss' cup and another exists, the next one instead."""
        lane = self.seat_lanes[seat]
        return (lane + 1) % self.lanes if lane == taken else lane


@dataclass(slots=True)
class LaneWatch:
    """What one lane shows, and whether its dice were taken up since the last throw counted there.

    `fresh` says that five dice lying here now would be a new throw: the lane has been empty, or a hand was here and five dice
    of other values lie elsewhere (people are quick; the camera may never see the lane empty). `fewer` says that some dice
    were taken up; `left` are the values that stayed then. `touched` says that something moved or reached in, `hand` that
    something reached in. `suspect` are the values that counted here before a power cut: five other dice are a new throw, the
    same five are not.
    """

    lane: int
    sighting: Sighting = field(init=False)
    since: float = 0.0
    counted: tuple[SeenDie, ...] = ()
    fresh: bool = False
    fewer: bool = False
    touched: bool = False
    hand: bool = False
    covered: bool = False
    left: tuple[int, ...] = ()
    suspect: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        self.sighting = Sighting(self.lane, LaneState.OBSTRUCTED)

    def see(self, sighting: Sighting, now: float) -> None:
        """Takes the lane's newest sighting; `now` in seconds."""
        if sighting.state is not self.sighting.state or sighting.dice != self.sighting.dice:
            self.since = now
        self.sighting = sighting
        if self.suspect and sighting.state in AT_REST:
            if sighting.values == self.suspect:
                self.count()
            self.suspect = ()
        if sighting.state is LaneState.EMPTY:
            self.fresh = self.fewer = True
            self.left = ()
            self.counted = ()
        elif sighting.state in (LaneState.MOVING, LaneState.OBSTRUCTED):
            self.touched = True
            self.hand = self.hand or sighting.state is LaneState.OBSTRUCTED
        elif sighting.state is LaneState.COVERED:
            self.covered = self.fewer = True
        values = sighting.values
        if sighting.state is LaneState.SETTLED and values and len(values) < 5:
            self.fewer = True
            self.left = values
        elif sighting.state is LaneState.SETTLED and self.hand and self._replaced():
            self.fresh = self.fewer = True
            self.left = ()

    def _replaced(self) -> bool:
        """Whether five dice of other values lie where at most one of those that counted lay."""
        before, after = self.counted, self.sighting.dice
        if len(before) != 5 or len(after) != 5:
            return False
        if sorted(die.value or 0 for die in before) == sorted(die.value or 0 for die in after):
            return False
        return sum(not moved(before, (die,)) for die in after) <= 1

    def resume(self, values: tuple[int, ...]) -> None:
        """After a power cut: `values` counted here last; what lies here now may be another throw."""
        self.suspect = tuple(sorted(values))
        self.fresh = self.fewer = bool(values)

    def count(self) -> None:
        """The dice lying here have counted: whatever comes next must be another throw."""
        self.counted = self.sighting.dice
        self.fresh = self.fewer = self.touched = self.hand = self.covered = False
        self.left = ()

    def thrown_again(self) -> bool:
        """Whether the five dice here are a second throw: some were taken up, or a hand was here and a die lies elsewhere."""
        if self.fewer or self.fresh:
            return True
        return self.touched and len(self.counted) == 5 and moved(self.counted, self.sighting.dice)


def moved(before: tuple[SeenDie, ...], after: tuple[SeenDie, ...]) -> bool:
    """Whether a die of `after` lies where none of the same value lay before; places within 6 % of the lane are the same."""
    rest = list(before)
    for die in after:
        match = next(
            (
                old
                for old in rest
                if old.value == die.value and abs(old.at[0] - die.at[0]) < 0.06 and abs(old.at[1] - die.at[1]) < 0.06
            ),
            None,
        )
        if match is None:
            return True
        rest.remove(match)
    return False
