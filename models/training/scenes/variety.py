"""The one description of variety: ranges of what tables, cards, dice, light and cameras look like.

The ranges stand by look; how a look is drawn stands in the module that draws it. A pair is a range that is drawn from
evenly, unless its comment says otherwise; a share is the probability of a look. Colours are BGR. Names with ``DICE``
are for pictures of dice and hands, ``PHOTO`` and ``FILM`` for rendered tables, all others for drawn tables of cards.
"""

from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TypeVar

import numpy as np

T = TypeVar("T")
Range = tuple[float, float]
Sometimes = tuple[float, Range]
"""Share of pictures with an effect, and its range."""


def drawn(rng: np.random.Generator, extent: Range) -> float:
    """Return a random number of a range."""
    return float(rng.uniform(*extent))


def log_drawn(rng: np.random.Generator, extent: Range) -> float:
    """Return a random number of a range, even in its logarithm."""
    return float(np.exp(rng.uniform(np.log(extent[0]), np.log(extent[1]))))


def sometimes(rng: np.random.Generator, effect: Sometimes) -> float | None:
    """Return a random number of the effect's range in its share of pictures, and None in the others."""
    return drawn(rng, effect[1]) if rng.random() < effect[0] else None


def one_of(rng: np.random.Generator, kinds: Mapping[T, float] | Sequence[T]) -> T:
    """Return a random one of several: with these shares, or each as likely."""
    if isinstance(kinds, Mapping):
        steps = list(accumulate(kinds.values()))
        return list(kinds)[bisect(steps, float(rng.random()) * steps[-1])]
    return kinds[int(rng.integers(len(kinds)))]


# Phone processing and soft webcam: colours, glare, blur, few pixels, noise, sharpening, compression.
@dataclass(frozen=True, slots=True)
class CameraRanges:
    """Ranges of :func:`models.training.scenes.photography.photograph`, in the order of its effects.

    ``warmth`` and ``tint`` are spreads; ``gain`` and ``noise`` (levels of 255) are even in their logarithms. ``blurs``
    are shares of its kinds, ``blur`` is a spread in pixels. The others are shares of pictures with an effect, and its
    range: factor of the colours, levels of 255 by which black is lifted or white lowered, levels of 255 of the glare,
    gamma, share of what a blur takes away, quality of the JPEG.
    """

    warmth: float
    tint: float
    gain: Range
    saturation: Sometimes
    lift: Sometimes
    glare: Sometimes
    blurs: Mapping[str, float]
    blur: Range
    noise: Range
    gamma: Sometimes
    sharpening: Sometimes
    quality: Sometimes


CARD_CAMERA = CameraRanges(
    warmth=0.09,
    tint=0.03,
    gain=(0.45, 1.4),
    saturation=(1.0, (0.45, 1.25)),
    lift=(1.0, (-12, 25)),
    glare=(0.0, (40, 150)),
    blurs={"none": 0.26, "lens": 0.32, "motion": 0.14, "resized": 0.16, "focus": 0.12},
    blur=(0.4, 1.9),
    noise=(0.5, 17),
    gamma=(1.0, (0.75, 1.35)),
    sharpening=(0.15, (0.3, 1.2)),
    quality=(0.7, (30, 97)),
)
DICE_CAMERA = CameraRanges(
    warmth=0.0,
    tint=0.06,
    gain=(0.6, 1.4),
    saturation=(0.0, (0.45, 1.25)),
    lift=(0.0, (-12, 25)),
    glare=(0.06, (40, 150)),
    blurs={"lens": 0.9, "motion": 0.1},
    blur=(0.1, 0.9),
    noise=(1, 11),
    gamma=(0.3, (0.75, 1.3)),
    sharpening=(0.25, (0.3, 1.0)),
    quality=(0.6, (50, 96)),
)
"""Cameras of cards, and of dice and hands."""
COARSE_NOISE = 0.4
"""Share of pictures whose noise is coarse, as phones smear it."""
POOR, VERY_POOR = (0.45, 1.0, 1.8, 18.0), (0.25, 0.6, 3.0, 30.0)
"""Cameras to calibrate with: least and largest scale of the pixels, largest blur in pixels, largest noise of 255."""

# Evening lamp: warm, dim, with hard shadows and glare.
OTHER_LIGHT = 0.35
"""Share of pictures of dice that are shown under an evening lamp, in hard light or in the dark."""
WARM: tuple[Range, Range, Range] = ((0.4, 0.8), (0.75, 0.97), (1.0, 1.25))
"""Gains of a warm lamp."""
COLOURED: tuple[Range, Range, Range] = ((0.35, 1.2),) * 3
"""Gains of a coloured lamp."""
BLINDS: Range = (12, 60)
"""Width in pixels of the stripes of light and shadow behind blinds."""
HARD_SHADOW: Range = (0.3, 0.75)
DIM: Range = (0.3, 0.8)
"""What a shadow takes of the light, and what is left of it in the dark."""
SHADOWS, SHADOW = 0.5, (0.15, 0.6)
GLARES, GLARE = 0.35, (0.2, 0.85)
"""Mean numbers of soft shadows and of glares on a table, and their strengths."""
LAMP_HEIGHT, LAMP_WARMTH = (0.55, 0.95), 0.07
"""Sine of the lamp's angle above a rendered table, and the spread of its warmth."""
DICE_LAMP_HEIGHT, DICE_LAMP, DICE_AMBIENT = (0.35, 0.97), (0.1, 0.8), (0.4, 0.85)
"""The same over dice, the lamp's strength, and that of the room's own light."""

# Sleeves.
SLEEVED = 0.15
"""Share of tables whose cards are in sleeves."""
SLEEVE_RIM = 0.035
"""Margin of a sleeve around its card, as a share of the card's width."""
SLEEVE_HAZE: Range = (0.02, 0.14)
SLEEVE_STREAK: Range = (0, 0.5)
"""Strength of a sleeve's haze and of the lamp's reflection in it."""
PLAIN_BACK = 2 / 3
"""Share of sleeves of one colour among those that hide the back; the others have a pattern. No network learns them."""
BACK_SATURATIONS, BACK_BRIGHTNESSES = (0, 60, 150, 220), (25, 60, 110, 170, 235)
"""Saturations and brightnesses of 255, of which one each is drawn."""

# Worn cards: bowed, misprinted, on other paper, with white edges.
BOWS = {0.0: 0.5, 0.008: 0.3, 0.02: 0.2}
"""Shares of tables by the spread of their cards' bows, in card widths."""
SLACKS = (0.0, 0.006, 0.015)
"""Spread of the corners' errors on a table, in card widths: one is drawn."""
PAPER: Range = (0.86, 1.02)
WORN, WEAR = 0.15, (0.01, 0.045)
"""Share of tables with worn cards, and how deep their edges are white, in card widths."""

# Cloths and other table tops.
Colour = tuple[float, float, float]
WOODS = ((0.62, 0.45, 0.29), (0.45, 0.29, 0.17), (0.74, 0.6, 0.42), (0.33, 0.22, 0.15), (0.6, 0.55, 0.48))
FILM_CLOTHS = ((0.1, 0.3, 0.2), (0.16, 0.2, 0.36), (0.42, 0.1, 0.12), (0.3, 0.28, 0.27), (0.55, 0.5, 0.4))
FILM_PAINTS = ((0.82, 0.82, 0.8), (0.2, 0.2, 0.22), (0.7, 0.66, 0.58), (0.45, 0.5, 0.54))
"""Red, green and blue, 0–1."""
ANY_COLOUR: Range = (0.06, 0.92)
"""Red, green and blue of a table top whose kind has no colours of its own."""


@dataclass(frozen=True, slots=True)
class TableTops:
    """Kinds of table tops by their shares, or all as likely, their colours, and the range by which these vary.

    ``turned`` is the share of tops whose grain runs down the picture, not across.
    """

    kinds: Mapping[str, float] | Sequence[str]
    colours: Mapping[str, Sequence[Colour]]
    brightness: Range
    turned: float


TABLE_TOPS = TableTops(
    {"wood": 0.25, "planks": 0.1, "felt": 0.2, "woven": 0.08, "plain": 0.12, "chequered": 0.1, "mat": 0.15},
    {"wood": WOODS, "planks": WOODS},
    (0.6, 1.3),
    0.5,
)
FILM_TABLE_TOPS = TableTops(
    ("wood", "planks", "woven", "plain"),
    {"wood": WOODS, "planks": WOODS, "woven": FILM_CLOTHS, "plain": FILM_PAINTS},
    (0.85, 1.15),
    0.0,
)
CHEQUERS: Range = (4, 50)
"""Width of a chequered cloth's squares, in millimetres."""
MAT_SHAPES: Range = (4, 35)
"""Width of what is printed on a mat, in millimetres."""
MOTIF: Range = (20, 110)
"""Width of a printed cloth's motifs, in pixels of 1024; as wide as dice are."""
PRINTS = ("mat", "paper", "cards", "cloth")
"""What is printed where no dice lie."""
SQUARED, SQUARE = 0.4, (44, 84)
"""Share of prints with spotted squares, and their width in pixels of 1024: nothing resembles a flat d6 as much."""

DOTTED, DOT = 0.5, (5, 26)
"""Share of cloths with a lattice of dots as wide as pips, and their width in pixels of 1024: four of them are a 4."""
PRINTED_DIE: Range = (22, 90)
"""Diameter of the places of a cloth that are learnt as no dice, in pixels."""
CHECKED, CHECK = 0.3, (12, 160)
"""Share of cloths with checks, bands or stripes below their motifs, and the width of these in pixels of 1024."""

# Litter: what lies on tables and is neither card nor die.
LITTER_ON_CARDS = 0.7
"""Mean number of tokens, dice and pens on a table of cards."""
LITTER = {"disc": 0.24, "button": 0.08, "tile": 0.2, "printed": 0.2, "pen": 0.08, "finger": 0.08, "block": 0.12}
"""Shares of the kinds of things among dice."""
LITTER_SHARE, COVERED_SHARE = 0.2, 0.04
"""Shares of things that are no dice among specimens, and of dice that something covers."""

# Camera aslant.
CARD_TILT = 32.0
"""Largest tilt over cards, degrees; the smaller the likelier."""
DICE_TILT = (0, 6, 44)
"""Smallest, likeliest and largest tilt over dice, degrees."""
PHOTO_TILT: Range = (0, 15)
FILM_TILT: Range = (0, 12)
"""Tilt of the camera of a rendered table and of a film, degrees."""
FOCAL: Range = (1.0, 6.0)
"""Focal length over cards, in sides of the picture."""


@dataclass(frozen=True, slots=True)
class LensRanges:
    """Ranges of :class:`models.training.scenes.lens.Lens`; ``slope`` is a spread."""

    exposure: Range
    vignette: Range
    blur: Range
    noise: Range
    quality: tuple[int, int]
    mottle: Range
    slope: float


PHOTO_LENS = LensRanges((0.55, 1.05), (0.1, 0.45), (0.3, 0.9), (0.01, 0.035), (80, 94), (0, 0.1), 0.12)
FILM_LENS = LensRanges((0.65, 1.0), (0.1, 0.35), (0.4, 0.8), (0.01, 0.03), (82, 95), (0, 0.07), 0.09)


# Resin and metal dice.
MATERIALS = {
    "plain": 0.28,
    "speckled": 0.12,
    "swirled": 0.14,
    "layered": 0.1,
    "glitter": 0.08,
    "clear": 0.15,
    "metal": 0.13,
}
"""Shares of dice by material."""
CLEAR: Range = (0.15, 0.5)
"""How far the ground shines through clear resin."""
METAL_GLOSS, GLOSSES = (0.5, 1.1), (0.0, 0.15, 0.35, 0.6, 0.9)
"""Gloss of metal, and of all else: one is drawn."""
RIMMED_METAL, RIMMED, RIM = 0.4, 0.04, (0.03, 0.1)
"""Shares of dice of metal and of others with a rim along their edges, and its width in inner radii."""
COLOURED_ALIKE = 0.2
"""Share of dice of nearly the colour that they lie on: amber dice on a wooden table."""
