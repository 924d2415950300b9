"""Buttons, lamps and the shutdown button at the header of a Raspberry Pi, and three ways to drive a lamp."""

from __future__ import annotations

from sketch import BLACK, BRASS, GREEN, INK, PALE, RED, SOFT, Sheet

POWER = "#D8452E"
SHUTDOWN = "#7A4FB5"
USED = {
    2: ("5 V", POWER),
    5: ("GPIO3", SHUTDOWN),
    9: ("ground", BLACK),
    11: ("GPIO17", GREEN),
    13: ("GPIO27", RED),
    32: ("GPIO12", GREEN),
    33: ("GPIO13", RED),
    34: ("ground", BLACK),
}
X, Y, STEP = 372.0, 76.0, 17.0


def header() -> str:
    """The forty pins with everything that is connected to them."""
    sheet = Sheet(900, 500, "Buttons and lamps at the header of a Raspberry Pi", 1.2)
    sheet.text(X + 13, 32, "the pins of the Raspberry Pi, seen from above", 13, anchor="middle", bold=True)
    sheet.text(X + 13, 50, "USB ports at the bottom", 11, anchor="middle", fill=SOFT)
    sheet.box(X - 12, Y - 14, 50, 20 * STEP + 11, fill="#1E2A2F", radius=4)
    for pin in range(1, 41):
        x, y = _pin(pin)
        colour = USED[pin][1] if pin in USED else "#6F7C82"
        if pin == 1:
            sheet.box(x - 6, y - 6, 12, 12, fill=colour)
        else:
            sheet.circle(x, y, 6, fill=colour, stroke="#FFFFFF" if pin in USED else "none", line=1.2)
        sheet.text(x, y + 3, str(pin), 7.5, fill="#FFFFFF", anchor="middle")
    for pin, (name, colour) in USED.items():
        x, y = _pin(pin)
        side = -1 if pin % 2 else 1
        sheet.text(x + side * 22, y - 4, name, 11, anchor="end" if side < 0 else "start", fill=colour, bold=True)
    _buttons(sheet)
    _lamps(sheet)
    sheet.lines(
        40,
        456,
        (
            "Buttons: a contact between the pin and ground, no resistor; the pin has its own pull-up.",
            "Lamps: 1 kΩ into the base, 10 kΩ from base to ground; both transistors BC337-40 (or 2N2222).",
        ),
        12.5,
    )
    sheet.text(860, 478, "one dot: joined. No dot: the lines only cross.", 11, anchor="end", fill=SOFT)
    return sheet.finish()


def _pin(pin: int) -> tuple[float, float]:
    return X + (26 if pin % 2 == 0 else 0), Y + (pin - 1) // 2 * STEP


def _buttons(sheet: Sheet) -> None:
    """The three contacts on the left; their other sides share pin 9."""
    rail = 70.0
    rows = ((5, "shutdown", SHUTDOWN, 104.0), (11, "green button", GREEN, 190.0), (13, "red button", RED, 276.0))
    for pin, name, colour, y in rows:
        x, py = _pin(pin)
        turn = {5: 286.0, 11: 286.0, 13: 268.0}[pin]
        sheet.path(((x - 6, py), (turn, py), (turn, y), (218, y)), stroke=colour, line=2.2)
        _switch(sheet, 160, y, colour, name)
        sheet.path(((110, y), (rail, y)), stroke=BLACK, line=2.2)
    x, y = _pin(9)
    sheet.path(((x - 6, y), (302, y), (302, 340), (rail, 340), (rail, 104)), stroke=BLACK, line=2.2)
    for y in (190.0, 276.0):
        sheet.circle(rail, y, 3.4, fill=BLACK)
    sheet.text(rail + 10, 334, "ground, from contact to contact", 11, fill=SOFT)


def _switch(sheet: Sheet, x: float, y: float, colour: str, name: str) -> None:
    """A push button between x - 50 and x + 58, with its cap."""
    sheet.path(((x - 50, y), (x - 22, y)), stroke=BLACK, line=2.2)
    sheet.path(((x + 22, y), (x + 58, y)), stroke=colour, line=2.2)
    sheet.path(((x - 24, y - 10), (x + 24, y - 10)), stroke=INK, line=2.4)
    sheet.path(((x, y - 10), (x, y - 24)), stroke=INK, line=2.4)
    for side in (-1, 1):
        sheet.circle(x + side * 22, y, 3.6, fill="#FFFFFF", stroke=INK, line=1.6)
    sheet.box(x - 26, y - 36, 52, 13, fill=colour, radius=6)
    sheet.text(x, y + 20, name, 12.5, anchor="middle", bold=True)


def _lamps(sheet: Sheet) -> None:
    """Two transistors on the right, 5 V on top, ground at the bottom."""
    plus, minus, base_y = 92.0, 404.0, 248.0
    x, y = _pin(2)
    sheet.path(((x + 6, y), (460, y), (460, plus), (820, plus)), stroke=POWER, line=2.2)
    sheet.text(826, plus + 4, "5 V", 12, fill=POWER, bold=True)
    for lx, colour, name in ((650.0, GREEN, "green lamp"), (800.0, RED, "red lamp")):
        sheet.path(((lx, plus), (lx, plus + 26)), stroke=POWER, line=2.2)
        sheet.circle(lx, plus, 3.4, fill=POWER)
        _lamp(sheet, lx, plus + 56, colour, name)
        sheet.path(((lx, plus + 86), (lx, base_y - 26)), stroke=INK, line=2.2)
        _transistor(sheet, lx, base_y)
        sheet.path(((lx, base_y + 26), (lx, minus)), stroke=BLACK, line=2.2)
        sheet.circle(lx, minus, 3.4, fill=BLACK)
        _resistor(sheet, lx - 66, base_y, colour, "1 kΩ")
        sheet.path(((lx - 42, base_y), (lx - 22, base_y)), stroke=colour, line=2.2)
        sheet.circle(lx - 36, base_y, 3.0, fill=INK)
        sheet.path(((lx - 36, base_y), (lx - 36, base_y + 30)), stroke=INK, line=1.8)
        sheet.box(lx - 42, base_y + 30, 12, 36, fill="#FFFFFF", stroke=INK, line=1.6)
        sheet.text(lx - 47, base_y + 53, "10 kΩ", 10.5, anchor="end")
        sheet.path(((lx - 36, base_y + 66), (lx - 36, minus)), stroke=BLACK, line=1.8)
        sheet.circle(lx - 36, minus, 3.0, fill=BLACK)
    x, y = _pin(32)
    sheet.path(((x + 6, y), (480, y), (480, 248), (560, 248)), stroke=GREEN, line=2.2)
    x, y = _pin(33)
    sheet.path(((x - 6, y), (340, y), (340, 428), (700, 428), (700, 248), (710, 248)), stroke=RED, line=2.2)
    x, y = _pin(34)
    sheet.path(((x + 6, y), (440, y), (440, minus), (800, minus)), stroke=BLACK, line=2.2)
    sheet.text(450, minus - 6, "ground", 11, fill=SOFT)


def _lamp(sheet: Sheet, x: float, y: float, colour: str, name: str) -> None:
    sheet.circle(x, y, 30, fill="#FFFFFF", stroke=colour, line=3)
    _led(sheet, x, y, colour)
    sheet.text(x + 38, y + 4, name, 12.5, bold=True)
    sheet.text(x + 38, y + 19, "for 5 V", 10.5, fill=SOFT)


def _led(sheet: Sheet, x: float, y: float, colour: str) -> None:
    """A light-emitting diode that lets current pass downwards."""
    sheet.path(((x, y - 30), (x, y + 30)), stroke=INK, line=2)
    sheet.path(((x - 10, y - 8), (x + 10, y - 8), (x, y + 9)), stroke=INK, line=1.6, fill=colour, closed=True)
    sheet.path(((x - 10, y + 9), (x + 10, y + 9)), stroke=INK, line=2.4)
    for off in (0, 7):
        sheet.arrow((x + 12, y - 3 + off), (x + 22, y - 12 + off), stroke=colour, line=1.3, head=5)


def _resistor(sheet: Sheet, x: float, y: float, colour: str, value: str) -> None:
    """A resistor lying from x - 24 to x + 24."""
    sheet.path(((x - 24, y), (x - 17, y)), stroke=colour, line=2.2)
    sheet.path(((x + 17, y), (x + 24, y)), stroke=colour, line=2.2)
    sheet.box(x - 17, y - 6, 34, 12, fill="#FFFFFF", stroke=INK, line=1.6)
    sheet.text(x, y - 11, value, 10.5, anchor="middle")


def _upright(sheet: Sheet, x: float, y: float, value: str) -> None:
    """A resistor standing from y - 24 to y + 24."""
    sheet.path(((x, y - 24), (x, y - 17)), line=2)
    sheet.path(((x, y + 17), (x, y + 24)), line=2)
    sheet.box(x - 6, y - 17, 12, 34, fill="#FFFFFF", stroke=INK, line=1.6)
    sheet.text(x + 13, y + 4, value, 12, bold=True)


def _transistor(sheet: Sheet, x: float, y: float) -> None:
    """An NPN transistor: base from the left, collector on top, emitter below."""
    sheet.circle(x - 6, y, 19, fill=PALE, stroke=INK, line=1.4)
    sheet.path(((x - 22, y), (x - 12, y)), line=2.2)
    sheet.path(((x - 12, y - 11), (x - 12, y + 11)), line=3)
    sheet.path(((x, y - 26), (x, y - 15), (x - 12, y - 5)), line=2)
    sheet.path(((x, y + 26), (x, y + 15)), line=2)
    sheet.arrow((x - 12, y + 5), (x, y + 15), line=2, head=7)
    sheet.text(x + 5, y + 31, "BC337-40", 9)


def lamps() -> str:
    """A lamp with its resistor inside, a bare LED at a transistor, a bare LED directly at a pin."""
    sheet = Sheet(900, 330, "Three ways to drive a lamp", 1.2)
    titles = (
        ("A  a lamp for 5 V or 12 V", "its resistor is inside; 5 V from pin 2, or its own 12 V"),
        ("B  a bare LED at a transistor", "the resistor from the table"),
        ("C  a bare red or yellow LED at a pin", "3.3 V, at most 8 mA; not for blue, white, true green"),
    )
    for place, (title, line) in enumerate(titles):
        left = 20 + place * 300
        sheet.text(left + 6, 30, title, 14, bold=True)
        sheet.text(left + 6, 48, line, 11, fill=SOFT)
        if place:
            sheet.path(((left - 10, 16), (left - 10, 314)), stroke=BRASS, line=1)
    for x, bare in ((190.0, False), (490.0, True)):
        sheet.text(x, 76, "+5 V or +12 V", 12, anchor="middle", fill=POWER, bold=True)
        sheet.path(((x, 82), (x, 92)), stroke=POWER, line=2.2)
        if bare:
            _upright(sheet, x, 116, "R")
            _led(sheet, x, 166, GREEN)
            sheet.path(((x, 140), (x, 150)), line=2)
        else:
            sheet.circle(x, 136, 30, fill="#FFFFFF", stroke=GREEN, line=3)
            _led(sheet, x, 136, GREEN)
            sheet.path(((x, 92), (x, 108)), line=2)
            sheet.path(((x, 166), (x, 200)), line=2)
        sheet.path(((x, 190), (x, 200)), line=2)
        _transistor(sheet, x, 224)
        _resistor(sheet, x - 66, 224, GREEN, "1 kΩ")
        sheet.path(((x - 42, 224), (x - 22, 224)), stroke=GREEN, line=2.2)
        sheet.path(((x - 90, 224), (x - 104, 224)), stroke=GREEN, line=2.2)
        sheet.text(x - 108, 228, "pin", 12, anchor="end", bold=True)
        sheet.circle(x - 36, 224, 3, fill=INK)
        sheet.path(((x - 36, 224), (x - 36, 236)), line=1.8)
        sheet.box(x - 42, 236, 12, 32, fill="#FFFFFF", stroke=INK, line=1.6)
        sheet.text(x - 47, 257, "10 kΩ", 10.5, anchor="end")
        sheet.path(((x - 36, 268), (x - 36, 290)), line=1.8)
        sheet.path(((x, 250), (x, 290)), line=2)
        _ground(sheet, x - 36, 290)
        _ground(sheet, x, 290)
    x = 770.0
    sheet.text(x, 76, "pin (3.3 V)", 12, anchor="middle", bold=True)
    sheet.path(((x, 82), (x, 92)), line=2)
    _upright(sheet, x, 116, "180 Ω")
    _led(sheet, x, 170, RED)
    sheet.path(((x, 200), (x, 250)), line=2)
    _ground(sheet, x, 250)
    return sheet.finish()


def _ground(sheet: Sheet, x: float, y: float) -> None:
    for half, down in ((11, 0), (7, 5), (3, 10)):
        sheet.path(((x - half, y + down), (x + half, y + down)), line=2.2)
