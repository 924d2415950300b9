"""The whole product on the recorded table: pictures in, the right banks, the winner and the screens out."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import cv2
import pytest

from game.boss import BossGame
from game.journal import Journal

ROOT = Path(__file__).parent.parent.parent
RECORDING = ROOT / "tests" / "recordings" / "three-players"
BOSSTRAY = Path(sys.executable).parent / "bosstray"

ENVIRONMENT = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}


def bosstray(*arguments: str | Path, timeout: float = 300) -> subprocess.CompletedProcess[str]:
    command = [str(BOSSTRAY), *(str(argument) for argument in arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=timeout, env=ENVIRONMENT, check=False)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[subprocess.CompletedProcess[str], Path, Path]:
    """One headless run of the recorded table, with its pictures and its state folder."""
    folder = tmp_path_factory.mktemp("played")
    done = bosstray("play", "--headless", "--screenshots", folder / "shots", "--state-dir", folder / "state")
    return done, folder / "shots", folder / "state"


def expected() -> dict[str, object]:
    return json.loads((RECORDING / "expected.json").read_text())


def test_the_recorded_game_is_read_refereed_and_reported(
    played: tuple[subprocess.CompletedProcess[str], Path, Path],
) -> None:
    done, _, _ = played
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    rounds = [line for line in lines if line.startswith("round ")]
    truth = expected()
    names = truth["players"]
    assert len(rounds) == len(truth["rounds"])  # type: ignore[arg-type]
    for line, want in zip(rounds, truth["rounds"], strict=True):  # type: ignore[arg-type]
        banks = ", ".join(f"{name} {bank}" for name, bank in zip(names, want["banks"], strict=True))  # type: ignore[arg-type]
        assert line.endswith(f"banks {banks}, kitty {want['kitty']}")
        first = dict(re.findall(r"(\w+) ([1-6]{5})", line.split(";")[0]))
        for seat, hand in enumerate(want["first"]):
            if hand:
                assert first[names[seat]] == "".join(sorted("".join(map(str, hand)), reverse=True))  # type: ignore[index]
    assert lines[-1] == "Irene wins with 30 chips after 5 rounds"


def test_every_screen_of_the_game_was_shown_and_kept_as_a_picture(
    played: tuple[subprocess.CompletedProcess[str], Path, Path],
) -> None:
    _, shots, _ = played
    names = sorted(path.stem.split("-", 1)[1] for path in shots.glob("*.png"))
    wanted = {
        "attract",
        "set-up",
        "first-throws",
        "boss",
        "call",
        "challengers",
        "reveal",
        "settlement",
        "elimination",
        "winner",
    }
    assert wanted <= set(names)
    for path in shots.glob("*.png"):
        picture = cv2.imread(str(path))
        assert picture is not None and picture.shape == (720, 1280, 3)
        assert picture.std() > 5


def test_the_game_is_in_the_journal_with_its_winner(
    played: tuple[subprocess.CompletedProcess[str], Path, Path],
) -> None:
    _, _, state = played
    with Journal.open(state, 0.0) as journal:
        (record,) = journal.games()
    assert record.players == ("Tom", "Irene", "Barbara")
    assert record.result is not None and record.result["banks"] == [0, 30, 0]
    assert record.ended is not None


@pytest.mark.slow
def test_a_killed_kiosk_goes_on_in_the_same_round(tmp_path: Path) -> None:
    state = tmp_path / "state"
    arguments = [str(BOSSTRAY), "play", "--headless", "--state-dir", str(state)]
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT)
    try:
        deadline = time.monotonic() + 240
        while time.monotonic() < deadline and _actions(state) < 14:
            time.sleep(0.02)
        os.kill(process.pid, signal.SIGKILL)
    finally:
        process.wait(30)
    assert process.stdout is not None
    process.stdout.close()
    with Journal.open(state, 0.0) as journal:
        history = journal.resume()
    assert history is not None and isinstance(history.game, BossGame)
    before = history.game
    assert not before.over
    done = bosstray("play", "--headless", "--screenshots", tmp_path / "shots", "--state-dir", state)
    assert f"The game goes on in round {before.round}." in done.stderr
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "Irene wins with 30 chips after 5 rounds"
    rounds = [int(line.split()[1].rstrip(":")) for line in done.stdout.splitlines() if line.startswith("round ")]
    assert rounds[-1] == 5


def _actions(state: Path) -> int:
    """How many actions a running kiosk has committed, read from outside."""
    files = list(state.glob("*.sqlite*"))
    if not files:
        return 0
    main = min(files, key=lambda path: len(path.name))
    try:
        with sqlite3.connect(f"file:{main}?mode=ro", uri=True) as db:
            return int(db.execute("SELECT count(*) FROM steps").fetchone()[0])
    except sqlite3.Error:
        return 0


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["--table", "nonsense"], 2, "nonsense is no table"),
        (["--table", "recording:"], 2, "is no table"),
        (["--table", "recording:/does/not/exist"], 1, "There is no folder /does/not/exist"),
        (["--table", f"recording:{ROOT / 'docs'}"], 1, "is no recorded table"),
        (["--size", "7x7"], 2, "7x7 is outside"),
        (["--size", "big"], 2, "big is no size"),
        (["--language", "xx"], 2, "xx is not one of"),
        (["--frobnicate"], 2, "--frobnicate"),
    ],
)
def test_bad_options_get_one_sentence_and_the_right_code(arguments: list[str], code: int, says: str) -> None:
    done = bosstray("play", "--headless", *arguments)
    assert done.returncode == code
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_state_folder_that_is_in_use_or_no_folder_is_refused(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "state", 0.0):
        done = bosstray("play", "--headless", "--state-dir", tmp_path / "state")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1 and "Traceback" not in done.stderr
    (tmp_path / "file").write_text("")
    done = bosstray("play", "--headless", "--state-dir", tmp_path / "file")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1 and str(tmp_path / "file") in done.stderr
