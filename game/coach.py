"""After a round: what the best decisions were and what the others cost, as sentences.

The coach speaks of finished rounds only, when every hand of that round lies open that ever will: it takes the last round of a
history that has ended, and says nothing of hands that were not shown, such as those of a call-off or of a player who conceded.
Decisions are judged by what the player could know, against best play of the others, and only where it is known what was kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from game.actions import Action, Announce, CallUp, Challenge, Dice, Keep, Reveal, Stay, Throw
from game.boss import BossGame, BossPhase
from game.duel import DuelGame, DuelPhase
from game.game import Game
from game.history import History
from game.policies import hand_advice
from game.policies.advice import Advice, Subject
from game.progressive import ProgressiveGame
from game.qualification import QualificationGame, QualificationPhase
from game.tournament import TournamentGame

__all__ = ["Advice", "Subject", "advise"]

G = TypeVar("G", bound=Game)


def advise(history: History[G]) -> tuple[Advice, ...]:
    """What is to be said of the last finished round, in the order of its decisions; nothing before a first round has ended."""
    games: tuple[Game, ...] = (history.start, *history.steps())
    ends = [place for place in range(len(history.actions)) if _round_of(games[place]) != _round_of(games[place + 1])]
    if not ends:
        return ()
    first = ends[-2] + 1 if len(ends) > 1 else 0
    moments = list(zip(games[first : ends[-1] + 1], history.actions[first : ends[-1] + 1], strict=True))
    shown = {action.seat: tuple(sorted(action.dice)) for _, action in moments if isinstance(action, Reveal)}
    return tuple(advice for game, action in moments if (advice := _of(game, action, shown)) is not None)


def _round_of(game: Game) -> tuple[object, ...]:
    if isinstance(game, TournamentGame):
        return (len(game.results), game.match.round, game.over)
    return (game.round, game.over)  # type: ignore[attr-defined]


def _of(game: Game, action: Action, shown: Mapping[int, Dice]) -> Advice | None:
    if isinstance(game, TournamentGame):
        return _in_tournament(game, action, shown)
    if isinstance(game, BossGame):
        return _in_boss(game, action, shown)
    if isinstance(game, DuelGame):
        return _in_duel(game, action, shown)
    if isinstance(game, QualificationGame):
        return _in_qualification(game, action, shown)
    if isinstance(game, ProgressiveGame):
        return _in_progressive(game, action)
    return None


def _in_tournament(game: TournamentGame, action: Action, shown: Mapping[int, Dice]) -> Advice | None:
    """The match speaks of its own two seats."""
    seats = game.at_table
    own = {seats.index(seat): hand for seat, hand in shown.items() if seat in seats}
    if isinstance(action, Throw | Keep | Reveal):
        action = replace(action, seat=seats.index(action.seat))
    advice = _in_duel(game.match, action, own)
    return None if advice is None else replace(advice, seat=seats[advice.seat])


def _in_boss(game: BossGame, action: Action, shown: Mapping[int, Dice]) -> Advice | None:
    boss_hand = None if game.boss is None else shown.get(game.boss)
    if boss_hand is None:
        return None
    if isinstance(action, CallUp):
        return hand_advice.call_in_boss(game, boss_hand)
    if game.phase is BossPhase.SECOND_THROWS and isinstance(action, Throw) and action.kept is not None:
        return hand_advice.keep_in_boss(game, action.seat, tuple(sorted(action.kept)), boss_hand)
    return None


def _in_duel(game: DuelGame, action: Action, shown: Mapping[int, Dice]) -> Advice | None:
    boss_hand = None if game.boss is None else shown.get(game.boss)
    if boss_hand is None:
        return None
    if isinstance(action, CallUp):
        return hand_advice.call_in_duel(game, boss_hand)
    if isinstance(action, Keep):
        return hand_advice.keep_in_duel(game, action.seat, tuple(sorted(action.kept)), boss_hand)
    second = game.phase is DuelPhase.SECOND_THROWS and game.declared is None
    if second and isinstance(action, Throw) and action.kept is not None:
        return hand_advice.keep_in_duel(game, action.seat, tuple(sorted(action.kept)), boss_hand)
    return None


def _in_qualification(game: QualificationGame, action: Action, shown: Mapping[int, Dice]) -> Advice | None:
    # The qualifying games are reckoned with numpy, which Boss Dice can do without.
    from game.policies import qualifying_advice

    if isinstance(action, Announce) and game.boss in shown:
        return qualifying_advice.announcement(game, action, shown[game.boss])
    if isinstance(action, Challenge) and action.seat in shown:
        return qualifying_advice.challenge(game, action.seat, shown[action.seat])
    if game.phase is QualificationPhase.BOSS_THROW and isinstance(action, Stay):
        return qualifying_advice.boss_decision(game, None)
    if isinstance(action, Throw) and action.kept is not None:
        kept = tuple(sorted(action.kept))
        if game.phase is QualificationPhase.BOSS_THROW:
            return qualifying_advice.boss_decision(game, kept)
        return qualifying_advice.keep_in_qualification(game, action.seat, kept)
    return None


def _in_progressive(game: ProgressiveGame, action: Action) -> Advice | None:
    from game.policies import qualifying_advice

    if isinstance(action, Throw) and action.kept is not None and game.hands[action.seat] is not None:
        return qualifying_advice.keep_in_progressive(game, action.seat, tuple(sorted(action.kept)))
    return None
