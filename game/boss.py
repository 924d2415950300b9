"""Banking Boss Dice for two to six players (rules A1 to A16)."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from game.actions import Action, CallOff, CallUp, Dice, Json, Reveal, Throw, Wager, dice_of
from game.boss_options import LEAST_PLAYERS, MOST_PLAYERS, BossOptions, KittyAtEnd, ShortStack, recommended_bank
from game.boss_round import BossRound
from game.errors import IllegalAction, InvalidAction, InvalidOptions
from game.game import Event, EventKind, Expectation, Step
from game.hands import Category, first_rank, kept_by_boss
from game.keeping import among, check_kept, spelt
from game.seating import CHIPS_LIMIT, banked, check_seat, clockwise, placed, seated
from game.settlement import Outcome, Result, duel, reached, settle

__all__ = ["BossGame", "BossOptions", "BossPhase", "BossRound", "recommended_bank"]


class BossPhase(enum.Enum):
    """What the table waits for."""

    WAGER = "wager"
    FIRST_THROWS = "first_throws"
    CALL = "call"
    SECOND_THROWS = "second_throws"
    REVEAL = "reveal"
    OVER = "over"


@dataclass(frozen=True)
class BossGame:
    """Banking Boss Dice at one moment.

    `first` and `second` hold each seat's whole hand after that throw, `None` before it; the Boss has no second throw until
    the reveal ends the round. `wager` is `None` until it is agreed. After a push, a void, a call-off or a settlement the game
    is already in the next round's `WAGER`, or `OVER`; `last_round` keeps what happened.
    """

    players: tuple[str, ...]
    options: BossOptions
    starting_banks: tuple[int, ...]
    banks: tuple[int, ...]
    kitty: int
    round: int
    phase: BossPhase
    wager: int | None
    boss: int | None
    first: tuple[Dice | None, ...]
    second: tuple[Dice | None, ...]
    eliminated: tuple[int, ...]
    winner: int | None
    last_round: BossRound | None
    banks_before: tuple[int, ...]
    kitty_taken: int

    @classmethod
    def new(
        cls, players: Sequence[str], banks: int | Sequence[int] | None = None, options: BossOptions | None = None
    ) -> BossGame:
        """A new game. `banks` is one bank for all or one a seat (handicap, A2; 0: already out); without it the largest
        recommended bank, or 100 without a maximum wager. Raises `InvalidOptions`."""
        options = options or BossOptions()
        names = seated(players, LEAST_PLAYERS, MOST_PLAYERS)
        if banks is None:
            banks = recommended_bank(len(names), options.max_wager)[1] if options.max_wager is not None else 100
        start = banked(banks, len(names))
        alive = [seat for seat, bank in enumerate(start) if bank]
        if len(alive) < LEAST_PLAYERS:
            raise InvalidOptions("At least two players need chips.")
        if options.target is not None and reached(start, options.target) is not None:
            raise InvalidOptions("The target must be larger than every starting bank.")
        nothing: tuple[Dice | None, ...] = (None,) * len(names)
        return cls(
            players=names,
            options=options,
            starting_banks=start,
            banks=start,
            kitty=options.kitty,
            round=1,
            phase=BossPhase.WAGER,
            wager=None,
            boss=None,
            first=nothing,
            second=nothing,
            eliminated=tuple(seat for seat, bank in enumerate(start) if not bank),
            winner=None,
            last_round=None,
            banks_before=start,
            kitty_taken=0,
        )

    @property
    def name(self) -> str:
        return "boss"

    @property
    def over(self) -> bool:
        return self.phase is BossPhase.OVER

    @property
    def winners(self) -> tuple[int, ...]:
        """The winner as a tuple, empty while the game goes on."""
        return () if self.winner is None else (self.winner,)

    @property
    def starting_bank(self) -> int:
        """The largest starting bank: on the screen one full stack of chips."""
        return max(self.starting_banks)

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats still in the game."""
        return tuple(seat for seat in range(len(self.players)) if seat not in self.eliminated)

    @property
    def challengers(self) -> tuple[int, ...]:
        """The seats against the Boss, from the Boss' left; empty without a Boss."""
        if self.boss is None:
            return ()
        return tuple(seat for seat in clockwise(self.boss, len(self.players)) if seat not in self.eliminated)

    @property
    def to_throw(self) -> tuple[int, ...]:
        """The seats that may throw now, in seat order; second throws start at the Boss' left (A4, A10, A-n)."""
        order = range(len(self.players)) if self.boss is None else clockwise(self.boss, len(self.players))
        return tuple(seat for seat in order if self._may_throw(seat))

    @property
    def kept(self) -> Dice:
        """The sorted values that the Boss must keep (A7), `()` without a Boss."""
        hand = None if self.boss is None else self.first[self.boss]
        return () if hand is None else kept_by_boss(hand)

    @property
    def largest_wager(self) -> int | None:
        """The largest wager that may be agreed now (A3, A-h, A-i); `None` when nothing limits it."""
        limits = [] if self.options.max_wager is None else [self.options.max_wager]
        if self.options.short_stack is ShortStack.CAP_WAGER:
            limits.append(min(self.banks[seat] for seat in self.playing))
        return min(limits, default=None)

    @property
    def usual_wager(self) -> int | None:
        """The last round's wager as far as it is still allowed (A-o, A-s); `None` before the first round."""
        if self.last_round is None:
            return None
        most = self.largest_wager
        return self.last_round.wager if most is None else min(self.last_round.wager, most)

    def expects(self) -> tuple[Expectation, ...]:
        """All actions that are legal now; the first throw listed is the one of the player whose turn it is."""
        match self.phase:
            case BossPhase.WAGER:
                return (Expectation("wager", least=1, most=self.largest_wager),)
            case BossPhase.FIRST_THROWS | BossPhase.SECOND_THROWS:
                return tuple(Expectation("throw", seat=seat, count=5) for seat in self.to_throw)
            case BossPhase.CALL:
                return (Expectation("call_up"), Expectation("call_off"))
            case BossPhase.REVEAL:
                return (Expectation("reveal", seat=self.boss, count=5),)
        return ()

    def apply(self, action: Action) -> Step[BossGame]:
        """The game after `action`; raises `InvalidAction` or `IllegalAction`, and then nothing has changed."""
        if isinstance(action, Throw):
            return self._throw(action)
        if isinstance(action, Wager):
            return self._agree(action)
        if isinstance(action, CallUp):
            return self._call_up()
        if isinstance(action, CallOff):
            return self._call_off()
        if isinstance(action, Reveal):
            return self._reveal(action)
        raise IllegalAction(f"There is no {action.type} in Boss Dice; {self._waiting()}.")

    def state(self) -> dict[str, Json]:
        """The `state` of the referee protocol."""
        return {
            "game": self.name,
            "round": self.round,
            "phase": self.phase.value,
            "boss": self.boss,
            "banks": list(self.banks),
            "kitty": self.kitty,
            "wager": self.wager,
            "kept": list(self.kept),
            "eliminated": list(self.eliminated),
            "winner": self.winner,
            "winners": list(self.winners),
            "over": self.over,
            "last_round": None if self.last_round is None else self.last_round.to_json(),
        }

    def _agree(self, action: Wager) -> Step[BossGame]:
        self._need(BossPhase.WAGER, "The wager is agreed before the first throws")
        amount, most = action.amount, self.largest_wager
        if isinstance(amount, bool) or not isinstance(amount, int):
            raise InvalidAction("The wager is a whole number of chips.")
        if amount < 1:
            raise IllegalAction("The wager is at least 1 chip.")
        if most is not None and amount > most:
            capped = self.options.max_wager is None or most < self.options.max_wager
            raise IllegalAction(f"The wager is at most {most} chips, {'the smallest bank' if capped else 'as agreed'}.")
        if amount > CHIPS_LIMIT:
            raise InvalidAction(f"The wager is at most {CHIPS_LIMIT} chips.")
        game = self._with(phase=BossPhase.FIRST_THROWS, wager=amount, banks_before=self.banks)
        return Step(game, (Event(EventKind.ROUND, amount=amount),))

    def _with(self, **changes: Any) -> BossGame:
        """A copy with some fields changed; `dataclasses.replace` takes most of the time of a game."""
        game = object.__new__(BossGame)
        game.__dict__.update(self.__dict__)
        game.__dict__.update(changes)
        return game

    def _may_throw(self, seat: int) -> bool:
        if self.phase is BossPhase.FIRST_THROWS:
            return self.first[seat] is None and seat not in self.eliminated
        if self.phase is BossPhase.SECOND_THROWS:
            return self.second[seat] is None and seat != self.boss and seat not in self.eliminated
        return False

    def _throw(self, action: Throw) -> Step[BossGame]:
        seat = action.seat
        check_seat(seat, len(self.players))
        dice = dice_of(action.dice, count=5)
        if not self._may_throw(seat):
            raise IllegalAction(self._why_no_throw(seat))
        thrown = Event(EventKind.THROWN, seat=seat, dice=dice)
        if self.phase is BossPhase.FIRST_THROWS:
            if action.kept:
                raise IllegalAction("On the first throw all five dice are thrown; none is kept.")
            game = self._with(first=placed(self.first, seat, dice))
            return Step(game, (thrown,)) if game.to_throw else game._first_throws_done(thrown)
        before = self.first[seat]
        if action.kept is not None and before is not None:
            check_kept(self.players[seat], dice_of(action.kept), before, dice)
        game = self._with(second=placed(self.second, seat, dice))
        if not game.to_throw:
            game = game._with(phase=BossPhase.REVEAL)
        return Step(game, (thrown,))

    def _first_throws_done(self, thrown: Event) -> Step[BossGame]:
        """Names the Boss, or ends the round as a push or a void (A5, A6, A-c, A-d)."""
        ranks = {seat: first_rank(hand) for seat, hand in enumerate(self.first) if hand is not None}
        best = max(ranks.values())
        top = tuple(seat for seat, rank in ranks.items() if rank == best)
        if best.category is Category.NOTHING:
            return self._next_round(self._summary(Outcome.VOID), (thrown, Event(EventKind.VOID)))
        if len(top) > 1:
            return self._next_round(replace(self._summary(Outcome.PUSH), tied=top), (thrown, Event(EventKind.PUSH)))
        game = self._with(phase=BossPhase.CALL, boss=top[0])
        return Step(game, (thrown, Event(EventKind.BOSS, seat=top[0], dice=game.kept)))

    def _call_up(self) -> Step[BossGame]:
        """The Boss calls up and takes the kitty at once (A8, A9)."""
        boss = self._calling_boss()
        events = [Event(EventKind.CALLED_UP, seat=boss)]
        if self.kitty:
            events.append(Event(EventKind.KITTY_TAKEN, seat=boss, amount=self.kitty))
        game = self._with(
            phase=BossPhase.SECOND_THROWS,
            banks=placed(self.banks, boss, self.banks[boss] + self.kitty),
            kitty=0,
            kitty_taken=self.kitty,
        )
        return Step(game, tuple(events))

    def _call_off(self) -> Step[BossGame]:
        boss = self._calling_boss()
        return self._next_round(self._summary(Outcome.CALLED_OFF), (Event(EventKind.CALLED_OFF, seat=boss),))

    def _calling_boss(self) -> int:
        self._need(BossPhase.CALL, "Only a Boss calls up or off, after the first throws")
        assert self.boss is not None
        return self.boss

    def _reveal(self, action: Reveal) -> Step[BossGame]:
        """Compares the Boss with every challenger and moves the chips (A11 to A16)."""
        check_seat(action.seat, len(self.players))
        dice = dice_of(action.dice, count=5)
        self._need(BossPhase.REVEAL, "The Boss' dice are shown after the challengers' throws")
        if action.seat != self.boss:
            raise IllegalAction(f"Only the Boss reveals, not {self.players[action.seat]}.")
        if not among(self.kept, dice):
            raise IllegalAction(f"The Boss kept {spelt(self.kept)}, which are not among {spelt(dice)}.")
        assert self.wager is not None
        tie = self.options.two_pair_tie
        results = {seat: duel(hand, dice, tie) for seat in self.challengers if (hand := self.second[seat]) is not None}
        done = settle(self.banks, self.boss, results, self.wager, self.options.short_stack)
        summary = replace(
            self._summary(Outcome.SETTLED),
            hands=placed(self.second, self.boss, dice),
            boss_hand=dice,
            results=done.results,
            transfers=done.transfers,
            kitty_taken=self.kitty_taken,
            owed=done.owed,
            boss_bust=done.boss_bust,
        )
        out = tuple(seat for seat in self.playing if not done.banks[seat])
        events = [Event(EventKind.REVEALED, seat=self.boss, dice=dice)]
        for seat in sorted(results, key=lambda seat: results[seat] is not Result.LOSE):
            moved = done.transfers[seat]
            if moved:
                payer, payee = (seat, self.boss) if moved < 0 else (self.boss, seat)
                events.append(Event(EventKind.PAID, seat=payer, other=payee, amount=abs(moved)))
        if done.boss_bust:
            events.append(Event(EventKind.BUST, seat=self.boss, amount=done.owed))
            events.append(Event(EventKind.KITTY, amount=done.kitty))
        events += [Event(EventKind.OUT, seat=seat) for seat in out]
        game = self._with(banks=done.banks, kitty=done.kitty, eliminated=self.eliminated + out)
        return game._next_round(replace(summary, eliminated=out), tuple(events))

    def _summary(self, outcome: Outcome) -> BossRound:
        assert self.wager is not None
        return BossRound(
            number=self.round,
            outcome=outcome,
            wager=self.wager,
            first=self.first,
            hands=self.first,
            banks_before=self.banks_before,
            banks_after=self.banks,
            boss=self.boss,
            kept=self.kept,
            kitty_after=self.kitty,
        )

    def _next_round(self, summary: BossRound, events: tuple[Event, ...]) -> Step[BossGame]:
        """Ends the round: the game is won (A16, A-m) or waits for the next wager (A-s)."""
        banks, kitty, winner = self.banks, self.kitty, None
        if summary.outcome is Outcome.SETTLED:
            playing = self.playing
            winner = playing[0] if len(playing) == 1 else None
            if winner is None and self.options.target is not None:
                winner = reached(banks, self.options.target)
        if winner is not None:
            if kitty and self.options.kitty_at_end is KittyAtEnd.WINNER:
                events += (Event(EventKind.KITTY_TAKEN, seat=winner, amount=kitty),)
                banks, kitty = placed(banks, winner, banks[winner] + kitty), 0
            events += (Event(EventKind.WON, seat=winner, amount=banks[winner]),)
        nothing: tuple[Dice | None, ...] = (None,) * len(self.players)
        game = self._with(
            banks=banks,
            kitty=kitty,
            round=self.round if winner is not None else self.round + 1,
            phase=BossPhase.WAGER if winner is None else BossPhase.OVER,
            wager=None,
            boss=None,
            first=nothing,
            second=nothing,
            winner=winner,
            last_round=replace(summary, banks_after=banks, kitty_after=kitty),
            banks_before=banks,
            kitty_taken=0,
        )
        return Step(game, events)

    def _need(self, phase: BossPhase, rule: str) -> None:
        if self.phase is not phase:
            raise IllegalAction(f"{rule}; {self._waiting()}.")

    def _why_no_throw(self, seat: int) -> str:
        name = self.players[seat]
        if self.over:
            return "The game is over."
        if seat in self.eliminated:
            return f"{name} is out of the game."
        if self.phase is BossPhase.SECOND_THROWS and seat == self.boss:
            return f"{name} is the Boss and has thrown under the cup already."
        if self.phase in (BossPhase.FIRST_THROWS, BossPhase.SECOND_THROWS):
            return f"{name} has thrown already."
        return f"Nobody throws in the open now; {self._waiting()}."

    def _waiting(self) -> str:
        match self.phase:
            case BossPhase.WAGER:
                return "the table waits for the wager"
            case BossPhase.FIRST_THROWS | BossPhase.SECOND_THROWS:
                return f"the table waits for the throw of {self.players[self.to_throw[0]]}"
            case BossPhase.OVER:
                return "the game is over"
        assert self.boss is not None
        verb = "call" if self.phase is BossPhase.CALL else "reveal"
        return f"the table waits for {self.players[self.boss]} to {verb}"
