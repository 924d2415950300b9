"""The handbook is true: links and pictures are there, figures are reckoned again, words are those of the program."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from math import atan, degrees, radians, tan
from pathlib import Path

import pytest

from hardware.panel import PanelPins
from ui.setting_pages import settings_page
from ui.settings import Settings

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
DIAGRAMS = DOCS / "pictures" / "diagrams"
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
PACKAGES = ("game", "vision", "calibration", "hardware", "ui")
BOARD = {"GPIO3": 5, "GPIO17": 11, "GPIO27": 13, "GPIO12": 32, "GPIO13": 33}
"""Numbers on the header of pins by name, from the Raspberry Pi's own documentation."""


def prose(page: Path) -> str:
    """A page without its blocks of commands."""
    return re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)


def anchors(page: Path) -> set[str]:
    """The places of a page that a link may name, as GitHub names them."""
    heads = re.findall(r"^#+ +(.+)$", prose(page), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_and_picture_is_there(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if re.match(r"https?://|mailto:", target):
            continue
        name, _, place = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        assert file.exists(), f"{page.name} links to {target}, which is not there."
        if place:
            assert place in anchors(file), f"{page.name} links to {target}, but the page has no such heading."


def test_every_page_can_be_reached_from_the_index() -> None:
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    for page in DOCS.glob("*.md"):
        if page.name != "README.md":
            assert f"({page.name})" in index, f"docs/README.md does not link to {page.name}."
    assert "docs/README.md" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_diagrams_are_what_their_scripts_draw() -> None:
    done = subprocess.run(
        [sys.executable, "-B", str(DIAGRAMS / "draw.py"), "--check"], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, f"{done.stdout}{done.stderr} Run: python docs/pictures/diagrams/draw.py"


def test_the_page_of_settings_is_that_of_the_schema() -> None:
    page = (DOCS / "configure.md").read_text(encoding="utf-8")
    assert page == settings_page(), "Run: bosstray config describe > docs/configure.md"


def test_the_pins_of_the_page_and_the_drawing_are_the_default_ones() -> None:
    pins = Settings().pins
    assert pins == PanelPins(), "the panel and the settings have different pins"
    wanted = {
        "buttons.green": pins.green_button,
        "buttons.red": pins.red_button,
        "lamps.green": pins.green_lamp,
        "lamps.red": pins.red_lamp,
    }
    page = (DOCS / "wiring.md").read_text(encoding="utf-8")
    rows = re.findall(r"\| `(\w+\.\w+)` = (\w+) \| (\d+) \|", page)
    assert {setting: pin for setting, pin, _ in rows} == wanted
    assert all(BOARD[pin] == int(number) for _, pin, number in rows)
    drawing = (DIAGRAMS / "wiring.svg").read_text(encoding="utf-8")
    assert all(f">{pin}<" in drawing for pin in (*wanted.values(), "GPIO3"))
    for pin in wanted.values():
        number = BOARD[str(pin)]
        assert re.search(rf"{number}: \(\"{pin}\"", (DIAGRAMS / "wiring.py").read_text(encoding="utf-8"))


def test_the_resistors_are_reckoned_right() -> None:
    page = (DOCS / "wiring.md").read_text(encoding="utf-8")
    rows = re.findall(r"\| ([\d.]+) V \| (\d+) Ω → \*\*(\d+) Ω\*\* \| (\d+) Ω → \*\*(\d+) Ω\*\* \| ([\d.]+) W", page)
    assert len(rows) == 3
    for led, exact5, chosen5, exact12, chosen12, heat in rows:
        for supply, exact, chosen in ((5.0, exact5, chosen5), (12.0, exact12, chosen12)):
            wanted = (supply - float(led) - 0.1) / 0.012
            assert abs(wanted - int(exact)) < 1
            current = (supply - float(led) - 0.1) / int(chosen)
            assert 0.010 < current < 0.0125
        assert abs(0.012**2 * int(chosen12) - float(heat)) < 0.006
    assert 0.006 < (3.3 - 2.0) / 180 < 0.008


def test_the_camera_heights_follow_from_the_formula() -> None:
    page = (DOCS / "build.md").read_text(encoding="utf-8")
    rows = re.findall(r"\| ([^|]+) \| ([\d.]+)° \| (\d+) mm \| \*\*(\d+) mm\*\* \| (\d+) mm \| (\d+) pixels \|", page)
    assert len(rows) == 5
    board, die, across = 480.0, 16.0, 1280
    for name, angle, low, good, high, pixels in rows:
        half = tan(radians(float(angle) / 2))
        assert abs(board / (2 * half) - int(low)) <= 1, name
        assert abs(die * across / (24 * 2 * half) - int(high)) <= 1.5, name
        assert abs(die * across / (2 * int(good) * half) - int(pixels)) <= 0.5, name
        assert int(low) < int(good) < int(high) and int(pixels) >= 27, name
    hq = 2 * degrees(atan(6.287 / (2 * 6.0)))
    usb = 2 * degrees(atan(tan(radians(78 / 2)) * 16 / (16**2 + 9**2) ** 0.5))
    assert [float(row[1]) for row in rows] == pytest.approx([66.0, 102.0, hq, 62.2, usb], abs=0.06)


def test_the_sizes_of_the_tray_are_those_of_its_drawing() -> None:
    words = (DOCS / "build.md").read_text(encoding="utf-8")
    drawing = (DIAGRAMS / "tray.py").read_text(encoding="utf-8")
    figures = dict(re.findall(r"^([A-Z_]+) = ([\d.]+)$", drawing, flags=re.MULTILINE))
    for line in re.findall(r"^([A-Z_, ]+) = ([\d., ]+)$", drawing, flags=re.MULTILINE):
        figures.update(zip(line[0].split(", "), line[1].split(", "), strict=True))
    size = {name: float(value) for name, value in figures.items()}
    given = re.search(r"--tray (\d+)x(\d+) --across (\d+) --down (\d+) --lanes 2 --divider (\d+)", words)
    assert given is not None
    assert [float(part) for part in given.groups()] == [
        size[name] for name in ("FELT_WIDE", "FELT_DEEP", "ACROSS", "DOWN", "DIVIDER")
    ]
    rim = size["FELT_WIDE"] / 2 + size["RIM"]
    edge = size["ACROSS"] / 2 - size["TAG"] / 2 - size["QUIET"]
    lowest = 350.0
    assert rim * lowest / (lowest - size["RIM_HIGH"]) <= edge + size["QUIET"], "the rim hides a tag"
    assert size["ACROSS"] / 2 + size["TAG"] / 2 + size["QUIET"] <= size["BOARD_WIDE"] / 2
    assert f"leaves {edge - rim:.0f} mm between rim and tag" in words


def sayings() -> list[re.Pattern[str]]:
    """Everything the program can say, with anything in the places that it fills."""
    found = []
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            if {"training", "scenes"} & set(file.parts):
                continue
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.JoinedStr):
                    parts = [part.value if isinstance(part, ast.Constant) else "\0" for part in node.values]
                    found.append("".join(str(part) for part in parts))
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    found.append(re.sub(r"\{\w*\}|%s", "\0", node.value))
    found += (ROOT / "systemd" / "fault.sh").read_text(encoding="utf-8").replace("\\n", "\n").splitlines()
    told = {text.strip(" '") for text in found}
    return [re.compile(".+".join(re.escape(part) for part in text.split("\0"))) for text in told if _says_something(text)]


def _says_something(text: str) -> bool:
    """Not only places to fill and what stands between them."""
    return "\0" not in text or len(text.replace("\0", "").strip()) > 10


def test_the_troubleshooter_quotes_the_program_word_for_word() -> None:
    known = sayings()
    quoted = re.findall(r"“([^”]+)”", prose(DOCS / "troubleshoot.md"))
    assert len(quoted) > 40
    strange = [words for words in quoted if not any(one.fullmatch(words) for one in known)]
    assert not strange, f"the program says nothing like {strange}"
