"""Draws the programs' icon, the six suits on felt, from our own artwork: ``python distribution/desktop/draw.py``."""

from math import cos, pi, sin
from pathlib import Path

import cv2
from PIL import Image

from companion.artwork.glyphs import suit_glyph
from companion.artwork.raster import rasterised
from companion.artwork.shapes import Drawing, Shape, placed, rectangle
from companion.artwork.svg import as_svg
from companion.pieces import Suit

HERE = Path(__file__).resolve().parent
SIDE = 64.0
FELT, PAPER = "#1f5c4a", "#f6efdd"


def icon() -> Drawing:
    """Draw the six suits in a ring on a card, the card on felt."""
    ground = Shape((rectangle(0, 0, SIDE, SIDE, 10),), fill=FELT)
    card = Shape((rectangle(4, 4, SIDE - 8, SIDE - 8, 8),), fill=PAPER)
    suits = (
        placed(suit_glyph(suit), SIDE / 2 + 18 * sin(turn), SIDE / 2 - 18 * cos(turn), 15)
        for suit, turn in ((suit, number * pi / 3) for number, suit in enumerate(Suit))
    )
    return Drawing(SIDE, SIDE, (ground, card, *suits))


if __name__ == "__main__":
    (HERE / "decktet-companion.svg").write_text(as_svg(icon(), "Decktet Companion"), "utf8")
    cv2.imwrite(str(HERE / "decktet-companion.png"), rasterised(icon(), 256))
    with Image.open(HERE / "decktet-companion.png") as picture:
        picture.save(HERE / "decktet-companion.ico")  # Windows'
        picture.save(HERE / "decktet-companion.icns")  # a Mac's
