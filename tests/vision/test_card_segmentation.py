"""One card out of one picture, for teaching a deck."""

import cv2
import numpy as np
import pytest

from companion.vision.decks.card_segmentation import HEIGHT, WIDTH, NoSingleCard, cut_single_card
from tests.cases import each
from tests.vision.table_pictures import Lying, face_picture, table_picture


def alike(card: np.ndarray, code: str | None) -> float:
    """How well a card that was cut out matches its face, either way up, 0–1."""
    face = cv2.resize(face_picture(code), (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(card, (0, 0), 3)
    return max(
        float(cv2.matchTemplate(soft, np.ascontiguousarray(other), cv2.TM_CCOEFF_NORMED)[0, 0])
        for other in (face, face[::-1, ::-1])
    )


@each(("turn", "height"), [(0, 300), (14, 420), (-31, 520), (90, 330), (167, 250)])
def test_a_card_lying_on_a_cloth_is_cut_out_of_its_photo_upright(turn: float, height: float) -> None:
    photo = table_picture([Lying("7WY", 480, 360, height, turn)])
    card = cut_single_card(photo, "7WY.jpg")
    assert card.shape == (HEIGHT, WIDTH, 3)
    assert alike(card, "7WY") > 0.9


def test_a_card_face_down_is_cut_out_as_well() -> None:
    assert alike(cut_single_card(table_picture([Lying(None, 500, 380, 400, 8)]), "back.jpg"), None) > 0.85


@each("code", ["AM", "9WY", "X", "PSWK", None])
def test_a_scan_is_taken_as_it_is(code: str | None) -> None:
    scan = face_picture(code)
    assert cut_single_card(scan, "scan.png") is scan


def test_a_photo_of_an_empty_cloth_is_refused_with_what_to_do() -> None:
    with pytest.raises(NoSingleCard, match="no card found") as refused:
        cut_single_card(table_picture([]), "4MS.jpg")
    assert "plain cloth" in str(refused.value)


def test_a_photo_of_two_cards_is_refused() -> None:
    two = table_picture([Lying("7WY", 280, 360, 400, 5), Lying("4MS", 700, 360, 400, -4)])
    with pytest.raises(NoSingleCard, match="more than one card"):
        cut_single_card(two, "4MS.jpg")
