"""Answers are kept: a run that was stopped goes on, and only what has changed is read again. Mutations change what is read."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.judgement import Limits
from vision.measures import answers as module
from vision.measures.answers import Answers, Case, Mode, Picture, digest, reader_digest
from vision.measures.verdicts import Truth, Unreadable
from vision.picture import UnreadablePicture
from vision.result import Die, Flag, Reading, Status

READING = Reading(
    Status.UNSURE,
    (
        Die(4, 0.97, (10.5, 20.0), 21.0, ((0.0, 0.5), (21.0, 0.5), (21.0, 21.0), (0.0, 21.0)), None, (4, 6)),
        Die(None, 0.31, (60.0, 20.0), 21.0, ((50.0, 10.0), (70.0, 10.0), (70.0, 30.0), (50.0, 30.0)), Flag.COCKED, (2,)),
    ),
    "The die near the right leans.",
)
TRUTH = Truth((4,), (Unreadable((60.0, 20.0), 27.0, frozenset({Flag.COCKED, Flag.STACKED})),))


class Counting:
    """A reader in every mode that counts its looks, and may be stopped."""

    looks = 0
    stop_at = 1000

    def __init__(self, networks: Path | None = None) -> None:
        pass

    def read(self, image: Picture, die_size: float | None) -> dict[Mode, Reading | None]:
        Counting.looks += 1
        if Counting.looks > Counting.stop_at:
            raise KeyboardInterrupt
        return {mode: READING if mode is Mode.USUAL else Reading(Status.EMPTY) for mode in Mode}


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> type[Counting]:
    monkeypatch.setattr(module, "Modes", Counting)
    monkeypatch.setattr(Counting, "looks", 0)
    monkeypatch.setattr(Counting, "stop_at", 1000)
    return Counting


def case(name: str, key: str | None = None) -> Case:
    return Case(name, key or name, ("all",), lambda: (np.zeros((8, 8, 3), np.uint8), TRUTH))


def test_answers_come_back_from_disk_as_they_were(tmp_path: Path, counting: type[Counting]) -> None:
    cases = [case("a"), case("b")]
    with Answers(tmp_path) as answers:
        first = list(answers.answers(cases))
    with Answers(tmp_path) as answers:
        assert answers.missing(cases) == 0
        again = list(answers.answers(cases))
    assert counting.looks == 2
    for one in (*first, *again):
        assert one.readings[Mode.USUAL] == READING
        assert one.readings[Mode.NO_CONFIDENCE] == Reading(Status.EMPTY)
        assert one.truth == TRUTH


def test_a_stopped_run_goes_on_where_it_stopped(
    tmp_path: Path, counting: type[Counting], monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = [case(name) for name in "abcde"]
    monkeypatch.setattr(counting, "stop_at", 3)
    with pytest.raises(KeyboardInterrupt), Answers(tmp_path) as answers:
        list(answers.answers(cases))
    # The power went while a row was being written.
    (file,) = tmp_path.glob("*.jsonl")
    file.write_text(file.read_text() + '{"key": "d", "truth": [[4], [[[60')
    monkeypatch.setattr(counting, "stop_at", 1000)
    with Answers(tmp_path) as answers:
        assert answers.missing(cases) == 2
        assert len(list(answers.answers(cases))) == 5
    assert counting.looks == 4 + 2


def test_another_picture_is_read_anew(tmp_path: Path, counting: type[Counting]) -> None:
    with Answers(tmp_path) as answers:
        list(answers.answers([case("a", digest("photograph", b"old", TRUTH))]))
        list(answers.answers([case("a", digest("photograph", b"new", TRUTH))]))
        list(answers.answers([case("a", digest("photograph", b"new", Truth((5,))))]))
    assert counting.looks == 3


def test_another_reader_starts_anew(tmp_path: Path) -> None:
    networks = tmp_path / "networks"
    networks.mkdir()
    (networks / "finder.onnx").write_bytes(b"one")
    before = reader_digest(networks)
    assert reader_digest(networks) == before
    (networks / "finder.onnx").write_bytes(b"two")
    assert reader_digest(networks) != before != reader_digest()


def test_a_reader_that_changes_on_the_way_is_noticed(tmp_path: Path) -> None:
    networks = tmp_path / "networks"
    networks.mkdir()
    for name in ("finder.onnx", "faces.onnx", "context.onnx"):
        (networks / name).write_bytes((module.VISION / "networks" / name).read_bytes())
    with Answers(tmp_path / "kept", networks) as answers:
        assert not answers.stale
        (networks / "faces.onnx").write_bytes(b"another")
        assert answers.stale


def test_a_reader_is_all_code_between_a_picture_and_a_reading() -> None:
    names = {path.stem for path in module.code_of("reader")}
    assert {"reader", "finding", "crops", "judgement", "network", "reasons", "result"} <= names
    assert not names & {"lanes", "motion", "geometry"}
    assert {"lanes", "motion", "open_dice", "lane_state"} <= {path.stem for path in module.code_of("lanes")}


def test_a_picture_that_cannot_be_loaded_has_no_reading(tmp_path: Path, counting: type[Counting]) -> None:
    def load() -> tuple[Picture, Truth]:
        raise UnreadablePicture("The picture is cut short.")

    with Answers(tmp_path) as answers:
        (answer,) = answers.answers([Case("a", "a", ("all",), load)])
    assert answer.readings == dict.fromkeys(Mode)


def test_any_result_is_remembered(tmp_path: Path) -> None:
    calls = []

    def make() -> list[int]:
        calls.append(1)
        return [1, 2]

    for _ in range(2):
        with Answers(tmp_path) as answers:
            assert answers.remembered("clip", make) == [1, 2]
    assert len(calls) == 1


def test_old_readers_are_forgotten(tmp_path: Path) -> None:
    for number in range(10):
        (tmp_path / f"{number}.jsonl").write_text("")
    Answers(tmp_path).close()
    assert len(list(tmp_path.glob("*.jsonl"))) <= module.KEPT_READERS + 1


@pytest.fixture(scope="module")
def modes() -> module.Modes:
    return module.Modes()


def test_the_mutations_read_what_the_reader_withholds(modes: module.Modes) -> None:
    """A real picture of dice, blurred until the reader is unsure: without its confidence it names values all the same."""
    path = next(iter(sorted((Path(__file__).parent / "pictures").glob("*.jpg"))))
    image = np.asarray(cv2.imread(str(path)), np.uint8)
    outcomes = [
        modes.read(np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), np.uint8), None) for sigma in (1.5, 3.0, 4.5, 6.0)
    ]
    status = {mode: [one[mode].status for one in outcomes if one[mode] is not None] for mode in Mode}
    assert Status.UNSURE in status[Mode.USUAL]
    assert Status.UNSURE not in status[Mode.NEITHER]
    assert len({mode.limits() for mode in Mode}) == len(Mode)
    assert Mode.USUAL.limits() == Limits()
    # With the opinion still asked for, a contradiction is withheld, however little sureness counts.
    assert Mode.NO_CONFIDENCE.limits().seconded == Limits().seconded > Mode.NEITHER.limits().seconded
