"""Qualification Dice at one moment: whose turn it is, what may be bet, thrown and announced (rules D1 to D10)."""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from typing import Self

from game.actions import Dice, Direction
from game.freezing import OpenHand
from game.game import Points
from game.qualification_options import Answers, AntesWhen, BossBank, QualificationOptions, Rounding
from game.qualification_round import QualificationRound
from game.qualification_stakes import payout, whole_if_possible
from game.requirements import NUMBERED, Requirement, beats
from game.seating import clockwise

THROWS = 2
"""How often a player may throw after the hand under the cup (rule D6)."""


class QualificationPhase(enum.Enum):
    """What the table waits for."""

    COVER = "cover"
    ANTES = "antes"
    ANNOUNCE = "announce"
    ANSWERS = "answers"
    REVEAL = "reveal"
    QUALIFY = "qualify"
    BEAT = "beat"
    BOSS_THROW = "boss_throw"
    BEAT_AGAIN = "beat_again"
    OVER = "over"


class Answer(enum.Enum):
    """What a player answers to a stand (rule D10)."""

    CONCEDE = "concede"
    CHALLENGE = "challenge"


@dataclass(frozen=True, slots=True)
class QualificationTable:
    """Qualification Dice at one moment.

    Hands under a cup are never in here: a hand enters with its `Reveal`, so the whole state is public and `seen_by` has
    little to hide. Tuples have one place a seat. `boss` is the seat of this round's Boss, also once the game is over.
    `hands` are those in the open, `thrown` the throws used after them, `turns` the finished rounds as Boss. `boss_done` says
    that the Boss has thrown or stays (D8). After a round the game is already in the next round's `COVER`, or `OVER`;
    `last_round` keeps what happened.
    """

    players: tuple[str, ...]
    options: QualificationOptions
    starting_banks: tuple[int, ...]
    banks: tuple[Points, ...]
    round: int
    phase: QualificationPhase
    boss: int
    turns: tuple[int, ...]
    eliminated: tuple[int, ...]
    banks_before: tuple[Points, ...]
    cover: int | None = None
    antes: tuple[int | None, ...] = ()
    requirement: Requirement | None = None
    direction: Direction | None = None
    stand: bool = False
    responses: tuple[Answer | None, ...] = ()
    hands: tuple[OpenHand | None, ...] = ()
    thrown: tuple[int, ...] = ()
    point: int | None = None
    boss_done: bool = False
    winners: tuple[int, ...] = ()
    last_round: QualificationRound | None = None

    @property
    def over(self) -> bool:
        return self.phase is QualificationPhase.OVER

    @property
    def winner(self) -> int | None:
        """The only winner; `None` while the game goes on and when the win is shared (reading D-q)."""
        return self.winners[0] if len(self.winners) == 1 else None

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats still in the game."""
        return tuple(seat for seat in range(len(self.players)) if seat not in self.eliminated)

    @property
    def opponents(self) -> tuple[int, ...]:
        """The seats still in the game against the Boss, from the Boss' left."""
        return tuple(seat for seat in clockwise(self.boss, len(self.players)) if seat not in self.eliminated)

    @property
    def in_play(self) -> tuple[int, ...]:
        """The opponents with an ante who have not conceded, from the Boss' left."""
        return tuple(seat for seat in self.opponents if self.antes[seat] and self.responses[seat] is not Answer.CONCEDE)

    @property
    def to_ante(self) -> tuple[int, ...]:
        """The seats that still have to ante; the order is free (D2)."""
        if self.phase is not QualificationPhase.ANTES:
            return ()
        return tuple(seat for seat in self.opponents if self.antes[seat] is None)

    @property
    def to_answer(self) -> tuple[int, ...]:
        """The seats that still have to concede or challenge, in seat order (D10)."""
        if self.phase is not QualificationPhase.ANSWERS:
            return ()
        return tuple(seat for seat in self.in_play if self.responses[seat] is None)

    @property
    def to_reveal(self) -> tuple[int, ...]:
        """The seats that still have to show their hand: first the Boss alone, then the others in any order (D6)."""
        if self.phase is not QualificationPhase.REVEAL:
            return ()
        if self.hands[self.boss] is None:
            return (self.boss,)
        return tuple(seat for seat in self.in_play if self.hands[seat] is None)

    @property
    def to_throw(self) -> tuple[int, ...]:
        """The seats that may throw now, in seat order from the Boss' left (D7, D8, D-s)."""
        match self.phase:
            case QualificationPhase.QUALIFY:
                return self.unqualified
            case QualificationPhase.BEAT | QualificationPhase.BEAT_AGAIN:
                return self.not_beating
            case QualificationPhase.BOSS_THROW:
                return (self.boss,)
        return ()

    @property
    def largest_cover(self) -> int:
        """The largest bet that the Boss may cover now (D2); protected, he must be able to pay everybody at 1:1 (D-n)."""
        if self.options.boss_bank is BossBank.PROTECTED:
            return int(self.banks[self.boss] // len(self.opponents))
        return max(int(self.banks[seat] // 1) for seat in self.opponents)

    def largest_ante(self, seat: int) -> int:
        """The largest ante of this seat under the cover: the whole bank at most, an even number where antes are even."""
        most = min(self.cover or 0, int(self.banks[seat] // 1))
        return most - most % self.ante_step

    def points_of(self, seat: int) -> int | None:
        """The point of this seat's hand in the open; `None` without one or when it does not qualify (D5, D-b)."""
        hand = self.hands[seat]
        if hand is None or self.requirement is None or self.direction is None:
            return None
        return hand.point(self.requirement, self.direction)

    def throws_left(self, seat: int) -> int:
        """How often this seat may throw at most in this round: players twice, a Boss who does not stand once (D6, D10)."""
        if seat == self.boss:
            return 0 if self.stand or self.boss_done else 1
        return THROWS - self.thrown[seat] if seat in self.in_play else 0

    def freezable(self, seat: int) -> tuple[Dice, ...]:
        """The sets of values that this seat may freeze for a throw; empty for a hand that does not qualify (D7, D-c)."""
        hand = self.hands[seat]
        if hand is None or self.requirement is None:
            return ()
        return tuple(way.dice for way in hand.ways(self.requirement))

    def risk(self, requirement: Requirement, stand: bool) -> Points:
        """What the Boss pays when everybody beats this announcement (D-n); antes still to come count as the largest."""
        after = self.options.antes_when is AntesWhen.AFTER_ANNOUNCEMENT and self.requirement is None
        antes = [self.largest_ante(seat) if after else self.antes[seat] or 0 for seat in self.opponents]
        return whole_if_possible(sum(payout(self.options, requirement, ante, stand) for ante in antes))

    def affordable(self, requirement: Requirement, stand: bool) -> bool:
        """Whether the Boss may announce this with his bank (D-n)."""
        return self.options.boss_bank is not BossBank.PROTECTED or self.risk(requirement, stand) <= self.banks[self.boss]

    def announceable(self, stand: bool) -> tuple[Requirement, ...]:
        """The requirements that the bank allows to announce; without a stand there is always one (D-n, F2)."""
        return tuple(requirement for requirement in NUMBERED if self.affordable(requirement, stand))

    def seen_by(self, seat: int) -> Self:
        """The game as this seat may see it.

        Everything is public but the answers to a stand that are given all at once (D-r): until the last one is in, a seat
        knows only its own. The hands under the cups are nowhere in the state.
        """
        if self.options.answers is Answers.IN_TURN or self.phase is not QualificationPhase.ANSWERS:
            return self
        return replace(self, responses=tuple(given if one == seat else None for one, given in enumerate(self.responses)))

    @property
    def ante_step(self) -> int:
        """Every ante is a multiple of this (reading D-l)."""
        return 2 if self.options.rounding is Rounding.EVEN_ANTES else 1

    @property
    def unqualified(self) -> tuple[int, ...]:
        """The players who throw in phase 1: not qualified, with throws left (D7)."""
        return tuple(seat for seat in self.in_play if self.throws_left(seat) and self.points_of(seat) is None)

    @property
    def not_beating(self) -> tuple[int, ...]:
        """The players who throw in phase 2: qualified, without beating the Point, with throws left (D7, D8)."""
        return tuple(
            seat
            for seat in self.in_play
            if self.throws_left(seat) and self.points_of(seat) is not None and not self.beats_point(seat)
        )

    def beats_point(self, seat: int) -> bool:
        """Whether this seat's point is better than the Boss' Point; a tie is not (D9)."""
        mine = self.points_of(seat)
        if mine is None or self.point is None or self.direction is None:
            return False
        return beats(mine, self.point, self.direction)

    def refusal(self, seat: int, verb: str) -> str:
        """Why this seat does not do that now ("antes", "answers", "reveals", "throws"), in one sentence."""
        name = self.players[seat]
        if seat in self.eliminated:
            return f"{name} is out of the game."
        if seat == self.boss and verb in ("antes", "answers"):
            return f"{name} is the Boss, who neither antes nor answers a stand."
        if seat == self.boss and self.stand and verb == "throws":
            return f"{name} stands and has given up the throw."
        return f"{name} neither needs nor may do that now; {self.waiting()}."

    def waiting(self) -> str:
        """What the table waits for, to end a sentence with."""
        boss = self.players[self.boss]
        match self.phase:
            case QualificationPhase.COVER:
                return f"the table waits for the cover of {boss}"
            case QualificationPhase.ANTES:
                return f"the table waits for the ante of {self.players[self.to_ante[0]]}"
            case QualificationPhase.ANNOUNCE:
                return f"the table waits for {boss} to announce"
            case QualificationPhase.ANSWERS:
                return f"the table waits for {self.players[self.to_answer[0]]} to concede or challenge"
            case QualificationPhase.REVEAL:
                return f"the table waits for the hand of {self.players[self.to_reveal[0]]}"
            case QualificationPhase.BOSS_THROW:
                return f"the table waits for {boss} to throw or stay"
            case QualificationPhase.OVER:
                return "the game is over"
        return f"the table waits for the throw of {self.players[self.to_throw[0]]}"
