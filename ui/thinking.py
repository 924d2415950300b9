"""Reckoning beside the main loop: the screen goes on while the house or the coach thinks."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Generic, ParamSpec, TypeVar

__all__ = ["Thoughts"]

Question = ParamSpec("Question")
Answer = TypeVar("Answer")


class Thoughts(Generic[Question, Answer]):
    """A function of which the answer comes later: `None` while it is worked out on a thread of its own.

    It is asked the same question again until it answers; a new question takes the place of the one before. What the function
    raises is raised here, when it is asked again. `close` waits for the question in work.
    """

    def __init__(self, function: Callable[Question, Answer]) -> None:
        self._function = function
        self._thread = ThreadPoolExecutor(1, "thinking")
        self._question: object = None
        self._answer: Future[Answer] | None = None

    def __call__(self, *question: Question.args, **more: Question.kwargs) -> Answer | None:
        """The answer, or `None` as long as it is not known."""
        asked = (question, more)
        if self._answer is None or asked != self._question:
            if self._answer is not None:
                self._answer.cancel()
            self._question = asked
            self._answer = self._thread.submit(self._function, *question, **more)
        return self._answer.result() if self._answer.done() else None

    def close(self) -> None:
        """Ends the thread when what is in work is done."""
        self._thread.shutdown(wait=True, cancel_futures=True)
