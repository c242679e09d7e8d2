"""The piecepack's box holds what docs/rules/pieces.md says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from companion.pieces.piecepack import (
    COINS,
    DICE,
    PAWNS,
    PIECEPACK,
    TILES,
    Coin,
    Face,
    PackDie,
    Pawn,
    Piece,
    Suit,
    Tile,
    UnknownPiece,
)
from tests.cases import each


def test_the_box_has_24_tiles_24_coins_4_dice_and_4_pawns_no_two_alike() -> None:
    assert [len(pieces) for pieces in (TILES, COINS, DICE, PAWNS)] == [24, 24, 4, 4]
    assert len(set(PIECEPACK)) == len(set(map(str, PIECEPACK))) == 56


@each("pieces", [TILES, COINS])
def test_every_suit_has_a_null_an_ace_and_2_to_5(pieces: tuple[Tile | Coin, ...]) -> None:
    assert Counter((piece.suit, piece.face) for piece in pieces) == {(suit, face): 1 for suit in Suit for face in Face}
    assert [str(face) for face in Face] == ["0", "1", "2", "3", "4", "5"]


@each(("parse", "pieces"), [(Tile.parse, TILES), (Coin.parse, COINS), (PackDie.parse, DICE), (Pawn.parse, PAWNS)])
def test_every_piece_reads_back_what_it_writes_and_no_other_kind_does(
    parse: Callable[[str], Piece], pieces: tuple[Piece, ...]
) -> None:
    for piece in PIECEPACK:
        if piece in pieces:
            assert parse(str(piece)) == piece
        else:
            with pytest.raises(UnknownPiece):
                parse(str(piece))


@each("text", ["", "TS6", "ts0", "TW1", "T S0", "4MS"])
def test_an_unknown_tile_is_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(UnknownPiece, match="unknown piecepack tile") as error:
        Tile.parse(text)
    assert str(error.value.next_step) == "use TS0 to TA5"


def test_a_tile_is_called_by_its_face_and_suit() -> None:
    expected = [str(Tile.parse(code).wording()) for code in ("TM0", "TC1", "TA4")]
    assert expected == ["null of Moons", "ace of Crowns", "4 of Arms"]


def test_a_suit_that_is_the_decktets_alone_is_none_of_the_piecepack() -> None:
    with pytest.raises(UnknownPiece, match="unknown piecepack suit"):
        Suit.parse("W")
