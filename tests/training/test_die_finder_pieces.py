"""What a finder of dice by ultralytics learns from, and how finders are measured side by side."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.vision.dice.finding import Candidate
from models.evaluation.labelled_dice import LabelledPhoto, TrueDie
from models.training.common.settings import read_settings
from models.training.finder.command import SETTINGS
from models.training.finder.comparing import Counts
from models.training.finder.lessons import SIDE, Marked, make_pieces, piece, written


@pytest.fixture(scope="module")
def table_with_discs() -> Marked:
    """Three white discs on black; a red spot marks each one's top."""
    picture = np.zeros((140, 200, 3), np.uint8)
    middles = np.array([[60.0, 50.0], [150.0, 90.0], [95.0, 110.0]])
    tops = middles + np.array([4.0, -3.0])
    for (x, y), (u, v) in zip(middles.astype(int), tops.astype(int), strict=True):
        cv2.circle(picture, (int(x), int(y)), 14, (255, 255, 255), -1)
        cv2.circle(picture, (int(u), int(v)), 4, (0, 0, 255), -1)
    return Marked(picture, middles, np.full(3, 29.0), tops)


def test_every_die_in_a_piece_is_listed_where_it_lies_mirrored_ones_too(table_with_discs: Marked) -> None:
    for number in range(20):
        rng = np.random.default_rng([7, number])
        shown = piece(table_with_discs, float(rng.uniform(15, 60)), rng)
        left = shown.picture.copy()
        for (x, y), across, (u, v) in zip(shown.middles, shown.across, shown.tops, strict=True):
            if 3 < u < SIDE - 3 and 3 < v < SIDE - 3:
                blue, _, red = (int(one) for one in shown.picture[round(v), round(u)])
                assert red > blue + 60
            cv2.circle(left, (round(x), round(y)), math.ceil(0.55 * across) + 2, (0, 0, 0), -1)
        assert (left[20:-20, 20:-20] > 128).sum() == 0


def test_a_label_is_the_disc_of_the_die_cut_off_at_the_pieces_edge() -> None:
    bare = np.zeros((SIDE, SIDE, 3), np.uint8)
    unknown = np.full((1, 2), np.nan)
    middle, across = np.array([[0.0, 128.0]]), np.array([64.0])
    assert written(Marked(bare, middle, across, unknown)) == "0 0.06250 0.50000 0.12500 0.25000 0.00000 0.00000 0"
    assert written(Marked.bare(bare)) == ""


def test_pieces_that_lie_there_are_left_as_they_are(tmp_path: Path, table_with_discs: Marked) -> None:
    class Discs:
        def draw(self, rng: np.random.Generator) -> Marked:
            return piece(table_with_discs, 30.0, rng)

    make_pieces(tmp_path, [(Discs(), 1.0)], 3, seed=1)
    first = sorted(tmp_path.glob("labels/val/*.txt"))
    texts = [path.read_text(encoding="utf-8") for path in first]
    cv2.imwrite(str(tmp_path / "images/val/00001.jpg"), np.zeros((4, 4, 3), np.uint8))
    make_pieces(tmp_path, [(Discs(), 1.0)], 3, seed=1)
    left = cv2.imread(str(tmp_path / "images/val/00001.jpg"))
    assert left is not None and left.shape == (4, 4, 3)
    assert [path.read_text(encoding="utf-8") for path in first] == texts and all(texts)


def _photo(*dice: tuple[float, float, float]) -> LabelledPhoto:
    true = tuple(TrueDie(None, None, (x - 22, y - 22, x + 22, y + 22)) for x, y, _ in dice)
    return LabelledPhoto(Path("a/b.jpg"), "a", true, complete=True)


def _place(x: float, y: float, across: float, score: float) -> Candidate:
    return Candidate((x, y), across, score)


def _counted(*found: Candidate) -> Counts:
    counts = Counts()
    counts.count(_photo((100, 100, 40), (300, 100, 40)), found, 0.0)
    return counts


def test_a_die_is_found_once_a_mark_on_it_is_no_die_and_what_lies_aside_is_false() -> None:
    counts = _counted(
        _place(102, 100, 40, 0.9), _place(105, 95, 12, 0.8), _place(99, 101, 38, 0.5), _place(200, 200, 40, 0.4)
    )
    assert (counts.dice, counts.found, counts.false) == (2, 1, 1)


def test_a_die_is_found_by_a_detection_of_its_size() -> None:
    assert _counted(_place(100, 100, 70, 0.9)).found == 0
    assert _counted(_place(100, 100, 55, 0.9), _place(310, 100, 40, 0.2)).found == 2


def test_in_a_picture_with_dice_that_nobody_listed_nothing_is_false() -> None:
    counts = Counts()
    counts.count(replace(_photo(), complete=False), [_place(200, 200, 40, 0.4)], 0.0)
    assert (counts.pictures, counts.listed, counts.false) == (1, 0, 0)


def test_the_configuration_has_a_share_of_each_source() -> None:
    settings = read_settings(SETTINGS)
    assert set(settings["shares"]) == {"tiles", "photographs", "empty", "prints"}
    assert sum(settings["shares"].values()) == pytest.approx(1)
