"""Any seat played by the house, in three strengths (see `game.policies`).

A house player knows what a player at the table knows, an `Observation`: the game, which holds no hidden dice, and the hand
under its own cup. It throws its own dice with the randomness that is passed in: `secrets.SystemRandom` in play, a seeded
`random.Random` in tests.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from game.actions import Action, Dice, Throw
from game.boss import BossGame, BossPhase
from game.duel import DuelGame, DuelPhase
from game.policies import boss_seat, duel_seat
from game.policies.seat import (
    Decision,
    Decisions,
    Keeping,
    NothingToDecide,
    Observation,
    PlayedGame,
    Strength,
)
from game.progressive import ProgressiveGame, ProgressivePhase
from game.qualification import QualificationGame, QualificationPhase

__all__ = [
    "Decision",
    "Decisions",
    "Keeping",
    "NothingToDecide",
    "Observation",
    "PlayedGame",
    "Randomness",
    "Strength",
    "Thinking",
    "act",
    "choose",
    "decisions",
    "observe",
    "throws_under_cup",
    "turns",
    "under_cup",
]

Seen = Observation[PlayedGame]
Thinking = Callable[[Seen, Strength], Decisions | None]
"""What answers as `decisions` does, or `None` while it is still reckoning: then it is asked the same again a little later."""


class Randomness(Protocol):
    """What dice and mixtures are drawn with; `random.Random` and `secrets.SystemRandom` have it."""

    def random(self) -> float:
        """A number from 0 to 1, 1 not included."""

    def randint(self, a: int, b: int, /) -> int:
        """A whole number from `a` to `b`, both included."""


def observe(game: PlayedGame, seat: int, cups: Mapping[int, Dice]) -> Seen:
    """What this seat sees of a table; of all hands under cups, by seat, only its own is looked at.

    For a tournament observe its match, with the seats of the match.
    """
    own = cups.get(seat)
    seen = game.seen_by(seat) if isinstance(game, QualificationGame) else game
    return Observation(seat, seen, None if own is None else tuple(sorted(own)))


def decisions(seen: Seen, strength: Strength) -> Decisions:
    """What the seat may decide now, with chances; raises `NothingToDecide` when it is not its turn."""
    game, seat, cup = seen.game, seen.seat, seen.cup
    if isinstance(game, BossGame):
        return boss_seat.decisions(Observation(seat, game, cup), strength)
    if isinstance(game, DuelGame):
        return duel_seat.decisions(Observation(seat, game, cup), strength)
    # The other two games are reckoned with numpy, which Boss Dice can do without.
    if isinstance(game, QualificationGame):
        from game.policies import qualification_seat

        return qualification_seat.decisions(Observation(seat, game, cup), strength)
    from game.policies import progressive_seat

    return progressive_seat.decisions(Observation(seat, game, cup), strength)


def choose(chances: Decisions, chance: Randomness) -> Decision:
    """One of the decisions, drawn by its chance."""
    drawn = chance.random()
    for decision, part in chances.items():
        drawn -= float(part)
        if drawn < 0:
            return decision
    return next(reversed(list(chances)))


def act(seen: Seen, strength: Strength, chance: Randomness) -> Action:
    """What the seat does now, its dice thrown; raises `NothingToDecide` when it is not its turn."""
    decision = choose(decisions(seen, strength), chance)
    if isinstance(decision, Keeping):
        return Throw(seen.seat, _thrown(decision.kept, chance), decision.kept)
    return decision


def throws_under_cup(seen: Seen) -> bool:
    """Whether the seat has to throw under its cup now, before anybody can go on."""
    game, seat = seen.game, seen.seat
    if seen.cup is not None:
        return False
    if isinstance(game, BossGame):
        return game.phase is BossPhase.CALL and seat == game.boss
    if isinstance(game, DuelGame):
        if game.boss is None:
            return seat in game.to_reveal
        return seat == game.boss and game.phase in (DuelPhase.CALL, DuelPhase.SECOND_THROWS)
    if isinstance(game, QualificationGame):
        hidden = (QualificationPhase.ANNOUNCE, QualificationPhase.ANSWERS, QualificationPhase.REVEAL)
        return game.phase in hidden and (seat == game.boss or seat in game.in_play)
    return False


def under_cup(seen: Seen, strength: Strength, chance: Randomness) -> Dice:
    """Throws the seat's hidden dice: the whole hand, sorted."""
    game = seen.game
    kept: Dice = ()
    if isinstance(game, BossGame):
        kept = game.kept
    elif isinstance(game, DuelGame):
        keeps = duel_seat.hidden_keeps(game, seen.seat, strength)
        chosen = choose({Keeping(keep): part for keep, part in keeps.items()}, chance)
        assert isinstance(chosen, Keeping)
        kept = chosen.kept
    return tuple(sorted(_thrown(kept, chance)))


def turns(game: PlayedGame) -> tuple[int, ...]:
    """The seats that have something to decide or to throw in the open now, whose turn it is first; not the wager (A3)."""
    if isinstance(game, ProgressiveGame) and game.phase is ProgressivePhase.TIED:
        return game.to_throw[:1]
    seats = (_boss_of(game) if each.seat is None else each.seat for each in game.expects() if each.type != "wager")
    return tuple(dict.fromkeys(seat for seat in seats if seat is not None))


def _boss_of(game: PlayedGame) -> int | None:
    return None if isinstance(game, ProgressiveGame) else game.boss


def _thrown(kept: Dice, chance: Randomness) -> Dice:
    return (*kept, *(chance.randint(1, 6) for _ in range(5 - len(kept))))
