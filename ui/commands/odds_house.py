"""What `bosstray odds house` prints: the strengths of house players against each other, exactly and played out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import combinations_with_replacement

import numpy as np

from game.playbook import STORED
from game.policies.matchups import HandPlayer, MatchUp, Played, matchup
from game.policies.seat import Strength


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two strengths against each other, and how far the played hands are from the exact figures in standard errors."""

    first: Strength
    second: Strength
    exact: MatchUp
    played: Played | None

    @property
    def errors(self) -> tuple[float, float] | None:
        """How many standard errors the played wins and losses are off."""
        if self.played is None:
            return None
        hands = self.played.hands
        pairs = ((self.played.wins, self.exact.wins), (self.played.loses, self.exact.loses))
        wins, loses = ((won - hands * float(p)) / (hands * float(p) * (1 - float(p))) ** 0.5 for won, p in pairs)
        return wins, loses

    def to_json(self) -> dict[str, object]:
        """The figures as fractions, the edge in wins less losses a hand."""
        return {
            "first": self.first.value,
            "second": self.second.value,
            "edge": str(self.exact.edge),
            "horse": str(self.exact.horse),
            "match": str(self.exact.match),
            "played": None if self.played is None else asdict(self.played),
            "standard_errors": None if self.errors is None else list(self.errors),
        }


def meetings(ranking: str, hands: int, seed: int) -> Iterator[Meeting]:
    """Every strength against itself and the weaker ones; plays `hands` hands of each (0: none)."""
    rules = STORED[ranking]
    rng = np.random.default_rng(seed)
    for first, second in combinations_with_replacement(Strength, 2):
        played = HandPlayer(rules, first, second).play(hands, rng) if hands else None
        yield Meeting(first, second, matchup(rules, first, second), played)
