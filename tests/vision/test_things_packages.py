"""Pictures of things from packages: what is taken, what is kept back, and that nothing is written where it does not belong."""

from __future__ import annotations

import hashlib
import io
import re
import tarfile
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.training.packages import PACKAGES, Package, ThingsError, fetched, unpacked
from vision.training.things import Things, copied

PHOTOS = 11


def photograph(seed: int, size: tuple[int, int] = (240, 320)) -> bytes:
    picture = np.random.default_rng(seed).integers(0, 256, (*size, 3)).astype(np.uint8)
    return cv2.imencode(".png", picture)[1].tobytes()


def archive(file: Path, members: dict[str, bytes]) -> Package:
    with tarfile.open(file, "w:xz") as opened:
        for name, data in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            opened.addfile(member, io.BytesIO(data))
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    return Package("some-doc", "1-1", digest, "MIT", taken=r"/data/", left=r"dice", source=file.name)


@pytest.fixture
def copies(tmp_path: Path) -> tuple[Path, Path, list[str]]:
    members = {f"some-1/data/{n:02d}.png": photograph(n) for n in range(PHOTOS)}
    members |= {"some-1/data/dice.png": photograph(90), "some-1/other/x.png": photograph(91)}
    members |= {"some-1/data/small.png": photograph(92, (120, 160)), "some-1/data/notes.txt": b"words"}
    package = archive(tmp_path / "some_1.orig.tar.xz", members)
    folder, store, kept = (tmp_path / name for name in ("unpacked", "things", "things-kept"))
    store.mkdir()
    kept.mkdir()
    unpacked(package, fetched(package, tmp_path), folder)
    return store, kept, copied(package, folder, store, kept)


def test_every_fifth_photograph_is_kept_back(copies: tuple[Path, Path, list[str]]) -> None:
    store, kept, names = copies
    assert names[0] == "photo-some-000.jpg"
    assert len(names) == PHOTOS, "neither the excluded, nor the small one, nor one from elsewhere"
    assert sorted(file.name for file in kept.iterdir()) == [names[4], names[9]]
    assert sorted(file.name for file in store.iterdir()) == [name for n, name in enumerate(names) if n not in (4, 9)]


def test_kept_things_are_not_those_trained_on(copies: tuple[Path, Path, list[str]]) -> None:
    root = copies[0].parent
    taught, kept = Things(root=root).photos, Things(kept=True, root=root).photos
    assert (len(taught), len(kept)) == (PHOTOS - 2, 2)
    assert not any(np.array_equal(one, other) for one in taught for other in kept)


def test_an_altered_file_is_refused(tmp_path: Path) -> None:
    package = archive(tmp_path / "some_1.orig.tar.xz", {"some-1/data/a.png": photograph(1)})
    with (tmp_path / package.source).open("ab") as file:
        file.write(b"more")
    with pytest.raises(ThingsError, match="not the file"):
        fetched(package, tmp_path)


def test_nothing_is_unpacked_outside_the_folder(tmp_path: Path) -> None:
    package = archive(tmp_path / "some_1.orig.tar.xz", {"../data/out.png": photograph(1)})
    with pytest.raises(ThingsError, match="outside"):
        unpacked(package, tmp_path / package.source, tmp_path / "deep" / "unpacked")
    assert not list(tmp_path.rglob("out.png"))


def test_every_package_is_pinned_and_has_its_own_label() -> None:
    assert all(re.fullmatch(r"[0-9a-f]{64}", package.sha256) and package.licence for package in PACKAGES)
    assert len({package.label for package in PACKAGES}) == len(PACKAGES)
    assert {"opencv", "opencv-contrib", "tuxpaint-stamps-default"} <= {package.label for package in PACKAGES}
