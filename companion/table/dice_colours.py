"""The colours of dice, by which a set is recognised. Pure."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

Colour = tuple[int, int, int]
"""Lightness and the two chromatic axes of CIE L*a*b*, 0 to 255 each as OpenCV scales them."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When two dice have about the same colour. Chosen, see docs/experiments/taught-dice.md."""

    lightness: float = 20.0
    """Spread of a die's lightness between two places of one table, 0 to 255."""
    chroma: float = 3.0
    """The same of its two chromatic axes; larger ones would take the dice of other sets for this one."""
    within: float = 2.8
    """Spreads within which 95 % of the dice of a set lie: the root of chi-square with three degrees of freedom."""


LIMITS = Limits()


def is_familiar_colour(colour: Colour, known: Sequence[Colour]) -> bool:
    """Return whether a die has about the colour of others.

    >>> red = [(110, 180, 160), (120, 184, 158)]
    >>> is_familiar_colour((100, 178, 162), red), is_familiar_colour((110, 120, 90), red)
    (True, False)

    Args:
        colour: The colour of the die.
        known: The colours of the others; none of them is like it if there are none.

    Returns:
        Whether it is about the same as one of them.
    """
    return any(_distance(colour, other) <= LIMITS.within for other in known)


def _distance(colour: Colour, other: Colour) -> float:
    spreads = (LIMITS.lightness, LIMITS.chroma, LIMITS.chroma)
    return math.hypot(*((a - b) / spread for a, b, spread in zip(colour, other, spreads, strict=True)))
