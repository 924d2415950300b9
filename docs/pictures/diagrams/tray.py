"""The tray from above and cut through, to scale, in millimetres."""

from __future__ import annotations

from math import cos, radians, sin

from sketch import BLUE, BRASS, FELT, INK, OAK, OAK_EDGE, SOFT, Sheet

FELT_WIDE, FELT_DEEP = 312.0, 230.0
DIVIDER = 12.0
RIM, RIM_HIGH = 12.0, 30.0
TAG, QUIET = 40.0, 6.0
ACROSS, DOWN = 416.0, 184.0
BOARD_WIDE, BOARD_DEEP = 480.0, 260.0
PIPS = {
    1: ((0.5, 0.5),),
    3: ((0.27, 0.27), (0.5, 0.5), (0.73, 0.73)),
    5: ((0.27, 0.27), (0.73, 0.27), (0.5, 0.5), (0.27, 0.73), (0.73, 0.73)),
    6: ((0.27, 0.25), (0.27, 0.5), (0.27, 0.75), (0.73, 0.25), (0.73, 0.5), (0.73, 0.75)),
}


def above() -> str:
    """The tray as the camera sees it."""
    sheet = Sheet(600, 400, "The tray from above, in millimetres", 1.6)
    x0, y0 = 70.0, 70.0
    middle_x, middle_y = x0 + BOARD_WIDE / 2, y0 + BOARD_DEEP / 2
    left, top = middle_x - FELT_WIDE / 2, middle_y - FELT_DEEP / 2
    sheet.box(x0, y0, BOARD_WIDE, BOARD_DEEP, fill="#D9C6A5", stroke=OAK_EDGE, line=0.8, radius=4)
    sheet.box(left - RIM, top - RIM, FELT_WIDE + 2 * RIM, FELT_DEEP + 2 * RIM, fill=OAK, stroke=OAK_EDGE, line=0.8, radius=3)
    lane = (FELT_WIDE - DIVIDER) / 2
    for start in (left, left + lane + DIVIDER):
        sheet.box(start, top, lane, FELT_DEEP, fill=FELT)
    _dice(sheet, left, top)
    sheet.circle(left + lane + DIVIDER + 88, top + 80, 41, fill="#5A3A1E", stroke="#2E1C0C", line=1.5)
    sheet.circle(left + lane + DIVIDER + 88, top + 80, 33, stroke="#7A5128", line=1.2)
    sheet.text(left + lane + DIVIDER + 88, top + 83, "cup, 80", 9, fill="#FFF4DE", anchor="middle")
    for number, (across, down) in enumerate(((-1, -1), (1, -1), (1, 1), (-1, 1))):
        _tag(sheet, middle_x + across * ACROSS / 2, middle_y + down * DOWN / 2, number)
    sheet.text(left + lane / 2, top + FELT_DEEP - 10, "lane 1", 11, fill="#FFF4DE", anchor="middle")
    sheet.text(left + lane * 1.5 + DIVIDER, top + FELT_DEEP - 10, "lane 2", 11, fill="#FFF4DE", anchor="middle")
    right, bottom = left + FELT_WIDE, top + FELT_DEEP
    sheet.measure((left, 48), (right, 48), f"felt {FELT_WIDE:g}", reach=((left, top), (right, top)))
    tags = middle_x - ACROSS / 2, middle_x + ACROSS / 2
    sheet.measure((tags[0], 28), (tags[1], 28), f"across {ACROSS:g}, centre to centre", reach=((tags[0], 78), (tags[1], 78)))
    sheet.measure((x0, 382), (x0 + BOARD_WIDE, 382), f"board {BOARD_WIDE:g}", reach=((x0, 330), (x0 + BOARD_WIDE, 330)))
    low = y0 + BOARD_DEEP
    sheet.measure((left, 354), (left + lane, 354), f"{lane:g}", reach=((left, bottom), (left + lane, bottom)))
    sheet.measure(
        (left + lane + DIVIDER, 354), (right, 354), f"{lane:g}", reach=((left + lane + DIVIDER, bottom), (right, bottom))
    )
    sheet.text(middle_x + 3, middle_y, f"divider {DIVIDER:g}", 9, fill="#FFF4DE", anchor="middle", turn=-90)
    sheet.measure((48, top), (48, bottom), f"felt {FELT_DEEP:g}", reach=((left, top), (left, bottom)))
    ys = middle_y - DOWN / 2, middle_y + DOWN / 2
    sheet.measure((572, ys[0]), (572, ys[1]), f"down {DOWN:g}", reach=((tags[1], ys[0]), (tags[1], ys[1])))
    sheet.measure((30, y0), (30, low), f"board {BOARD_DEEP:g}", reach=((x0, y0), (x0, low)))
    sheet.measure((right + RIM, 62), (right, 62), f"rim {RIM:g}", size=8)
    return sheet.finish()


def _dice(sheet: Sheet, left: float, top: float) -> None:
    for x, y, turn, value in ((34, 60, 14, 6), (88, 42, -20, 3), (62, 112, 31, 5), (112, 128, -8, 1), (36, 164, 22, 6)):
        _die(sheet, left + x, top + y, turn, value, "#F4E9D2", "#20180F")
    for x, y, turn, value in ((196, 178, 8, 5), (224, 174, -12, 5)):
        _die(sheet, left + x, top + y, turn, value, "#275689", "#FFF6E6")


def _die(sheet: Sheet, x: float, y: float, turn: float, value: int, face: str, pip: str) -> None:
    c, s = cos(radians(turn)), sin(radians(turn))

    def at(u: float, v: float) -> tuple[float, float]:
        return round(x + 16 * (u * c - v * s), 2), round(y + 16 * (u * s + v * c), 2)

    sheet.path(
        (at(-0.5, -0.5), at(0.5, -0.5), at(0.5, 0.5), at(-0.5, 0.5)), stroke="#00000055", line=1.6, fill=face, closed=True
    )
    for u, v in PIPS[value]:
        sheet.circle(*at(u - 0.5, v - 0.5), 1.5, fill=pip)


def _tag(sheet: Sheet, x: float, y: float, number: int) -> None:
    edge = TAG + 2 * QUIET
    sheet.box(x - edge / 2, y - edge / 2, edge, edge, fill="#FFFFFF", stroke="#BBBBBB", line=0.4)
    sheet.box(x - TAG / 2, y - TAG / 2, TAG, TAG, fill="#111111")
    sheet.text(x, y + 6, str(number), 17, fill="#FFFFFF", anchor="middle", bold=True)


def through() -> str:
    """The tray cut through its middle, with the highest line of sight over the rim."""
    sheet = Sheet(600, 150, "The tray cut from left to right, in millimetres", 1.6)
    x0, base = 60.0, 100.0
    middle = x0 + BOARD_WIDE / 2
    left, right = middle - FELT_WIDE / 2, middle + FELT_WIDE / 2
    sheet.box(x0, base, BOARD_WIDE, 12, fill="#D9C6A5", stroke=OAK_EDGE, line=0.7)
    sheet.box(left, base - 2, FELT_WIDE, 2, fill=FELT)
    for x in (left - RIM, right):
        sheet.box(x, base - RIM_HIGH, RIM, RIM_HIGH, fill=OAK, stroke=OAK_EDGE, line=0.7)
    sheet.box(middle - DIVIDER / 2, base - 20, DIVIDER, 20, fill=OAK, stroke=OAK_EDGE, line=0.7)
    for x in (left + 40, left + 66, left + 110):
        sheet.box(x, base - 18, 16, 16, fill="#F4E9D2", stroke="#8A7650", line=0.7, radius=2.5)
    cup = right - 70
    sheet.path(
        ((cup - 41, base - 2), (cup - 33, base - 92), (cup + 33, base - 92), (cup + 41, base - 2)),
        fill="#5A3A1E",
        stroke="#2E1C0C",
        closed=True,
    )
    sheet.text(cup, base - 45, "cup", 10, fill="#FFF4DE", anchor="middle")
    for x in (middle - ACROSS / 2, middle + ACROSS / 2):
        sheet.box(x - 26, base - 1.4, 52, 1.4, fill="#111111")
    sheet.path(((right + 24, base), (right - 2, 14)), stroke=BLUE, line=0.8, dash="4 3")
    sheet.lines(right + 6, 20, ("the camera sees the", "whole tag over the rim"), 9, fill=BLUE)
    sheet.measure(
        (left - 24, base), (left - 24, base - RIM_HIGH), f"{RIM_HIGH:g}", size=8, reach=((left, base), (left, base - RIM_HIGH))
    )
    sheet.measure((middle + 22, base), (middle + 22, base - 20), "20", size=8)
    sheet.text(left + 70, base + 26, "felt 2, glued on", 9, anchor="middle")
    sheet.text(middle, base + 26, "divider", 9, anchor="middle")
    sheet.text(right + RIM / 2, base + 26, "rim", 9, anchor="middle")
    sheet.text(middle + ACROSS / 2 + 6, base + 26, "tag", 9, anchor="middle")
    sheet.text(x0 + 40, base + 26, "board 12", 9, anchor="middle")
    sheet.text(x0, 20, "cut through the middle, to scale", 9, fill=SOFT)
    return sheet.finish()


def mounting() -> str:
    """Camera, lamps and screen over the tray, from the front."""
    sheet = Sheet(640, 430, "Camera, light and screen around the tray", 1.4)
    table = 372.0
    sheet.box(20, table, 600, 14, fill="#8A5A2B", stroke=OAK_EDGE)
    sheet.box(150, table - 12, 340, 12, fill="#D9C6A5", stroke=OAK_EDGE)
    sheet.box(208, table - 16, 224, 4, fill=FELT)
    for x in (200, 432):
        sheet.box(x, table - 34, 8, 22, fill=OAK)
    sheet.path(((320, 66), (160, table - 14), (480, table - 14)), stroke="none", fill="#2B65A81A", closed=True)
    for x in (160, 480):
        sheet.path(((320, 66), (x, table - 14)), stroke=BLUE, line=1.0, dash="5 4")
    sheet.box(88, 34, 10, table - 34, fill="#6B7780")
    sheet.box(88, 34, 246, 9, fill="#6B7780")
    sheet.box(306, 43, 28, 18, fill=INK, radius=3)
    sheet.circle(320, 63, 5, fill="#3A4A55", stroke=INK)
    sheet.text(344, 58, "camera, straight down, over the middle", 12)
    for x, turn in ((118, 1), (522, -1)):
        sheet.path(
            ((x, 96), (x + turn * 46, 66), (x + turn * 58, 82), (x + turn * 12, 112)), fill="#FFF1C9", stroke=BRASS, closed=True
        )
        for part in (0.25, 0.75):
            ax, ay = x + turn * (12 + 46 * part), 112 - 30 * part
            sheet.arrow((ax, ay), (ax + turn * 84, ay + 150), stroke="#E0A92E", line=1.2, head=8)
    sheet.path(((88, 110), (118, 110)), stroke="#6B7780", line=5)
    sheet.lines(508, 124, ("lamp with a white", "shade, on both sides,", "45 degrees"), 12)
    sheet.path(((534, 372), (560, 250), (604, 250), (578, 372)), fill=INK, stroke=INK, closed=True)
    sheet.path(((543, 362), (566, 256), (597, 256), (574, 362)), fill="#152026", stroke="none", closed=True)
    sheet.text(590, 242, "screen", 12, anchor="middle")
    sheet.text(612, 424, "tilted away from the tray", 11, anchor="end", fill=SOFT)
    sheet.measure((64, table - 14), (64, 66), "height above the felt", size=12, off=6)
    sheet.path(((64, 66), (306, 66)), stroke=SOFT, line=0.5)
    sheet.measure((160, table + 30), (480, table + 30), "what the camera sees: board and all four tags", size=12, off=-14)
    return sheet.finish()
