"""Dice in a hand as dark as the table are told by the colour of what surrounds them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.pieces import DieKind
from companion.table.sightings import DieSighting
from companion.vision.cardframe import Bytes
from companion.vision.following.motion import Small
from companion.vision.following.regions import Grid
from companion.vision.following.tint import Surroundings

TABLE, HAND = (52, 44, 44), (38, 48, 66)
"""A dark slate and a dark brown hand, as light as it; blue first."""
DIE = (110, 190, 215)
PLACES = ((400, 300), (460, 330))


def picture(hand: tuple[int, int, int] | None = None, dice: bool = True, light: float = 1.0) -> Bytes:
    """1280 × 720: perhaps a hand, perhaps two dice."""
    pixels = np.full((720, 1280, 3), TABLE, np.uint8)
    if hand is not None:
        cv2.ellipse(pixels, (430, 280), (150, 200), 20, 0, 360, hand, -1)
    for place in PLACES if dice else ():
        cv2.circle(pixels, place, 22, DIE, -1)
    warmer = np.array([2 - light, 1.0, light])
    noise = np.random.default_rng(4).normal(0, 2, pixels.shape)
    return np.asarray(np.clip(pixels * warmer + noise, 0, 255), np.uint8)


GRID = Grid.of((1280, 720), Small.from_pixels(picture()))
DICE = [DieSighting(DieKind.D10, place, ((7, 0.99),), True, 44.0) for place in PLACES]


@pytest.fixture
def table() -> Surroundings:
    """A bare table was seen."""
    known = Surroundings()
    known.held(picture(dice=False), (), (), GRID)
    return known


def test_dice_in_a_hand_as_dark_as_the_table_are_held(table: Surroundings) -> None:
    assert table.held(picture(HAND), DICE, (), GRID) == DICE


def test_dice_that_were_thrown_lie_on_the_table(table: Surroundings) -> None:
    assert table.held(picture(), DICE, (), GRID) == []


def test_a_warmer_lamp_is_no_hand(table: Surroundings) -> None:
    assert table.held(picture(light=1.15), DICE, (), GRID) == []


def test_dice_lie_where_a_hand_lay_that_is_gone(table: Surroundings) -> None:
    table.held(picture(HAND, dice=False), (), (), GRID)
    assert table.held(picture(), DICE, (), GRID) == []


def test_a_hand_that_holds_dice_is_not_learnt_as_the_table(table: Surroundings) -> None:
    for _ in range(5):
        assert table.held(picture(HAND), DICE, (), GRID) == DICE


def test_on_another_table_nothing_is_said_at_first(table: Surroundings) -> None:
    table.forget()
    assert table.held(picture(HAND), DICE, (), GRID) == []


def test_a_card_laid_beside_dice_is_no_hand(table: Surroundings) -> None:
    card = ((300.0, 200.0), (560.0, 200.0), (560.0, 420.0), (300.0, 420.0))
    assert table.held(picture(HAND), DICE, (card,), GRID) == []
