"""Every command in README and docs is run, or, where that cannot be, is known to exist with all its options.

A command that is in none of the lists below fails: add it to `RUN`, or to `CHECKED` or `OUTSIDE` with the reason.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click
import pytest

from ui.cli import command

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
RECORDING = ROOT / "tests" / "recordings" / "three-players"
FEW_FRAMES = 6

RUN = {
    "./tray read --json picture.jpg",
    "./tray referee",
    "./tray odds keep 66:12336",
    "./tray markers -o tags.pdf",
    "./tray config show",
    "./tray cards --language nb",
    "./tray watch --json FOLDER",
    "bosstray cards --language en --out cards-en.pdf",
    "bosstray cards --language nb --out cards-nb.pdf",
    "bosstray config show > config.toml",
    "bosstray config check config.toml",
    "bosstray markers",
    "bosstray read picture.jpg",
}
"""They run in a folder with a picture and a short recorded table, in the order of their page; they end with 0."""

CHECKED = {
    "play": "a whole game takes a minute; tests/ui/test_play.py plays it, with pictures and without",
    "gallery": "all screens in all sizes take a minute; tests/ui/test_gallery.py draws them",
    "doctor": "its answer is that of this machine; tests/ui/test_doctor_command.py",
    "calibrate": "it needs pictures of a tray; tests/calibration/test_calibrate_from_folder.py",
    "config describe": "it would write a page of the handbook; tests/test_docs_pages.py compares that page",
    "config path": "it ends with 1 where there is no file; tests/ui/test_config.py",
    "history": "it needs games that were played; tests/ui/test_history_command.py",
    "support": "it asks; tests/ui/test_support.py",
}
"""By how they begin after `bosstray` or `./tray`: not run here for the reason given, but each must exist with its options."""

INSTALLER = ("install", "update", "uninstall")
"""They need root and change the machine: tests/platform runs them on one of its own; here their options are looked for."""

OUTSIDE = {
    "./tray test": "this is it",
    "./tray lint": "the linters are run by .ci/run",
    "./tray measure": "reads hundreds of pictures; tests/vision/test_measures_pages.py runs it on a few",
    "./tray scenes": "needs Blender in an environment of its own, and half an hour",
    "./tray train": "needs torch in an environment of its own, and hours",
    "python docs/pictures/diagrams/draw.py": "it writes the diagrams; tests/test_docs_pages.py compares them",
    "python docs/pictures/draw.py": "it paints pictures; tests/ui/test_golden_pictures.py compares them",
    "python tests/ui/test_golden_pictures.py": "it paints the pictures that it compares as a test",
    "python tests/ui/test_guide_screens.py": "it paints the pictures that it compares as a test",
    "python -m ui.sound.making": "needs espeak-ng; tests/ui/test_sound.py synthesises the effects again",
    "python tests/game/fuzz_session.py": "ten thousand evenings; tests/game/test_session_games.py plays some",
    "python tests/game/fuzz_referee.py": "ten minutes; tests/game/test_referee.py sends such lines",
    "python tests/ui/endurance.py": "eight hours of play, half an hour of a PC",
    "git clone": "needs the network",
    "cd bosstray": "goes into what was cloned",
    "journalctl": "the log of an installed table",
    "systemctl": "an installed table",
    "sudo systemctl": "an installed table, and root",
    "sudo apt": "root and the network",
    "sudo rm": "root; deletes the games, on purpose",
    "sudo mkfs.ext4": "root and a stick",
    "sudo mount": "root and a stick",
    "sudo umount": "root and a stick",
    "sudo cp": "root and a stick",
    "sudo chown": "root and a stick",
    "echo 'LABEL=BOSSTRAY": "writes /etc/fstab",
    "sudo raspi-config": "a Raspberry Pi",
}
"""By how they begin: not ours, or in an environment of their own."""

PROGRAMS = re.compile(r"(\./tray|bosstray|sudo|apt|apt-get|systemctl|journalctl|git|cd|python|python3|pip|docker)\b")
SHELLS = ("sh", "bash", "console", "shell")


@dataclass(frozen=True, slots=True)
class Line:
    """One command of a page."""

    page: Path
    number: int
    text: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.number}: {self.text}"


def commands(page: Path) -> Iterator[Line]:
    """The commands of a page: all lines of fenced blocks for a shell, and indented lines that begin with a known program."""
    fence: str | None = None
    for number, raw in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        mark = re.match(r"\s*```(\w*)", raw)
        if mark is not None:
            fence = None if fence is not None else mark[1]
            continue
        text = re.sub(r"\s+#.*$", "", raw).strip().removeprefix("$ ")
        indented = fence is None and raw.startswith("    ") and PROGRAMS.match(text) is not None
        if text and not text.startswith("#") and (fence in SHELLS or indented):
            yield Line(page, number, text)


def begins(text: str, known: str) -> bool:
    return text == known or text.startswith(f"{known} ")


def ours(text: str) -> str | None:
    """What comes after `bosstray`, `./tray` or `sudo bosstray`; `None` for other programs."""
    found = re.match(r"(?:(?:sudo )?bosstray|\./tray) (.*)", text)
    return None if found is None or any(begins(text, known) for known in OUTSIDE) else found[1].partition(" > ")[0]


def unknown_part(words: list[str]) -> str | None:
    """What of `bosstray WORDS ...` the program does not know, `None` when all is known."""
    if words and words[0] in INSTALLER:
        script = (ROOT / "systemd" / "install.sh").read_text(encoding="utf-8")
        return next((word for word in words if word.startswith("-") and word not in script), None)
    current: click.Command = command
    context = click.Context(command)
    options = {name for option in command.params for name in option.opts}
    for word in words:
        if word.startswith("-") and word != "-":
            if word.partition("=")[0] not in options | {"--help", "-h"}:
                return word
        elif isinstance(current, click.Group):
            found = current.get_command(context, word)
            if found is None:
                return None if current.invoke_without_command else word
            current = found
            options = {name for option in current.params for name in (*option.opts, *option.secondary_opts)}
    return None


ALL = [line for page in PAGES for line in commands(page)]


@pytest.mark.parametrize("line", ALL, ids=str)
def test_every_command_is_known_to_this_test(line: Line) -> None:
    words = ours(line.text)
    lists = [
        line.text in RUN,
        words is not None and any(begins(words, known) for known in CHECKED),
        words is not None and words.split()[0] in INSTALLER,
        any(begins(line.text, known) for known in OUTSIDE),
    ]
    assert sum(lists) == 1, f"{line} is in {sum(lists)} of the lists RUN, CHECKED, INSTALLER and OUTSIDE of {__file__}."


@pytest.mark.parametrize("line", [line for line in ALL if ours(line.text)], ids=str)
def test_every_command_of_ours_exists_with_its_options(line: Line) -> None:
    words = shlex.split(ours(line.text) or "")
    assert unknown_part(words) is None, f"{line}: there is no {unknown_part(words)}."


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_in_a_sentence_exists_with_its_options(page: Path) -> None:
    for text in re.findall(r"`((?:(?:sudo )?bosstray|\./tray) [a-z][^`]*)`", page.read_text(encoding="utf-8")):
        words = [word for word in (ours(text) or "").split() if word != "..."]
        assert unknown_part(words) is None, f"{page.name}: `{text}`: there is no {unknown_part(words)}."


def test_the_tests_that_are_named_as_reasons_are_there() -> None:
    for name in re.findall(r"tests/[\w/]+\.py", " ".join((*CHECKED.values(), *OUTSIDE.values()))):
        assert (ROOT / name).is_file(), name


def test_everything_that_is_to_run_stands_on_a_page() -> None:
    assert {line.text for line in ALL} >= RUN


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the commands of the pages name: a picture, a short recorded table, and `bosstray`."""
    folder = tmp_path_factory.mktemp("table")
    frames = sorted((RECORDING / "frames").iterdir())
    shutil.copy(frames[0], folder / "picture.jpg")
    short = folder / "FOLDER"
    (short / "frames").mkdir(parents=True)
    for file in RECORDING.iterdir():
        if file.is_file():
            shutil.copy(file, short)
    (short / "presses.csv").write_text("frame,button\n", encoding="utf-8")
    rows = (RECORDING / "frames.csv").read_text(encoding="utf-8").splitlines()
    (short / "frames.csv").write_text("\n".join(rows[: FEW_FRAMES + 1]) + "\n", encoding="utf-8")
    for row in rows[1 : FEW_FRAMES + 1]:
        name = row.split(",")[1]
        shutil.copy(RECORDING / "frames" / Path(name).name, short / "frames")
    (folder / "bin").mkdir()
    for name in (folder / "bin" / "bosstray", folder / "tray"):
        name.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ui.cli "$@"\n', encoding="utf-8")
        name.chmod(0o755)
    return folder


@pytest.mark.parametrize("page", dict.fromkeys(line.page for line in ALL if line.text in RUN), ids=lambda page: page.name)
def test_the_commands_of_a_page_run(page: Path, table: Path) -> None:
    environment = {
        **os.environ,
        "PATH": f"{table / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "SDL_VIDEODRIVER": "dummy",
        "XDG_CONFIG_HOME": str(table / "none"),
        "OMP_NUM_THREADS": "1",
    }
    for line in commands(page):
        if line.text not in RUN:
            continue
        done = subprocess.run(
            ["sh", "-c", line.text],
            cwd=table,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, f"{line} ended with {done.returncode}: {done.stderr or done.stdout}"
        assert "Traceback" not in done.stderr
