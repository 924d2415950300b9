"""The mocked game of the visual guide as views: one for every screen, for the gallery, the tests and the handbook."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from game.message import Message, say
from game.names import arrange, face_name, first_throw_name, hand_name, number_word
from game.view import (
    BankLine,
    Banner,
    ButtonView,
    CorrectionView,
    DieState,
    DieView,
    Fact,
    Fault,
    Footer,
    Lamp,
    LaneView,
    OutView,
    PaymentView,
    Pill,
    PillView,
    QualificationView,
    RequirementView,
    Screen,
    SetupLine,
    UnclearView,
    View,
    WinnerRow,
    WinnerView,
)

ROLLING = DieView(DieState.ROLLING)
WELL = DieView(DieState.WELL)
MISREAD = ButtonView(Lamp.QUIET, say("Misread?"))
PLAYERS = (("John", "ivory"), ("Barbara", "red"), ("Tom", "blue"), ("Irene", "black"), ("Eva", "amber"), ("Ole", "#7FA08A"))
LEANING = "sample-leaning"
GLARE = "sample-glare"
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
REQUIREMENTS = (
    ("One Reno", 2, 91, "1:1"),
    ("One Vegas", 2, 84, "1:1"),
    ("Three to Make Ten", 3, 64, "3:2"),
    ("Nevada", 4, 56, "3:2"),
    ("Two to Make Ten", 2, 49, "2:1"),
    ("Two Vegas", 4, 32, "2:1"),
    ("Ship, Captain, Crew", 3, 32, "3:1"),
    ("Two Reno", 4, 29, "3:1"),
    ("Monterey", 3, 25, "3:1"),
    ("Four to Make Ten", 4, 22, "4:1"),
    ("Three to Make Five", 3, 18, "5:1"),
    ("Three to Make Sixteen", 3, 18, "5:1"),
)
FIRST = ((1, 1, 6, 5, 3), (6, 6, 5, 2, 1), (5, 5, 1, 1, 6), (3, 3, 6, 4, 2), (5, 5, 4, 2, 1), (6, 4, 3, 2, 1))
BANKS = (30, 50, 80, 80, 70, 45)


def faces(values: Sequence[int], *, kept: int = 0, going: bool = False) -> tuple[DieView, ...]:
    """Dice in their drawing order, the first `kept` on the rail; the rest `going` under the cup if so."""
    return tuple(
        DieView(DieState.FACE, value, kept=index < kept, going=going and index >= kept) for index, value in enumerate(values)
    )


def lane(seat: int, **fields: Any) -> LaneView:
    """A lane of the mocked game."""
    name, tint = PLAYERS[seat]
    return replace(LaneView(seat, name, tint, bank=BANKS[seat]), **fields)


def first_throw(seat: int) -> LaneView:
    """A lane after its first throw."""
    hand, detail = first_throw_name(FIRST[seat])
    values = [FIRST[seat][index] for index in arrange(FIRST[seat])]
    return lane(seat, dice=faces(values), hand=hand, hand_detail=detail)


def finished(seat: int, values: Sequence[int], **fields: Any) -> LaneView:
    """A lane with its finished hand."""
    hand, detail = hand_name(values)
    return lane(seat, **{"dice": faces(values), "hand": hand, "hand_detail": detail, **fields})


def facts(round_: int = 16, wager: int = 5, kitty: int = 0) -> tuple[Fact, ...]:
    return (Fact(say("Round"), round_), Fact(say("Wager"), wager), Fact(say("Kitty"), kitty))


def footer(sentence: Message | None, green: ButtonView | None = None, red: ButtonView = MISREAD) -> Footer:
    return Footer(green if green is not None else ButtonView(), red, sentence)


def lit(text: Message) -> ButtonView:
    return ButtonView(Lamp.LIT, text)


def first_throws(count: int = 4) -> View:
    """Screen 03: the third (or last) of `count` players throws."""
    turn = min(2, count - 1) if count <= 4 else 3
    name = PLAYERS[turn][0]
    lanes = []
    for seat in range(count):
        if seat < turn:
            lanes.append(first_throw(seat))
        elif seat == turn:
            lanes.append(lane(seat, lit=True, dice=(ROLLING,) * 5, status=say("dice rolling")))
        elif seat == turn + 1:
            lanes.append(lane(seat, dice=(WELL,) * 5, status=say("throws next")))
        else:
            status = say("throws after {name}", name=PLAYERS[seat - 1][0])
            lanes.append(lane(seat, dice=(WELL,) * 5, status=status))
    return View(
        Screen.THROWS,
        say("{name} throws", name=name),
        facts(),
        tuple(lanes),
        footer(say("Five dice, in the open.")),
        starting_bank=60,
    )


def _challengers(count: int) -> tuple[LaneView, ...]:
    order = [seat for seat in (2, 3, 4, 5, 0) if seat < count]
    return tuple(first_throw(seat) for seat in order)


def boss(count: int = 4) -> View:
    """Screen 05: Barbara is Boss."""
    hand, _ = first_throw_name(FIRST[1])
    top = lane(1, lit=True, boss=True, dice=faces(FIRST[1], kept=2, going=True), hand=hand)
    return View(
        Screen.BOSS,
        say("{name} is Boss", name="Barbara"),
        facts(),
        (top, *_challengers(count)),
        footer(say("Keep both {faces}. Throw {number} under the cup.", faces=face_name(6), number=number_word(3))),
        starting_bank=60,
    )


def call(count: int = 4) -> View:
    """Screen 06: Barbara decides."""
    hand, _ = first_throw_name(FIRST[1])
    top = lane(
        1,
        lit=True,
        boss=True,
        dice=faces((6, 6), kept=2),
        cup=3,
        hand=hand,
        notes=(say("{challengers} × {wager} at stake", challengers=count - 1, wager=5), say("the bank covers it")),
    )
    return View(
        Screen.CALL,
        say("{name} decides", name="Barbara"),
        facts(),
        (top, *_challengers(count)),
        footer(say("{name}, look under the cup and press.", name="Barbara"), lit(say("Come up!")), lit(say("Pick them up"))),
        starting_bank=60,
    )


def challengers() -> View:
    """Screen 07: Irene throws three dice again."""
    top = lane(1, boss=True, dice=faces((6, 6), kept=2), cup=3, hand=say("Called up"), hand_detail=say("shows last"))
    tom = finished(2, (5, 5, 1, 1, 1), dice=faces((5, 5, 1, 1, 1), kept=4))
    irene = lane(
        3,
        lit=True,
        dice=(*faces((3, 3), kept=2), ROLLING, ROLLING, ROLLING),
        status=say("keeps {number}", number=number_word(2)),
    )
    john = replace(first_throw(0), hand_detail=say("throws next"))
    return View(
        Screen.CHALLENGERS,
        say("{name} throws {number}", name="Irene", number=number_word(3)),
        facts(),
        (top, tom, irene, john),
        footer(say("Keep what you like. Throw the rest once.")),
        starting_bank=60,
    )


def settlement() -> View:
    """Screen 08: John's chip is on its way to Barbara."""
    lanes = (
        finished(1, (6, 6, 6, 4, 3), dice=faces((6, 6, 6, 4, 3), kept=2), lit=True, boss=True, bank=55),
        finished(2, (1, 1, 1, 5, 5), pill=PillView(Pill.OWED, 5)),
        finished(3, (3, 3, 6, 4, 2), bank=75, pill=PillView(Pill.PAYS, 5)),
        finished(0, (1, 1, 1, 5, 2), bank=25, pill=PillView(Pill.PAYS, 5)),
    )
    return View(
        Screen.SETTLEMENT,
        say("Losers pay"),
        facts(),
        lanes,
        footer(say("Then the Boss pays {name} {amount}.", name="Tom", amount=5)),
        starting_bank=60,
        payment=PaymentView(5, payer=0, payee=1),
    )


def reveal() -> View:
    """Between 07 and 08: the cup is up, every hand is finished."""
    lanes = (
        finished(1, (6, 6, 6, 4, 3), dice=faces((6, 6, 6, 4, 3), kept=2), lit=True, boss=True),
        finished(2, (1, 1, 1, 5, 5)),
        finished(3, (3, 3, 6, 4, 2)),
        finished(0, (1, 1, 1, 5, 2)),
    )
    return View(Screen.REVEAL, say("{name} shows", name="Barbara"), facts(), lanes, footer(None), starting_bank=60)


def reveal_waits() -> View:
    """After the last challenger: the Boss shall lift the cup."""
    top = replace(call().lanes[0], notes=())
    lanes = (top, finished(2, (1, 1, 1, 5, 5)), finished(3, (3, 3, 6, 4, 2)), finished(0, (1, 1, 1, 5, 2)))
    return View(
        Screen.REVEAL,
        say("{name} shows", name="Barbara"),
        facts(),
        lanes,
        footer(say("{name}, lift the cup.", name="Barbara")),
        starting_bank=60,
    )


def unclear() -> View:
    """Screen 04: Irene's die leans on the rail."""
    known = faces((3, 3, 6, 2))
    dice = (*known[:3], DieView(DieState.UNCLEAR), known[3])
    irene = lane(3, lit=True, dice=dice, status=say("{number} dice read", number=number_word(4)))
    return View(
        Screen.UNCLEAR,
        say("Nudge the die near the rail"),
        facts(),
        (first_throw(0), first_throw(1), first_throw(2), irene),
        footer(say("It counts when it lies flat."), red=ButtonView(Lamp.QUIET, say("Choose it by hand"))),
        starting_bank=60,
        unclear=UnclearView(
            3,
            say("leans on the rail"),
            (0.5, 0.0),
            ((0.26, 0.4), (0.68, 0.48), (0.38, 0.74), (0.77, 0.83)),
            LEANING,
        ),
    )


def elimination() -> View:
    """Screen 09: John cannot pay both."""
    john = finished(0, (4, 4, 4, 3, 1), dice=faces((4, 4, 4, 3, 1), kept=3), lit=True, boss=True, bank=0)
    others = (
        finished(1, (6, 6, 6, 4, 2), hand_detail=say("not paid"), bank=80),
        finished(2, (5, 5, 5, 3, 1), hand_detail=say("not paid"), bank=60),
        finished(3, (4, 4, 4, 5, 1), hand_detail=say("a tie, owed nothing"), bank=95),
    )
    return View(
        Screen.ELIMINATION,
        say("{name} is out", name="John"),
        facts(38, 5, 5),
        (john, *others),
        footer(
            say("{number} play on. {chips} chips are still on the table.", number=number_word(3, capital=True), chips=240),
            lit(say("Next round")),
        ),
        starting_bank=60,
        kitty=5,
        out=OutView(0, "John", 5, 10, 5, say("{name} cannot pay both, so nobody collects.", name="John")),
    )


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


def match() -> View:
    """Screen 11: a match of two players for horses, without banks."""
    john = finished(
        0,
        (5, 5),
        dice=faces((5, 5), kept=2),
        hand_detail=say("of two pair, one is kept"),
        lit=True,
        boss=True,
        cup=3,
        bank=None,
        horses=(True, False),
        notes=(say("one more horse wins"),),
    )
    barbara = finished(1, (6, 4, 3, 2, 1), bank=None, horses=(True, False), notes=(say("one more horse wins"),))
    return View(
        Screen.CALL,
        say("{name} decides", name="John"),
        (Fact(say("Best of three")), Fact(say("Horse"), 3)),
        (john, barbara),
        footer(say("{name}, look under the cup and press.", name="John"), lit(say("Come up!")), lit(say("Pick them up"))),
    )


def next_match() -> View:
    """Between two matches of winner-stays-on: Tom comes to the table, Irene waits."""
    lanes = (
        lane(1, bank=None, horses=(True, True), status=say("stays")),
        lane(2, bank=None, lit=True, horses=(False, False)),
        lane(3, bank=None, status=say("plays next")),
    )
    return View(
        Screen.MATCH,
        say("{one} meets {other}", one="Barbara", other="Tom"),
        (Fact(say("Best of three")),),
        lanes,
        footer(say("{name} comes to the table.", name="Tom"), lit(say("Start"))),
    )


def correction() -> View:
    """Screen 13: glare hid some pips of John's second die."""
    values = (3, 2, 1, 1, 6)
    hand = tuple(DieView(DieState.FACE, value, cursor=index == 1) for index, value in enumerate(values))
    return View(
        Screen.CORRECTION,
        say("Correct {name}’s {ordinal} die", name="John", ordinal=say("second")),
        facts(),
        footer=footer(
            say("Nobody’s bank changes by this."), lit(say("It is a {value}", value=5)), lit(say("Not a {value}", value=5))
        ),
        correction=CorrectionView(
            "John",
            hand,
            5,
            (3, 4, 6, 1),
            2,
            say("first throw"),
            say("with a {value}: still a pair of {faces}", value=5, faces=face_name(1)),
            say("Glare hid some pips. It was read as a {value}.", value=2),
            GLARE,
            "ivory",
            hand_name(values)[0],
        ),
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
        footer=footer(None, lit(say("Play")), ButtonView(Lamp.QUIET, say("Norsk"))),
        last_winners=(
            WinnerRow("Irene", say("Boss Dice"), 240, say("{count} rounds", count=50)),
            WinnerRow("John", say("Match"), "2–1", say("{number} horses", number=number_word(3))),
            WinnerRow("Barbara", say("Qualification"), 1385),
        ),
        attract_step=2,
    )


def qualification() -> View:
    """Screen 12: Barbara chooses a requirement."""
    rows = tuple(RequirementView(Message(name), dice, odds, pays) for name, dice, odds, pays in REQUIREMENTS)
    return View(
        Screen.QUALIFICATION,
        say("{name}, choose", name="Barbara"),
        (Fact(say("Round"), 3), Fact(say("Antes"), 210), Fact(say("Bank"), 1060)),
        footer=footer(say("Odds are for any five dice. Your hand stays secret."), lit(say("Take it")), lit(say("Another"))),
        qualification=QualificationView(
            (say("Requirement"), say("Higher or lower"), say("Stand or not")),
            rows,
            0,
            6,
            ((6, 5, 4), (1, 2, 3)),
            (
                say(
                    "Pays {pays} on antes of {antes}: at most {most} of your {bank}.",
                    pays="3:1",
                    antes=210,
                    most=630,
                    bank=1060,
                ),
                say("Stand doubles it to {most}: more than the bank, not allowed.", most=1260),
            ),
        ),
    )


def tray_moved() -> View:
    """Screen 14: the tray was pushed while Tom throws."""
    return replace(
        first_throws(),
        screen=Screen.FAULT,
        footer=footer(
            say("Nothing is read until the tray is back."), lit(say("Look again")), ButtonView(Lamp.QUIET, say("Calibrate"))
        ),
        banner=Banner(
            Fault.TRAY_MOVED,
            say("The tray has moved"),
            (say("Push it back onto its four marks."),),
            say("Round {round} is kept as it stands.", round=16),
            True,
            say("Then press"),
        ),
    )


def stopped(fault: Fault) -> View:
    """The other faults that stop play."""
    headline, line = {
        Fault.CAMERA_SILENT: (say("The camera is silent"), say("Check its cable; it is started again by itself.")),
        Fault.CAMERA_MOVED: (say("The camera has moved"), say("Turn it back, or calibrate again.")),
        Fault.TOO_DARK: (say("Too dark to read"), say("Switch the lamp on.")),
        Fault.DISK_FULL: (say("The disk is full"), say("Free some space; nothing is lost.")),
        Fault.TRAY_MOVED: (say("The tray has moved"), say("Push it back onto its four marks.")),
    }[fault]
    kept = say("Round {round} is kept as it stands.", round=16)
    return replace(tray_moved(), banner=Banner(fault, headline, (line,), kept, True, say("Then press")))


def passing() -> View:
    """A banner that does not stop play."""
    banner = Banner(Fault.TOO_DARK, say("Too dark to read"), (say("Switch the lamp on."),))
    return replace(first_throws(), banner=banner)


def views() -> dict[str, View]:
    """All samples by the name of their picture."""
    return {
        "01-attract": attract(),
        "02-setup": setup(),
        "03-first-throws": first_throws(),
        "03-first-throws-two": first_throws(2),
        "03-first-throws-six": first_throws(6),
        "04-unclear-die": unclear(),
        "05-boss": boss(),
        "05-boss-six": boss(6),
        "06-call": call(),
        "06-call-six": call(6),
        "07-challengers": challengers(),
        "07-reveal-waits": reveal_waits(),
        "08-reveal": reveal(),
        "08-settlement": settlement(),
        "09-elimination-kitty": elimination(),
        "10-winner": winner(),
        "11-match": match(),
        "11-next-match": next_match(),
        "12-qualification": qualification(),
        "13-correction": correction(),
        "14-tray-moved": tray_moved(),
        "14-camera-silent": stopped(Fault.CAMERA_SILENT),
        "14-camera-moved": stopped(Fault.CAMERA_MOVED),
        "14-too-dark": stopped(Fault.TOO_DARK),
        "14-disk-full": stopped(Fault.DISK_FULL),
        "14-passing": passing(),
    }
