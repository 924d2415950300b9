"""Path-traced cut-outs of things: their size, their alpha, and that a stopped run goes on; skipped where Blender is missing."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
SIDE, COUNT = 160, 2


def blender() -> str | None:
    """A Python that has bpy: this one, or that of `./tray scenes`."""
    if importlib.util.find_spec("bpy") is not None:
        return sys.executable
    beside = ROOT / ".venv-scenes" / "bin" / "python"
    return str(beside) if beside.exists() else None


def render(folder: Path) -> str:
    python = blender()
    if python is None:
        pytest.skip("bpy is not installed; ./tray scenes sets it up")
    call = [python, "-m", "vision.scenes", "things", str(folder), "--count", str(COUNT), "--seed", "7"]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, timeout=300, check=True)
    return done.stdout


@pytest.fixture(scope="module")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("things")
    return folder, render(folder)


def test_each_thing_fills_a_cut_out_with_clean_edges(rendered: tuple[Path, str]) -> None:
    folder, _ = rendered
    names = [f"cutout-rendered-{number:04d}.png" for number in range(COUNT)]
    assert sorted(path.name for path in folder.iterdir()) == names
    for name in names:
        picture = cv2.imread(str(folder / name), cv2.IMREAD_UNCHANGED)
        assert picture is not None and picture.dtype == np.uint8 and picture.shape[2] == 4
        assert max(picture.shape[:2]) == SIDE
        alpha = picture[..., 3]
        for edge in (alpha[0], alpha[-1], alpha[:, 0], alpha[:, -1]):
            assert edge.max() > 0, f"{name} is not cropped to the thing"
        between = float(((alpha > 12) & (alpha < 243)).mean())
        assert between < 0.1, f"{name} is half clear in {between:.0%} of its pixels"
        assert float((alpha > 242).mean()) > 0.3
        assert float(picture[alpha > 242][:, :3].astype(float).std()) > 5, f"{name} has no shading"


def test_progress_and_the_number_of_each_kind_are_told(rendered: tuple[Path, str]) -> None:
    _, told = rendered
    assert f"{COUNT} of {COUNT}: " in told
    counts = [line.split(maxsplit=1) for line in told.splitlines() if line.startswith("    ") and line.split()[0].isdigit()]
    assert sum(int(times) for times, _ in counts) == COUNT
    drawn = {line.split(": ", 1)[1].split(",")[0] for line in told.splitlines() if f" of {COUNT}: " in line}
    assert {kind for _, kind in counts} == drawn


def test_a_stopped_run_goes_on_and_gives_the_same_picture(rendered: tuple[Path, str]) -> None:
    folder, _ = rendered
    first, last = folder / "cutout-rendered-0000.png", folder / "cutout-rendered-0001.png"
    before, kept = last.read_bytes(), first.stat().st_mtime_ns
    last.unlink()
    told = render(folder)
    assert first.stat().st_mtime_ns == kept
    assert "1 of 2" not in told
    again = cv2.imdecode(np.frombuffer(last.read_bytes(), np.uint8), cv2.IMREAD_UNCHANGED)
    once = cv2.imdecode(np.frombuffer(before, np.uint8), cv2.IMREAD_UNCHANGED)
    assert again is not None and once is not None and again.shape == once.shape
    assert int(np.abs(again.astype(int) - once.astype(int)).max()) <= 2
