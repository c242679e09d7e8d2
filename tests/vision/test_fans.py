"""Cards in a fan: of those under another only an index shows, and it is read all the same."""

import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.vision.cards.detect_cards import detect_cards
from companion.vision.cards.detection import remove_duplicates
from companion.vision.cards.face_reader import shipped_face_reader
from companion.vision.cards.index_strips import shipped_index_reader
from companion.vision.recognise import recognise, recognise_cards
from tests.cases import each
from tests.vision.table_pictures import Lying, table_picture
from tests.vision.test_card_decision import OUTLINE, face_of, index_of, place

OTHERS = [
    Lying(code, 150 + 190 * (n % 4), 130 + 180 * (n // 4), 150)
    for n, code in enumerate(("4MS", "7ML", "2SY", "6MW", "9WY", "8WL"))
]
CROWNS = ("CM", "CK", "CL")
MIRRORED = Path(__file__).parents[3] / "shared/reports/mirrored_table_d10s_show_8_and_5.jpg"


def fan(step: float) -> list[Lying]:
    """Three Crowns turned about a point below them, by so many degrees each."""
    angles = [math.radians(step * number) for number in (-1, 0, 1)]
    return [
        Lying(code, 650 + 200 * math.sin(angle), 760 - 200 * math.cos(angle), 150, math.degrees(angle))
        for code, angle in zip(CROWNS, angles, strict=True)
    ]


@each("step", [10, 16])
def test_fanned_crowns_are_all_read(step: float) -> None:
    cards, _ = recognise_cards(table_picture([*OTHERS, *fan(step)], (1000, 900)), [])
    assert {str(card.card) for card in cards if card.sure} >= set(CROWNS)


def test_two_cards_of_a_fan_that_lie_close_together_are_two() -> None:
    upper = place(index_of("CS", 1.0), face_of("CS", 0.9))
    turn = np.array([[math.cos(0.1), math.sin(0.1)], [-math.sin(0.1), math.cos(0.1)]])
    under = place(index_of("CL", 0.99), face_of("CL", 0.3), indices=1, visible=0.3)
    middle = OUTLINE.mean(axis=0)
    moved = replace(under, corners=(OUTLINE - middle) @ turn + middle - (16, 4))
    assert len(remove_duplicates([upper, moved])) == 2


def test_a_mirrored_picture_is_named_and_nothing_in_it_is_certain() -> None:
    picture = table_picture([*OTHERS, *fan(40)], (1000, 900))
    networks = shipped_index_reader(), shipped_face_reader()
    assert not detect_cards(picture, *networks).mirrored
    reflected = np.ascontiguousarray(picture[:, ::-1])
    assert detect_cards(reflected, *networks).mirrored
    assert not any(card.sure for card in recognise_cards(reflected, [])[0])


@pytest.mark.prove("readings")
@pytest.mark.skipif(not MIRRORED.exists(), reason="the reported pictures are not here")
def test_the_reported_mirrored_table_is_named() -> None:
    pixels = np.asarray(cv2.imread(str(MIRRORED)), np.uint8)
    sightings = recognise(pixels, []).sightings
    assert sightings.doubt is not None and "mirrored" in str(sightings.doubt)
    assert not any(card.sure for card in sightings.cards) and not any(die.sure for die in sightings.dice)
