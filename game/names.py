"""What hands, faces and small numbers are called, and the order in which the dice of a hand are shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from game.message import Message, say

Names = tuple[Message, Message | None]


def face_name(value: int) -> Message:
    """The plural name of a face, "aces" to "sixes"; raises `ValueError` unless `value` is 1..6."""
    match value:
        case 1:
            return say("aces")
        case 2:
            return say("twos")
        case 3:
            return say("threes")
        case 4:
            return say("fours")
        case 5:
            return say("fives")
        case 6:
            return say("sixes")
    raise ValueError(f"A die shows 1 to 6, not {value}.")


def number_word(number: int, *, capital: bool = False) -> Message:
    """A number of dice or players in words, "one" to "six"; `capital` for the start of a sentence.

    Raises `ValueError` for other numbers.
    """
    match number, capital:
        case 1, False:
            return say("one")
        case 2, False:
            return say("two")
        case 3, False:
            return say("three")
        case 4, False:
            return say("four")
        case 5, False:
            return say("five")
        case 6, False:
            return say("six")
        case 1, True:
            return say("One")
        case 2, True:
            return say("Two")
        case 3, True:
            return say("Three")
        case 4, True:
            return say("Four")
        case 5, True:
            return say("Five")
        case 6, True:
            return say("Six")
    raise ValueError(f"Only numbers from one to six have a word here, not {number}.")


def hand_name(dice: Sequence[int]) -> Names:
    """The name of a finished hand in two lines, by the final ranking (rule H2): "Full house" and "aces over fives".

    Also names fewer than five dice, such as those that a Boss keeps. The second line is `None` when the first says it all.
    """
    match _groups(dice):
        case [(value, 5), *_]:
            return say("Five {faces}", faces=face_name(value)), None
        case [(value, 4), *_]:
            return say("Four {faces}", faces=face_name(value)), None
        case [(threes, 3), (twos, 2), *_]:
            return say("Full house"), say("{threes} over {twos}", threes=face_name(threes), twos=face_name(twos))
        case [(value, 3), *_]:
            return say("Three {faces}", faces=face_name(value)), None
        case [(high, 2), (low, 2), *_]:
            return say("Two pair"), say("{high} and {low}", high=face_name(high), low=face_name(low))
        case [(value, 2), *_]:
            return say("Pair of {faces}", faces=face_name(value)), None
    return say("Nothing"), say("five different dice") if len(dice) == 5 else None


def first_throw_name(dice: Sequence[int]) -> Names:
    """The name of a first throw where two pair counts as its higher pair and a full house as its three (rule A5).

    The second line says so when that is the case: "Pair of fives" and "two pair: the higher one counts".
    """
    match _groups(dice):
        case [(value, 3), (_, 2), *_]:
            return say("Three {faces}", faces=face_name(value)), say("the full house counts as three")
        case [(value, 2), (_, 2), *_]:
            return say("Pair of {faces}", faces=face_name(value)), say("two pair: the higher one counts")
    return hand_name(dice)


def arrange(dice: Sequence[int]) -> tuple[int, ...]:
    """Indices into `dice` in the order in which a hand is shown: the combination first, the rest by falling value."""
    counts = Counter(dice)
    return tuple(sorted(range(len(dice)), key=lambda index: (-counts[dice[index]], -dice[index])))


def _groups(dice: Sequence[int]) -> list[tuple[int, int]]:
    """(value, count) by falling count, then falling value."""
    return sorted(Counter(dice).items(), key=lambda group: (-group[1], -group[0]))
