"""Tables of Qualification Dice and Progressive Qualification: random legal play from a seed, and any action at all."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from hypothesis import strategies as st

from game.actions import (
    AcceptPush,
    Action,
    Announce,
    Ante,
    CallOff,
    CallUp,
    Challenge,
    Concede,
    Cover,
    Dice,
    Direction,
    OfferPush,
    RefusePush,
    Reveal,
    Stay,
    Throw,
    Wager,
)
from game.freezing import UnqualifiedThrow
from game.game import Expectation
from game.progressive import ProgressiveGame
from game.qualification import QualificationGame
from game.requirements import NUMBERED

RequirementGame = QualificationGame | ProgressiveGame

SEATS = st.integers(-1, 7)
DICE = st.lists(st.integers(1, 6), min_size=5, max_size=5).map(tuple)
KEPT = st.none() | st.lists(st.integers(1, 6), max_size=5).map(tuple)

ANY_ACTION: st.SearchStrategy[Action] = st.one_of(
    st.builds(Cover, st.integers(-5, 2000)),
    st.builds(Ante, SEATS, st.integers(-5, 2000)),
    st.builds(Announce, st.sampled_from([one.value for one in NUMBERED]), st.sampled_from(Direction), st.booleans()),
    st.builds(Concede, SEATS),
    st.builds(Challenge, SEATS),
    st.builds(Reveal, SEATS, DICE),
    st.builds(Throw, SEATS, DICE, KEPT),
    st.builds(OfferPush, SEATS),
    st.builds(AcceptPush, SEATS),
    st.builds(RefusePush, SEATS),
    st.builds(Wager, st.integers(-5, 20)),
    st.sampled_from([Stay(), CallUp(), CallOff()]),
)


def actions_of(game: RequirementGame, expected: Expectation, source: random.Random) -> tuple[Action, ...]:
    """Actions that the expectation promises to be legal: amounts at both ends and between, every requirement."""
    seat = -1 if expected.seat is None else expected.seat
    match expected.type:
        case "cover":
            return tuple(Cover(amount) for amount in _amounts(expected, source))
        case "ante":
            return tuple(Ante(seat, amount) for amount in _amounts(expected, source))
        case "announce":
            direction = source.choice(list(Direction))
            return tuple(Announce(name, direction, bool(expected.stand)) for name in expected.choices)
        case "throw":
            return (_throw(game, seat, source),)
        case "reveal":
            return (Reveal(seat, thrown(source)),)
    kinds: dict[str, type[Concede | Challenge | OfferPush | AcceptPush | RefusePush]] = {
        "concede": Concede,
        "challenge": Challenge,
        "offer_push": OfferPush,
        "accept_push": AcceptPush,
        "refuse_push": RefusePush,
    }
    return (Stay(),) if expected.type == "stay" else (kinds[expected.type](seat),)


def play(game: RequirementGame, source: random.Random, most: int) -> Iterator[tuple[Action, RequirementGame]]:
    """Plays on at random: every action and the game after it, until the game is over or `most` actions are done."""
    for _ in range(most):
        if game.over:
            return
        action = source.choice(actions_of(game, source.choice(game.expects()), source))
        game = game.apply(action).game
        yield action, game


def thrown(source: random.Random, kept: Iterable[int] = ()) -> Dice:
    """A hand that holds the kept dice."""
    hand = list(kept)
    while len(hand) < 5:
        hand.append(source.randint(1, 6))
    source.shuffle(hand)
    return tuple(hand)


def _amounts(expected: Expectation, source: random.Random) -> tuple[int, ...]:
    assert expected.least is not None and expected.most is not None
    step = expected.step or 1
    return expected.least, expected.most, source.randrange(expected.least, expected.most + 1, step)


def _throw(game: RequirementGame, seat: int, source: random.Random) -> Throw:
    hand = game.hands[seat]
    kept: Dice = ()
    if hand is not None:
        sets = game.freezable(seat)
        if sets:
            kept = source.choice(sets)
        elif game.options.unqualified_throw is UnqualifiedThrow.ANY:
            kept = tuple(source.sample(hand.dice, source.randint(0, 4)))
    return Throw(seat, thrown(source, kept), kept if hand is not None and source.random() < 0.5 else None)
