"""Reckoning on a thread of its own: nothing until the answer is there, and the right one for the question."""

from __future__ import annotations

import contextlib
import threading
import time

import pytest

from ui.thinking import Thoughts


def answer(thoughts: Thoughts[[int], int], question: int) -> int:
    """Asks until there is an answer."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        found = thoughts(question)
        if found is not None:
            return found
        time.sleep(0.001)
    raise AssertionError("There is no answer.")


def test_the_asker_goes_on_until_the_answer_is_there() -> None:
    gate = threading.Event()
    asked: list[int] = []

    def slowly(number: int) -> int:
        asked.append(number)
        assert gate.wait(10)
        return number * number

    with contextlib.closing(Thoughts(slowly)) as thoughts:
        assert [thoughts(7) for _ in range(5)] == [None] * 5
        gate.set()
        assert answer(thoughts, 7) == 49
        assert thoughts(7) == 49
        assert asked == [7]


def test_a_new_question_takes_the_place_of_the_old_one() -> None:
    gate = threading.Event()

    def first_slowly(number: int) -> int:
        assert number != 1 or gate.wait(10)
        return -number

    with contextlib.closing(Thoughts(first_slowly)) as thoughts:
        assert thoughts(1) is None
        assert thoughts(2) is None
        gate.set()
        assert answer(thoughts, 2) == -2
        assert answer(thoughts, 3) == -3


def test_what_goes_wrong_is_raised_where_it_was_asked() -> None:
    def wrong(number: int) -> int:
        raise ValueError(f"{number} cannot be reckoned.")

    with contextlib.closing(Thoughts(wrong)) as thoughts, pytest.raises(ValueError, match="5 cannot be reckoned"):
        answer(thoughts, 5)


def test_closing_leaves_no_thread() -> None:
    def same(number: int) -> int:
        return number

    thoughts = Thoughts(same)
    answer(thoughts, 3)
    thoughts.close()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("thinking")]
