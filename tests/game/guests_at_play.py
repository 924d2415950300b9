"""Guests who play a whole game as the screen asks them to: they throw, hide, lift the cup, and press what is lit."""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass, field

from game.actions import Dice, Reveal
from game.house import Keeping, choose, decisions, observe, under_cup
from game.keeping import among
from game.menu import Menu
from game.policies.seat import NothingToDecide, Strength
from game.session import Session
from game.sighting import Button, LaneState
from game.tournament import TournamentGame
from game.view import Lamp, Screen


@dataclass(frozen=True)
class Press:
    """A press that the screen offers."""

    button: Button


@dataclass(frozen=True)
class Lane:
    """What a lane of the tray shows now."""

    lane: int
    state: LaneState
    values: Dice = ()


Move = Press | Lane | None
"""`None` is to wait and look on."""


@dataclass
class GuestsAtPlay:
    """Plays one game of `kind` from the attract screen back to it, with the dice of `chance`."""

    evening: Session
    kind: Menu
    chance: random.Random
    cups: dict[int, Dice] = field(default_factory=dict)
    moves: deque[Lane] = field(default_factory=deque)
    covered: set[tuple[int, int]] = field(default_factory=set)
    begun: bool = False
    turned: int = 0
    screens: list[Screen] = field(default_factory=list)

    @property
    def over(self) -> bool:
        """Whether the game was played and the attract screen is back."""
        return self.begun and self.evening.game is None and self.evening.setup is None

    def next(self) -> Move:
        """What they do now."""
        view = self.evening.view()
        if not self.screens or self.screens[-1] is not view.screen:
            self.screens.append(view.screen)
        if self.moves:
            return self.moves.popleft()
        if self.evening.game is None:
            return self._set_up()
        self.begun = True
        if view.screen is Screen.WINNER:
            return Press(Button.RED)
        assert self.evening.croupier is not None
        if self.evening.croupier.correction is not None:
            return Press(Button.GREEN)
        if self.evening.croupier.pause is None and self._dice():
            return self.moves.popleft()
        green, red = view.footer.green.lamp is Lamp.LIT, view.footer.red.lamp is Lamp.LIT
        if green and red:
            return Press(self.chance.choice([Button.GREEN, Button.GREEN, Button.RED]))
        if green or view.footer.green.lamp is Lamp.QUIET:
            return Press(Button.GREEN)
        return Press(Button.RED) if red else None

    def _set_up(self) -> Move:
        setup = self.evening.setup
        if setup is None:
            return None if self.begun else Press(Button.GREEN)
        if setup.view().setup[0].lit and self.turned < list(Menu).index(self.kind):
            self.turned += 1
            return Press(Button.RED)
        return Press(Button.GREEN)

    def _dice(self) -> bool:
        """Whether somebody has to hide or to throw dice; what their lane shows then is in `moves`."""
        croupier = self.evening.croupier
        assert croupier is not None
        game = croupier.game
        match, seats = (game.match, game.at_table) if isinstance(game, TournamentGame) else (game, range(len(game.players)))
        key = len(croupier.history.actions)
        for seat in croupier.hiding_now():
            if (key, seat) in self.covered or seat in croupier.house.seats:
                continue
            self.covered.add((key, seat))
            place = list(seats).index(seat)
            self.cups[seat] = under_cup(observe(match, place, {}), Strength.REGULAR, self.chance)
            lane = croupier.lane_in(game, seat)
            kept = tuple(getattr(match, "kept", ()))
            self.moves += [Lane(lane, LaneState.OBSTRUCTED), Lane(lane, LaneState.COVERED, kept)]
            return True
        for lane, seat in croupier.awaited().items():
            place = list(seats).index(seat)
            if any(one.type == Reveal.type and one.seat == place for one in match.expects()):
                shown = self._under(seat, tuple(getattr(match, "kept", ())))
                self.moves += [Lane(lane, LaneState.OBSTRUCTED), Lane(lane, LaneState.SETTLED, shown)]
                return True
            intent = croupier.house.intent
            try:
                chosen = (
                    Keeping(intent.kept)
                    if intent is not None and intent.seat == seat
                    else choose(decisions(observe(match, place, self.cups), Strength.REGULAR), self.chance)
                )
            except NothingToDecide:
                continue
            if isinstance(chosen, Keeping) and len(chosen.kept) < 5:
                kept = chosen.kept
                thrown = (*kept, *(self.chance.randint(1, 6) for _ in range(5 - len(kept))))
                left = LaneState.SETTLED if kept else LaneState.EMPTY
                self.moves += [
                    Lane(lane, LaneState.OBSTRUCTED),
                    Lane(lane, left, kept),
                    Lane(lane, LaneState.MOVING, kept),
                    Lane(lane, LaneState.SETTLED, thrown),
                ]
                return True
        return False

    def _under(self, seat: int, kept: Dice) -> Dice:
        """What a seat shows: what it hid with the kept dice, or, when somebody else has put the cup there, thrown now."""
        hidden = self.cups.get(seat)
        if hidden is not None and among(kept, hidden):
            return hidden
        return (*kept, *(self.chance.randint(1, 6) for _ in range(5 - len(kept))))
