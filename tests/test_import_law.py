"""Who may import whom: the house of the design, enforced."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = {"game", "vision", "calibration", "hardware", "ui"}
MAY_IMPORT = {
    "game": set(),
    "vision": set(),
    "hardware": set(),
    "calibration": {"vision"},
    "ui": PACKAGES,
}
IMPURE = {"time", "random", "secrets", "datetime", "threading", "socket", "subprocess", "cv2", "pygame", "gpiozero"}
STORES = {f"game/{name}.py" for name in ("journal", "journal_file", "journal_reader", "journal_rows", "referee")}
TOOLS = ("vision/scenes/", "vision/training/", "vision/measures/")


def imported(path: Path) -> set[str]:
    """The top names of all modules that a file imports, wherever in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return names


@pytest.mark.parametrize("package", sorted(PACKAGES))
def test_packages_import_only_whom_they_may(package: str) -> None:
    files = sorted((ROOT / package).rglob("*.py"))
    assert files
    for path in files:
        where = path.relative_to(ROOT).as_posix()
        allowed = MAY_IMPORT[package] | {package}
        if where.startswith(TOOLS):
            continue
        strangers = (imported(path) & PACKAGES) - allowed
        assert not strangers, f"{where} imports {', '.join(strangers)}"


def test_rules_have_no_clock_no_chance_and_no_devices() -> None:
    for path in sorted((ROOT / "game").rglob("*.py")):
        where = path.relative_to(ROOT).as_posix()
        if where not in STORES:
            assert not imported(path) & (IMPURE | {"sqlite3", "os", "sys"}), where


def test_vision_has_no_clock_no_threads_and_no_devices() -> None:
    for path in sorted((ROOT / "vision").rglob("*.py")):
        where = path.relative_to(ROOT).as_posix()
        if not where.startswith(TOOLS):
            assert not imported(path) & (IMPURE - {"cv2"}), where


def test_the_product_never_imports_its_tools() -> None:
    for package in sorted(PACKAGES):
        for path in sorted((ROOT / package).rglob("*.py")):
            where = path.relative_to(ROOT).as_posix()
            if not where.startswith(TOOLS):
                assert not imported(path) & {"bpy", "mujoco", "torch", "onnx"}, where
                text = path.read_text(encoding="utf-8")
                assert not any(tool.replace("/", ".").rstrip(".") in text for tool in TOOLS), where
