"""Strips, cards and outlines: geometry of cards in a picture, without a network."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.pictures.arrays import Matrix
from companion.pieces import DECK, Card
from companion.vision.cards.edges import lines_beyond, refine_outline
from companion.vision.cards.finder_output import CARD_HEAD, CELL, STRIP_HEAD, decode_head
from companion.vision.cards.index_strips import (
    BATCH_SIZE,
    MAX_STRIPS,
    NO_INDEX,
    UNIT_SQUARE,
    IndexReader,
    Strip,
    apply_offsets,
    corner_offsets,
    crop_strips,
    suppress_overlaps,
)
from companion.vision.cards.strip_pairing import outline_from_strip, outline_from_two_strips, pair_strips
from companion.vision.decks.card_segmentation import HEIGHT, WIDTH, NoSingleCard, cut_single_card
from companion.vision.recognise import recognise
from tests.cases import each
from tests.vision.table_pictures import Lying, face_picture, table_picture


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


TABLE = [Lying("4MS", 150, 150, turn=12), Lying("9WY", 400, 150, turn=171), Lying("CL", 650, 420, turn=-140)]


def test_a_large_photo_is_read_like_a_small_one_and_its_corners_are_its_own() -> None:
    large = np.asarray(cv2.resize(table_picture(TABLE), None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC), np.uint8)
    sightings_found = recognise(large).sightings
    assert (sightings_found.width, sightings_found.height) == (4000, 3000)
    assert {str(card.card) for card in sightings_found.cards if card.sure} == {lying.code for lying in TABLE}
    for lying in TABLE:
        (card,) = [card for card in sightings_found.cards if str(card.card) == lying.code]
        here = np.array(card.corners)
        assert min(np.abs(np.roll(4 * lying.corners, turn, axis=0) - here).max() for turn in (0, 2)) < 20


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


CARD = np.array([[0, 0], [120, 0], [120, 168], [0, 168]], np.float64)


def turned(points: NDArray[np.float64], angle: float, x: float, y: float) -> NDArray[np.float64]:
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(points @ spin.T + (x, y))


def strips_on(card: NDArray[np.float64]) -> tuple[Strip, Strip]:
    """A card's strips: a sixth of its width, 150/420 of its height, at its first and third corner."""
    across, down = card[1] - card[0], card[3] - card[0]
    wide, long = across / 6, down * 150 / 420
    first = card[0] + np.stack([0 * wide, wide, wide + long, long])
    second = card[2] - np.stack([0 * wide, wide, wide + long, long])
    return Strip(first.astype(np.float32), 0.9), Strip(second.astype(np.float32), 0.8)


def reading(code: str, confidence: float = 0.96) -> NDArray[np.float32]:
    chances = np.full(NO_INDEX + 1, (1 - confidence) / NO_INDEX, np.float32)
    chances[DECK.index(Card.parse(code))] = confidence
    return chances


def test_a_strip_is_decoded_from_the_cells_that_agree_on_it() -> None:
    strip = np.array([[100, 100], [120, 100], [120, 160], [100, 160]], np.float32)
    answer = np.full((18, 40, 40), -8, np.float32)
    for row, column in ((16, 13), (15, 13), (16, 14)):
        answer[0, row, column] = 3
        centre = np.array([column, row], np.float32) * CELL + CELL / 2
        answer[1:9, row, column] = ((strip - centre) / STRIP_HEAD.reach).reshape(-1)
    quads, scores = decode_head(answer, STRIP_HEAD, 0.3)
    assert (len(quads), len(scores)) == (1, 1)
    assert np.allclose(quads[0], strip, atol=1e-3)


def test_a_whole_card_may_be_told_from_either_end_by_the_cells_that_agree_on_it() -> None:
    card = np.array([[80, 60], [180, 60], [180, 200], [80, 200]], np.float32)
    answer = np.full((18, 40, 40), -8, np.float32)
    for end, (row, column) in enumerate(((16, 16), (15, 16), (16, 17))):
        answer[9, row, column] = 4 - end
        centre = np.array([column, row], np.float32) * CELL + CELL / 2
        answer[10:18, row, column] = ((np.roll(card, 2 * end, axis=0) - centre) / CARD_HEAD.reach).reshape(-1)
    quads, _ = decode_head(answer, CARD_HEAD, 0.3)
    assert len(quads) == 1
    assert np.allclose(quads[0], card, atol=1e-3)


def test_an_empty_picture_has_no_strips() -> None:
    assert len(decode_head(np.full((18, 20, 20), -8, np.float32), STRIP_HEAD, 0.3)[0]) == 0


@each("angle", [0.0, 0.7, 2.0, np.pi, -1.3])
def test_two_strips_that_point_at_each_other_are_one_card(angle: float) -> None:
    card = turned(CARD, angle, 300, 240)
    strips = strips_on(card)
    cards = pair_strips(strips, np.stack([reading("4MS"), reading("4MS")]))
    assert len(cards) == 1
    assert cards[0].witnesses == 2 and cards[0].agree and cards[0].sure
    assert DECK[cards[0].best].code == "4MS"
    assert min(np.abs(cards[0].corners - np.roll(card, turn, axis=0)).max() for turn in (0, 2)) < 0.1


def test_one_strip_alone_places_the_whole_card() -> None:
    card = turned(CARD, 0.4, 200, 100)
    first, second = strips_on(card)
    assert np.allclose(outline_from_strip(first.corners), card, atol=0.1)
    assert np.allclose(outline_from_strip(second.corners), np.roll(card, 2, axis=0), atol=0.1)


def test_a_column_of_cards_keeps_its_cards_apart() -> None:
    shown = [turned(CARD, 0.0, 100, 100 + 0.3 * 168 * n) for n in range(3)]
    strips = [strips_on(card)[0] for card in shown] + [strips_on(shown[-1])[1]]
    codes = ["4MS", "7SK", "2MK", "2MK"]
    cards = pair_strips(strips, np.stack([reading(code) for code in codes]))
    assert sorted((DECK[card.best].code, card.witnesses) for card in cards) == [("2MK", 2), ("4MS", 1), ("7SK", 1)]


def test_two_indices_that_disagree_are_never_sure() -> None:
    strips = strips_on(turned(CARD, 0.0, 50, 50))
    (card,) = pair_strips(strips, np.stack([reading("6MW", 0.99), reading("9MS", 0.9)]))
    assert card.witnesses == 2 and not card.agree and not card.sure


def test_what_is_read_as_no_index_is_no_card() -> None:
    junk = np.zeros((2, NO_INDEX + 1), np.float32)
    junk[:, NO_INDEX] = 1
    assert pair_strips(strips_on(CARD + 40), junk) == []


def test_a_strip_looked_for_in_the_wrong_place_is_moved_onto_it() -> None:
    strip = strips_on(turned(CARD, 0.3, 100, 80))[0].corners
    expected = strip + np.array([[3, -4], [2, 5], [-3, 1], [4, 0]], np.float32)
    assert np.allclose(apply_offsets(expected, corner_offsets(expected, strip)), strip, atol=0.01)


def test_of_strips_that_lie_on_one_another_only_the_best_is_kept() -> None:
    strip = strips_on(CARD + 50)[0].corners
    shifted, neighbour = strip + np.array([0, 25], np.float32), strip + np.array([40, 0], np.float32)
    assert sorted(suppress_overlaps(np.stack([strip, shifted, neighbour]), np.array([0.5, 0.9, 0.1], np.float32))) == [
        1,
        2,
    ]


def test_a_crop_stands_upright_whichever_way_the_card_lies() -> None:
    picture = np.zeros((300, 300, 3), np.uint8)
    strip = np.array([[100, 100], [130, 100], [130, 190], [100, 190]], np.float32)
    picture[100:145, 100:130] = 255
    turned_picture = np.ascontiguousarray(picture[::-1, ::-1])
    upright, other = crop_strips(picture, strip[None]), crop_strips(turned_picture, 300 - strip[None])
    assert upright[0, 0, 20, 16] > 0 > upright[0, 0, 90, 16]
    assert np.allclose(upright, other, atol=0.05)


def squares(count: int) -> NDArray[np.float32]:
    """So many strips strewn over a picture of 400 × 400 pixels."""
    chance = np.random.default_rng(5)
    corners = chance.uniform(0, 400, (count, 1, 2)) + chance.uniform(5, 60, (count, 1, 1)) * UNIT_SQUARE[None]
    return np.asarray(corners, np.float32)


def test_strips_are_kept_apart_however_many_there_are() -> None:
    quads, worth = squares(400), np.random.default_rng(6).uniform(size=400).astype(np.float32)

    def covers(one: int, other: int) -> bool:
        x, y = quads[other].mean(axis=0)
        return cv2.pointPolygonTest(quads[one].reshape(-1, 1, 2), (float(x), float(y)), False) >= 0

    kept: list[int] = []
    for number in map(int, np.argsort(-worth)):
        if not any(covers(one, number) or covers(number, one) for one in kept):
            kept.append(number)
    assert suppress_overlaps(quads, worth) == kept and 20 < len(kept) < 380


def test_no_more_strips_are_read_at_once_than_memory_has_room_for() -> None:
    asked: list[int] = []

    def reader(crops: NDArray[np.float32]) -> NDArray[np.float32]:
        asked.append(len(crops))
        return np.zeros((len(crops), NO_INDEX + 1 + 8), np.float32)

    picture = np.zeros((480, 480, 3), np.uint8)
    IndexReader(reader=reader).read(picture, [Strip(quad, 0.9) for quad in squares(BATCH_SIZE + 10)])
    assert max(asked) == BATCH_SIZE and sum(asked) == 2 * (BATCH_SIZE + 10)


def test_on_a_patterned_cloth_only_the_likeliest_strips_are_read() -> None:
    answer = np.full((1, 18, 160, 160), -9, np.float32)
    answer[0, 0, ::4, ::4] = np.linspace(0, 3, 1600).reshape(40, 40)
    answer[0, 1:9] = np.array([-0.2, -0.4, 0.2, -0.4, 0.2, 0.4, -0.2, 0.4], np.float32)[:, None, None]
    found = IndexReader(finder=lambda picture: answer).find(np.zeros((1280, 1280, 3), np.uint8)).strips
    assert len(found) == MAX_STRIPS and min(strip.score for strip in found) > 0.85


def test_an_outline_of_two_strips_placed_a_little_amiss_is_no_crooked_card() -> None:
    card = np.array([(14, 320), (94, 320), (108, 452), (30, 452)], np.float64)
    first = np.array([(14, 320), (29, 319), (35, 363), (20, 364)], np.float32)
    second = np.array([(108, 453), (92, 452), (97, 408), (112, 410)], np.float32)
    found = outline_from_two_strips(first, second)
    a, b, c, d = found
    assert np.linalg.norm(a - b + c - d) < 0.05 * np.linalg.norm(a - b)
    assert np.linalg.norm(found.mean(axis=0) - card.mean(axis=0)) < 5
