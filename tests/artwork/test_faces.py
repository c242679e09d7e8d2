"""Faces, glyphs and SVG of the own deck, and the piecepack, drawn and printed piece by piece."""

import itertools
import re
import xml.etree.ElementTree as ET
from datetime import date
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.artwork.__main__ import write
from companion.artwork.faces import CARD_HEIGHT, CARD_WIDTH, back, face
from companion.artwork.glyphs import rank_glyph, suit_glyph, suit_path
from companion.artwork.palette import SUIT_INKS, rgb
from companion.artwork.paper import Paper
from companion.artwork.pdf import as_pdf
from companion.artwork.piecepack import piecepack_sheets
from companion.artwork.piecepack_faces import coin, die, pawn, suit_mark, tile, tile_back
from companion.artwork.raster import rasterised, silhouette
from companion.artwork.shapes import Drawing, placed
from companion.artwork.sheets import with_foot
from companion.artwork.svg import as_svg
from companion.cli.main import run
from companion.cli.print import FOOT
from companion.pieces import DECK, Card, Rank, Suit
from companion.pieces.piecepack import COINS, DICE, PAWNS, TILES, Coin, Tile
from companion.pieces.piecepack import Suit as PieceSuit
from tests.cases import each


@each("suit", Suit)
def test_a_suit_glyph_stays_in_its_unit_box_and_fills_a_good_part_of_it(suit: Suit) -> None:
    points = np.concatenate(suit_path(suit))
    assert np.abs(points).max() <= 0.53
    assert 0.2 < silhouette((suit_glyph(suit),), 64).mean() / 255 < 0.75


@each("rank", Rank)
def test_a_rank_mark_stays_in_its_unit_box(rank: Rank) -> None:
    for shape in rank_glyph(rank):
        assert np.abs(np.concatenate(shape.contours)).max() + shape.width / 2 <= 0.55


def _alike(first: np.ndarray, second: np.ndarray) -> float:
    return float(np.corrcoef(first.astype(float).ravel(), second.astype(float).ravel())[0, 1])


def test_no_two_suits_look_alike_in_outline_at_the_size_of_a_photo() -> None:
    small = {suit: cv2.GaussianBlur(silhouette((suit_glyph(suit),), 14), (3, 3), 0.8) for suit in Suit}
    for one, other in itertools.combinations(Suit, 2):
        assert _alike(small[one], small[other]) < 0.75, (one, other)


def test_no_rank_mark_looks_like_another_upright_or_turned_by_half() -> None:
    small = {rank: cv2.GaussianBlur(silhouette(rank_glyph(rank), 20), (3, 3), 0.8) for rank in Rank}
    for one, other in itertools.permutations(Rank, 2):
        assert _alike(small[one], small[other]) < 0.9, (one, other)
        assert _alike(small[one], small[other][::-1, ::-1]) < 0.9, (one, other)


_COLOUR_VISION = {
    "usual": np.eye(3),
    "without red cones": np.array([[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]]),
    "without green cones": np.array([[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]]),
    "without blue cones": np.array([[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]]),
}


@each("observer", _COLOUR_VISION)
@each("ground", ["on_paper", "on_dark"])
def test_the_suit_colours_stay_apart_for_colour_blind_eyes(observer: str, ground: str) -> None:
    colours = []
    for suit in Suit:
        linear = (np.array(rgb(getattr(SUIT_INKS[suit], ground))) / 255) ** 2.2
        shown = np.clip(_COLOUR_VISION[observer] @ linear, 0, 1) ** (1 / 2.2)
        colours.append(cv2.cvtColor(shown.astype(np.float32)[None, None], cv2.COLOR_RGB2LAB)[0, 0])
    for (one, first), (other, second) in itertools.combinations(zip(Suit, colours, strict=True), 2):
        assert np.linalg.norm(first - second) > 10, (one, other)


PATH = "{http://www.w3.org/2000/svg}path"


def outlines(path: ET.Element) -> list[np.ndarray]:
    """The contours of an SVG path made of straight lines."""
    parts = path.attrib["d"].strip("z").split("M")[1:]
    return [np.array(re.findall(r"-?[\d.]+", part), dtype=float).reshape(-1, 2) for part in parts]


@each("card", DECK, ids=str)
def test_a_face_is_well_formed_svg_of_the_cards_true_size(card: Card) -> None:
    root = ET.fromstring(as_svg(face(card), card.name))
    assert root.attrib["width"] == f"{CARD_WIDTH:g}mm"
    assert root.attrib["viewBox"] == f"0 0 {CARD_WIDTH:g} {CARD_HEIGHT:g}"
    assert len(list(root.iter(PATH))) == len(face(card).shapes) + 1, "every shape, and the picture's window"


@each("suit", Suit)
def test_a_glyph_comes_back_from_its_svg(suit: Suit) -> None:
    drawing = Drawing(100, 100, (placed(suit_glyph(suit), 50, 50, 90),))
    (path,) = ET.fromstring(as_svg(drawing)).iter(PATH)
    read = outlines(path)
    assert len(read) == len(suit_path(suit))
    for written, drawn in zip(read, suit_path(suit), strict=True):
        assert (written - 50) / 90 == pytest.approx(drawn, abs=1e-4)
    assert path.attrib["fill-rule"] == "evenodd"


def test_the_whole_deck_can_be_had_as_svg_files(tmp_path: Path) -> None:
    written = write(tmp_path / "deck")
    assert {path.stem for path in written} == {card.code for card in DECK} | {"back"} | {f"suit-{s}" for s in Suit}
    for path in written:
        ET.parse(path)


@each("paper", Paper)
def test_every_piece_is_printed_once_and_inside_the_paper(paper: Paper) -> None:
    laid = [place for sheet in piecepack_sheets(paper) for place in sheet.drawings]
    drawn = [*map(tile, TILES), *map(coin, COINS), *map(die, DICE), *map(pawn, PAWNS)]
    assert [id(drawing) for drawing, _, _ in laid] == [id(drawing) for drawing in drawn]
    width, height = paper.size
    for drawing, x, y in laid:
        assert 5 <= x <= width - drawing.width - 5
        assert 5 <= y <= height - drawing.height - 5


@each("paper", Paper)
def test_no_two_pieces_lie_on_one_another(paper: Paper) -> None:
    for sheet in piecepack_sheets(paper):
        boxes = [(x, y, x + one.width, y + one.height) for one, x, y in sheet.drawings]
        for number, (left, top, right, bottom) in enumerate(boxes):
            for x0, y0, x1, y1 in boxes[number + 1 :]:
                assert right <= x0 + 1e-6 or x1 <= left + 1e-6 or bottom <= y0 + 1e-6 or y1 <= top + 1e-6


def test_backs_of_tiles_come_behind_every_page_of_tiles() -> None:
    sheets = piecepack_sheets(Paper.A4, backs=True)
    assert len(sheets) == 6
    for sheet in (sheets[1], sheets[3]):
        assert {id(drawing) for drawing, _, _ in sheet.drawings} == {id(tile_back())}


def test_no_two_tiles_look_alike() -> None:
    pictures = [rasterised(tile(piece), 60).astype(int) for piece in TILES]
    for number, picture in enumerate(pictures):
        for other in pictures[number + 1 :]:
            assert np.abs(picture - other).max(axis=2).astype(bool).sum() > 20


def test_suits_differ_in_their_outlines_alone() -> None:
    shapes = [silhouette(suit_mark(suit), 48) > 128 for suit in PieceSuit]
    for number, shape in enumerate(shapes):
        for other in shapes[number + 1 :]:
            assert (shape & other).sum() < 0.75 * (shape | other).sum()


def test_folded_a_coins_marks_lie_on_one_another() -> None:
    picture = rasterised(coin(Coin.parse("CM3")), 200)
    half = 200
    ink = np.asarray(picture.max(axis=2) < 100)
    above, below = ink[half - 25 : half][::-1], ink[half : half + 25]
    assert above.sum() > 100
    assert (above & below).sum() > 0.9 * (above | below).sum()


def test_the_null_is_no_blank() -> None:
    null, ace = (rasterised(tile(Tile.parse(code)), 100)[:40, :40] for code in ("TS0", "TS1"))
    assert (null < 100).all(axis=2).sum() > 20
    assert (null != ace).any()


def test_the_command_writes_the_piecepack(tmp_path: Path) -> None:
    target = tmp_path / "piecepack.pdf"
    assert run(["print", "piecepack", "-o", str(target)]) == 0
    data = target.read_bytes()
    assert len(re.findall(rb"/MediaBox", data)) == 4
    signed = [with_foot(sheet, [str(text) for text in FOOT]) for sheet in piecepack_sheets(Paper.A4)]
    assert data == as_pdf(signed, "A piecepack", date.today())


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
