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
    """How far apart some people see two colours, by CIEDE2000: 1 is just seen side by side, 10 at a glance."""
    return ciede2000(_lab(simulate(one, by)), _lab(simulate(other, by)))


def ciede2000(one: Colour, other: Colour) -> float:
    """The difference between two colours of CIELAB, as Sharma, Wu and Dalal (2005) compute it."""
    (light, a, b), (other_light, other_a, other_b) = one, other
    mean = (np.hypot(a, b) + np.hypot(other_a, other_b)) / 2
    wider = 1 + 0.5 * (1 - np.sqrt(mean**7 / (mean**7 + 25**7)))
    chroma, other_chroma = np.hypot(a * wider, b), np.hypot(other_a * wider, other_b)
    hue, other_hue = np.arctan2(b, a * wider), np.arctan2(other_b, other_a * wider)
    turn = (other_hue - hue + np.pi) % (2 * np.pi) - np.pi if chroma * other_chroma else 0.0
    middle = hue + turn / 2
    between, mean = (light + other_light) / 2, (chroma + other_chroma) / 2
    hues = (-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.20, 4, -63)
    weight = 1 + sum(part * np.cos(times * middle + np.radians(shift)) for part, times, shift in hues)
    blue = np.exp(-((((np.degrees(middle) - 275 + 180) % 360 - 180) / 25) ** 2))
    rotation = -np.sin(np.radians(60) * blue) * 2 * np.sqrt(mean**7 / (mean**7 + 25**7))
    lights = (other_light - light) / (1 + 0.015 * (between - 50) ** 2 / np.sqrt(20 + (between - 50) ** 2))
    chromas = (other_chroma - chroma) / (1 + 0.045 * mean)
    turns = 2 * np.sqrt(chroma * other_chroma) * np.sin(turn / 2) / (1 + 0.015 * mean * weight)
    return float(np.sqrt(lights**2 + chromas**2 + turns**2 + rotation * chromas * turns))


def _lab(colour: Colour) -> Colour:
    share = (_TO_XYZ @ colour) / _WHITE
    x, y, z = np.where(share > 0.008856, np.cbrt(share), 7.787 * share + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])
