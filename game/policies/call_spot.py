"""The moment of a call in banking Boss Dice with all that is public: first throws, banks, wager and kitty (rules A7 to A14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.actions import Dice
from game.boss_options import ShortStack
from game.errors import RulesError
from game.hands import TwoPairTie
from game.odds import BANKING, HandRules
from game.seating import clockwise


@dataclass(frozen=True, slots=True)
class Challenger:
    """A challenger before the second throw; `pays` is what losing costs and `wins` what winning brings, in chips."""

    seat: int
    first: Dice
    bank: int
    pays: int
    wins: int


@dataclass(frozen=True, slots=True)
class CallSpot:
    """A Boss who keeps `kept` before the call; challengers from his left. `bank` is his, without the `kitty`."""

    kept: Dice
    bank: int
    kitty: int
    challengers: tuple[Challenger, ...]
    two_pair_tie: TwoPairTie = TwoPairTie.LEX

    @property
    def rules(self) -> HandRules:
        """The ranking of the banking game with this game's reading of two pair."""
        return HandRules(BANKING.ranking, two_pair_tie=self.two_pair_tie)

    @property
    def players(self) -> int:
        return len(self.challengers) + 1

    @property
    def covered(self) -> bool:
        """Whether the Boss can pay all challengers at once, so that the duels have nothing to do with each other (A13)."""
        return self.bank + self.kitty >= sum(each.wins for each in self.challengers)


def call_spot(
    first: Mapping[int, Dice],
    banks: Mapping[int, int],
    boss: int,
    wager: int,
    kitty: int = 0,
    short_stack: ShortStack = ShortStack.PAY_ALL_WIN_FULL,
    two_pair_tie: TwoPairTie = TwoPairTie.LEX,
) -> CallSpot:
    """The spot of this Boss; `first` and `banks` name every seat still in the game. Raises `RulesError` when he is no Boss."""
    rules = HandRules(BANKING.ranking, two_pair_tie=two_pair_tie)
    others = [seat for seat in clockwise(boss, max(first) + 1) if seat in first]
    if not others or any(rules.first_rank(first[seat]) >= rules.first_rank(first[boss]) for seat in others):
        raise RulesError("A Boss has the only best first throw, against one challenger at least.")
    challengers = []
    for seat in others:
        at_stake = min(wager, banks[seat])
        owed = at_stake if short_stack is ShortStack.TABLE_STAKES else wager
        challengers.append(Challenger(seat, tuple(sorted(first[seat])), banks[seat], at_stake, owed))
    return CallSpot(rules.kept_by_boss(first[boss]), banks[boss], kitty, tuple(challengers), two_pair_tie)
