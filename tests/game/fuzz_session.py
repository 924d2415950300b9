"""Ten thousand evenings at which anything happens: presses, readings, waiting, faults, power cuts.

    python tests/game/fuzz_session.py --sequences 10000 --seed 1

Each sequence begins at the attract screen with some game, some seats played by the house, and lets people do what they should
and should not. After each: no chip has come or gone, the journal's records make the same game again, and two buttons lead back
to the attract screen. It stops at the first that fails and prints its seed.
"""

from __future__ import annotations

import argparse
import collections
import random
import sys
import time
from typing import Any

from guests_at_play import GuestsAtPlay, Lane, Press
from test_session import PARTY, replayed
from test_session_games import Guests, balanced, happen

from game.house import Strength
from game.menu import Menu, Offers, Party
from game.session import Session
from game.setup import Agreed
from game.sighting import LaneState

COUNTED = ("sequences", "power cuts", "faults", "games won", "with the house")


def evening(chance: random.Random) -> Session:
    """A table with a house that may play."""
    return Session(Offers.usual(PARTY, 5, 5, 10), lanes=2, chance=chance, by_hand=chance.random() < 0.3)


def begin(at: Guests, chance: random.Random) -> bool:
    """A game by the set-up, or with the house in some seats; whether the house plays."""
    if chance.random() < 0.6:
        at.start(chance.choice(list(Menu)))
        return False
    kind = chance.choice(["boss", "duel", "tournament", "progressive", "qualification"])
    players = 2 if kind == "duel" else 3
    taken = tuple(seat for seat in range(players) if chance.random() < 0.5)
    strengths = [Strength.BEGINNER, Strength.REGULAR]
    options: dict[str, Any] = {"boss": {"banks": [6] * 3, "max_wager": 5}, "qualification": {"rotations": 1}}.get(kind, {})
    options["house"] = [chance.choice(strengths).value if seat in taken else None for seat in range(players)]
    names = tuple("House" if seat in taken else name for seat, name in enumerate(PARTY.players[:players]))
    names = tuple(f"{name} {seat}" if name == "House" else name for seat, name in enumerate(names))
    party = Party(names, ("ivory", "red", "blue")[:players], taken)
    at.records += at.evening.start(Agreed(kind, party, tuple(options.items()), 5))
    return bool(taken)


def play_on(at: Guests, chance: random.Random) -> None:
    """People do for a while what the screen asks them to."""
    people = GuestsAtPlay(at.evening, Menu.BANKING, chance, begun=True)
    for _ in range(chance.randint(5, 150)):
        if at.evening.game is None:
            return
        match people.next():
            case Press(button):
                at.press(button)
            case Lane(lane, state, values):
                at.show(min(lane, at.evening.lanes - 1), state, values)
            case None:
                at.wait(0.4)


def fault(at: Guests, chance: random.Random) -> None:
    """What a camera with a fault shows, or the clock after a long standstill."""
    match chance.randrange(3):
        case 0:
            at.wait(chance.choice([5.0, 600.0, 90_000.0]))
        case 1:
            for lane in range(at.evening.lanes):
                at.show(lane, LaneState.OBSTRUCTED)
        case 2:
            for lane in range(at.evening.lanes):
                at.show(lane, LaneState.SETTLED, tuple(chance.choice([None, 1, 6]) for _ in range(chance.randint(1, 12))))


def power_cut(at: Guests, chance: random.Random) -> Guests:
    """The same evening from its records, and nothing else; at the attract screen when no game was running."""
    history = replayed(at.records)
    later = Guests(evening(chance))
    if at.evening.game is None or history is None:
        return later
    options = next(dict(record.options) for record in reversed(at.records) if hasattr(record, "options"))
    later.records = list(at.records)
    later.now = at.now
    later.records += later.evening.resume(history, at.now, options)
    assert later.evening.game == at.evening.game or later.evening.house is not None
    return later


def sequence(seed: int, counts: collections.Counter[str]) -> None:
    """One evening; raises `AssertionError` for what must not be."""
    chance = random.Random(seed)
    at = Guests(evening(chance))
    counts["sequences"] += 1
    counts["with the house"] += begin(at, chance)
    for _ in range(chance.randint(5, 60)):
        drawn = chance.random()
        if drawn < 0.03:
            counts["faults"] += 1
            fault(at, chance)
        elif drawn < 0.045:
            counts["power cuts"] += 1
            at = power_cut(at, chance)
        elif drawn < 0.06:
            play_on(at, chance)
        else:
            happen(at, chance)
    game = at.evening.game
    if game is not None:
        assert balanced(game)
        history = replayed(at.records)
        assert history is not None and history.game == game
    at.leave()
    counts["games won"] += len(at.evening.winners)


def main() -> None:
    """As many sequences as the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sequences", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    counts: collections.Counter[str] = collections.Counter()
    told = time.monotonic()
    for seed in range(wanted.seed, wanted.seed + wanted.sequences):
        fine = False
        try:
            sequence(seed, counts)
            fine = True
        finally:
            if not fine:
                print(f"Sequence {seed} failed.")
        if time.monotonic() - told > 10:
            told = time.monotonic()
            print(f"{counts['sequences']} of {wanted.sequences}", file=sys.stderr)
    print("no fault; " + ", ".join(f"{name}: {counts[name]}" for name in COUNTED))


if __name__ == "__main__":
    main()
