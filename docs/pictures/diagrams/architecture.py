"""How data flows from the camera to the screen, who owns which thread, and which package each part is in."""

from __future__ import annotations

from sketch import BLACK, BLUE, BRASS, GREEN, INK, RED, SOFT, Sheet

HARDWARE, VISION, GAME, UI, CALIBRATION = "#6B7780", BLUE, GREEN, BRASS, "#7A4FB5"


def flow() -> str:
    """The whole program on one sheet."""
    sheet = Sheet(1070, 640, "How data flows through Boss Tray", 1.1)
    _thread(sheet, 20, 70, 200, 236, "thread: camera")
    _thread(sheet, 250, 70, 236, 236, "thread: vision")
    _thread(sheet, 516, 70, 464, 452, "main loop")
    _thread(sheet, 566, 548, 250, 72, "thread: thinking")
    _part(sheet, 36, 100, 168, 76, HARDWARE, "SupervisedCamera", ("opens, watches and reopens", "picamera2, V4L2, recording"))
    _part(sheet, 36, 214, 168, 76, HARDWARE, "LastFrames, Recorder", ("12 pictures in memory;", "a recording, if switched on"))
    _part(sheet, 266, 100, 204, 76, VISION, "LaneTracker", ("empty, hand, moving, covered,", "settled or unsure, lane by lane"))
    _part(sheet, 266, 214, 86, 76, VISION, "Reader", ("dice, or", "“unsure”"))
    _part(sheet, 360, 214, 110, 76, CALIBRATION, "MovedWatch", ("the four", "tags"))
    _part(sheet, 536, 100, 190, 62, UI, "Kiosk", ("sightings, presses, time",))
    _part(sheet, 536, 206, 190, 76, GAME, "Session, Croupier", ("what the table waits for;", "readings become actions"))
    _part(sheet, 536, 330, 190, 76, GAME, "Game.apply(action)", ("the rules: a new state,", "or one sentence why not"))
    _part(sheet, 776, 206, 188, 76, UI, "Ledger, then Journal", ("every record is on the disk", "before it is shown"))
    _part(sheet, 776, 330, 188, 76, UI, "Painter: View to picture", ("screens, words, dice as shapes",))
    _part(sheet, 776, 440, 188, 62, UI, "Display", ("pygame: a window or KMSDRM",))
    _part(sheet, 536, 440, 190, 62, HARDWARE, "Panel", ("two buttons, two lamps",))
    _part(sheet, 582, 576, 218, 36, GAME, "the house and the coach", ())
    sheet.arrow((120, 176), (120, 214))
    sheet.arrow((204, 138), (266, 138))
    sheet.text(235, 130, "Frame", 11, anchor="middle", bold=True)
    sheet.text(235, 155, "newest", 10, anchor="middle", fill=SOFT)
    sheet.arrow((316, 176), (316, 214), stroke=INK)
    sheet.arrow((300, 214), (300, 176), stroke=INK)
    sheet.arrow((424, 214), (424, 176), stroke=INK)
    sheet.arrow((470, 131), (536, 131))
    sheet.text(503, 64, "LaneReading", 11, anchor="middle", bold=True)
    sheet.path(((503, 67), (503, 124)), stroke=SOFT, line=0.6)
    sheet.text(501, 150, "newest", 10, anchor="middle", fill=SOFT)
    sheet.arrow((631, 162), (631, 206))
    sheet.text(640, 188, "Sighting, Button", 11, bold=True)
    sheet.arrow((616, 282), (616, 330))
    sheet.text(608, 310, "Action", 11, anchor="end", bold=True)
    sheet.arrow((648, 330), (648, 282))
    sheet.text(656, 310, "state, events", 11, bold=True)
    sheet.arrow((726, 232), (776, 232))
    sheet.text(751, 224, "Record", 11, anchor="middle", bold=True)
    sheet.arrow((870, 282), (870, 330))
    sheet.text(878, 310, "then", 11, fill=SOFT)
    sheet.path(((726, 262), (750, 262), (750, 368), (768, 368)), line=1.6)
    sheet.arrow((762, 368), (776, 368))
    sheet.text(756, 312, "View", 11, bold=True)
    sheet.arrow((870, 406), (870, 440))
    sheet.path(((750, 368), (750, 424), (660, 424), (660, 434)), line=1.6)
    sheet.arrow((660, 430), (660, 440))
    sheet.text(668, 418, "lamps", 11, fill=SOFT)
    sheet.path(((536, 470), (500, 470), (500, 262), (500, 160), (530, 148)), line=1.6, dash="5 4")
    sheet.arrow((522, 151), (536, 145))
    sheet.text(494, 400, "Press", 11, anchor="middle", bold=True, turn=-90)
    sheet.path(((964, 470), (972, 470), (972, 84), (631, 84), (631, 94)), line=1.6, dash="5 4")
    sheet.arrow((631, 90), (631, 100))
    sheet.text(800, 80, "keys, touch", 11, anchor="middle", fill=SOFT)
    sheet.path(((536, 250), (524, 250), (524, 592), (574, 592)), line=1.6, dash="5 4")
    sheet.arrow((572, 592), (582, 592))
    _disk(sheet, 992, 212)
    sheet.arrow((964, 242), (992, 242))
    sheet.text(1026, 284, "on the disk", 11, anchor="middle", fill=SOFT)
    _packages(sheet)
    sheet.text(20, 26, "From the camera to the screen", 20, bold=True)
    sheet.text(
        20,
        45,
        "solid: data, newest first, old pictures are dropped; dashed: what people press, and what is asked beside the loop",
        12,
        fill=SOFT,
    )
    return sheet.finish()


def _part(
    sheet: Sheet, x: float, y: float, width: float, height: float, colour: str, name: str, words: tuple[str, ...]
) -> None:
    sheet.box(x, y, width, height, fill="#FFFFFF", stroke=colour, line=2, radius=5)
    sheet.box(x, y, 7, height, fill=colour, radius=3)
    sheet.text(x + 16, y + 23, name, 14, bold=True)
    sheet.lines(x + 16, y + 42, words, 11.5, fill=SOFT)


def _thread(sheet: Sheet, x: float, y: float, width: float, height: float, name: str) -> None:
    sheet.box(x, y, width, height, fill="#F4EFE3", radius=9)
    sheet.text(x + 12, y + 19, name, 11.5, fill=SOFT, bold=True)


def _disk(sheet: Sheet, x: float, y: float) -> None:
    sheet.curve(f"M{x:g} {y + 8:g} v40 a44 9 0 0 0 68 0 v-40", fill="#FFFFFF", stroke=BLACK, line=1.8)
    sheet.curve(f"M{x:g} {y + 8:g} a44 9 0 0 1 68 0 a44 9 0 0 1 -68 0", fill="#FFFFFF", stroke=BLACK, line=1.8)
    sheet.text(x + 34, y + 36, "SQLite", 12, anchor="middle", bold=True)


def _packages(sheet: Sheet) -> None:
    """Who may import whom, and the colours."""
    sheet.text(20, 346, "Packages, and who may import whom", 14, bold=True)
    places = {
        "game": (40, 500, GAME),
        "vision": (180, 500, VISION),
        "hardware": (330, 500, HARDWARE),
        "calibration": (180, 436, CALIBRATION),
    }
    for name, (x, y, colour) in places.items():
        sheet.box(x, y, 112, 34, fill="#FFFFFF", stroke=colour, line=2.4, radius=5)
        sheet.text(x + 56, y + 22, name, 13, anchor="middle", bold=True)
    sheet.box(180, 372, 112, 34, fill="#FFFFFF", stroke=UI, line=2.4, radius=5)
    sheet.text(236, 394, "ui", 13, anchor="middle", bold=True)
    sheet.arrow((236, 406), (236, 436), stroke=RED)
    sheet.arrow((236, 470), (236, 500), stroke=RED)
    sheet.arrow((196, 406), (100, 500), stroke=RED)
    sheet.arrow((276, 406), (382, 500), stroke=RED)
    sheet.path(((292, 398), (312, 430), (312, 480), (296, 494)), stroke=RED, line=1.6)
    sheet.arrow((300, 490), (290, 500), stroke=RED)
    sheet.lines(
        20,
        562,
        (
            "An arrow means “may import”; there are no others, and a test holds it.",
            "game and vision are pure: time, chance and devices are passed in.",
        ),
        12,
        fill=SOFT,
    )
