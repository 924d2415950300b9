"""The packaged networks, run by OpenCV; no second runtime."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.half_weights import WireError, widened


class NetworkError(ValueError):
    """A network that is missing from the installation or that this OpenCV cannot run, in one sentence."""


class Network:
    """One ONNX network, loaded once. Not for use by two threads at a time."""

    def __init__(self, name: str, folder: Path | None = None) -> None:
        """Loads `NAME.onnx` from the package, or from `folder`; raises `NetworkError` when that fails."""
        place = resources.files("vision").joinpath("networks") if folder is None else folder
        try:
            data = place.joinpath(f"{name}.onnx").read_bytes()
        except OSError as reason:
            raise NetworkError(f"The network {name} is missing; install Boss Tray again.") from reason
        try:
            self._net = _parsed(np.frombuffer(data if _reads_halves() else widened(data), np.uint8))
        except (cv2.error, WireError) as reason:
            raise NetworkError(f"OpenCV {cv2.__version__} cannot load the network {name}; install Boss Tray again.") from reason

    def run(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        """A batch (n, 3, h, w), already standardised, to the network's output (n, ...)."""
        self._net.setInput(batch)
        return np.array(self._net.forward(), np.float32, copy=True)


def _reads_halves() -> bool:
    """Whether this OpenCV is one on which weights in half precision were tried; that of Debian bookworm, 4.6, reads none."""
    major, minor = (int(part) for part in cv2.__version__.split(".")[:2])
    return (major, minor) >= (4, 10)


def _parsed(data: NDArray[np.uint8]) -> Any:
    # OpenCV 5 has two engines; the older one gives the same numbers in two thirds of the time.
    classic = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
    # Only the type stubs of OpenCV 5 know the second argument.
    read: Any = cv2.dnn.readNetFromONNX
    if classic is None:
        return read(data)
    try:
        return read(data, classic)
    except cv2.error:
        return read(data)
