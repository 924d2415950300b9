"""The equilibrium of two-player Boss Dice as a stored table, for decisions in no time; other house rules are solved when asked.

`equilibrium.json` lies beside this file and is made by `bosstray odds solve`. For each ranking it lists the 252 hands by first
rank; for each set of dice that a Boss may keep, the challengers are the first of those hands, and two lists hold, in their
order, the keep and the place in the final ranks from which the Boss calls. What is mixed stands beside them with its chances.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import resources
from itertools import groupby
from typing import Any

from game.actions import Dice
from game.distributions import HAND, final_ranks, rank_index
from game.equilibrium import (
    Equilibrium,
    PublicState,
    boss_side,
    check_state,
    digits,
    play_value,
    public_states,
    ranked_hands,
    solve_state,
)
from game.hands import Rank, final_rank
from game.keeping import among
from game.odds import BANKING, BULL, NORWEGIAN, HandRules, OddsError

FORMAT = 1
FILE = "equilibrium.json"
STORED: Mapping[str, HandRules] = {"bull": BULL, "norwegian": NORWEGIAN, "banking": BANKING}
"""The house rules in the stored table, by the name of the ranking on the command line."""


class DamagedTable(ValueError):
    """The stored table is not what this version of the program wrote."""


@dataclass(frozen=True, slots=True)
class _Stored:
    """One ranking of the table: places of the challengers' hands, and what to do against each by the Boss' kept dice."""

    places: Mapping[str, int]
    keeps: Mapping[str, list[str | None]]
    calls_from: Mapping[str, list[int]]
    mixed_keeps: Mapping[str, Mapping[str, Mapping[str, str]]]
    mixed_calls: Mapping[str, Mapping[str, Mapping[str, str]]]


@dataclass(frozen=True, slots=True)
class Playbook:
    """Best play of two under certain house rules, from the stored table where it has them."""

    rules: HandRules
    stored: _Stored | None = None

    def keep_chances(self, kept: Dice, challenger: Dice) -> Mapping[Dice, Fraction]:
        """What a challenger keeps after a call: every keep with a positive chance. Dice in any order.

        Raises `OddsError` when such a Boss and challenger cannot meet.
        """
        state = _state(kept, challenger)
        if self.stored is None:
            return _solved(state, self.rules).keeps
        boss, hand, place = self._find(state)
        keep = self.stored.keeps[boss][place]
        if keep is not None:
            return {_dice(keep): Fraction(1)}
        return {_dice(name): Fraction(chance) for name, chance in self.stored.mixed_keeps[boss][hand].items()}

    def call_chance(self, kept: Dice, challenger: Dice, hand: Dice) -> Fraction:
        """The chance with which a Boss calls who kept `kept` and now has the five dice `hand`. Dice in any order.

        Raises `OddsError` when such a Boss and challenger cannot meet or the hand does not hold the kept dice.
        """
        if len(hand) != HAND or not among(kept, hand):
            raise OddsError(f"The Boss' final hand is {digits(kept)} and the dice thrown, five in all, not {digits(hand)}.")
        return self._call_chance(_state(kept, challenger), final_rank(hand, self.rules.two_pair_tie))

    def at(self, state: PublicState) -> Equilibrium:
        """Both sides' best play and the value; raises `OddsError` for a state that cannot arise."""
        if self.stored is None:
            return _solved(state, self.rules)
        tie = self.rules.two_pair_tie
        ranks = [final_ranks(tie)[place] for place in boss_side(state.kept, tie).places]
        play = Equilibrium(
            Fraction(0),
            self.keep_chances(state.kept, state.challenger),
            {rank: self._call_chance(state, rank) for rank in ranks},
        )
        return Equilibrium(play_value(state, play, self.rules), play.keeps, play.calls)

    def _call_chance(self, state: PublicState, rank: Rank) -> Fraction:
        if self.stored is None:
            return _solved(state, self.rules).calls[rank]
        boss, hand, place = self._find(state)
        mine = rank_index(rank, self.rules.two_pair_tie)
        if mine >= self.stored.calls_from[boss][place]:
            return Fraction(1)
        return Fraction(self.stored.mixed_calls[boss].get(hand, {}).get(str(mine), 0))

    def _find(self, state: PublicState) -> tuple[str, str, int]:
        assert self.stored is not None
        boss, hand = digits(state.kept), digits(state.challenger)
        place = self.stored.places.get(hand)
        if place is None or place >= len(self.stored.keeps.get(boss, ())):
            check_state(state, self.rules)
            raise DamagedTable(f"The table of best play has no answer to {boss}:{hand}; please reinstall the program.")
        return boss, hand, place


def playbook(rules: HandRules) -> Playbook:
    """Best play under these house rules; loads the stored table when it is first needed (some milliseconds).

    Raises `DamagedTable` when the table cannot be used.
    """
    for name, stored in STORED.items():
        if rules == stored:
            return Playbook(rules, load_table()[name])
    return Playbook(rules)


@cache
def load_table() -> Mapping[str, _Stored]:
    """The stored table, read once; raises `DamagedTable`."""
    return read_table(resources.files("game").joinpath(FILE).read_text("ascii"))


def read_table(text: str) -> Mapping[str, _Stored]:
    """The table out of the text that `written` made; raises `DamagedTable`."""
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise DamagedTable("The table of best play is of another version; make it anew with `bosstray odds solve`.")
        return {name: _stored(data[name]) for name in STORED}
    except (KeyError, TypeError, AttributeError, json.JSONDecodeError) as error:
        raise DamagedTable("The table of best play is damaged; please reinstall the program.") from error


def _stored(data: Mapping[str, Any]) -> _Stored:
    play = data["play"]
    return _Stored(
        {hand: place for place, hand in enumerate(data["hands"])},
        {kept: entry["keep"] for kept, entry in play.items()},
        {kept: entry["from"] for kept, entry in play.items()},
        {kept: entry.get("mixed keeps", {}) for kept, entry in play.items()},
        {kept: entry.get("mixed calls", {}) for kept, entry in play.items()},
    )


def written(progress: Callable[[PublicState], None] | None = None) -> str:
    """Solves all states of all stored rankings and writes the table; the same text on every machine.

    `progress` is told every state before it is solved.
    """
    parts = [f'{{"format":{FORMAT}']
    for name, rules in STORED.items():
        hands = _json([digits(hand) for hand in ranked_hands(rules)])
        entries = []
        for kept, states in groupby(public_states(rules), key=lambda state: state.kept):
            solved: list[tuple[PublicState, Equilibrium]] = []
            for state in states:
                if progress is not None:
                    progress(state)
                solved.append((state, solve_state(state, rules)))
            entries.append(f"{_json(digits(kept))}:{_json(_entry(solved, rules))}")
        parts.append(f'"{name}":{{"hands":{hands},\n"play":{{\n' + ",\n".join(entries) + "}}")
    return ",\n".join(parts) + "}\n"


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _entry(solved: Iterable[tuple[PublicState, Equilibrium]], rules: HandRules) -> dict[str, object]:
    ranks = final_ranks(rules.two_pair_tie)
    keep: list[str | None] = []
    calls_from: list[int] = []
    mixed_keeps: dict[str, dict[str, str]] = {}
    mixed_calls: dict[str, dict[str, str]] = {}
    for state, play in solved:
        name = digits(state.challenger)
        keep.append(None if play.mixed_keep else digits(next(iter(play.keeps))))
        if play.mixed_keep:
            mixed_keeps[name] = {digits(dice): str(chance) for dice, chance in play.keeps.items()}
        always = [rank for rank, chance in play.calls.items() if chance == 1]
        calls_from.append(rank_index(always[0]) if always else len(ranks))
        if play.mixed_call:
            mixed_calls[name] = {str(rank_index(rank)): str(chance) for rank, chance in play.calls.items() if 0 < chance < 1}
    entry: dict[str, object] = {"keep": keep, "from": calls_from}
    if mixed_keeps:
        entry["mixed keeps"] = mixed_keeps
    if mixed_calls:
        entry["mixed calls"] = mixed_calls
    return entry


@cache
def _solved(state: PublicState, rules: HandRules) -> Equilibrium:
    return solve_state(state, rules)


def _state(kept: Dice, challenger: Dice) -> PublicState:
    return PublicState(tuple(sorted(kept)), tuple(sorted(challenger)))


def _dice(name: str) -> Dice:
    return () if name == "-" else tuple(map(int, name))
