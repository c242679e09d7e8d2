"""Every colour of the artwork, by name.

The six suits differ in hue and in lightness, so that colour-blind people, grey prints and coloured light keep them
distinct; their shapes differ as well.
"""

from dataclasses import dataclass

from companion.pieces import Suit

PAPER = "#fbf7ec"
"""Background of a card."""
INK = "#23202b"
"""Ranks, names, outlines: nearly black, slightly warm."""


@dataclass(frozen=True, slots=True)
class Ink:
    """A suit's colours, as ``#rrggbb``: printed on paper, and on a dark screen."""

    name: str
    on_paper: str
    on_dark: str


SUIT_INKS: dict[Suit, Ink] = {
    Suit.MOONS: Ink("slate", "#454661", "#d1c9e4"),
    Suit.SUNS: Ink("amber", "#e59d16", "#f7b822"),
    Suit.WAVES: Ink("blue", "#167de0", "#1eb1f3"),
    Suit.LEAVES: Ink("green", "#52ac65", "#69c396"),
    Suit.WYRMS: Ink("crimson", "#bb2942", "#fb3744"),
    Suit.KNOTS: Ink("mauve", "#8e688b", "#ba80a5"),
}


def rgb(colour: str) -> tuple[int, int, int]:
    """Return the red, green and blue of ``#rrggbb``, 0–255.

    >>> rgb("#1173b7")
    (17, 115, 183)
    """
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


# The printing inks of the pictures, shared by all of them so that the deck holds together.
SNOW, CREAM, SAND, GOLD = "#fffaf0", "#f6e7c8", "#eac98c", "#efb02e"
CLAY, EMBER, ROSE, WINE = "#c8744b", "#e2552c", "#e9aca0", "#7d1f35"
SKY, TEAL, SEA, DEEP = "#cde4ea", "#4f9aa0", "#2b6d9a", "#15385c"
LAWN, MOSS, PINE, BARK = "#b9cf8a", "#6d8f4c", "#23523f", "#5a4034"
MIST, STONE, SMOKE, NIGHT = "#d9d6dc", "#a09ca8", "#66627a", "#262a49"
LILAC, PLUM = "#c3aecf", "#5a3a5f"
MOON, SUN, WAVE, LEAF, WYRM, KNOT = (SUIT_INKS[suit].on_paper for suit in Suit)
