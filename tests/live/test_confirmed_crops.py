"""A correction at the table can be kept: the card becomes a view of its deck."""

from __future__ import annotations

import cv2
import numpy as np

from companion.live.confirmed_crops import ConfirmedCrops
from companion.pictures.sources import Frame
from companion.pieces import Card
from companion.table.sightings import CardSighting, Face, Sightings
from companion.vision.cards.card_frame import HEIGHT, WIDTH
from tests.cases import each
from tests.vision.table_pictures import Lying, face_picture, table_picture

SIZE = (700, 400)


def sighting(lying: Lying) -> CardSighting:
    a, b, c, d = ((float(x), float(y)) for x, y in lying.corners)
    return CardSighting((a, b, c, d), Face.UP)


def show_cards(*cards: Lying) -> tuple[ConfirmedCrops, list[CardSighting]]:
    sightings = [sighting(card) for card in cards]
    crops = ConfirmedCrops()
    crops.update(Frame(table_picture(list(cards), SIZE), 0.0, 0), Sightings(*SIZE, tuple(sightings)))
    return crops, sightings


def test_a_card_that_a_player_names_is_cut_out_upright() -> None:
    crops, [card] = show_cards(Lying("9LK", 300, 200, 240, turn=64))
    crops.add(card, Card.parse("9LK"))
    [(code, picture)] = crops.crops
    drawn = cv2.resize(face_picture("9LK"), (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_AREA)
    assert code == "9LK"
    assert np.abs(drawn.astype(int) - picture).mean() < 20


def test_a_card_that_others_overlap_teaches_nothing() -> None:
    crops, [card, over] = show_cards(Lying("9LK", 300, 150, 200), Lying("4MS", 310, 220, 200))
    crops.add(card, Card.parse("9LK"))
    crops.add(over, Card.parse("4MS"))
    assert crops.crops == []


@each(("share", "learnt"), [(0.04, True), (0.06, False)])
def test_cards_side_by_side_teach_though_one_seems_to_overlap_a_little(share: float, learnt: bool) -> None:
    height = 200.0
    width = height * WIDTH / HEIGHT
    crops, [card, _] = show_cards(Lying("9LK", 200, 200, height), Lying("4MS", 200 + width * (1 - share), 200, height))
    crops.add(card, Card.parse("9LK"))
    assert bool(crops.crops) is learnt
