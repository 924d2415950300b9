"""Two-player Boss Dice: one match by the San Francisco (B1 to B6) or the Norwegian rules (C1 to C6)."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from game.actions import Action, CallOff, CallUp, Dice, Json, Keep, Reveal, Throw, dice_of
from game.duel_options import ChallengerTwoPair, DuelOptions, NoCall
from game.duel_round import DuelOutcome, DuelRound
from game.errors import IllegalAction
from game.game import Event, EventKind, Expectation, Step
from game.hands import Category, first_rank, kept_by_boss
from game.keeping import among, check_kept, spelt
from game.seating import banked, check_seat, placed, seated
from game.settlement import Result, duel

__all__ = ["DuelGame", "DuelOptions", "DuelOutcome", "DuelPhase", "DuelRound"]

PLAYERS = 2
STAKES_IN_A_BANK = 10


class DuelPhase(enum.Enum):
    """What the table waits for."""

    FIRST_THROWS = "first_throws"
    KEEP = "keep"
    CALL = "call"
    SECOND_THROWS = "second_throws"
    REVEAL = "reveal"
    OVER = "over"


@dataclass(frozen=True)
class DuelGame:
    """A match at one moment.

    `first` and `second` hold each seat's whole hand after that throw, `None` before it; a hidden hand has no second throw
    until its reveal. `banks` is `None` when nothing is at stake. `declared` are the dice that the challenger set aside before
    the call (B-e). After a round that ended the next one has already begun, or the match is `OVER`; `last_round` keeps what
    happened.
    """

    players: tuple[str, ...]
    options: DuelOptions
    starting_banks: tuple[int, ...] | None
    banks: tuple[int, ...] | None
    round: int
    phase: DuelPhase
    score: tuple[int, ...]
    boss: int | None
    first: tuple[Dice | None, ...]
    second: tuple[Dice | None, ...]
    declared: Dice | None
    winner: int | None
    last_round: DuelRound | None

    @classmethod
    def new(
        cls, players: Sequence[str], banks: int | Sequence[int] | None = None, options: DuelOptions | None = None
    ) -> DuelGame:
        """A new match. Without `banks` both have ten stakes, or none when nothing is at stake. Raises `InvalidOptions`."""
        options = options or DuelOptions()
        names = seated(players, PLAYERS, PLAYERS)
        if banks is None and options.stake:
            banks = options.stake * STAKES_IN_A_BANK
        start = None if banks is None else banked(banks, PLAYERS)
        return cls(
            players=names,
            options=options,
            starting_banks=start,
            banks=start,
            round=1,
            phase=DuelPhase.FIRST_THROWS,
            score=(0, 0),
            boss=None,
            first=(None, None),
            second=(None, None),
            declared=None,
            winner=None,
            last_round=None,
        )

    @property
    def name(self) -> str:
        return "duel"

    @property
    def over(self) -> bool:
        return self.phase is DuelPhase.OVER

    @property
    def winners(self) -> tuple[int, ...]:
        """The winner as a tuple, empty while the match goes on."""
        return () if self.winner is None else (self.winner,)

    @property
    def playing(self) -> tuple[int, ...]:
        """Both seats."""
        return (0, 1)

    @property
    def challenger(self) -> int | None:
        """The seat against the Boss, `None` without a Boss."""
        return None if self.boss is None else 1 - self.boss

    @property
    def to_throw(self) -> tuple[int, ...]:
        """The seats that may throw in the open now: both, or the challenger (B2, B5)."""
        if self.phase is DuelPhase.FIRST_THROWS:
            return tuple(seat for seat in self.playing if self.first[seat] is None)
        if self.phase is DuelPhase.SECOND_THROWS and self.challenger is not None:
            return (self.challenger,)
        return ()

    @property
    def to_reveal(self) -> tuple[int, ...]:
        """The seats whose hidden dice are to be shown now: the Boss, or both where nobody is (C-e)."""
        if self.phase is not DuelPhase.REVEAL:
            return ()
        if self.boss is not None:
            return (self.boss,)
        return tuple(seat for seat in self.playing if self.second[seat] is None)

    @property
    def kept(self) -> Dice:
        """The sorted values that the Boss must keep (B4, C3), `()` without a Boss."""
        hand = None if self.boss is None else self.first[self.boss]
        if hand is None:
            return ()
        return kept_by_boss(
            hand, self.options.ranking.first, full_house=self.options.full_house, two_pair=self.options.two_pair
        )

    def expects(self) -> tuple[Expectation, ...]:
        """All actions that are legal now."""
        match self.phase:
            case DuelPhase.FIRST_THROWS | DuelPhase.SECOND_THROWS:
                return tuple(Expectation("throw", seat=seat, count=5) for seat in self.to_throw)
            case DuelPhase.KEEP:
                return (Expectation("keep", seat=self.challenger),)
            case DuelPhase.CALL:
                return (Expectation("call_up"), Expectation("call_off"))
            case DuelPhase.REVEAL:
                return tuple(Expectation("reveal", seat=seat, count=5) for seat in self.to_reveal)
        return ()

    def apply(self, action: Action) -> Step[DuelGame]:
        """The match after `action`; raises `InvalidAction` or `IllegalAction`, and then nothing has changed."""
        if isinstance(action, Throw):
            return self._throw(action)
        if isinstance(action, Keep):
            return self._keep(action)
        if isinstance(action, CallUp):
            return self._call_up()
        if isinstance(action, CallOff):
            return self._call_off()
        if isinstance(action, Reveal):
            return self._reveal(action)
        raise IllegalAction(f"There is no {action.type} in two-player Boss Dice; {self._waiting()}.")

    def state(self) -> dict[str, Json]:
        """The `state` of the referee protocol."""
        return {
            "game": self.name,
            "round": self.round,
            "phase": self.phase.value,
            "boss": self.boss,
            "banks": None if self.banks is None else list(self.banks),
            "score": list(self.score),
            "kept": list(self.kept),
            "winner": self.winner,
            "winners": list(self.winners),
            "over": self.over,
            "last_round": None if self.last_round is None else self.last_round.to_json(),
        }

    def _with(self, **changes: Any) -> DuelGame:
        """A copy with some fields changed, faster than `dataclasses.replace`."""
        game = object.__new__(DuelGame)
        game.__dict__.update(self.__dict__)
        game.__dict__.update(changes)
        return game

    def _throw(self, action: Throw) -> Step[DuelGame]:
        seat = action.seat
        check_seat(seat, PLAYERS)
        dice = dice_of(action.dice, count=5)
        if seat not in self.to_throw:
            raise IllegalAction(self._why_no_throw(seat))
        thrown = Event(EventKind.THROWN, seat=seat, dice=dice)
        before = self.first[seat]
        if before is None:
            if action.kept:
                raise IllegalAction("On the first throw all five dice are thrown; none is kept.")
            game = self._with(first=placed(self.first, seat, dice))
            return Step(game, (thrown,)) if game.to_throw else game._first_throws_done(thrown)
        if action.kept is not None:
            kept = dice_of(action.kept)
            check_kept(self.players[seat], kept, before, dice)
            self._check_pairs(kept)
            if self.declared is not None and sorted(kept) != sorted(self.declared):
                raise IllegalAction(
                    f"{self.players[seat]} set aside {spelt(self.declared)} before the call, not {spelt(kept)}."
                )
        if self.declared is not None and not among(self.declared, dice):
            raise IllegalAction(f"{self.players[seat]} set aside {spelt(self.declared)}, which is not among {spelt(dice)}.")
        return Step(self._with(second=placed(self.second, seat, dice), phase=DuelPhase.REVEAL), (thrown,))

    def _check_pairs(self, kept: Dice) -> None:
        """Reading B-c: a house may let the challenger keep only one pair of two, as the Boss does."""
        one_pair = self.options.challenger_two_pair is ChallengerTwoPair.ONE_PAIR
        if one_pair and sorted(Counter(kept).values())[-2:] == [2, 2]:
            raise IllegalAction(f"Only one pair of two may be kept, not {spelt(kept)}.")

    def _first_throws_done(self, thrown: Event) -> Step[DuelGame]:
        """Names the Boss, or ends the round as void or tied (B2, B3, C2)."""
        options = self.options
        if not options.calls and options.no_call is NoCall.FREE:
            return Step(self._with(phase=DuelPhase.REVEAL), (thrown,))
        one, other = (
            first_rank(
                hand,
                options.ranking.first,
                full_house=options.full_house,
                two_pair=options.two_pair,
                two_pair_tie=options.two_pair_tie,
            )
            for hand in self.first
            if hand is not None
        )
        if one == other:
            if one.category is Category.NOTHING:
                return self._next_round(DuelOutcome.VOID, (thrown, Event(EventKind.VOID)))
            return self._next_round(DuelOutcome.TIE_FIRST, (thrown, Event(EventKind.PUSH)))
        phase = DuelPhase.KEEP if options.keep_before_call else DuelPhase.CALL
        if not options.calls:
            phase = DuelPhase.SECOND_THROWS
        game = self._with(phase=phase, boss=0 if one > other else 1)
        return Step(game, (thrown, Event(EventKind.BOSS, seat=game.boss, dice=game.kept)))

    def _keep(self, action: Keep) -> Step[DuelGame]:
        """The challenger sets dice aside before the call (B-e)."""
        check_seat(action.seat, PLAYERS)
        kept = dice_of(action.kept)
        self._need(DuelPhase.KEEP, "Dice are set aside before the call, where the house plays so")
        if action.seat != self.challenger:
            raise IllegalAction(f"Only the challenger sets dice aside, not {self.players[action.seat]}.")
        before = self.first[action.seat]
        assert before is not None
        check_kept(self.players[action.seat], kept, before, before)
        self._check_pairs(kept)
        game = self._with(phase=DuelPhase.CALL, declared=tuple(sorted(kept)))
        return Step(game, (Event(EventKind.KEPT, seat=action.seat, dice=kept),))

    def _call_up(self) -> Step[DuelGame]:
        self._need(DuelPhase.CALL, "Only a Boss calls up or off, after the first throws")
        return Step(self._with(phase=DuelPhase.SECOND_THROWS), (Event(EventKind.CALLED_UP, seat=self.boss),))

    def _call_off(self) -> Step[DuelGame]:
        self._need(DuelPhase.CALL, "Only a Boss calls up or off, after the first throws")
        return self._next_round(DuelOutcome.CALLED_OFF, (Event(EventKind.CALLED_OFF, seat=self.boss),))

    def _reveal(self, action: Reveal) -> Step[DuelGame]:
        """Shows hidden dice; when all lie open, the higher final hand scores (B6, C4)."""
        seat = action.seat
        check_seat(seat, PLAYERS)
        dice = dice_of(action.dice, count=5)
        self._need(DuelPhase.REVEAL, "Hidden dice are shown after the other throws")
        if seat not in self.to_reveal:
            if self.boss is None:
                raise IllegalAction(f"{self.players[seat]} has shown the dice already.")
            raise IllegalAction(f"Only the Boss reveals, not {self.players[seat]}.")
        if not among(self.kept, dice):
            raise IllegalAction(f"The Boss kept {spelt(self.kept)}, which is not among {spelt(dice)}.")
        game = self._with(second=placed(self.second, seat, dice))
        shown = Event(EventKind.REVEALED, seat=seat, dice=dice)
        one, other = game.second
        if one is None or other is None:
            return Step(game, (shown,))
        result = duel(one, other, self.options.two_pair_tie)
        if result is Result.TIE:
            return game._next_round(DuelOutcome.TIE_SECOND, (shown, Event(EventKind.PUSH)))
        winner = 0 if result is Result.WIN else 1
        score = placed(self.score, winner, self.score[winner] + 1)
        scored = Event(EventKind.SCORED, seat=winner, amount=score[winner])
        return game._with(score=score)._next_round(DuelOutcome.WON, (shown, scored), winner)

    def _next_round(self, outcome: DuelOutcome, events: tuple[Event, ...], winner: int | None = None) -> Step[DuelGame]:
        """Ends the round, and the match with it when somebody has won enough (B1, C5); then the stake is paid (C-g)."""
        revealed = outcome in (DuelOutcome.TIE_SECOND, DuelOutcome.WON)
        summary = DuelRound(
            number=self.round,
            outcome=outcome,
            first=self.first,
            hands=self.second if revealed else self.first,
            score=self.score,
            boss=self.boss,
            winner=winner,
            kept=self.kept,
            revealed=revealed,
        )
        over = winner is not None and self.score[winner] >= self.options.wins
        banks = self.banks
        if over and winner is not None:
            if banks is not None and self.options.stake:
                paid = min(self.options.stake, banks[1 - winner])
                banks = placed(placed(banks, winner, banks[winner] + paid), 1 - winner, banks[1 - winner] - paid)
                events += (Event(EventKind.PAID, seat=1 - winner, other=winner, amount=paid),)
            events += (Event(EventKind.WON, seat=winner),)
        game = self._with(
            banks=banks,
            round=self.round if over else self.round + 1,
            phase=DuelPhase.OVER if over else DuelPhase.FIRST_THROWS,
            boss=None,
            first=(None, None),
            second=(None, None),
            declared=None,
            winner=winner if over else None,
            last_round=summary,
        )
        return Step(game, events)

    def _need(self, phase: DuelPhase, rule: str) -> None:
        if self.phase is not phase:
            raise IllegalAction(f"{rule}; {self._waiting()}.")

    def _why_no_throw(self, seat: int) -> str:
        name = self.players[seat]
        if self.over:
            return "The match is over."
        if self.phase is DuelPhase.SECOND_THROWS:
            return f"{name} is the Boss and has thrown under the cup already."
        if self.phase is DuelPhase.FIRST_THROWS:
            return f"{name} has thrown already."
        return f"Nobody throws in the open now; {self._waiting()}."

    def _waiting(self) -> str:
        match self.phase:
            case DuelPhase.FIRST_THROWS | DuelPhase.SECOND_THROWS:
                return f"the table waits for the throw of {self.players[self.to_throw[0]]}"
            case DuelPhase.KEEP:
                return f"the table waits for {self.players[self.challenger or 0]} to set dice aside"
            case DuelPhase.CALL:
                return f"the table waits for {self.players[self.boss or 0]} to call"
            case DuelPhase.REVEAL:
                return f"the table waits for {self.players[self.to_reveal[0]]} to reveal"
        return "the match is over"
