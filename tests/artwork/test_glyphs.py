from __future__ import annotations

import itertools

import cv2
import numpy as np

from companion.artwork.glyphs import rank_glyph, suit_glyph, suit_path
from companion.artwork.palette import SUIT_INKS, rgb
from companion.artwork.raster import silhouette
from companion.pieces import Rank, Suit
from tests.cases import each


@each("suit", Suit)
def test_a_suit_glyph_stays_in_its_unit_box_and_fills_a_good_part_of_it(suit: Suit) -> None:
    points = np.concatenate(suit_path(suit))
    assert np.abs(points).max() <= 0.53
    assert 0.2 < silhouette((suit_glyph(suit),), 64).mean() / 255 < 0.75


@each("rank", Rank)
def test_a_rank_mark_stays_in_its_unit_box(rank: Rank) -> None:
    for shape in rank_glyph(rank):
        assert np.abs(np.concatenate(shape.contours)).max() + shape.width / 2 <= 0.55


def _alike(first: np.ndarray, second: np.ndarray) -> float:
    return float(np.corrcoef(first.astype(float).ravel(), second.astype(float).ravel())[0, 1])


def test_no_two_suits_look_alike_in_outline_at_the_size_of_a_photo() -> None:
    small = {suit: cv2.GaussianBlur(silhouette((suit_glyph(suit),), 14), (3, 3), 0.8) for suit in Suit}
    for one, other in itertools.combinations(Suit, 2):
        assert _alike(small[one], small[other]) < 0.75, (one, other)


def test_no_rank_mark_looks_like_another_upright_or_turned_by_half() -> None:
    small = {rank: cv2.GaussianBlur(silhouette(rank_glyph(rank), 20), (3, 3), 0.8) for rank in Rank}
    for one, other in itertools.permutations(Rank, 2):
        assert _alike(small[one], small[other]) < 0.9, (one, other)
        assert _alike(small[one], small[other][::-1, ::-1]) < 0.9, (one, other)


_COLOUR_VISION = {
    "usual": np.eye(3),
    "without red cones": np.array([[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]]),
    "without green cones": np.array([[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]]),
    "without blue cones": np.array([[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]]),
}


@each("observer", _COLOUR_VISION)
@each("ground", ["on_paper", "on_dark"])
def test_the_suit_colours_stay_apart_for_colour_blind_eyes(observer: str, ground: str) -> None:
    colours = []
    for suit in Suit:
        linear = (np.array(rgb(getattr(SUIT_INKS[suit], ground))) / 255) ** 2.2
        shown = np.clip(_COLOUR_VISION[observer] @ linear, 0, 1) ** (1 / 2.2)
        colours.append(cv2.cvtColor(shown.astype(np.float32)[None, None], cv2.COLOR_RGB2LAB)[0, 0])
    for (one, first), (other, second) in itertools.combinations(zip(Suit, colours, strict=True), 2):
        assert np.linalg.norm(first - second) > 10, (one, other)
