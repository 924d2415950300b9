"""Networks whose weights were widened say what they said before, and no damaged file goes through."""

from __future__ import annotations

from importlib import resources

import cv2
import numpy as np
import pytest

from vision.half_weights import WireError, widened
from vision.network import Network


def stored(name: str) -> bytes:
    return resources.files("vision").joinpath("networks").joinpath(f"{name}.onnx").read_bytes()


@pytest.mark.parametrize(("name", "side"), [("faces", 96), ("finder", 192), ("context", 80)])
def test_a_widened_network_gives_the_same_numbers(name: str, side: int) -> None:
    batch = np.random.default_rng(5).standard_normal((1, 3, side, side)).astype(np.float32)
    wide = cv2.dnn.readNetFromONNX(np.frombuffer(widened(stored(name)), np.uint8))
    wide.setInput(batch)
    np.testing.assert_allclose(wide.forward(), Network(name).run(batch), atol=1e-4)


@pytest.mark.parametrize("name", ["faces", "finder", "context"])
def test_no_half_is_left_and_nothing_else_is_changed(name: str) -> None:
    before, after = stored(name), widened(stored(name))
    assert len(after) > 1.5 * len(before)
    assert widened(after) == after


def test_an_older_opencv_is_given_single_precision(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[int] = []

    def read(data: np.ndarray, *more: object) -> object:
        given.append(len(data))
        return object()

    monkeypatch.setattr(cv2.dnn, "readNetFromONNX", read)
    Network("faces")
    monkeypatch.setattr(cv2, "__version__", "4.6.0")
    Network("faces")
    assert given == [len(stored("faces")), len(widened(stored("faces")))]


@pytest.mark.parametrize("cut", [1, 100, 5000])
def test_a_damaged_file_is_refused(cut: int) -> None:
    with pytest.raises(WireError, match="damaged"):
        widened(stored("faces")[:-cut])
