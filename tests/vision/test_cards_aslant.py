"""Cards through the networks as they are shipped: from above and aslant, in fans, without an index in view."""

import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.games.magnate.options import preset
from companion.pictures.arrays import Matrix, Picture
from companion.pieces import DECK, Card
from companion.table.magnate.game_prior import PhotoAnswers
from companion.table.magnate.layout import read_layout
from companion.table.sightings import CardSighting, Edge, Face, Sightings
from companion.vision.cards.card_plane import CARD, CardPlane
from companion.vision.cards.decision import decide_cards
from companion.vision.cards.detect_cards import detect_cards
from companion.vision.cards.detection import Detection, corner_distance, remove_duplicates
from companion.vision.cards.face_reader import BACK, CLASS_COUNT, shipped_face_reader
from companion.vision.cards.finder_output import SIDE_MULTIPLE
from companion.vision.cards.index_strips import NO_INDEX, IndexReader, shipped_index_reader
from companion.vision.cards.posterior import Design
from companion.vision.cards.strip_pairing import STRIP, outline_from_strip, pair_strips, strip_size
from companion.vision.dice.reader import installed_reader
from companion.vision.networks import (
    NetworkMissing,
    load_network,
    load_with_onnxruntime,
    load_with_opencv,
    network_path,
    picture_tensor,
    release_networks,
)
from companion.vision.recognise import recognise, recognise_cards
from models.training.common.decks import own_deck
from models.training.scenes.camera import aim_camera
from models.training.scenes.magnate import magnate_scene
from tests.cases import each
from tests.table.magnate.laid import sighting, table
from tests.vision.table_pictures import Lying, table_picture
from tests.vision.test_card_decision import OUTLINE, face_of, index_of, place

TABLE = [
    Lying("4MS", 150, 150, turn=12),
    Lying("9WY", 400, 150, turn=171),
    Lying("AK", 650, 170, turn=90),
    Lying("TMLY", 150, 420, turn=33),
    Lying("CL", 380, 420, turn=-140),
    Lying("PSWK", 620, 430, turn=5),
]


@pytest.fixture(scope="module")
def index_reader() -> IndexReader:
    return IndexReader()


@each("quarters", [0, 1, 2])
def test_cards_are_known_by_their_indices_in_every_orientation(index_reader: IndexReader, quarters: int) -> None:
    picture = np.ascontiguousarray(np.rot90(table_picture(TABLE), quarters))
    cards = pair_strips(*index_reader.read(picture, index_reader.find(picture).strips))
    certain_codes = {DECK[card.best].code for card in cards if card.sure}
    assert certain_codes <= {lying.code for lying in TABLE}
    assert len(certain_codes) >= len(TABLE) - 1


def test_both_runtimes_find_the_same() -> None:
    tensor = picture_tensor(table_picture(TABLE, (480, 320)), SIDE_MULTIPLE)
    finder = network_path("strip-finder")
    assert np.abs(load_with_onnxruntime(finder)(tensor) - load_with_opencv(finder)(tensor)).max() < 1e-3


def test_both_runtimes_read_the_same() -> None:
    crops = np.random.default_rng(0).standard_normal((4, 3, 104, 32)).astype(np.float32)
    reader = network_path("strip-reader")
    answer = load_with_onnxruntime(reader)(crops)
    assert answer.shape == (4, NO_INDEX + 9)
    assert np.abs(answer - load_with_opencv(reader)(crops)).max() < 1e-3


def test_both_runtimes_know_the_same_faces() -> None:
    crops = np.random.default_rng(0).standard_normal((4, 3, 100, 72)).astype(np.float32)
    reader = network_path("face-reader")
    answer = load_with_onnxruntime(reader)(crops)
    assert answer.shape == (4, CLASS_COUNT + 9)
    assert np.abs(answer - load_with_opencv(reader)(crops)).max() < 1e-3


def test_both_runtimes_see_the_same_hands() -> None:
    tensor = np.random.default_rng(0).random((1, 3, 192, 320), np.float32)
    finder = network_path("hand-finder")
    answer = load_with_onnxruntime(finder)(tensor)
    assert answer.shape == (1, 1, 24, 40)
    assert np.abs(answer - load_with_opencv(finder)(tensor)).max() < 1e-3


def test_a_network_that_is_not_there_is_named() -> None:
    with pytest.raises(NetworkMissing, match=r"strip-poker\.onnx"):
        load_network("strip-poker")


@each("size", [(1, 1), (7, 3), (3000, 16)])
def test_a_picture_of_nothing_has_no_strips(index_reader: IndexReader, size: tuple[int, int]) -> None:
    blank = np.full((*size, 3), 127, np.uint8)
    assert pair_strips(*index_reader.read(blank, index_reader.find(blank).strips)) == []


def test_released_networks_are_loaded_again_when_they_are_wanted() -> None:
    before = installed_reader()
    assert installed_reader() is before
    release_networks()
    assert installed_reader() is not before


def read_cards(picture: Picture) -> tuple[CardSighting, ...]:
    return recognise(picture).sightings.cards


def at(cards: tuple[CardSighting, ...], lying: Lying) -> CardSighting:
    near = [c for c in cards if np.linalg.norm(np.mean(c.corners, axis=0) - (lying.x, lying.y)) < 0.1 * lying.height]
    assert len(near) == 1, f"{len(near)} cards were seen where {lying.code} lies"
    return near[0]


SCATTERED = [
    Lying("4MS", 150, 150, turn=12),
    Lying("X", 400, 160, turn=-75),
    Lying("9WY", 650, 150, turn=171),
    Lying("AK", 860, 170, turn=90),
    Lying("TMLY", 150, 420, turn=33),
    Lying("CL", 380, 420, turn=-140),
    Lying("PSWK", 620, 430, turn=5),
    Lying("6LK", 850, 450, turn=200),
]


def test_scattered_cards_are_read_surely_whichever_way_they_lie() -> None:
    cards = read_cards(table_picture(SCATTERED))
    assert len(cards) == len(SCATTERED)
    for lying in SCATTERED:
        card = at(cards, lying)
        assert (str(card.card), card.sure) == (lying.code, True)


def test_corners_run_clockwise_from_the_cards_own_top_left() -> None:
    cards = read_cards(table_picture(SCATTERED))
    for lying in SCATTERED:
        corners = np.array(at(cards, lying).corners)
        either_way_up = [np.abs(np.roll(lying.corners, turn, axis=0) - corners).max() for turn in (0, 2)]
        assert min(either_way_up) < 4, lying.code


def test_a_card_covered_to_a_third_is_read_from_the_part_that_shows() -> None:
    column = [Lying("8YK", 300, 200), Lying("AY", 300, 260), Lying("7WY", 300, 320), Lying("2SY", 300, 380)]
    cards = read_cards(table_picture([*column, Lying("5ML", 600, 300), Lying("CM", 800, 300)]))
    for lying in column:
        assert str(at(cards, lying).card) == lying.code


def test_a_card_lying_face_down_is_no_card_of_the_deck() -> None:
    lying = Lying(None, 700, 300, turn=20)
    cards = read_cards(table_picture([Lying("3SK", 250, 300), Lying("9LK", 450, 300), lying]))
    down = at(cards, lying)
    assert (down.face, down.card, down.sure) == (Face.DOWN, None, True)


def test_an_empty_table_shows_nothing() -> None:
    assert read_cards(table_picture([])) == ()


@each("size", [(64, 64), (80, 2000)])
def test_a_picture_of_nothing_in_any_shape_shows_nothing(size: tuple[int, int]) -> None:
    assert read_cards(np.full((size[1], size[0], 3), 127, np.uint8)) == ()


def test_a_picture_that_no_deck_explains_shows_nothing() -> None:
    stripes = np.full((480, 640, 3), 200, np.uint8)
    stripes[200:280, 100:500] = 40
    assert recognise(stripes).sightings.cards == ()


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


SHOWN_CARD = Lying("X", 300, 260, height=240, turn=20)


def turned(outline: NDArray[np.floating], degrees: float, grown: float = 1.0) -> NDArray[np.float32]:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    middle = outline.mean(axis=0)
    return np.asarray((outline - middle) @ (grown * np.array([[cos, sin], [-sin, cos]])) + middle, np.float32)


@each(("degrees", "grown"), [(13, 0.9), (-12, 0.92), (9, 1.0)])
@each(("code", "kind"), [("X", DECK.index(Card.parse("X"))), (None, BACK)])
def test_a_card_of_a_turned_outline_is_recognised(code: str | None, kind: int, degrees: float, grown: float) -> None:
    card = Lying(code, SHOWN_CARD.x, SHOWN_CARD.y, SHOWN_CARD.height, SHOWN_CARD.turn)
    picture = table_picture([card])
    amiss = turned(card.corners, degrees, grown)
    found = shipped_face_reader().search(picture, amiss[None])
    assert int(found.chances[0].argmax()) == kind and found.chances[0, kind] > 0.9
    assert corner_distance(card.corners, found.corners[0]) < 0.1 < corner_distance(card.corners, amiss)


def test_what_lies_all_within_a_card_and_is_smaller_is_its_picture() -> None:
    card = Lying("4MS", 300, 260, height=300)
    places = detect_cards(table_picture([card]), shipped_index_reader(), shipped_face_reader()).places
    assert [place.indices for place in places] == [2]


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
    for one in [*places[:5], *places[6:]]:
        assert plane.size(one.corners) == pytest.approx(1, rel=0.02) and plane.misfit(one.corners) < 0.02
    assert plane.size(large.corners) == pytest.approx(2.5, rel=0.05)


@each("tilt", [0, 30])
def test_a_card_with_one_index_in_view_lies_on_the_table_as_large_as_the_others(tilt: float) -> None:
    places = laid_aslant(tilt, 40)
    plane = plane_of(places)
    for one in places:
        matrix = cv2.getPerspectiveTransform(CARD.astype(np.float32), one.corners.astype(np.float32))
        strip = np.asarray(cv2.perspectiveTransform(STRIP[None], matrix)[0], np.float64)
        away = np.linalg.norm(outline_from_strip(strip, plane) - one.corners, axis=1).max()
        assert away < 0.08 * one.width
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
