"""Pieces: cards, tiles, and the pawns and tokens of seats."""

from collections.abc import Sequence
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.widget import Widget

from companion.app.widgets.card import CardFace, TokenFace
from companion.app.window.kv_loader import load_kv
from companion.app.window.textures import card_back, tile_picture
from companion.app.window.theme import theme
from companion.games.view import Kind, Piece
from companion.pieces import Card, Suit
from companion.pieces.piecepack import Tile

CARD_SHAPE = 0.72
"""Width of a card for its height."""
INDEX_WIDTH, EDGE_WIDTH = 0.46, 0.16
"""Share of its width that is seen of a card under another: its index, or an edge if it lies face down."""
PAWN_SIZE = 0.5
"""Height of a pawn on another piece, as a share of that piece's."""


class TileFace(Widget):
    """A tile of the piecepack, face up."""

    tile = ObjectProperty(None, allownone=True)
    picture = staticmethod(tile_picture)


class CardBack(Widget):
    """A card that lies face down."""

    picture = staticmethod(card_back)


class Coin(AnchorLayout):
    """A pawn of a seat with the initial of its player, which points up, or to the right if ``turned``.

    Without an initial it is a free space.
    """

    colour = ListProperty(theme.ink)
    initial = StringProperty("")
    turned = BooleanProperty(False)

    @staticmethod
    def pointer(x: float, y: float, side: float, turned: bool) -> tuple[float, ...]:
        """Return the line from the centre to the edge that shows the direction."""
        near, far = side * 0.32, side * 0.5
        return (x + near, y, x + far, y) if turned else (x, y + near, x, y + far)


def paint_piece(piece: Piece, names: Sequence[str]) -> Widget:
    """Return the widget of a piece; a card that the viewer knows although it lies face down is dimmed."""
    face = paint_face(piece.shows, dimmed=piece.face_down)
    if face is not None:
        return face
    if piece.seat is not None:
        return Coin(colour=seat_colour(piece.seat), initial=names[piece.seat][:1], turned=piece.turned)
    return CardBack() if piece.kind is Kind.CARD else Coin()


def paint_face(shows: object, *, dimmed: bool = False) -> Widget | None:
    """Return the widget of a card, a tile or a token; None for anything else."""
    if isinstance(shows, Tile):
        return TileFace(tile=shows)
    if isinstance(shows, Suit):
        return TokenFace(suit=shows)
    return CardFace(card=shows, dimmed=dimmed) if isinstance(shows, Card) else None


def seat_colour(seat: int) -> list[float]:
    """Return the colour of a seat."""
    return list(theme.seats[seat % len(theme.seats)])


class PiecesView(Widget):
    """The pieces of a spot: the first on top, those under it seen to its left, and pawns on it."""

    def __init__(self, pieces: Sequence[Piece], names: Sequence[str], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._pieces = sorted(pieces, key=lambda piece: piece.kind is Kind.PAWN)
        self._widgets = [paint_piece(piece, names) for piece in self._pieces]
        lying = [piece for piece in self._pieces if piece.kind is not Kind.PAWN] or self._pieces[:1]
        self.shape = sum(map(self._visible, lying[1:])) + sum(map(_shape, lying[:1]))
        """Width for its height."""
        under = len(lying)
        for widget in (*self._widgets[:under][::-1], *self._widgets[under:]):
            self.add_widget(widget)
        self.bind(pos=self._place, size=self._place)

    def _visible(self, piece: Piece) -> float:
        """Return the width that is seen of a piece under another, for its height."""
        hidden = isinstance(piece.shows, Card | type(None))
        return _shape(piece) * (EDGE_WIDTH if hidden and piece.shows is None else INDEX_WIDTH if hidden else 1)

    def _place(self, *_: object) -> None:
        height = min(self.height, self.width / max(self.shape, 0.01))
        right, bottom = self.center_x + height * self.shape / 2, self.center_y - height / 2
        for number, (piece, widget) in enumerate(zip(self._pieces, self._widgets, strict=True)):
            if number and piece.kind is Kind.PAWN:
                side = height * PAWN_SIZE
                widget.size, widget.pos = (side, side), (self.center_x + height * self.shape / 2 - side, bottom)
                continue
            widget.size = height * _shape(piece), height
            if number:
                right -= height * self._visible(piece)
                widget.pos = right, bottom
            else:
                right -= widget.width
                widget.pos = right, bottom


def _shape(piece: Piece) -> float:
    return CARD_SHAPE if piece.kind is Kind.CARD else 1.0


load_kv(__file__)
