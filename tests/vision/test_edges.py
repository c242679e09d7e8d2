"""A card's outline drawn exactly, and left alone where no edge can be looked for."""

import numpy as np
import pytest

from companion.pictures.arrays import Matrix
from companion.vision.cards.edges import lines_beyond, refine_outline
from tests.cases import each


def card(left: float, top: float, width: float) -> Matrix:
    height = width * 88 / 63
    return np.array([(left, top), (left + width, top), (left + width, top + height), (left, top + height)], np.float64)


def test_an_outline_that_is_a_little_off_is_moved_onto_the_edges() -> None:
    pixels = np.full((200, 200, 3), 60, np.uint8)
    pixels[40:152, 50:130] = 230
    assert refine_outline(pixels, card(52, 41.5, 80) + 0.8) == pytest.approx(card(50, 40, 80), abs=1.2)


@each("width", [0.5, 3, 7, 12])
def test_a_speck_that_was_taken_for_a_card_stays_as_it_is(width: float) -> None:
    pixels = np.full((200, 200, 3), 60, np.uint8)
    assert np.array_equal(refine_outline(pixels, card(100, 100, width)), card(100, 100, width))


@each("seed", range(4))
def test_edges_are_found_on_a_patterned_table_and_beside_another_card(seed: int) -> None:
    """What runs across an outline here and there, as patterns and a neighbour's corner do, turns no edge."""
    chance = np.random.default_rng(seed)
    squares = chance.integers(20, 150, (25, 25, 3)).astype(np.uint8)
    pixels = np.repeat(np.repeat(squares, 8, axis=0), 8, axis=1)
    pixels[40:110, 134:200] = 225  # a neighbour, four pixels of the table between them
    pixels[40:152, 50:130] = 235
    assert refine_outline(pixels, card(51.5, 41, 80)) == pytest.approx(card(50, 40, 80), abs=1.6)


def test_lines_of_a_checked_cloth_go_on_beyond_a_square_and_those_of_a_card_do_not() -> None:
    """So a square of the cloth is no card face down. In a row of cards, too, most lines end at the corners."""
    rows, columns = np.mgrid[:300, :300]
    cloth = np.where((rows // 56 + columns // 40) % 2, 60, 180).astype(np.uint8)
    pixels = np.repeat(cloth[..., None], 3, axis=2)
    assert lines_beyond(pixels, card(120, 112, 40)) > 0.8
    plain = np.full((300, 300, 3), 90, np.uint8)
    for left in (78, 120, 162):
        plain[112:168, left : left + 40] = 240
    assert lines_beyond(plain, card(120, 112, 40)) < 0.3
