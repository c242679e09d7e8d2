"""What a phone that films the table should know: what is read in its picture, and how to hold it better."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from companion.pictures.sources import Frame
    from companion.table.sightings import Sightings

MIN_CARD = 0.045
"""Least long side of a card as a share of the picture's width; smaller cards are often read uncertainly."""
MIN_LIGHT = 45.0
"""Least mean brightness of a picture, of 255."""
STEP = 16
"""Every so many pixels are looked at for the brightness."""


def describe_framing(frame: Frame, sightings: Sightings) -> dict[str, object]:
    """Return what the phone draws over its picture.

    Args:
        frame: The picture.
        sightings: What was read in it.

    Returns:
        ``outlines``: the corners of each card in shares of the picture's width and height, and whether it is certain;
        ``advice``: ``dark``, ``far``, ``nothing``, or empty.
    """
    width, height = frame.size
    outlines = [
        {"points": [[round(x / width, 4), round(y / height, 4)] for x, y in card.corners], "sure": card.sure}
        for card in sightings.cards
    ]
    return {"outlines": outlines, "advice": _advice(frame, sightings, width)}


def _advice(frame: Frame, sightings: Sightings, width: int) -> str:
    if float(np.mean(frame.pixels[::STEP, ::STEP])) < MIN_LIGHT:
        return "dark"
    if not sightings.cards:
        return "nothing"
    sides = []
    for card in sightings.cards:
        corners = np.array(card.corners, float)
        sides.append(float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).max()))
    return "far" if float(np.median(sides)) < MIN_CARD * width else ""
