"""How colours look to the colour-blind, and how far one stands out from another.

The matrices are those of Machado, Oliveira and Fernandes (2009) for a whole deficiency, on linear RGB.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

VIEWERS = {
    "everybody": np.eye(3),
    "protanopes": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopes": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopes": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
"""By who sees them."""

_LIGHT = np.array([0.2126, 0.7152, 0.0722])
_TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
_WHITE = np.array([0.9505, 1.0, 1.089])

Colour = NDArray[np.float64]
"""Red, green and blue from 0 to 1."""


def of(code: str) -> Colour:
    """A colour written as #rrggbb."""
    return np.array([int(code[at : at + 2], 16) / 255 for at in (1, 3, 5)])


def linear(colour: Colour) -> Colour:
    return np.where(colour <= 0.04045, colour / 12.92, ((colour + 0.055) / 1.055) ** 2.4)


def simulate(colour: Colour, by: str) -> Colour:
    """Linear, as those see it."""
    return np.asarray(np.clip(VIEWERS[by] @ linear(colour), 0, 1))


def contrast(one: Colour, other: Colour, by: str = "everybody") -> float:
    """WCAG 2's ratio."""
    darker, lighter = sorted(float(_LIGHT @ simulate(colour, by)) for colour in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


def colour_distance(one: Colour, other: Colour, by: str) -> float:
    """CIE 1976 difference: 2 is just seen side by side, 10 at a glance."""
    return float(np.linalg.norm(_lab(simulate(one, by)) - _lab(simulate(other, by))))


def _lab(colour: Colour) -> Colour:
    share = (_TO_XYZ @ colour) / _WHITE
    x, y, z = np.where(share > 0.008856, np.cbrt(share), 7.787 * share + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])
