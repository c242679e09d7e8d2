"""A piecepack to print, cut, fold and glue."""

from collections.abc import Iterator

from companion.artwork.paper import Paper
from companion.artwork.piecepack_faces import coin, die, pawn, tile, tile_back
from companion.artwork.shapes import Drawing
from companion.artwork.sheets import PrintSheet, cut_sheet
from companion.pieces.piecepack import COINS, DICE, PAWNS, TILES

_ACROSS, _DOWN = 3, 4
_GAP = 1.5
_TOP = 18.0


def piecepack_sheets(paper: Paper, backs: bool = False) -> list[PrintSheet]:
    """Return two pages of tiles, one of coins, and one of dice and pawns.

    Args:
        paper: the paper.
        backs: whether a page of backs follows each page of tiles.
    """
    sheets = []
    tiles = [tile(piece) for piece in TILES]
    for start in range(0, len(tiles), _ACROSS * _DOWN):
        sheets.append(cut_sheet(paper, tiles[start : start + _ACROSS * _DOWN], _ACROSS, _DOWN))
        if backs:
            sheets.append(cut_sheet(paper, [tile_back()] * (_ACROSS * _DOWN), _ACROSS, _DOWN))
    coins = _grid(paper, [coin(piece) for piece in COINS], 8, _TOP)
    dice = list(_grid(paper, [die(piece) for piece in DICE], 2, _TOP))
    below = max(y + drawing.height for drawing, _, y in dice) + 8
    pawns = _grid(paper, [pawn(piece) for piece in PAWNS], 4, below)
    return [*sheets, PrintSheet(paper, tuple(coins), ()), PrintSheet(paper, (*dice, *pawns), ())]


def _grid(paper: Paper, drawings: list[Drawing], across: int, top: float) -> Iterator[tuple[Drawing, float, float]]:
    """Yield drawings of one size with their places, with small gaps, centred on the page's width."""
    wide, tall = drawings[0].width + _GAP, drawings[0].height + _GAP
    left = (paper.size[0] - across * wide + _GAP) / 2
    for number, drawing in enumerate(drawings):
        yield drawing, left + wide * (number % across), top + tall * (number // across)
