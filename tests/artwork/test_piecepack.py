"""The piecepack is drawn and printed piece by piece."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import numpy as np

from companion.artwork.foot import with_foot
from companion.artwork.paper import Paper
from companion.artwork.pdf import as_pdf
from companion.artwork.piecepack import piecepack_sheets
from companion.artwork.piecepack_faces import coin, die, pawn, suit_mark, tile, tile_back
from companion.artwork.raster import rasterised, silhouette
from companion.cli.main import run
from companion.cli.print import FOOT
from companion.pieces.piecepack import COINS, DICE, PAWNS, TILES, Coin, Suit, Tile
from tests.cases import each


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
    shapes = [silhouette(suit_mark(suit), 48) > 128 for suit in Suit]
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
