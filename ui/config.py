"""Finds, reads and writes the configuration: one TOML file, checked against the schema of `ui.settings`."""

from __future__ import annotations

import dataclasses
import difflib
import json
import os
import re
import textwrap
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import platformdirs

from ui.setting_kinds import Choice, Kind
from ui.settings import Settings

FILE = "config.toml"
VARIABLE = "BOSSTRAY_CONFIG"
SYSTEM = Path("/etc/bosstray") / FILE
WIDTH = 110

_HEADER = re.compile(r"\s*\[\s*([A-Za-z0-9_.\-]+)\s*\]")
_KEY = re.compile(r"\s*([A-Za-z0-9_.\-]+)\s*=")


class ConfigError(ValueError):
    """A configuration that cannot be used: every problem as one sentence with its file and line."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Configuration:
    """The settings and the file they were read from, `None` when all are defaults."""

    settings: Settings
    path: Path | None = None


def places(environment: Mapping[str, str] = os.environ) -> tuple[Path, ...]:
    """Where a configuration is looked for when none was named, the first that exists is taken: systemd's
    `CONFIGURATION_DIRECTORY`, the user's configuration folder, /etc."""
    given = [Path(folder) / FILE for folder in environment.get("CONFIGURATION_DIRECTORY", "").split(":") if folder]
    base = environment.get("XDG_CONFIG_HOME")
    own = Path(base) / "bosstray" if base else Path(platformdirs.user_config_dir("bosstray"))
    return (*given, own / FILE, SYSTEM)


def find(chosen: Path | None = None, environment: Mapping[str, str] = os.environ) -> Path | None:
    """The configuration in use: `chosen` (`--config`), else `$BOSSTRAY_CONFIG`, else the first of `places`; `None` without any.

    Raises `ConfigError` when the file that was named does not exist.
    """
    named = chosen or (Path(environment[VARIABLE]) if environment.get(VARIABLE) else None)
    if named is None:
        return next((place for place in places(environment) if place.is_file()), None)
    if not named.is_file():
        how = "--config" if chosen else f"${VARIABLE}"
        raise ConfigError(
            (f"There is no configuration {named}, which {how} names; make one with: bosstray config show > {named}",)
        )
    return named


def load(chosen: Path | None = None, environment: Mapping[str, str] = os.environ) -> Configuration:
    """The configuration in use; raises `ConfigError`."""
    path = find(chosen, environment)
    if path is None:
        return Configuration(Settings())
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigError((f"{path} cannot be read: {error.strerror or error}.",)) from error
    except UnicodeDecodeError as error:
        raise ConfigError((f"{path} is not a text in UTF-8.",)) from error
    return Configuration(parse(text, str(path)), path)


def parse(text: str, name: str = FILE) -> Settings:
    """The settings of a TOML text; raises `ConfigError` with every problem in it."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        said = re.sub(r"\(at (line \d+)[^)]*\)", r"(\1)", str(error))
        raise ConfigError((f"{name} is not valid TOML: {said}.",)) from error
    return _Parser(text, name).settings(table)


def to_toml(settings: Settings, source: str = "") -> str:
    """The commented file: every setting with its documentation, what it takes, and its default."""
    lines = ["# The configuration of Boss Tray. What is not named here has its default."]
    if source:
        lines.append(f"# {source}")
    lines.append("# Check it with: bosstray config check")
    for entry in dataclasses.fields(settings):
        value = getattr(settings, entry.name)
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            lines += ["", *_comment(type(value).__doc__ or ""), f"[{entry.name}]"]
            for part in dataclasses.fields(value):
                lines += _entry(part, getattr(value, part.name))
        else:
            lines += ["", *_entry(entry, value)]
    return "\n".join(lines) + "\n"


def _entry(entry: dataclasses.Field[Any], value: object) -> list[str]:
    kind: Kind = entry.metadata["kind"]
    said = f"{kind.doc} Takes {kind.allowed}."
    if value != entry.default:
        said += f" The default is {written(entry.default)}."
    return [*_comment(said), f"{entry.name} = {written(value)}"]


def _comment(text: str) -> list[str]:
    return textwrap.wrap(" ".join(text.split()), WIDTH, initial_indent="# ", subsequent_indent="# ")


def written(value: object) -> str:
    """A value as TOML writes it."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            # A JSON string with its non-ASCII characters kept is a TOML basic string, DEL apart.
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
        case list() | tuple():
            return f"[{', '.join(written(entry) for entry in value)}]"
    return str(value)


class _Parser:
    def __init__(self, text: str, name: str) -> None:
        self._name = name
        self._lines = _lines_of_keys(text)
        self._problems: list[str] = []

    def settings(self, table: Mapping[str, Any]) -> Settings:
        settings = self._section(Settings(), table, "")
        assert isinstance(settings, Settings)
        self._together(settings)
        if self._problems:
            raise ConfigError(tuple(self._problems))
        return settings

    def _section(self, defaults: Any, table: Mapping[str, Any], section: str) -> Any:
        known = {entry.name: entry for entry in dataclasses.fields(defaults)}
        changes: dict[str, Any] = {}
        for key, value in table.items():
            path = f"{section}.{key}" if section else key
            if key not in known:
                self._unknown(path, tuple(known), section)
                continue
            current = getattr(defaults, key)
            if dataclasses.is_dataclass(current):
                if isinstance(value, dict):
                    changes[key] = self._section(current, value, path)
                else:
                    self._say(path, f"{path} is a section; write its settings below [{path}]")
                continue
            kind: Kind = known[key].metadata["kind"]
            if kind.fits(value):
                changes[key] = (
                    tuple(value) if isinstance(value, list) else float(value) if isinstance(current, float) else value
                )
            else:
                self._say(path, f"{path} is {written(value)}, but takes {kind.allowed}{_nearest(kind, value)}")
        return dataclasses.replace(defaults, **changes)

    def _unknown(self, path: str, known: tuple[str, ...], section: str) -> None:
        key = path.rpartition(".")[2]
        everywhere = {
            part.name: f"{entry.name}.{part.name}"
            for entry in dataclasses.fields(Settings)
            if entry.default is dataclasses.MISSING
            for part in dataclasses.fields(getattr(Settings(), entry.name))
        }
        near = difflib.get_close_matches(key, known, n=1)
        if key in everywhere:
            best = everywhere[key]
        elif near:
            best = f"{section}.{near[0]}" if section else near[0]
        else:
            best = next(iter(difflib.get_close_matches(path, tuple(everywhere.values()), n=1, cutoff=0.75)), "")
        hint = f"; did you mean {best}?" if best else f"; known here are {', '.join(known)}"
        self._say(path, f"there is no setting {path}{hint}")

    def _together(self, settings: Settings) -> None:
        """What must fit together."""
        table = settings.table
        if len(table.tints) != len(table.names):
            self._say(
                "table.tints", f"table.tints has {len(table.tints)} colours for {len(table.names)} names; give one for each"
            )
        if table.wager > table.max_wager:
            self._say("table.wager", f"table.wager is {table.wager}, more than table.max_wager of {table.max_wager}")
        if len(set(table.names)) != len(table.names):
            self._say("table.names", "table.names has the same name twice")
        pins: dict[str, str] = {}
        for section in ("buttons", "lamps"):
            for colour in ("green", "red"):
                pin, path = getattr(getattr(settings, section), colour), f"{section}.{colour}"
                if pin and pin in pins:
                    self._say(path, f"{path} and {pins[pin]} are both {pin}; give each a pin of its own")
                pins.setdefault(pin, path)

    def _say(self, path: str, problem: str) -> None:
        line = self._lines.get(path)
        where = f"{self._name}, line {line}" if line is not None else self._name
        end = "" if problem.endswith("?") else "."
        self._problems.append(f"{where}: {problem}{end}")


def _nearest(kind: Kind, value: object) -> str:
    if isinstance(kind, Choice) and isinstance(value, str):
        near = difflib.get_close_matches(value, [known for known in kind.known if isinstance(known, str)], n=1)
        if near:
            return f'; did you mean "{near[0]}"?'
    return ""


def _lines_of_keys(text: str) -> dict[str, int]:
    """The line of every key, e.g. `camera.fps`; tomllib does not tell."""
    lines: dict[str, int] = {}
    section = ""
    fence: str | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        inside = fence is not None
        for quotes in ('"""', "'''"):
            if (fence is None or fence == quotes) and line.count(quotes) % 2:
                fence = None if fence else quotes
        if inside:
            continue
        header, key = _HEADER.match(line), _KEY.match(line)
        if header is not None:
            section = header.group(1)
            lines.setdefault(section, number)
        elif key is not None:
            lines.setdefault(f"{section}.{key.group(1)}" if section else key.group(1), number)
    return lines
