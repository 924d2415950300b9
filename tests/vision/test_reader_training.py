"""What the networks are taught: things strewn beside dice never cover them; what a picture cannot tell is not learnt."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

import vision
from vision.finding import Candidate
from vision.judgement import Evidence
from vision.training.calibrate import fitted
from vision.training.compose import SCENE, motion_kernel
from vision.training.doubts import recorded, truth_of
from vision.training.mining import hard_crops, mine_scenes
from vision.training.shards import Shards
from vision.training.store import HIDDEN, LEANING, Truth, cut_value, foreshortening, learnable, usual_edge
from vision.training.things import Things
from vision.training.trinkets import SIDE, trinket
from vision.training.windows import WINDOW, resampled

NETWORKS = Path(vision.__file__).parent / "networks"
SQUARE = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))


def turned(corners: tuple[tuple[float, float], ...], degrees: float) -> tuple[tuple[float, float], ...]:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return tuple((float(c * x - s * y), float(s * x + c * y)) for x, y in corners)


@pytest.mark.parametrize("seed", range(20))
def test_a_trinket_is_a_cut_out_with_something_in_it(seed: int) -> None:
    picture = trinket(np.random.default_rng(seed))
    assert picture.shape == (SIDE, SIDE, 4)
    assert picture.dtype == np.uint8
    assert 0.01 < (picture[..., 3] > 128).mean() < 1


@pytest.mark.parametrize("seed", range(10))
def test_things_lie_beside_the_dice(seed: int) -> None:
    rng = np.random.default_rng(seed)
    table = np.full((160, 160, 3), 90, np.uint8)
    dice = [Truth(3, (50.0, 60.0, 30.0, 30.0)), Truth(5, (110.0, 100.0, 30.0, 30.0))]
    image, laid = Things().strewn(rng, table, dice, 30.0, 4)
    assert image.shape == table.shape
    assert laid, "at least one thing finds room"
    assert np.any(image != table)
    for truth in dice:
        x, y = (int(v) for v in truth.box[:2])
        # Only shadows may fall on a die.
        assert int(image[y - 10 : y + 11, x - 10 : x + 11].max()) <= 90


def test_nothing_strewn_leaves_the_picture() -> None:
    table = np.full((80, 80, 3), 90, np.uint8)
    image, laid = Things().strewn(np.random.default_rng(0), table, [], 30.0, 0)
    assert laid == []
    assert np.array_equal(image, table)


@pytest.mark.parametrize("degrees", [0, 17, 45, 133])
def test_how_aslant_a_face_is_seen(degrees: float) -> None:
    assert foreshortening(turned(SQUARE, degrees)) == pytest.approx(1)
    half = tuple((x, y / 2) for x, y in turned(SQUARE, degrees))
    assert foreshortening(turned(half, degrees)) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("center", "size", "truth", "label"),
    [
        ((50.0, 50.0), 40.0, 3, 3),
        ((56.0, 50.0), 40.0, 3, 3),
        ((68.0, 50.0), 40.0, 3, None),
        ((90.0, 50.0), 40.0, 3, 0),
        ((50.0, 50.0), 15.0, 3, None),
        ((50.0, 50.0), 40.0, HIDDEN, 7),
        ((50.0, 50.0), 40.0, LEANING, 8),
        ((50.0, 50.0), 40.0, -1, None),
    ],
    ids=["on it", "nearly", "half off", "beside it", "its pip", "hidden", "leaning", "unknown"],
)
def test_what_a_place_in_doubt_truly_is(center: tuple[float, float], size: float, truth: int, label: int | None) -> None:
    seen = Candidate(center, size, size, center, 0.8 * size, 0.0, 0.5, np.full(8, 1 / 8, np.float32), 1.0)
    place = Evidence(seen, np.full(9, 1 / 9, np.float32), 0.2, (0, 0, 0))
    assert truth_of(place, [Truth(truth, (50.0, 50.0, 40.0, 40.0))]) == label


def frame_with_a_die(folder: Path) -> None:
    """A white face of 30 pixels seen from straight above on a dark table, as `./tray scenes train` leaves it."""
    picture = np.full((240, 320, 3), 40, np.uint8)
    picture[100:130, 150:180] = 230
    cv2.imwrite(str(folder / "1-a.jpg"), picture)
    corners = [[149.5, 99.5], [179.5, 99.5], [179.5, 129.5], [149.5, 129.5]]
    die = {"value": 5, "edge_mm": 15.0, "tilt": 0.0, "flags": [], "visible": 1.0, "corners": corners}
    # Pixels to millimetres: the foot is seen 10 % smaller than the face.
    flat = [[1.8, 0.0, 160.0], [0.0, -1.8, 120.0], [0.0, 0.0, 1.0]]
    camera = {"matrix": [[270.0, 0, 160], [0, 270.0, 120], [0, 0, 1]], "position_mm": [0.0, 0.0, 150.0]}
    frame = {"dice": [die], "camera": camera, "felt_to_picture": flat, "files": ["1-a.jpg"]}
    (folder / "1.json").write_text(json.dumps(frame))


def test_squares_of_rendered_frames_come_with_their_truth(tmp_path: Path) -> None:
    frame_with_a_die(tmp_path)
    squares = recorded(np.random.default_rng(3), tmp_path / "no photographs", tmp_path)
    told = whole = 0
    for _ in range(40):
        image, truths, edge = next(squares)
        for truth in truths:
            x, y, beside = (round(v) for v in (truth.box[0], truth.box[1], truth.box[1] + truth.box[3]))
            if truth.value == 5 and beside < image.shape[0]:
                whole += 1
                # The face stands out from the table however its light was changed.
                assert np.abs(image[y, x].astype(int) - image[beside, x].astype(int)).max() > 20
                if edge is not None:
                    told += 1
                    assert edge == pytest.approx(np.sqrt(truth.box[2] * truth.box[3]), rel=0.35)
    squares.close()
    assert whole > 20
    assert told > 10


def test_without_photographs_and_frames_there_is_nothing_recorded(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"neither photographs in .* nor frames in"):
        next(recorded(np.random.default_rng(3), tmp_path / "none", tmp_path / "nothing"))


def test_the_usual_edge_is_that_of_dice_that_lie_flat() -> None:
    box = (5.0, 5.0, 12.0, 12.0)
    large = tuple((2 * x, 2 * y) for x, y in SQUARE)
    assert usual_edge([Truth(3, box, SQUARE), Truth(6, box, SQUARE), Truth(2, box, large)]) == pytest.approx(10)
    assert usual_edge([Truth(LEANING, box, large), Truth(HIDDEN, box, large), Truth(1, box)]) is None
    assert usual_edge([Truth(3, box, tuple((x / 5, y / 5) for x, y in SQUARE))]) == 4


def test_a_die_that_leans_towards_the_camera_teaches_nothing() -> None:
    box = (5.0, 5.0, 12.0, 12.0)
    aslant = tuple((x, y * 0.7) for x, y in SQUARE)
    assert learnable(Truth(LEANING, box, SQUARE)).value == -1
    assert learnable(Truth(LEANING, box, aslant)).value == LEANING
    assert learnable(Truth(4, box, SQUARE)).value == 4
    assert learnable(Truth(LEANING, box)).value == LEANING


@pytest.mark.parametrize("way", [(12.0, 0.0), (-5.0, 9.0), (0.0, 3.0), (17.0, 17.0)])
def test_a_smear_keeps_the_light_and_is_as_long_as_the_way(way: tuple[float, float]) -> None:
    kernel = motion_kernel(np.array(way)).astype(np.float64)
    assert kernel.sum() == pytest.approx(1, abs=1e-5)
    rows, columns = np.mgrid[0 : kernel.shape[0], 0 : kernel.shape[1]] - (kernel.shape[0] - 1) / 2
    spread = np.sqrt((kernel * (rows**2 + columns**2)).sum() * 12)
    assert spread == pytest.approx(np.hypot(*way), abs=1.6)
    assert (kernel * columns).sum() == pytest.approx(0, abs=0.6)
    assert (kernel * rows).sum() == pytest.approx(0, abs=0.6)


@pytest.mark.parametrize("seed", [1, 2, 3, 4, 5, 6, 7, 8, 10, 11])
def test_the_truth_follows_a_scene_seen_at_another_scale(seed: int) -> None:
    image = np.zeros((SCENE, SCENE, 3), np.uint8)
    image[90:106, 60:84] = 255
    truth = Truth(3, (71.5, 97.5, 24.0, 16.0))
    window, found = resampled(np.random.default_rng(seed), image, [truth])
    assert window.shape == (WINDOW, WINDOW, 3)
    rows, columns = np.nonzero(window[..., 0] > 127)
    assert [one.value for one in found] == [3]
    x, y, w, h = found[0].box
    assert (columns.min() + columns.max()) / 2 == pytest.approx(x, abs=0.8)
    assert (rows.min() + rows.max()) / 2 == pytest.approx(y, abs=0.8)
    assert np.ptp(columns) + 1 == pytest.approx(w, abs=1.6)
    assert np.ptp(rows) + 1 == pytest.approx(h, abs=1.6)


def test_a_logistic_regression_finds_the_weights_it_was_made_with() -> None:
    rng = np.random.default_rng(1)
    signs = np.concatenate([np.ones((20000, 1)), rng.normal(0, 1, (20000, 2))], axis=1)
    true = np.array([-0.5, 1.5, -2.0])
    answers = (rng.random(20000) < 1 / (1 + np.exp(-signs @ true))).astype(float)
    assert fitted(signs, answers, np.ones(20000)) == pytest.approx(true, abs=0.1)


@pytest.mark.parametrize(
    ("left", "part", "value"),
    [
        (40.0, 1.0, 4),
        (-4.0, 0.9, 4),
        (-9.0, 0.8, -1),
        (-14.0, 0.6, HIDDEN),
        (-30.0, 0.2, -1),
    ],
)
def test_a_die_at_the_edge_is_readable_while_its_face_is_whole(left: float, part: float, value: int) -> None:
    """A face of 30 pixels in an outline of 40, cut by the left edge of a picture."""
    face = tuple((left + 5 + x * 3, 60.0 + y * 3) for x, y in SQUARE)
    truth = Truth(4, (left + 20.0, 75.0, 40.0, 40.0), face)
    assert cut_value(truth, SCENE, part) == value


def test_without_a_face_the_outline_tells_whether_a_cut_die_is_hidden() -> None:
    truth = Truth(4, (12.0, 75.0, 40.0, 40.0))
    assert [cut_value(truth, SCENE, part) for part in (0.98, 0.9, 0.7, 0.2)] == [4, -1, HIDDEN, -1]


def shard(root: Path, images: list[NDArray[np.uint8]], truths: list[list[Truth]]) -> None:
    (root / "scenes").mkdir()
    np.save(root / "scenes" / "0000.npy", np.stack(images))
    (root / "scenes" / "0000.json").write_text(json.dumps([[truth.packed() for truth in found] for found in truths]))


def test_scenes_that_the_finder_gets_wrong_are_seen_more_often(tmp_path: Path) -> None:
    """A die that the truth denies, and one that it puts elsewhere; what the truth says of the third is what is there."""
    picture = cv2.imread(str(Path(__file__).parent / "pictures" / "five.jpg"))
    die = np.asarray(cv2.resize(picture[25:121, 228:324], (SCENE, SCENE)), np.uint8)
    bare = np.full((SCENE, SCENE, 3), 90, np.uint8)
    here = Truth(2, ((274.5 - 228) * 2, (72.6 - 25) * 2, 92.0, 88.0))
    images = [bare] * 12
    images[3], images[6], images[9] = die, die, die
    truths: list[list[Truth]] = [[] for _ in images]
    aside = Truth(-1, (20.0, 170.0, 90.0, 90.0))
    truths[3], truths[6], truths[9] = [aside], [here, aside], [here, Truth(5, (40.0, 150.0, 60.0, 60.0))]
    shard(tmp_path, images, truths)
    mine_scenes(networks=NETWORKS, root=tmp_path)
    assert json.loads((tmp_path / "scenes" / "hard.json").read_text()) == {"0000": [3, 9]}
    shards, rng = Shards(tmp_path), np.random.default_rng(1)
    again = [len(shards.pick(rng)[1]) for _ in range(400)]
    assert again.count(2) > 400 / 12 * 2


def test_hard_crops_come_by_round_and_without_what_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "mined").mkdir()
    for seed, sources in ((1, ["a", "b", "a"]), (2, ["b"])):
        images = np.full((len(sources), 96, 96, 3), seed, np.uint8)
        rows = {
            "labels": np.arange(len(sources)),
            "sources": np.array(sources),
            "turns": np.full(len(sources), np.nan, np.float32),
        }
        np.savez(tmp_path / "mined" / f"{seed:04d}.npz", images=images, **rows)
    assert [[label for _, label, _ in found] for found in hard_crops((), tmp_path)] == [[0, 1, 2], [0]]
    assert [[(label, turn) for _, label, turn in found] for found in hard_crops(("b",), tmp_path)] == [[(0, None), (2, None)]]
