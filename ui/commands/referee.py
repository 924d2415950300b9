"""`bosstray referee`: the rules as a line protocol on stdin and stdout."""

from __future__ import annotations

import os
import sys

import click

from game.referee import serve


@click.command()
def command() -> None:
    """The rules as a line protocol: one JSON object a line on stdin, one reply a line on stdout.

    Commands are new, act, undo, state and quit; the end of the input ends it, too.
    """
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        # Nobody listens any more; point stdout elsewhere so that the flush at exit does not fail as well.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
