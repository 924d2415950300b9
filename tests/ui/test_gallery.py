"""`bosstray gallery` from outside."""

from __future__ import annotations

from pathlib import Path

import pygame
from click.testing import CliRunner, Result

from ui.cli import command


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, ["gallery", *arguments])


def test_the_gallery_draws_what_is_asked_for(tmp_path: Path) -> None:
    result = run(str(tmp_path / "new"), "--size", "800x480", "--language", "nb", "--screen", "06")
    assert result.exit_code == 0, result.output
    paths = [Path(line) for line in result.stdout.split()]
    assert [path.name for path in paths] == ["06-call-nb-800x480.png", "06-call-six-nb-800x480.png"]
    assert pygame.image.load(paths[0]).get_size() == (800, 480)


def test_a_size_that_is_none_is_a_usage_error(tmp_path: Path) -> None:
    for size in ("wide", "12x7", "99999x720"):
        result = run(str(tmp_path), "--size", size)
        assert result.exit_code == 2
        assert "1280x720" in result.output


def test_an_unknown_language_or_screen_is_a_usage_error(tmp_path: Path) -> None:
    assert "known are en, nb" in run(str(tmp_path), "--language", "xx").output
    assert "06-call" in run(str(tmp_path), "--screen", "99").output


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    result = run(str(blocked / "inside"), "--size", "800x480", "--language", "en", "--screen", "06-call")
    assert result.exit_code == 1
    assert result.stderr.startswith("bosstray: The pictures cannot be written")
    assert "Traceback" not in result.output
