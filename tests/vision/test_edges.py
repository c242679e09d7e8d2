"""A card's outline drawn exactly, and left alone where no edge can be looked for."""

import numpy as np
import pytest

from companion.vision.cardframe import Doubles
from companion.vision.edges import sharpened


def card(left: float, top: float, width: float) -> Doubles:
    height = width * 88 / 63
    return np.array([(left, top), (left + width, top), (left + width, top + height), (left, top + height)], np.float64)


def test_an_outline_that_is_a_little_off_is_moved_onto_the_edges() -> None:
    pixels = np.full((200, 200, 3), 60, np.uint8)
    pixels[40:152, 50:130] = 230
    assert sharpened(pixels, card(52, 41.5, 80) + 0.8) == pytest.approx(card(50, 40, 80), abs=1.2)


@pytest.mark.parametrize("width", [0.5, 3, 7, 12])
def test_a_speck_that_was_taken_for_a_card_stays_as_it_is(width: float) -> None:
    pixels = np.full((200, 200, 3), 60, np.uint8)
    assert np.array_equal(sharpened(pixels, card(100, 100, width)), card(100, 100, width))
