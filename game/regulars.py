"""What the journal knows of everybody who has played under a name: games, wins, hands, calls, bluffs, the best hand, chips.

A bluff that nobody challenged stays under its cup (rule D11), so it is counted as nothing but a stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from game.actions import Dice
from game.boss import BossGame
from game.boss_round import BossRound
from game.duel import DuelGame
from game.duel_round import DuelOutcome, DuelRound
from game.game import Game
from game.hands import final_rank
from game.past_game import PastGame
from game.progressive import ProgressiveRound
from game.qualification import QualificationRound
from game.qualification_stakes import QualificationResult
from game.remembered import is_guest
from game.settlement import Outcome
from game.tournament import TournamentGame


@dataclass(frozen=True, slots=True)
class Regular:
    """One person. `name` is as it was written last, `last_played` in seconds since 1970.

    `games` were played to the end, `left` were not. `hands` are rounds in which the person played, `boss` those as Boss;
    `calls` are hands called up and `offs` called off in Boss Dice; `stands` are announcements with "Stand" in Qualification
    Dice and `caught` those of them that were bluffs and were challenged. `chips` is what was won in finished games with
    chips, less what was lost. `best` is the best hand that was shown in Boss Dice.
    """

    name: str
    last_played: float
    games: int = 0
    wins: int = 0
    left: int = 0
    hands: int = 0
    boss: int = 0
    calls: int = 0
    offs: int = 0
    stands: int = 0
    caught: int = 0
    chips: int = 0
    best: Dice | None = None


def regulars(past: Iterable[PastGame]) -> tuple[Regular, ...]:
    """Everybody, those with most wins first; seats of the house are nobody. Names are compared without regard to case."""
    known: dict[str, Regular] = {}
    for game in past:
        known = added(known, game)
    return ranked(known)


def added(known: Mapping[str, Regular], game: PastGame) -> dict[str, Regular]:
    """Everybody by name without case, one game later; somebody who was forgotten is nobody."""
    after = dict(known)
    for seat, name in enumerate(game.record.players):
        if seat in game.house or is_guest(name):
            continue
        key = name.casefold()
        after[key] = _with_game(after.get(key, Regular(name, 0.0)), game, seat, name)
    return after


def ranked(known: Mapping[str, Regular]) -> tuple[Regular, ...]:
    """Those with most wins first."""
    return tuple(sorted(known.values(), key=lambda one: (-one.wins, -one.games, -one.hands, one.name.casefold())))


def _with_game(person: Regular, past: PastGame, seat: int, name: str) -> Regular:
    person = replace(
        person,
        name=name,
        last_played=max(person.last_played, past.record.started),
        games=person.games + past.won,
        left=person.left + (not past.won and past.record.ended is not None),
        wins=person.wins + (seat in past.winners),
        chips=person.chips + (_chips_won(past.game, seat) if past.won else 0),
    )
    for game in past.rounds:
        person = _with_round(person, game, seat)
    return person


def _chips_won(game: Game, seat: int) -> int:
    """Chips at the end less chips at the start; points of Qualification Dice are no chips."""
    if isinstance(game, BossGame | DuelGame | TournamentGame) and game.banks is not None and game.starting_banks is not None:
        return game.banks[seat] - game.starting_banks[seat]
    return 0


def _with_round(person: Regular, game: Game, seat: int) -> Regular:
    last: Any = getattr(game, "last_round", None)
    if isinstance(game, TournamentGame) and last is not None:
        last, seats = last
        if seat not in seats:
            return person
        seat = seats.index(seat)
    match last:
        case BossRound() if last.first[seat] is not None or last.hands[seat] is not None:
            return _with_hand(person, last, seat, up=last.outcome is Outcome.SETTLED, off=last.outcome is Outcome.CALLED_OFF)
        case DuelRound():
            up = last.revealed and last.boss is not None
            return _with_hand(person, last, seat, up=up, off=last.outcome is DuelOutcome.CALLED_OFF)
        case QualificationRound():
            return _qualifying(person, last, seat)
        case ProgressiveRound():
            return replace(person, hands=person.hands + 1)
    return person


def _with_hand(person: Regular, last: BossRound | DuelRound, seat: int, *, up: bool, off: bool) -> Regular:
    boss = last.boss == seat
    best = person.best
    for hand in (last.first[seat], last.hands[seat]):
        if hand is not None and (best is None or final_rank(hand) > final_rank(best)):
            best = hand
    return replace(
        person,
        hands=person.hands + 1,
        boss=person.boss + boss,
        calls=person.calls + (boss and up),
        offs=person.offs + (boss and off),
        best=best,
    )


def _qualifying(person: Regular, last: QualificationRound, seat: int) -> Regular:
    boss = last.boss == seat
    if not boss and last.results[seat] in (None, QualificationResult.OUT):
        return person
    return replace(
        person,
        hands=person.hands + 1,
        boss=person.boss + boss,
        stands=person.stands + (boss and last.stand),
        caught=person.caught + (boss and last.stand and last.bluff),
    )
