"""Pictures of a table with cards, tokens, dice and texts, as SVG."""

from base64 import b64encode
from collections.abc import Callable
from functools import cache
from html import escape

import cv2

from companion.artwork.faces import back, face
from companion.artwork.raster import rasterised
from companion.artwork.shapes import Drawing
from companion.artwork.tokens import token
from companion.pieces import Card, Suit

TALL, WIDE = 126, 90
"""Size of a card, in pixels of the picture."""
TOKEN = 26
"""Diameter of a token, likewise."""
FELT, WORDS, LIGHT = "#2f5d50", "#23202b", "#fffaf0"
_FINER = 2


class Scene:
    """A picture; later parts cover earlier ones. Positions are in pixels from the upper left.

    Args:
        wide: Width in pixels.
        tall: Height in pixels.
        ground: The background colour.
    """

    def __init__(self, wide: int, tall: int, ground: str = FELT) -> None:
        self._size, self.ground = (wide, tall), ground
        self._drawn: list[str | tuple[str, str]] = []

    def card(self, code: str, x: float, y: float, *, turned: bool = False) -> None:
        """Add a card.

        Args:
            code: The code of the card, or ``back`` for a card face down.
            x: Its centre.
            y: Its centre.
            turned: Whether it lies across, as a deed does.
        """
        turn = f' transform="rotate(90 {x} {y})"' if turned else ""
        self._image(_card(code), x - WIDE / 2, y - TALL / 2, WIDE, TALL, turn)

    def tokens(self, x: float, y: float, *suits: Suit, step: int = 35) -> None:
        """Add tokens in a row, the first one's centre at (x, y)."""
        for number, suit in enumerate(suits):
            self._image(_token(suit), x + number * step - TOKEN / 2, y - TOKEN / 2, TOKEN, TOKEN)

    def die(self, sides: int, shown: str, x: float, y: float) -> None:
        """Add a die by its centre; six sides give a square, ten a kite."""
        if sides == 6:
            form = f'<rect x="{x - 22}" y="{y - 22}" width="44" height="44" rx="8"'
        else:
            form = f'<path d="M{x} {y - 34}L{x + 34} {y + 4}L{x} {y + 30}L{x - 34} {y + 4}z"'
        self._drawn.append(form + f' fill="{LIGHT}" stroke="{WORDS}" stroke-width="2"/>')
        self.words(shown, x, y + 9, size=24, ink=WORDS, bold=True)

    def words(
        self,
        text: str,
        x: float,
        y: float,
        *,
        size: float = 17,
        ink: str = LIGHT,
        at: str = "middle",
        bold: bool = False,
    ) -> None:
        """Add a line of text.

        Args:
            text: The text, in English.
            x: Its anchor.
            y: Its baseline.
            size: The size of the font.
            ink: The colour.
            at: The anchor: ``start``, ``middle`` or ``end``.
            bold: Whether it is bold.
        """
        weight = ' font-weight="bold"' if bold else ""
        style = f'font-family="sans-serif" font-size="{size}"{weight} fill="{ink}" text-anchor="{at}"'
        self._drawn.append((f'<text x="{x}" y="{y}" {style}>', text))

    def line(self, points: str, ink: str = LIGHT, width: float = 2, dashes: str = "") -> None:
        """Add a line along an SVG path."""
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        self._drawn.append(f'<path d="{points}" fill="none" stroke="{ink}" stroke-width="{width}"{dashed}/>')

    def form(self, points: str, fill: str, ink: str = WORDS, opacity: float = 1) -> None:
        """Add a filled outline along an SVG path."""
        self._drawn.append(
            f'<path d="{points}" fill="{fill}" stroke="{ink}" stroke-width="2" fill-opacity="{opacity}"/>'
        )

    def svg(self, title: str, translate: Callable[[str], str] = str) -> str:
        """Return the picture as SVG.

        Args:
            title: Its title, in English, for screen readers.
            translate: Translates the title and the texts.

        Returns:
            The SVG document.
        """
        wide, tall = self._size
        head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{tall}" viewBox="0 0 {wide} {tall}">'
        ground = f'<rect width="{wide}" height="{tall}" rx="10" fill="{self.ground}"/>'
        drawn = [one if isinstance(one, str) else f"{one[0]}{escape(translate(one[1]))}</text>" for one in self._drawn]
        return "\n".join([head, f"<title>{escape(translate(title))}</title>", ground, *drawn, "</svg>\n"])

    def _image(self, data: str, x: float, y: float, wide: float, tall: float, turn: str = "") -> None:
        self._drawn.append(f'<image x="{x}" y="{y}" width="{wide}" height="{tall}"{turn} href="{data}"/>')


@cache
def _card(code: str) -> str:
    return _as_data(back() if code == "back" else face(Card.parse(code)), WIDE)


@cache
def _token(suit: Suit) -> str:
    return _as_data(token(suit), 30, FELT)


def _as_data(drawing: Drawing, wide: int, ground: str = "#ffffff") -> str:
    pixels = rasterised(drawing, wide * _FINER, ground)
    encoded, packed = cv2.imencode(".webp", pixels, [cv2.IMWRITE_WEBP_QUALITY, 80])
    assert encoded
    return "data:image/webp;base64," + b64encode(packed.tobytes()).decode()
