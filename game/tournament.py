"""Two-player Boss Dice for more people: the winner meets the next player (rule C7, reading C-f)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.actions import Action, Json, Keep, Reveal, Throw
from game.duel import STAKES_IN_A_BANK, DuelGame
from game.duel_round import DuelRound
from game.errors import IllegalAction
from game.game import Event, EventKind, Expectation, Step
from game.seating import banked, check_seat, placed, seated
from game.tournament_options import Length, TournamentOptions

__all__ = ["MatchResult", "TournamentGame", "TournamentOptions"]

LEAST_PLAYERS, MOST_PLAYERS = 2, 16


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A finished match between two seats of the tournament; `score` is the winner's and the loser's; `paid` in chips."""

    winner: int
    loser: int
    score: tuple[int, int]
    paid: int


@dataclass(frozen=True, slots=True)
class TournamentGame:
    """A tournament at one moment. All seats, in actions, events and `state`, are those of the tournament.

    `match` is played by the two seats `at_table`, its seats 0 and 1. `queue` waits, next first; `titles` are the matches
    that each seat has won. The players come to the table in the order given: seed them by lot, since the late ones play
    fewer matches. When a match is over the next one has already begun; `last_round` is the last finished round of either,
    with the seats that were `at_table` then.
    """

    players: tuple[str, ...]
    options: TournamentOptions
    starting_banks: tuple[int, ...] | None
    banks: tuple[int, ...] | None
    match: DuelGame
    at_table: tuple[int, int]
    queue: tuple[int, ...]
    titles: tuple[int, ...]
    results: tuple[MatchResult, ...]
    winner: int | None
    last_round: tuple[DuelRound, tuple[int, int]] | None

    @classmethod
    def new(
        cls, players: Sequence[str], banks: int | Sequence[int] | None = None, options: TournamentOptions | None = None
    ) -> TournamentGame:
        """A new tournament of 2 to 16 players; `banks` as in `DuelGame`, one a player. Raises `InvalidOptions`."""
        options = options or TournamentOptions()
        names = seated(players, LEAST_PLAYERS, MOST_PLAYERS)
        if banks is None and options.match.stake:
            banks = options.match.stake * STAKES_IN_A_BANK
        start = None if banks is None else banked(banks, len(names))
        return cls(
            players=names,
            options=options,
            starting_banks=start,
            banks=start,
            match=_match(names, start, (0, 1), options),
            at_table=(0, 1),
            queue=tuple(range(2, len(names))),
            titles=(0,) * len(names),
            results=(),
            winner=None,
            last_round=None,
        )

    @property
    def name(self) -> str:
        return "tournament"

    @property
    def over(self) -> bool:
        return self.winner is not None

    @property
    def winners(self) -> tuple[int, ...]:
        """The winner as a tuple, empty while the tournament goes on."""
        return () if self.winner is None else (self.winner,)

    def expects(self) -> tuple[Expectation, ...]:
        """All actions that are legal now."""
        if self.over:
            return ()
        return tuple(
            expected if expected.seat is None else replace(expected, seat=self.at_table[expected.seat])
            for expected in self.match.expects()
        )

    def apply(self, action: Action) -> Step[TournamentGame]:
        """The tournament after `action`; raises `InvalidAction` or `IllegalAction`, and then nothing has changed."""
        if self.over:
            raise IllegalAction("The tournament is over.")
        step = self.match.apply(self._at_the_match(action))
        ended = step.game.last_round
        news = ended is not None and ended is not self.match.last_round
        last = (ended, self.at_table) if ended is not None and news else self.last_round
        game = replace(self, match=step.game, last_round=last)
        events = tuple(self._seen(event) for event in step.events)
        return game._next_match(events) if step.game.over else Step(game, events)

    def state(self) -> dict[str, Json]:
        """The `state` of the referee protocol: the match's, with the seats and banks of the tournament, and who waits."""
        return {
            **self.match.state(),
            "game": self.name,
            "boss": self._seat(self.match.boss),
            "banks": None if self.banks is None else list(self.banks),
            "match": len(self.results) + (not self.over),
            "at_table": list(self.at_table),
            "queue": list(self.queue),
            "titles": list(self.titles),
            "winner": self.winner,
            "winners": list(self.winners),
            "over": self.over,
            "last_round": self._last_round(),
            "last_match": self._last_match(),
        }

    def _last_round(self) -> Json:
        if self.last_round is None:
            return None
        last, at_table = self.last_round
        return {
            **last.to_json(),
            "boss": None if last.boss is None else at_table[last.boss],
            "winner": None if last.winner is None else at_table[last.winner],
        }

    def _last_match(self) -> Json:
        if not self.results:
            return None
        last = self.results[-1]
        return {"winner": last.winner, "loser": last.loser, "score": list(last.score), "paid": last.paid}

    def _seat(self, place: int | None) -> int | None:
        return None if place is None else self.at_table[place]

    def _seen(self, event: Event) -> Event:
        return replace(event, seat=self._seat(event.seat), other=self._seat(event.other))

    def _at_the_match(self, action: Action) -> Action:
        if not isinstance(action, Throw | Reveal | Keep):
            return action
        check_seat(action.seat, len(self.players))
        if action.seat not in self.at_table:
            raise IllegalAction(f"{self.players[action.seat]} is not at the table.")
        return replace(action, seat=self.at_table.index(action.seat))

    def _next_match(self, events: tuple[Event, ...]) -> Step[TournamentGame]:
        """Settles a finished match; the winner stays, the next of the queue takes the loser's place."""
        place = self.match.winner
        assert place is not None
        winner, loser = self.at_table[place], self.at_table[1 - place]
        banks, paid = self.banks, 0
        if banks is not None and self.match.banks is not None:
            paid = banks[loser] - self.match.banks[1 - place]
            banks = placed(placed(banks, winner, banks[winner] + paid), loser, banks[loser] - paid)
        titles = placed(self.titles, winner, self.titles[winner] + 1)
        score = (self.match.score[place], self.match.score[1 - place])
        results = (*self.results, MatchResult(winner, loser, score, paid))
        queue = self.queue
        if self.options.length is Length.WINS:
            over = titles[winner] >= self.options.matches
            queue = (*queue, loser)
        else:
            over = not queue
        settled = replace(self, banks=banks, titles=titles, results=results)
        if over:
            return Step(replace(settled, winner=winner), (*events, Event(EventKind.WON, seat=winner, amount=titles[winner])))
        at_table = (winner, queue[0]) if place == 0 else (queue[0], winner)
        match = _match(self.players, banks, at_table, self.options)
        return Step(replace(settled, match=match, at_table=at_table, queue=queue[1:]), events)


def _match(
    players: tuple[str, ...], banks: tuple[int, ...] | None, at_table: tuple[int, int], options: TournamentOptions
) -> DuelGame:
    one, other = at_table
    pair = None if banks is None else (banks[one], banks[other])
    return DuelGame.new((players[one], players[other]), pair, options.match)
