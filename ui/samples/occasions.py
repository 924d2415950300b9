"""Before and after a game, as views: the waiting screen, the set-up, the winner (screens 01, 02, 10)."""

from __future__ import annotations

from dataclasses import replace

from game.message import say
from game.names import number_word
from game.spelling import Spelling
from game.view import BankLine, ButtonView, Fact, Lamp, RegularRow, Screen, SetupLine, View, WinnerRow, WinnerView
from ui.recollection import shown_faces
from ui.samples.seats import PLAYERS, footer, lit

OTHER_LANGUAGE = say("Norsk")
"""What red offers on the waiting screen; its translation is the name of the other language."""

HISTORY = (
    (60, 60, 60, 60),
    (60, 60, 60, 60),
    (55, 65, 55, 65),
    (50, 60, 60, 70),
    (45, 75, 55, 65),
    (50, 70, 60, 60),
    (45, 65, 65, 65),
    (45, 65, 65, 65),
    (45, 65, 65, 65),
    (40, 70, 70, 60),
    (40, 70, 70, 60),
    (45, 65, 75, 55),
    (40, 60, 70, 70),
    (35, 55, 85, 65),
    (35, 55, 85, 65),
    (30, 50, 80, 80),
    (25, 55, 85, 75),
    (40, 50, 80, 70),
    (40, 50, 80, 70),
    (45, 55, 75, 65),
    (40, 50, 70, 80),
    (40, 50, 70, 80),
    (40, 50, 70, 80),
    (45, 45, 65, 85),
    (40, 45, 65, 90),
    (35, 40, 80, 85),
    (35, 40, 80, 85),
    (30, 55, 75, 80),
    (30, 55, 75, 80),
    (25, 70, 70, 75),
    (20, 75, 75, 70),
    (25, 80, 70, 65),
    (25, 80, 70, 65),
    (20, 75, 65, 80),
    (20, 75, 65, 80),
    (15, 70, 70, 85),
    (10, 85, 65, 80),
    (5, 80, 60, 95),
    (0, 80, 60, 95),
    (0, 70, 50, 120),
    (0, 60, 40, 140),
    (0, 50, 60, 130),
    (0, 40, 50, 150),
    (0, 30, 40, 170),
    (0, 20, 30, 190),
    (0, 20, 30, 190),
    (0, 20, 30, 190),
    (0, 10, 20, 210),
    (0, 10, 20, 210),
    (0, 0, 10, 230),
    (0, 0, 0, 240),
)


def setup() -> View:
    """Screen 02: how large the banks are."""
    lines = (
        SetupLine(say("Game"), value=say("Boss Dice, with banks"), done=True),
        SetupLine(say("Players"), players=PLAYERS[:4], done=True),
        SetupLine(say("Wager"), value=say("{wager}, at most {most}", wager=5, most=10), done=True),
        SetupLine(
            say("Bank"),
            say("chips each"),
            choices=tuple(say("{amount}", amount=amount) for amount in (60, 80, 100, 120)),
            explanation=say(
                "2 to 4 × highest wager × {number} other players: {least} to {most}",
                number=number_word(3),
                least=60,
                most=120,
            ),
            lit=True,
            chips=12,
        ),
        SetupLine(say("House rules"), value=say("as written")),
    )
    return View(
        Screen.SETUP,
        say("Set up the table"),
        (Fact(say("Step"), say("{step} of {steps}", step=4, steps=5)),),
        footer=footer(
            say("{number} banks of {bank}: {chips} chips in play.", number=number_word(4, capital=True), bank=60, chips=240),
            lit(say("Take {choice}", choice=60)),
            lit(say("Another")),
        ),
        setup=lines,
    )


def attract() -> View:
    """Screen 01."""
    return View(
        Screen.ATTRACT,
        say("Boss Tray"),
        footer=footer(None, lit(say("Play")), ButtonView(Lamp.QUIET, OTHER_LANGUAGE)),
        last_winners=(
            WinnerRow("Irene", say("Boss Dice"), 240, say("{count} rounds", count=50)),
            WinnerRow("John", say("Match"), "2–1", say("{number} horses", number=number_word(3))),
            WinnerRow("Barbara", say("Qualification"), 1385),
        ),
        attract_step=2,
    )


def regulars() -> View:
    """The waiting screen's page of regulars."""
    rows = (
        RegularRow("Irene", 41, 17, 63, (6, 6, 6, 6, 6)),
        RegularRow("Alexandra", 38, 12, 51, (5, 5, 5, 5, 2)),
        RegularRow("Bjørn", 40, 9, 70, (6, 6, 6, 1, 1)),
        RegularRow("Tom", 22, 3, 19, (4, 4, 4, 6, 2)),
        RegularRow("Åse", 5, 0, 4),
    )
    return replace(attract(), regulars=rows, last_winners=(), attract_page=1)


def faces(counts: tuple[int, ...] = (196, 214, 203, 221, 199, 207)) -> View:
    """The waiting screen's page about the dice."""
    shown = shown_faces({None: (3, *counts)})
    return replace(attract(), faces=shown, last_winners=(), attract_page=1)


def spelling() -> View:
    """A new name at the set-up."""
    return Spelling(("Tom",), "Bjø", 2, 3).view()


def winner() -> View:
    """Screen 10: Irene has all four banks."""
    names = [name for name, _ in PLAYERS]
    outs = (38, 49, 50, None)
    lines = tuple(
        BankLine(seat, names[seat], PLAYERS[seat][1], tuple(banks[seat] for banks in HISTORY), seat == 3, outs[seat])
        for seat in range(4)
    )
    return View(
        Screen.WINNER,
        say("{name} wins", name="Irene"),
        footer=footer(say("Same table, same four players?"), lit(say("Play again")), lit(say("Finish"))),
        starting_bank=60,
        winner=WinnerView(
            "Irene",
            240,
            60,
            50,
            lines,
            ((38, say("{name} out, kitty {amount}", name="John", amount=5)),),
            say("all four banks of {amount}", amount=60),
        ),
    )
