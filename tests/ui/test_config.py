"""The configuration: found, read, checked against its schema, and written with its documentation."""

from __future__ import annotations

import dataclasses
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from game.boss_options import KittyAtEnd, ShortStack
from hardware.panel import PanelPins
from ui.cli import command as bosstray
from ui.config import ConfigError, find, load, parse, places, to_toml
from ui.settings import Settings


def problems(text: str) -> tuple[str, ...]:
    with pytest.raises(ConfigError) as caught:
        parse(text, "config.toml")
    return caught.value.problems


def test_an_empty_file_is_all_defaults() -> None:
    assert parse("") == Settings()


def test_the_written_default_file_reads_back_as_the_defaults_and_documents_every_setting() -> None:
    text = to_toml(Settings())
    assert parse(text) == Settings()
    table = tomllib.loads(text)
    for entry in dataclasses.fields(Settings):
        value = getattr(Settings(), entry.name)
        if dataclasses.is_dataclass(value):
            assert set(table[entry.name]) == {part.name for part in dataclasses.fields(value)}
        else:
            assert entry.name in table
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if " = " in line and not line.startswith("#"):
            assert lines[number - 1].startswith("# "), line
    assert max(len(line) for line in lines if line.startswith("#")) <= 110


def test_changed_settings_survive_being_written() -> None:
    text = """
language = "nb"
[camera]
source = "/dev/video2"
fps = 10
mains = 60
[table]
names = ["Åse", "Bjørn \\"B\\"", "C"]
tints = ["red", "#a0b1c2", "blue"]
max_wager = 10
[screen]
size = "800x480"
[lamps]
green = ""
"""
    settings = parse(text)
    assert parse(to_toml(settings)) == settings
    assert settings.table.names == ("Åse", 'Bjørn "B"', "C")
    assert settings.camera.fps == 10.0 and isinstance(settings.camera.fps, float)
    assert settings.screen.pixels == (800, 480)
    assert (settings.camera.wanted(2.5).mains, settings.camera.wanted(2.5).focus) == (60, 2.5)
    assert settings.pins == PanelPins(green_lamp=None)
    assert "The default is 15.0." in to_toml(settings)


def test_house_rules_become_the_games_own() -> None:
    options = parse(
        '[table]\ntarget = 200\nshort_stack = "table_stakes"\nkitty_at_end = "stays"\nmax_wager = 20\n'
    ).table.options
    assert (options.target, options.short_stack, options.kitty_at_end) == (200, ShortStack.TABLE_STAKES, KittyAtEnd.STAYS)
    assert options.max_wager == 20
    assert parse("").table.options.target is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[camera]\n\nfsp = 3\n", "config.toml, line 3: there is no setting camera.fsp; did you mean camera.fps?"),
        ("fullscreen = true\n", "config.toml, line 1: there is no setting fullscreen; did you mean screen.fullscreen?"),
        ("[camra]\nfps = 3\n", "config.toml, line 1: there is no setting camra; did you mean camera?"),
        (
            "[sound]\nzzz = 1\n",
            "config.toml, line 2: there is no setting sound.zzz; known here are on, volume, voice, quiet_hours.",
        ),
        ("[camera]\nfps = 0\n", "config.toml, line 2: camera.fps is 0, but takes a number from 2 to 60."),
        ('[camera]\nfps = "fast"\n', 'config.toml, line 2: camera.fps is "fast", but takes a number from 2 to 60.'),
        ("camera.width = 1280.5\n", "config.toml, line 1: camera.width is 1280.5, but takes a whole number from 320 to 4608."),
        ("[camera]\nmains = 55\n", "config.toml, line 2: camera.mains is 55, but takes 50 or 60."),
        ("[camera]\nwidth = true\n", "config.toml, line 2: camera.width is true, but takes a whole number from 320 to 4608."),
        ("[screen]\nfullscreen = 1\n", "config.toml, line 2: screen.fullscreen is 1, but takes true or false."),
        ('[buttons]\ngreen = "17"\n', 'config.toml, line 2: buttons.green is "17", but takes a pin as "GPIO17" or "BOARD11".'),
        ('camera = "picamera"\n', "config.toml, line 1: camera is a section; write its settings below [camera]."),
        (
            '[table]\nshort_stack = "table_stake"\n',
            'config.toml, line 2: table.short_stack is "table_stake", but takes "pay_all_win_full", "table_stakes" or '
            '"cap_wager"; did you mean "table_stakes"?',
        ),
        ('[table]\nnames = ["Tom"]\n', 'table.names is ["Tom"], but takes a list of 2 to 6 texts'),
        ("language = 3\n", 'language is 3, but takes "en" or "nb".'),
    ],
)
def test_what_is_wrong_is_said_with_its_line_its_range_and_a_suggestion(text: str, says: str) -> None:
    (problem,) = problems(text) if "names" not in text else problems(text)[:1]
    assert says in problem
    assert "\n" not in problem


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[table]\ntints = ["red", "blue"]\n', "line 2: table.tints has 2 colours for 3 names; give one for each."),
        ("[table]\nwager = 9\n", "line 2: table.wager is 9, more than table.max_wager of 5."),
        ('[table]\nnames = ["A", "B", "A"]\n', "line 2: table.names has the same name twice."),
        ('[lamps]\nred = "GPIO17"\n', "line 2: lamps.red and buttons.green are both GPIO17; give each a pin of its own."),
    ],
)
def test_what_does_not_fit_together_is_said(text: str, says: str) -> None:
    (problem,) = problems(text)
    assert says in problem


def test_every_problem_is_said_at_once() -> None:
    assert len(problems("[camera]\nfps = 0\nwidth = 1\n[sound]\nloud = 3\n")) == 3


def test_broken_toml_names_the_line() -> None:
    (problem,) = problems("[camera]\nfps = \n")
    assert problem.startswith("config.toml is not valid TOML: ") and "(line 2)" in problem


def test_lines_are_found_past_texts_of_many_lines() -> None:
    text = 'language = """\nfps = 1\n"""\n[camera]\nfps = 99\n'
    found = problems(text)
    assert any("config.toml, line 5: camera.fps is 99" in problem for problem in found)


def test_the_places_are_looked_at_in_order(tmp_path: Path) -> None:
    named, variable, service, own = (tmp_path / name / "config.toml" for name in ("a", "b", "c", "x/bosstray"))
    environment = {
        "BOSSTRAY_CONFIG": str(variable),
        "CONFIGURATION_DIRECTORY": f"{tmp_path / 'none'}:{service.parent}",
        "XDG_CONFIG_HOME": str(tmp_path / "x"),
    }
    for path in (named, variable, service, own):
        path.parent.mkdir(parents=True)
        path.write_text("")
    assert find(named, environment) == named
    assert find(None, environment) == variable
    del environment["BOSSTRAY_CONFIG"]
    assert find(None, environment) == service
    service.unlink()
    assert find(None, environment) == own
    assert places(environment)[-1] == Path("/etc/bosstray/config.toml")


def test_a_named_file_that_is_missing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="which --config names"):
        load(tmp_path / "none.toml", {})
    with pytest.raises(ConfigError, match=r"which \$BOSSTRAY_CONFIG names"):
        load(None, {"BOSSTRAY_CONFIG": str(tmp_path / "none.toml")})
    with pytest.raises(ConfigError, match="not a text in UTF-8"):
        (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
        load(tmp_path / "bytes.toml", {})


def run(*arguments: str, **environment: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(bosstray, ["config", *arguments], env={"BOSSTRAY_CONFIG": "", **environment})
    return result.exit_code, result.stdout, result.stderr


def test_show_check_and_path_on_the_command_line(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text('language = "nb"\n')
    bad.write_text("[camera]\nfps = 0\nwidht = 3\n")
    code, out, _ = run("show", "--config", str(good))
    assert code == 0 and 'language = "nb"' in out and f"Read from {good}." in out
    assert parse(out).language == "nb"
    code, out, _ = run("show", "--default")
    assert code == 0 and out == to_toml(Settings())
    assert run("check", str(good)) == (0, f"{good} is right.\n", "")
    code, out, err = run("check", str(bad))
    assert (code, out) == (78, "")
    assert err.splitlines() == [
        f"bosstray: {bad}, line 2: camera.fps is 0, but takes a number from 2 to 60.",
        f"bosstray: {bad}, line 3: there is no setting camera.widht; did you mean camera.width?",
    ]
    assert run("path", BOSSTRAY_CONFIG=str(good)) == (0, f"{good}\n", "")
    nowhere = {"XDG_CONFIG_HOME": str(tmp_path / "none"), "CONFIGURATION_DIRECTORY": str(tmp_path / "none")}
    code, out, err = run("path", **nowhere)
    assert (code, out) == (1, "") and "the defaults are in use; looked for" in err
    assert run("check", **nowhere)[:2] == (0, "There is no configuration file; the defaults are in use.\n")
