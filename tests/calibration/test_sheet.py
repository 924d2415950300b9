from __future__ import annotations

import re

import numpy as np
import pytest

from calibration.markers import find_markers
from calibration.sheet import BAR_MM, LENS_BOARD, TAG_MM, marker_sheets

DOTS_A_MM = 5
POINT = 25.4 / 72


def pages() -> list[np.ndarray]:
    """Both pages as gray pictures of 5 dots a millimetre, drawn from the filled rectangles of the PDF."""
    drawn = []
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", marker_sheets(compress=False), re.S):
        page = np.full((297 * DOTS_A_MM, 210 * DOTS_A_MM), 255, np.uint8)
        gray = 0.0
        for line in stream.decode("latin-1").splitlines():
            if found := re.fullmatch(r"([\d.]+) g", line.strip()):
                gray = float(found.group(1))
            elif found := re.fullmatch(r"n ([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re f\*?", line.strip()):
                x, y, width, height = (float(value) * POINT * DOTS_A_MM for value in found.groups())
                top, bottom = round(page.shape[0] - y - height), round(page.shape[0] - y)
                page[top:bottom, round(x) : round(x + width)] = round(255 * gray)
        drawn.append(page)
    return drawn


def test_the_four_tags_have_their_size_and_their_order() -> None:
    first = pages()[0]
    found = find_markers(first)
    assert sorted(found) == [0, 1, 2, 3]
    for quad in found.values():
        edges = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1) / DOTS_A_MM
        assert edges == pytest.approx([TAG_MM] * 4, abs=0.3)
    middles = {tag: quad.mean(axis=0) for tag, quad in found.items()}
    assert middles[0][0] < middles[1][0]
    assert middles[1][1] < middles[2][1]
    assert middles[3][0] < middles[2][0]


def test_the_scale_bar_is_as_long_as_it_says() -> None:
    first = pages()[0]
    bar = first[round(252.0 * DOTS_A_MM)]
    dark = np.flatnonzero(bar < 250)
    assert (dark[-1] - dark[0] + 1) / DOTS_A_MM == pytest.approx(BAR_MM, abs=0.3)
    assert f"exactly {BAR_MM:g} mm" in marker_sheets(compress=False).decode("latin-1")


def test_the_lens_board_is_where_its_corners_say() -> None:
    found = find_markers(pages()[1])
    wanted = LENS_BOARD.corners()
    assert sorted(found) == sorted(wanted)
    assert len(wanted) == 35
    shift = found[LENS_BOARD.first][0] / DOTS_A_MM
    for tag, corners in wanted.items():
        np.testing.assert_allclose(found[tag] / DOTS_A_MM - shift, corners, atol=0.4)


def test_the_sheets_are_two_a4_pages() -> None:
    data = marker_sheets()
    assert data.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type /Page\b(?!s)", data)) == 2
    assert re.search(rb"/MediaBox \[ 0 0 595\.27\d* 841\.88\d* \]", data)
