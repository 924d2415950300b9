"""The command for all measures, from outside: on a small set of own pictures, with the page of lost hands."""

from __future__ import annotations

import json
import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from vision.measures.__main__ import command
from vision.measures.clips import rests
from vision.measures.frames import BORDERLINE, EMPTY, READABLE, UNREADABLE, what
from vision.measures.verdicts import Verdict
from vision.result import Flag

PICTURES = Path(__file__).parent / "pictures"


def measure(*arguments: object) -> Result:
    return CliRunner().invoke(command, list(map(str, arguments)), catch_exceptions=False)


def entry(file: str, values: list[int], dice: list[dict[str, float]], **more: object) -> dict[str, object]:
    base = {"file": file, "source_repo": "own/one", "may_train": False, "conditions": ["felt"], "values": values, "dice": dice}
    return base | more


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A right hand, one that the labels call otherwise, one blurred, one that may be trained on, and one without an answer."""
    folder = tmp_path_factory.mktemp("photos")
    image = np.asarray(cv2.imread(str(PICTURES / "five.jpg")), np.uint8)
    values = json.loads((PICTURES / "five.json").read_text())["values"]
    cv2.imwrite(str(folder / "right.png"), image)
    cv2.imwrite(str(folder / "wrong.png"), cv2.flip(image, 1))
    cv2.imwrite(str(folder / "blurred.png"), cv2.GaussianBlur(image, (0, 0), 5.0))
    cv2.imwrite(str(folder / "trained.png"), cv2.flip(image, 0))
    cv2.imwrite(str(folder / "unknown.png"), cv2.rotate(image, cv2.ROTATE_180))
    other = sorted([*values[1:], 7 - values[0]])
    labels = [
        entry("right.png", values, []),
        entry("wrong.png", other, [], source_repo="own/two"),
        entry("blurred.png", values, [{"value": 4, "x": 2.0, "y": 2.0, "w": 3.0, "h": 3.0}]),
        entry("trained.png", other, [], source_repo="own/three", may_train=True),
        entry("unknown.png", [], [], conditions=["values_unreadable"]),
    ]
    (folder / "labels.json").write_text(json.dumps(labels))
    return folder


@pytest.fixture(scope="module")
def printed(photos: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    out = tmp_path_factory.mktemp("out")
    arguments = [
        "--photos",
        photos,
        "--kept",
        out / "kept",
        "--failures",
        out / "shown",
        "--drawings",
        out / "docs" / "page.md",
    ]
    result = measure(*arguments, "--markdown", out / "tables.md", "photos")
    assert result.exit_code == 0
    return result.stdout, out


def row(text: str, name: str) -> list[str]:
    """The cells of the first printed row of a name."""
    line = next(line for line in text.splitlines() if line.strip().startswith(name))
    return re.split(r"\s{2,}", line.strip())


def test_the_table_counts_what_was_never_trained_on(printed: tuple[str, Path]) -> None:
    text, _ = printed
    assert row(text, "all photographs never")[1:4] == ["3", "33.3 %", "1"]
    assert row(text, "own/two")[1:4] == ["1", "0.0 %", "1"]
    assert "Not scored, since trained on: own/three (1)." in text
    assert "Misread: wrong.png" in text
    assert row(text, "pictures without dice")[1:3] == ["1", "1"]


def test_the_mutations_are_printed_beside(printed: tuple[str, Path]) -> None:
    text, _ = printed
    assert row(text, "photographs: as it is")[1:4] == ["3", "1", "1"]
    assert row(text, "photographs: both off")[1:4] == ["3", "1", "2"]


def test_the_page_names_each_lost_hand_with_its_cause(printed: tuple[str, Path]) -> None:
    _, out = printed
    page = (out / "docs" / "page.md").read_text()
    assert page.count("\n## ") == 3
    assert "`unknown.png`: nothing that may be read; read as" in page
    assert "values unreadable" in page
    assert "`wrong.png`" in page
    assert "misread as" in page
    assert "lies here and was not seen at all" in page
    assert "is asked" in page
    for link in re.findall(r"\]\((.+?)\)", page):
        assert (out / "docs" / link).is_file()
    assert len(re.findall(r"\]\(", (out / "shown" / "failures.md").read_text())) == 3


def test_a_drawing_has_nothing_of_the_photograph_but_edges(printed: tuple[str, Path]) -> None:
    _, out = printed
    drawn = [cv2.imread(str(path)) for path in sorted((out / "docs" / "pictures" / "failures").glob("*.png"))]
    shown = [cv2.imread(str(path)) for path in sorted((out / "shown" / "pictures").glob("*.png"))]
    assert len(drawn) == len(shown) == 3
    for picture in drawn:
        assert (picture == 255).all(axis=2).mean() > 0.75
        grey = np.ptp(picture.astype(int), axis=2) == 0
        # Lines have one tone; the only others are the soft borders of the marks, which have colours.
        assert set(np.unique(picture[grey][:, 0])) <= {125, 255}
    for picture in shown:
        assert (picture == 255).all(axis=2).mean() < 0.5


def test_the_tables_are_written_as_markdown(printed: tuple[str, Path]) -> None:
    _, out = printed
    tables = (out / "tables.md").read_text()
    assert "**Photographs, by source**" in tables
    assert "| own/two | 1 | 0.0 % | 1 |" in tables


def test_what_is_not_there_is_said_and_left_out(tmp_path: Path) -> None:
    nothing = tmp_path / "nothing"
    result = measure("--photos", nothing, "--frames", nothing, "--kept", tmp_path / "kept", "photos", "frames", "clips")
    assert result.exit_code == 0
    assert "There are no labelled photographs" in result.stdout
    assert "No kept frames" in result.stdout
    assert "There are no labelled clips" in result.stdout


def test_networks_that_are_missing_are_one_sentence(tmp_path: Path) -> None:
    result = CliRunner().invoke(command, ["--networks", str(tmp_path), "--kept", str(tmp_path / "kept"), "photos"])
    assert result.exit_code == 1
    assert "Traceback" not in result.output
    assert "network" in result.output


def die(**more: object) -> dict[str, object]:
    lying = {"value": 3, "cx": 100.0, "cy": 100.0, "size": 30.0, "tilt": 0.0, "visible": 1.0, "flags": [], "contrast": [90.0]}
    return lying | more


@pytest.mark.parametrize(
    ("more", "kind", "flags"),
    [
        ({}, READABLE, None),
        ({"tilt": 25.0, "flags": ["cocked"]}, UNREADABLE, {Flag.COCKED}),
        ({"tilt": 9.0, "flags": ["cocked"]}, BORDERLINE, None),
        ({"flags": ["stacked"]}, UNREADABLE, {Flag.STACKED}),
        ({"visible": 0.4, "flags": ["occluded"]}, UNREADABLE, {Flag.OCCLUDED, Flag.STACKED}),
        ({"visible": 0.85, "flags": ["occluded"]}, BORDERLINE, None),
        ({"visible": 0.0, "flags": ["occluded"]}, READABLE, None),
        ({"flags": ["blurred"]}, UNREADABLE, {Flag.BLURRED}),
        ({"contrast": [8.0]}, BORDERLINE, None),
        ({"size": 20.0}, BORDERLINE, None),
        ({"cx": 5.0}, BORDERLINE, None),
    ],
)
def test_a_frame_is_what_its_worst_die_is(more: dict[str, object], kind: str, flags: set[Flag] | None) -> None:
    frame = {"dice": [die(value=6), die(**more)], "width": 640, "height": 480}
    found, truth = what(frame)
    assert found == kind
    assert [set(one.flags) for one in truth.unreadable] == ([] if flags is None else [flags])
    hidden = more.get("visible") == 0.0
    assert truth.values == ((6,) if hidden or flags is not None else (3, 6))


def test_a_frame_without_dice_is_empty() -> None:
    kind, truth = what({"dice": [], "width": 640, "height": 480})
    assert (kind, truth.values) == (EMPTY, ())


def test_a_throw_of_a_clip_is_judged_by_what_was_shown() -> None:
    clip = {"file": "clips/a.mp4", "events": [{"moving": [2, 12], "settled": [14, 19], "values": [3, 5]}]}
    rolling = [None] * 14

    def judged(shown: list[list[int] | None]) -> tuple[Verdict, int]:
        (one,) = rests(clip, shown)
        return one.verdict, one.values_in_motion

    assert judged([*rolling, None, [3, 5], [3, 5], [3, 5], [3, 5], [3, 5]]) == (Verdict.RIGHT, 0)
    assert judged([*rolling, *[None] * 6]) == (Verdict.ABSTAINED, 0)
    assert judged([*rolling, None, [3, 6], [3, 5], [3, 5], [3, 5], [3, 5]]) == (Verdict.MISREAD, 0)
    assert judged([*rolling[:8], [2], *rolling[9:], [3, 5], [3, 5], [3, 5], [3, 5], [3, 5], [3, 5]]) == (Verdict.RIGHT, 1)


def test_what_the_label_of_a_throw_says_stays_with_it() -> None:
    events = [{"moving": [2, 4], "settled": [6, 9], "values": [5], "note": "ambiguous"}]
    events.append({"moving": [12, 14], "settled": [16, 19], "values": [2]})
    assert [one.note for one in rests({"file": "clips/a.mp4", "events": events}, [None] * 20)] == ["ambiguous", ""]
