"""Debian packages that stand in for those which only Raspberry Pi OS has, as a small local archive for apt.

simplejpeg is the real one: on Bookworm the old one, built for numpy 1, which breaks when pip brings numpy 2.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

VERSION = "0~standin"
PACKAGES = Path("usr/lib/python3/dist-packages")
SIMPLEJPEG = {"bookworm": ("1.7.2", "311"), "trixie": ("1.8.2", "313")}
MACHINE = {"amd64": "x86_64", "arm64": "aarch64"}
MODULES = {
    "python3-libcamera": ("libcamera", "", ""),
    "python3-picamera2": (
        "picamera2",
        "python3-libcamera, python3-simplejpeg, python3-numpy",
        "import libcamera, numpy, simplejpeg\n",
    ),
    "python3-lgpio": ("lgpio", "", ""),
}


def make(archive: Path, release: str, architecture: str) -> None:
    """Fills `archive` with the packages and their index; apt reads it as `deb [trusted=yes] file:... ./`."""
    archive.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        for package, (module, depends, code) in MODULES.items():
            target = folder / package / PACKAGES / module / "__init__.py"
            target.parent.mkdir(parents=True)
            target.write_text(f'"""Stands in for {package}."""\n\n{code}')
            build(archive, folder / package, package, architecture, depends)
        tool = folder / "raspi-utils-core" / "usr/bin/vcgencmd"
        tool.parent.mkdir(parents=True)
        tool.write_text("#!/bin/sh\necho throttled=0x0\n")
        tool.chmod(0o755)
        build(archive, folder / "raspi-utils-core", "raspi-utils-core", architecture, "")
        unpack_simplejpeg(folder / "python3-simplejpeg" / PACKAGES, release, architecture)
        build(archive, folder / "python3-simplejpeg", "python3-simplejpeg", architecture, "python3-numpy")
    write_index(archive)


def build(archive: Path, tree: Path, package: str, architecture: str, depends: str) -> None:
    control = [f"Package: {package}", f"Version: {VERSION}", f"Architecture: {architecture}"]
    control += ["Maintainer: Tests <tests@example.org>", "Description: stand-in"]
    control += [f"Depends: {depends}"] if depends else []
    (tree / "DEBIAN").mkdir()
    (tree / "DEBIAN" / "control").write_text("\n".join(control) + "\n")
    for path in (tree, *tree.rglob("*")):
        path.chmod(path.stat().st_mode | (0o755 if path.is_dir() else 0o644))
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Zgzip", "--build", str(tree), str(archive / f"{package}.deb")],
        check=True,
        stdout=subprocess.DEVNULL,
    )


def unpack_simplejpeg(target: Path, release: str, architecture: str) -> None:
    version, python = SIMPLEJPEG[release]
    with tempfile.TemporaryDirectory() as fetched:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--dest", fetched]
        command += ["--python-version", python, "--implementation", "cp"]
        for glibc in ("manylinux2014", "manylinux_2_17", "manylinux_2_28"):
            command += ["--platform", f"{glibc}_{MACHINE[architecture]}"]
        subprocess.run([*command, f"simplejpeg=={version}"], check=True)
        (wheel,) = Path(fetched).glob("*.whl")
        with zipfile.ZipFile(wheel) as opened:
            opened.extractall(target)
    for record in target.glob("*.dist-info/RECORD"):
        record.unlink()


def write_index(archive: Path) -> None:
    entries = []
    for deb in sorted(archive.glob("*.deb")):
        control = subprocess.run(["dpkg-deb", "--field", str(deb)], check=True, capture_output=True, text=True).stdout.strip()
        data = deb.read_bytes()
        entries.append(f"{control}\nFilename: ./{deb.name}\nSize: {len(data)}\nSHA256: {hashlib.sha256(data).hexdigest()}\n")
    (archive / "Packages").write_text("\n".join(entries))


def enlist(root: Path, release: str, architecture: str) -> None:
    """Puts the archive into the machine at `root` and onto its list of sources."""
    shutil.rmtree(root / "opt/standins", ignore_errors=True)
    make(root / "opt/standins", release, architecture)
    sources = root / "etc/apt/sources.list.d/standins.list"
    sources.write_text("deb [trusted=yes] file:/opt/standins ./\n")
