"""Cards under a camera aslant: far ones look smaller, and none of them is lost for its size."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.games.magnate.presets import preset
from companion.pictures.arrays import Matrix, Picture
from companion.pieces import DECK
from companion.table.edge import Edge
from companion.table.magnate.game_prior import PhotoAnswers
from companion.table.magnate.layout import read_layout
from companion.table.sightings import Face, Sightings
from companion.vision.cards.card_plane import CARD, CardPlane
from companion.vision.cards.decision import decide_cards
from companion.vision.cards.detection import Detection
from companion.vision.cards.posterior import Design
from companion.vision.cards.strip_pairing import STRIP, outline_from_strip, strip_size
from companion.vision.recognise import recognise_cards
from models.training.common.decks import own_deck
from models.training.scenes.camera import aim_camera
from models.training.scenes.magnate import magnate_scene
from tests.cases import each
from tests.table.magnate.laid import sighting, table
from tests.vision.test_card_decision import OUTLINE, face_of, index_of

CODES = [card.code for card in DECK if card.is_property][:20]


def laid_aslant(tilt: float, towards: float = 0.0) -> list[Detection]:
    """Twenty cards in five rows; those farthest from the camera and nearest to it show one index each."""
    viewpoint = aim_camera((-350, -350, 350, 350), (1280, 960), tilt, towards, 0.0, distance=0.8)
    places = []
    for number, code in enumerate(CODES):
        row, column = divmod(number, 4)
        middle = (column * 160 - 240, row * 140 - 280)
        outline = np.array([(-31.5, -44), (31.5, -44), (31.5, 44), (-31.5, 44)]) + middle
        ends = row in (0, 4)
        face = face_of(code, 0.1 if ends else 0.95)
        indices, visible = (1, 0.35) if ends else (2, 1.0)
        places.append(Detection(viewpoint.project(outline), index_of(code, 0.999), indices, True, face, visible, 0.9))
    return places


def plane_of(places: list[Detection]) -> CardPlane:
    plane = CardPlane.fit([place.corners for place in places if place.indices == 2], (1280, 960))
    assert plane is not None
    return plane


def widest(places: list[Detection]) -> float:
    """How much wider the widest card is than the narrowest."""
    return max(place.width for place in places) / min(place.width for place in places)


@each("towards", [0, 90, 200])
@each("tilt", [0, 25, 30])
def test_under_a_camera_aslant_no_card_is_lost_for_its_size(tilt: float, towards: float) -> None:
    places = laid_aslant(tilt, towards)
    assert tilt == 0 or widest(places) > 1.3
    table_sightings = decide_cards(places, Design.OWN, plane_of(places))
    assert {str(card.card) for card in table_sightings if card.sure} == set(CODES)


def test_a_card_that_is_read_without_doubt_is_asked_about_however_large_it_is() -> None:
    others = [place for place in laid_aslant(0) if place.indices == 2]
    clear = Detection(3 * OUTLINE, index_of("9LK", 0.999), 1, True, face_of("9LK", 0.1), 0.35, 0.9)
    plane = plane_of(others)
    assert plane.size(clear.corners) > 1.5
    matching = [card for card in decide_cards([*others, clear], Design.OWN, plane) if str(card.card) == "9LK"]
    assert [card.sure for card in matching] == [False]
    faint = replace(clear, index=index_of("9LK", 0.6))
    assert not [card for card in decide_cards([*others, faint], Design.OWN, plane) if str(card.card) == "9LK"]


def test_one_card_of_another_size_does_not_tell_how_the_table_leans() -> None:
    places = [place for place in laid_aslant(25) if place.indices == 2]
    middle = places[5].corners.mean(axis=0)
    large = replace(places[5], corners=middle + 2.5 * (places[5].corners - middle))
    plane = plane_of([*places[:5], large, *places[6:]])
    for place in [*places[:5], *places[6:]]:
        assert plane.size(place.corners) == pytest.approx(1, rel=0.02) and plane.misfit(place.corners) < 0.02
    assert plane.size(large.corners) == pytest.approx(2.5, rel=0.05)


@each("tilt", [0, 30])
def test_a_card_with_one_index_in_view_lies_on_the_table_as_large_as_the_others(tilt: float) -> None:
    places = laid_aslant(tilt, 40)
    plane = plane_of(places)
    for place in places:
        matrix = cv2.getPerspectiveTransform(CARD.astype(np.float32), place.corners.astype(np.float32))
        strip = np.asarray(cv2.perspectiveTransform(STRIP[None], matrix)[0], np.float64)
        away = np.linalg.norm(outline_from_strip(strip, plane) - place.corners, axis=1).max()
        assert away < 0.08 * place.width
        assert strip_size(strip, plane) == pytest.approx(1, rel=0.1)


def test_cards_that_are_too_few_or_lie_on_no_plane_do_not_say_how_the_camera_stands() -> None:
    places = [place.corners for place in laid_aslant(25) if place.indices == 2]
    assert CardPlane.fit(places[:3], (1280, 960)) is None
    middles = [corners.mean(axis=0) for corners in places]
    odd = [m + (0.5 + 0.3 * n) * (c - m) for n, (m, c) in enumerate(zip(middles, places, strict=True))]
    assert CardPlane.fit(odd, (1280, 960)) is None


def test_a_clear_card_without_a_place_keeps_the_table_from_being_certain() -> None:
    neighbour = sighting("9WY", 420, 60, candidates={"9WY": 0.99}, sure=False)
    table_sightings = table(extra=[neighbour])
    reading = read_layout(table_sightings, preset("standard"), Edge.BOTTOM, PhotoAnswers())
    assert [question.key for question in reading.questions] == ["beside-0"] and not reading.sure
    for answer, sure in (("no", True), ("yes", False)):
        answers = PhotoAnswers({"beside-0": answer})
        assert read_layout(table_sightings, preset("standard"), Edge.BOTTOM, answers).sure == sure


def photographed(seed: int, tilt: float) -> tuple[Picture, dict[str, Matrix]]:
    """A rendered table, and where its cards lie of which half and more is seen."""
    scene = magnate_scene(seed, own_deck(), aslant=tilt)
    pixels = np.asarray(cv2.imdecode(np.frombuffer(scene.photo, np.uint8), cv2.IMREAD_COLOR), np.uint8)
    cards = scene.labels["cards"]
    assert isinstance(cards, list)
    return pixels, {
        card["card"]: np.array(card["corners"]) for card in cards if card["face"] == "up" and card["visible"] > 0.5
    }


@pytest.mark.prove("readings")
@pytest.mark.parametrize(("seed", "tilt"), [(1, 25), (2, 30)])
def test_a_rendered_table_aslant_loses_no_card_without_a_word(seed: int, tilt: float) -> None:
    pixels, lying = photographed(seed, tilt)
    cards, _ = recognise_cards(pixels, [])
    read = {str(card.card): card for card in cards if card.sure and card.face is Face.UP}
    for code, card in read.items():
        if code in lying:
            away = np.linalg.norm(np.array(card.corners).mean(axis=0) - lying[code].mean(axis=0))
            assert away < 0.3 * np.linalg.norm(lying[code][0] - lying[code][3])
    table_sightings = Sightings(pixels.shape[1], pixels.shape[0], cards)
    reading = read_layout(table_sightings, preset("standard"), Edge.BOTTOM, PhotoAnswers())
    assert lying.keys() <= read.keys() or not reading.sure
