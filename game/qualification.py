"""Qualification Dice for two to six players (rules D1 to D12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from game.actions import Action, Announce, Ante, Challenge, Concede, Cover, Direction, Json, Reveal, Stay, Throw, dice_of
from game.errors import IllegalAction, InvalidAction, InvalidOptions
from game.freezing import OpenHand
from game.game import Event, EventKind, Expectation, Points, Step, points_to_json
from game.qualification_options import (
    LEAST_PLAYERS,
    MOST_PLAYERS,
    Answers,
    AntesWhen,
    BossBank,
    BossRethrow,
    QualificationOptions,
    Tie,
    explain,
)
from game.qualification_round import QualificationRound
from game.qualification_stakes import QualificationResult, at_risk, bluff_payout, payout, settle, whole_if_possible
from game.qualification_table import Answer, QualificationPhase, QualificationTable
from game.requirements import beats, requirement_named
from game.seating import banked, check_seat, placed, seated

__all__ = [
    "Answer",
    "QualificationGame",
    "QualificationOptions",
    "QualificationPhase",
    "QualificationResult",
    "QualificationRound",
    "explain",
]

STARTING_BANK = 1000


@dataclass(frozen=True, slots=True)
class QualificationGame(QualificationTable):
    """Qualification Dice: what may happen next, and what it leads to."""

    @classmethod
    def new(
        cls,
        players: Sequence[str],
        banks: int | Sequence[int] | None = None,
        options: QualificationOptions | None = None,
    ) -> QualificationGame:
        """A new game. `banks` is one bank for all or one a seat (0: already out), 1000 points when not given (D1).

        Raises `InvalidOptions`.
        """
        options = options or QualificationOptions()
        names = seated(players, LEAST_PLAYERS, MOST_PLAYERS)
        start = banked(STARTING_BANK if banks is None else banks, len(names))
        if sum(bank > 0 for bank in start) < LEAST_PLAYERS:
            raise InvalidOptions("At least two players need points.")
        if options.boss >= len(names) or not start[options.boss]:
            raise InvalidOptions("The first Boss is the seat of a player with points.")
        game = cls(
            players=names,
            options=options,
            starting_banks=start,
            banks=start,
            round=1,
            phase=QualificationPhase.COVER,
            boss=options.boss,
            turns=(0,) * len(names),
            eliminated=tuple(seat for seat, bank in enumerate(start) if not bank),
            banks_before=start,
        )
        return game._cleared(options.boss)

    @property
    def name(self) -> str:
        return "qualification"

    def expects(self) -> tuple[Expectation, ...]:
        """All actions that are legal now; the first one listed is the one of the player whose turn it is."""
        match self.phase:
            case QualificationPhase.COVER:
                return (Expectation("cover", least=0, most=self.largest_cover),)
            case QualificationPhase.ANTES:
                step = None if self.ante_step == 1 else self.ante_step
                return tuple(
                    Expectation("ante", seat=seat, least=0, most=self.largest_ante(seat), step=step) for seat in self.to_ante
                )
            case QualificationPhase.ANNOUNCE:
                choices = {stand: tuple(one.value for one in self.announceable(stand)) for stand in (False, True)}
                return tuple(Expectation("announce", choices=names, stand=stand) for stand, names in choices.items() if names)
            case QualificationPhase.ANSWERS:
                waiting = self.to_answer if self.options.answers is Answers.TOGETHER else self.to_answer[:1]
                return tuple(Expectation(verb, seat=seat) for seat in waiting for verb in ("concede", "challenge"))
            case QualificationPhase.REVEAL:
                return tuple(Expectation("reveal", seat=seat, count=5) for seat in self.to_reveal)
            case QualificationPhase.BOSS_THROW:
                return (Expectation("throw", seat=self.boss, count=5), Expectation("stay"))
        return tuple(Expectation("throw", seat=seat, count=5) for seat in self.to_throw)

    def apply(self, action: Action) -> Step[QualificationGame]:
        """The game after `action`; raises `InvalidAction` or `IllegalAction`, and then nothing has changed."""
        match action:
            case Cover():
                return self._cover(action)
            case Ante():
                return self._ante(action)
            case Announce():
                return self._announce(action)
            case Concede() | Challenge():
                return self._answer(action)
            case Reveal():
                return self._reveal(action)
            case Throw():
                return self._throw(action)
            case Stay():
                self._need(QualificationPhase.BOSS_THROW, "Only a Boss who may throw stays")
                stayed = Event(EventKind.STAYED, seat=self.boss)
                return replace(self, boss_done=True)._go_on((stayed,))
        raise IllegalAction(f"There is no {action.type} in Qualification Dice; {self.waiting()}.")

    def state(self) -> dict[str, Json]:
        """The `state` of the referee protocol; what players answer all at once appears with the last answer."""
        seats = range(len(self.players))
        public = self.seen_by(-1)
        return {
            "game": self.name,
            "round": self.round,
            "phase": self.phase.value,
            "boss": None if self.over else self.boss,
            "banks": [points_to_json(bank) for bank in self.banks],
            "cover": self.cover,
            "antes": list(self.antes),
            "requirement": None if self.requirement is None else self.requirement.value,
            "direction": None if self.direction is None else self.direction.value,
            "stand": self.stand,
            "answers": [None if given is None else given.value for given in public.responses],
            "point": self.point,
            "points": [None if seat == self.boss else self.points_of(seat) for seat in seats],
            "hands": [None if hand is None else list(hand.dice) for hand in self.hands],
            "throws_left": [self.throws_left(seat) for seat in seats],
            "eliminated": list(self.eliminated),
            "winner": self.winner,
            "winners": list(self.winners),
            "over": self.over,
            "last_round": None if self.last_round is None else self.last_round.to_json(),
        }

    def _cover(self, action: Cover) -> Step[QualificationGame]:
        self._need(QualificationPhase.COVER, "The Boss states the cover at the start of a round")
        boss = self.players[self.boss]
        most = self.largest_cover
        if not 0 <= _amount("cover", action.amount) <= most:
            why = ", so that everybody can be paid" if self.options.boss_bank is BossBank.PROTECTED else ""
            raise IllegalAction(f"{boss} covers 0 to {most}{why}.")
        after = self.options.antes_when is AntesWhen.AFTER_ANNOUNCEMENT
        phase = QualificationPhase.ANNOUNCE if after else QualificationPhase.ANTES
        events = (
            Event(EventKind.ROUND, seat=self.boss),
            Event(EventKind.COVER, seat=self.boss, amount=action.amount),
        )
        return Step(replace(self, phase=phase, cover=action.amount), events)

    def _ante(self, action: Ante) -> Step[QualificationGame]:
        seat = action.seat
        check_seat(seat, len(self.players))
        amount = _amount("ante", action.amount)
        if seat not in self.to_ante:
            raise IllegalAction(self.refusal(seat, "antes"))
        most, step = self.largest_ante(seat), self.ante_step
        if not 0 <= amount <= most or amount % step:
            raise IllegalAction(f"{self.players[seat]} antes {'an even number from ' if step > 1 else ''}0 to {most}.")
        game = replace(self, antes=placed(self.antes, seat, amount))
        events = (Event(EventKind.ANTE, seat=seat, amount=amount),)
        if game.to_ante:
            return Step(game, events)
        if not game.in_play:
            return game._end_round({}, None, game.banks, events)
        if game.requirement is not None:
            return game._announced(events)
        return Step(replace(game, phase=QualificationPhase.ANNOUNCE), events)

    def _announce(self, action: Announce) -> Step[QualificationGame]:
        requirement = requirement_named(action.requirement)
        if not isinstance(action.direction, Direction) or not isinstance(action.stand, bool):
            raise InvalidAction("An announcement has a direction, higher or lower, and is a stand or not.")
        self._need(QualificationPhase.ANNOUNCE, "A requirement is announced after the antes")
        if not self.affordable(requirement, action.stand):
            said = f"{requirement.title} with Stand" if action.stand else requirement.title
            cost, bank = (points_to_json(one) for one in (self.risk(requirement, action.stand), self.banks[self.boss]))
            raise IllegalAction(f"{said} could cost {cost}, more than the {bank} points of {self.players[self.boss]}.")
        game = replace(self, requirement=requirement, direction=action.direction, stand=action.stand)
        events = (Event(EventKind.ANNOUNCED, seat=self.boss),)
        if self.options.antes_when is AntesWhen.AFTER_ANNOUNCEMENT:
            return Step(replace(game, phase=QualificationPhase.ANTES), events)
        return game._announced(events)

    def _announced(self, events: tuple[Event, ...]) -> Step[QualificationGame]:
        phase = QualificationPhase.ANSWERS if self.stand else QualificationPhase.REVEAL
        return Step(replace(self, phase=phase), events)

    def _answer(self, action: Concede | Challenge) -> Step[QualificationGame]:
        """A conceder pays the ante at once, all together once everybody has answered (D10, D-r)."""
        seat = action.seat
        check_seat(seat, len(self.players))
        if seat not in self.to_answer:
            raise IllegalAction(self.refusal(seat, "answers"))
        in_turn = self.options.answers is Answers.IN_TURN
        if in_turn and seat != self.to_answer[0]:
            raise IllegalAction(f"{self.players[self.to_answer[0]]} answers before {self.players[seat]}.")
        answer = Answer.CONCEDE if isinstance(action, Concede) else Answer.CHALLENGE
        game = replace(self, responses=placed(self.responses, seat, answer))
        answered = (seat,) if in_turn else () if game.to_answer else tuple(s for s in game.opponents if game.responses[s])
        events: list[Event] = []
        lost: dict[int, Points] = {}
        for one in answered:
            conceded = game.responses[one] is Answer.CONCEDE
            events.append(Event(EventKind.CONCEDED if conceded else EventKind.CHALLENGED, seat=one))
            if conceded:
                lost[one] = game.antes[one] or 0
        banks, paid = settle(game.options, game.banks, game.boss, lost, {})
        game = replace(game, banks=banks)
        events += paid
        if game.to_answer:
            return Step(game, tuple(events))
        if not game.in_play:
            return game._end_round({}, None, game.banks, tuple(events))
        return Step(replace(game, phase=QualificationPhase.REVEAL), tuple(events))

    def _reveal(self, action: Reveal) -> Step[QualificationGame]:
        """The Boss shows first: a hand that does not meet the requirement ends the round as a caught bluff (D11)."""
        seat = action.seat
        check_seat(seat, len(self.players))
        dice = dice_of(action.dice, count=5)
        if seat not in self.to_reveal:
            raise IllegalAction(self.refusal(seat, "reveals"))
        game = replace(self, hands=placed(self.hands, seat, OpenHand(dice)))
        point = game.points_of(seat)
        events: tuple[Event, ...] = (Event(EventKind.REVEALED, seat=seat, dice=dice),)
        if seat != self.boss:
            return Step(game, events) if game.to_reveal else game._go_on(events)
        if point is None:
            return game._caught((*events, Event(EventKind.BLUFF, seat=seat)))
        return Step(replace(game, point=point), (*events, Event(EventKind.POINT, seat=seat, amount=point)))

    def _throw(self, action: Throw) -> Step[QualificationGame]:
        seat = action.seat
        check_seat(seat, len(self.players))
        dice = dice_of(action.dice, count=5)
        kept = None if action.kept is None else dice_of(action.kept)
        hand = self.hands[seat]
        if seat not in self.to_throw or hand is None or self.requirement is None or self.direction is None:
            raise IllegalAction(self.refusal(seat, "throws"))
        hand = hand.thrown_again(self.players[seat], self.requirement, dice, kept, self.options.freezing)
        game = replace(self, hands=placed(self.hands, seat, hand))
        events: tuple[Event, ...] = (Event(EventKind.THROWN, seat=seat, dice=dice),)
        if seat != self.boss:
            return replace(game, thrown=placed(self.thrown, seat, self.thrown[seat] + 1))._go_on(events)
        point, old = game.points_of(seat), self.point
        assert point is not None and old is not None
        if self.options.boss_rethrow is BossRethrow.KEEP_BETTER and beats(old, point, self.direction):
            point = old
        events = (*events, Event(EventKind.POINT, seat=seat, amount=point))
        return replace(game, point=point, boss_done=True)._go_on(events)

    def _go_on(self, events: tuple[Event, ...]) -> Step[QualificationGame]:
        """The phase that follows: unqualified players, players who do not beat the Point, the Boss, the end (D7, D8)."""
        if self.unqualified:
            return Step(replace(self, phase=QualificationPhase.QUALIFY), events)
        if self.not_beating:
            phase = QualificationPhase.BEAT_AGAIN if self.boss_done else QualificationPhase.BEAT
            return Step(replace(self, phase=phase), events)
        if self.throws_left(self.boss):
            return Step(replace(self, phase=QualificationPhase.BOSS_THROW), events)
        return self._settled(events)

    def _settled(self, events: tuple[Event, ...]) -> Step[QualificationGame]:
        """Who beats the Point wins, everybody else loses (D9, D-m)."""
        results: dict[int, QualificationResult] = {}
        lost: dict[int, Points] = {}
        owed: dict[int, Points] = {}
        assert self.requirement is not None
        for seat in self.in_play:
            ante = self.antes[seat] or 0
            if self.beats_point(seat):
                results[seat] = QualificationResult.WIN
                owed[seat] = payout(self.options, self.requirement, ante, self.stand)
            elif self.options.tie is Tie.PUSH and self.points_of(seat) == self.point:
                results[seat] = QualificationResult.TIE
            else:
                results[seat] = QualificationResult.LOSE
                lost[seat] = at_risk(ante, self.banks[seat], self.stand)
        banks, paid = settle(self.options, self.banks, self.boss, lost, owed)
        return self._end_round(results, True, banks, events + paid)

    def _caught(self, events: tuple[Event, ...]) -> Step[QualificationGame]:
        """Everybody still in is paid for a bluff (D11); without a stand it was none, but pays the same on the antes."""
        assert self.requirement is not None
        owed = {seat: bluff_payout(self.options, self.requirement, self.antes[seat] or 0, self.stand) for seat in self.in_play}
        banks, paid = settle(self.options, self.banks, self.boss, {}, owed)
        return self._end_round(dict.fromkeys(owed, QualificationResult.WIN), False, banks, events + paid)

    def _end_round(
        self,
        results: Mapping[int, QualificationResult],
        qualified: bool | None,
        banks: tuple[Points, ...],
        events: tuple[Event, ...],
    ) -> Step[QualificationGame]:
        """Sums the round up and goes on with the next Boss, or ends the game (D1, D12, D-q)."""
        assert self.cover is not None
        all_results: list[QualificationResult | None] = [None] * len(self.players)
        for seat in self.opponents:
            sat_out = QualificationResult.CONCEDE if self.antes[seat] else QualificationResult.OUT
            all_results[seat] = results.get(seat, sat_out)
        out = tuple(seat for seat in self.playing if banks[seat] <= 0)
        summary = QualificationRound(
            number=self.round,
            boss=self.boss,
            cover=self.cover,
            antes=self.antes,
            requirement=self.requirement,
            direction=self.direction,
            stand=self.stand,
            bluff=qualified is False,
            boss_qualified=qualified,
            point=self.point,
            points=tuple(None if seat == self.boss else self.points_of(seat) for seat in range(len(self.players))),
            hands=tuple(None if hand is None else hand.dice for hand in self.hands),
            results=tuple(all_results),
            payments=tuple(
                0 if seat == self.boss else whole_if_possible(after - before)
                for seat, (before, after) in enumerate(zip(self.banks_before, banks, strict=True))
            ),
            banks_before=self.banks_before,
            banks_after=banks,
            eliminated=out,
        )
        events += tuple(Event(EventKind.OUT, seat=seat) for seat in out)
        game = replace(
            self,
            banks=banks,
            eliminated=self.eliminated + out,
            turns=placed(self.turns, self.boss, self.turns[self.boss] + 1),
            last_round=summary,
        )
        rotations = self.options.rotations
        if len(game.playing) < LEAST_PLAYERS or all(game.turns[seat] >= rotations for seat in game.playing):
            winners = tuple(seat for seat, bank in enumerate(banks) if bank == max(banks))
            events += tuple(Event(EventKind.WON, seat=seat, amount=banks[seat]) for seat in winners)
            return Step(replace(game._cleared(self.boss), phase=QualificationPhase.OVER, winners=winners), events)
        return Step(replace(game._cleared(game.opponents[0]), round=self.round + 1), events)

    def _cleared(self, boss: int) -> QualificationGame:
        """The table before a round of this Boss."""
        nobody = (None,) * len(self.players)
        return replace(
            self,
            phase=QualificationPhase.COVER,
            boss=boss,
            banks_before=self.banks,
            cover=None,
            antes=nobody,
            requirement=None,
            direction=None,
            stand=False,
            responses=nobody,
            hands=nobody,
            thrown=(0,) * len(self.players),
            point=None,
            boss_done=False,
        )

    def _need(self, phase: QualificationPhase, sentence: str) -> None:
        if self.phase is not phase:
            raise IllegalAction(f"{sentence}; {self.waiting()}.")


def _amount(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidAction(f"The {name} is a whole number of points.")
    return value
