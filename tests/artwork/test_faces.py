from __future__ import annotations

import itertools
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.artwork.faces import back, face
from companion.artwork.raster import rasterised
from companion.pieces import DECK, Card
from tests.cases import each


@cache
def picture(card: Card) -> NDArray[np.uint8]:
    return rasterised(face(card), 150)


def art(card: Card) -> NDArray[np.float32]:
    """The middle of the picture, small and blurred: what is left of it on a table."""
    middle = picture(card)[20:190, 30:120].astype(np.float32)
    small = cv2.resize(cv2.GaussianBlur(middle, (0, 0), 2), (24, 45), interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.float32)


def alike(first: NDArray[np.float32], second: NDArray[np.float32]) -> float:
    centred = [part - part.mean() for part in (first, second)]
    return float((centred[0] * centred[1]).sum() / np.sqrt((centred[0] ** 2).sum() * (centred[1] ** 2).sum()))


def test_every_card_has_a_picture_unlike_all_others() -> None:
    for one, other in itertools.combinations(DECK, 2):
        assert alike(art(one), art(other)) < 0.85, (one, other)


@each("card", DECK, ids=str)
def test_a_picture_does_not_repeat_itself_after_a_half_turn(card: Card) -> None:
    assert alike(art(card), np.ascontiguousarray(art(card)[::-1, ::-1])) < 0.8


@each("card", DECK, ids=str)
def test_the_index_reads_the_same_after_a_half_turn(card: Card) -> None:
    whole = picture(card).astype(int)
    turned = whole[::-1, ::-1]
    strip = slice(0, 30 + 21 * len(card.suits)), slice(0, 25)
    assert np.abs(whole[strip] - turned[strip]).mean() < 4


def test_the_back_is_the_same_after_a_half_turn() -> None:
    shown = rasterised(back(), 150).astype(int)
    assert np.abs(shown - shown[::-1, ::-1]).mean() < 4


def test_a_face_is_drawn_the_same_every_time() -> None:
    card = Card.parse("7SK")
    first = rasterised(face(card), 90)
    face.cache_clear()
    assert np.array_equal(first, rasterised(face(card), 90))
