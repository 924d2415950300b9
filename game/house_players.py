"""The house at the table: it throws, hides and decides in its seats, slowly enough that people can follow.

What is under its cups stays in here until it is revealed by an action. Its actions go the way of everybody's: the croupier
accepts them, and they are written down.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from game.actions import Action, Announce, CallOff, CallUp, Challenge, Concede, Dice, Keep, Reveal, Throw
from game.boss_hand import Moment
from game.boss_side import BossSide
from game.counting import HouseSeats, Intent
from game.croupier import Croupier
from game.game import Game
from game.house import (
    Decision,
    Keeping,
    PlayedGame,
    Randomness,
    Strength,
    Thinking,
    choose,
    decisions,
    observe,
    throws_under_cup,
    turns,
    under_cup,
)
from game.keeping import among
from game.qualification import QualificationGame
from game.records import Record
from game.tournament import TournamentGame

FIRST_SECONDS = 1.0
THINK_SECONDS = 2.0
KEEP_SECONDS = 1.5
ROLL_SECONDS = 0.8
TRIES = 300
"""How often a cup is thrown that was lost in a power cut, until the house would have decided with it as it has."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a seat does next, and when; `decision` is `None` for a throw under the cup. `at` is the end of the waiting.

    `actions` is the length of the history it was made in: with another one it is void.
    """

    seat: int
    decision: Decision | None
    at: float
    actions: int


@dataclass(slots=True)
class HousePlayers:
    """The house in its seats of one game, with a strength for each.

    `chance` throws its dice. With `by_hand` people throw its dice in the open for it; what has to be hidden, the machine
    throws all the same: nobody at the table may know it. `think` weighs its decisions, perhaps on another thread. `cups` are
    its hidden hands by seat and by the action that began the round.
    """

    strengths: Mapping[int, Strength]
    chance: Randomness
    by_hand: bool = False
    think: Thinking = decisions
    cups: dict[tuple[int, int], Dice] = field(default_factory=dict)
    plan: Plan | None = None

    def sit_down(self, croupier: Croupier) -> None:
        """Takes its seats; the croupier does not wait for their dice on the tray any more."""
        seats = frozenset(self.strengths)
        everything = not self.by_hand or isinstance(croupier.game, QualificationGame)
        croupier.house = HouseSeats(seats, seats if everything else frozenset())
        croupier.start_watching()

    def hurry(self) -> None:
        """Whatever it was going to do, it does now."""
        if self.plan is not None:
            self.plan = replace(self.plan, at=float("-inf"))

    def move(self, croupier: Croupier, now: float) -> tuple[Record, ...]:
        """Does what is due; `now` in seconds of the croupier's clock."""
        if croupier.pause is not None or croupier.correction is not None or croupier.left or croupier.game.over:
            self.plan = None
            self._show(croupier, now)
            return ()
        actions = len(croupier.history.actions)
        if self.plan is None or self.plan.actions != actions or not self._still(croupier, self.plan):
            self.plan = self._next(croupier, now)
        plan = self.plan
        records: tuple[Record, ...] = ()
        if plan is not None and now >= plan.at and not self._left_to_hands(croupier, plan):
            self.plan = None
            records = self._do(croupier, plan)
            if not records:
                self._show(croupier, now)
                self.plan = self._next(croupier, now)
        self._show(croupier, now)
        return records

    # What is due

    def _next(self, croupier: Croupier, now: float) -> Plan | None:
        actions = len(croupier.history.actions)
        match, seats = _played(croupier.game)
        hiding = [seat for seat in croupier.hiding_now() if seat in self.strengths]
        lost = [seats[place] for place in range(len(seats)) if throws_under_cup(observe(match, place, self._cup_of(croupier)))]
        for seat in dict.fromkeys((*hiding, *(seat for seat in lost if seat in self.strengths))):
            if self._under(croupier, seat) is None:
                return Plan(seat, None, now + THINK_SECONDS, actions)
        seat_to_move = self._to_move(croupier)
        if seat_to_move is None:
            return None
        place = seats.index(seat_to_move)
        if match.expects() and any(one.type == Reveal.type and one.seat == place for one in match.expects()):
            cup = self._under(croupier, seat_to_move)
            if cup is None:
                return Plan(seat_to_move, None, now + THINK_SECONDS, actions)
        found = self.think(observe(match, place, self._cup_of(croupier)), self.strengths[seat_to_move])
        if found is None:
            return None
        decision = choose(found, self.chance)
        wait = THINK_SECONDS
        if isinstance(decision, Keeping):
            first = croupier.hand_in(croupier.game, seat_to_move) is None
            wait = ROLL_SECONDS + (FIRST_SECONDS if first else THINK_SECONDS + KEEP_SECONDS)
        return Plan(seat_to_move, decision, now + wait, actions)

    def _to_move(self, croupier: Croupier) -> int | None:
        """The seat of the house whose turn it is: at once where all throw or show together, else after those before it."""
        match, seats = _played(croupier.game)
        order = [seats[place] for place in turns(match)]
        if isinstance(croupier, BossSide):
            moment = croupier.hand.moment
            if croupier.hiding_now() and moment is not Moment.FIRST_THROWS:
                return None
            together = moment in (Moment.FIRST_THROWS, Moment.REVEAL)
        else:
            if croupier.hiding_now():
                return None
            together = all(one.type in (Throw.type, Reveal.type) for one in match.expects()) and not any(
                croupier.hand_in(croupier.game, seat) for seat in order
            )
        mine = [seat for seat in order if seat in self.strengths]
        if together:
            return mine[0] if mine else None
        return order[0] if order and order[0] in self.strengths else None

    def _still(self, croupier: Croupier, plan: Plan) -> bool:
        """Whether the plan still fits: nobody has to hide first, and the seat has its turn."""
        return plan.decision is None or self._to_move(croupier) == plan.seat

    def _left_to_hands(self, croupier: Croupier, plan: Plan) -> bool:
        """Whether people throw the dice of this plan."""
        throws = isinstance(plan.decision, Keeping) and len(plan.decision.kept) < 5
        return throws and plan.seat not in croupier.house.machine

    # Doing it

    def _do(self, croupier: Croupier, plan: Plan) -> tuple[Record, ...]:
        if plan.decision is None:
            self.cups[self._key(croupier, plan.seat)] = self._hidden(croupier, plan.seat)
            return ()
        action: Action
        if isinstance(plan.decision, Keeping):
            kept = plan.decision.kept
            dice = (*kept, *(self.chance.randint(1, 6) for _ in range(5 - len(kept))))
            action = Throw(plan.seat, dice, kept or None)
        else:
            action = _at_table(plan.decision, plan.seat)
        return croupier.accept(action)

    def _hidden(self, croupier: Croupier, seat: int) -> Dice:
        """Throws under the cup. After a power cut it may have decided already: then a hand that fits what it has done."""
        match, seats = _played(croupier.game)
        place, strength = seats.index(seat), self.strengths[seat]
        done = self._decided(croupier, seat)
        hand: Dice = ()
        for _ in range(TRIES):
            hand = under_cup(observe(match, place, {}), strength, self.chance)
            if all(
                choose(decisions(observe(before, place, {place: hand}), strength), self.chance) == decision
                for before, decision in done
            ):
                break
        return hand

    def _decided(self, croupier: Croupier, seat: int) -> list[tuple[PlayedGame, Action]]:
        """What this seat has decided in this round by looking under its cup, and when."""
        found: list[tuple[PlayedGame, Action]] = []
        games, actions = croupier.games(), croupier.history.actions
        for index in range(self._start(croupier), len(actions)):
            match, seats = _played(games[index])
            action = actions[index]
            boss = getattr(match, "boss", None)
            by_boss = isinstance(action, CallUp | CallOff | Announce) and boss is not None and seats[boss] == seat
            if by_boss or (isinstance(action, Challenge | Concede) and action.seat == seat):
                found.append((match, action))
        return found

    # The cups

    def _start(self, croupier: Croupier) -> int:
        """The index of the action with which this round began."""
        games = croupier.games()
        start = len(games) - 1
        while start > 0 and games[start - 1].last_round is games[-1].last_round:
            start -= 1
        return start

    def _key(self, croupier: Croupier, seat: int) -> tuple[int, int]:
        return self._start(croupier), seat

    def _under(self, croupier: Croupier, seat: int) -> Dice | None:
        """The hidden hand of a seat in this round; none when what must be kept is another hand now."""
        hand = self.cups.get(self._key(croupier, seat))
        if hand is None or not isinstance(croupier, BossSide):
            return hand
        now = croupier.hand
        if now.free:
            return hand if seat in now.to_reveal else None
        return hand if seat == now.boss and among(now.kept, hand) else None

    def _cup_of(self, croupier: Croupier) -> dict[int, Dice]:
        """The hidden hands of this round, by the places of the match."""
        _, seats = _played(croupier.game)
        cups = {place: self._under(croupier, seat) for place, seat in enumerate(seats) if seat in self.strengths}
        return {place: hand for place, hand in cups.items() if hand is not None}

    def _show(self, croupier: Croupier, now: float) -> None:
        """Tells the table which cups stand and what is about to be thrown; nothing that is hidden."""
        down = frozenset(seat for seat in self.strengths if self._under(croupier, seat) is not None)
        croupier.house = replace(croupier.house, down=down, intent=self._intent(croupier, now))

    def _intent(self, croupier: Croupier, now: float) -> Intent | None:
        plan = self.plan
        if plan is None or not isinstance(plan.decision, Keeping):
            return None
        by_machine = plan.seat in croupier.house.machine
        if by_machine and now < plan.at - ROLL_SECONDS - KEEP_SECONDS:
            return None
        first = croupier.hand_in(croupier.game, plan.seat) is None
        if not by_machine and first:
            return None
        return Intent(plan.seat, plan.decision.kept, by_machine and now >= plan.at - ROLL_SECONDS)


def _played(game: Game) -> tuple[PlayedGame, tuple[int, ...]]:
    """The game in which seats decide, and who sits there: in a tournament the match and its two players."""
    if isinstance(game, TournamentGame):
        return game.match, game.at_table
    return game, tuple(range(len(game.players)))  # type: ignore[return-value]


def _at_table(action: Action, seat: int) -> Action:
    """An action of a place in the match, by its seat at the table."""
    if isinstance(action, Throw | Reveal | Keep):
        return replace(action, seat=seat)
    return action
