"""What surrounds a die that lies on the table is the table as it was; around one in a hand it has another colour.

A hand as dark as the table hides from the comparison of grey structure, and holds dice as still as a table does.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import cv2
import numpy as np

from companion.table.sightings import DieSighting, Point
from companion.vision.cardframe import Bools, Bytes, Floats
from companion.vision.following.regions import Grid, disc

NEAR, FAR = 0.7, 1.2
"""Diameters from a die's middle between which its surroundings are looked at."""
OTHER = 5.0
"""Difference of two colours in CIELAB, lightness apart, from which they are two: a shadow changes lightness alone."""
MOSTLY = 0.5
"""Share of the surroundings that must have another colour; around dice thrown in staged games at most 0.32 had, around
those in a dark hand on a dark table 0.75 and more."""
ENOUGH = 20
"""Small pixels of the surroundings below which nothing is said."""
REMEMBERED = 3
"""Readings of which the table's colours are known: where a hand lay and is gone, the table shows as it did before."""


class Surroundings:
    """Knows the table's colours as it was read last, and tells dice that lie on it from those in a hand."""

    def __init__(self) -> None:
        self._known: deque[Floats] = deque(maxlen=REMEMBERED)

    def forget(self) -> None:
        """Another table, or the camera was moved."""
        self._known.clear()

    def held(
        self, pixels: Bytes, dice: Sequence[DieSighting], things: Sequence[Sequence[Point]], grid: Grid
    ) -> list[DieSighting]:
        """Which of these dice in a picture (BGR) lie on something that came there with them.

        ``things`` are the outlines of what else is no table. A picture in which none is held is remembered.
        """
        now = tint(pixels, grid)
        found: list[DieSighting] = []
        if dice and self._known:
            table = ~np.logical_or.reduce([grid.drawn(outline) for outline in (*things, *map(disc, dice))])
            new = np.logical_and.reduce([recoloured(before, now) for before in self._known])
            found = [die for die in dice if _around(die, table, new, grid)]
        if not found:
            self._known.append(now)
        return found


def tint(pixels: Bytes, grid: Grid) -> Floats:
    """The colours of a picture in BGR without their lightness: CIELAB's a and b, (rows, columns, 2)."""
    small = cv2.resize(pixels, (grid.columns, grid.rows), interpolation=cv2.INTER_AREA)
    colours = cv2.cvtColor(cv2.blur(small, (3, 3)).astype(np.float32) / np.float32(255), cv2.COLOR_BGR2LAB)
    return np.asarray(colours[..., 1:], np.float32)


def recoloured(before: Floats, after: Floats) -> Bools:
    """Where a table's colours are others than before, (rows, columns). What all of it did is the light's doing."""
    change = after - before
    own = change - np.median(change.reshape(-1, 2), axis=0)
    return np.asarray(np.hypot(own[..., 0], own[..., 1]) > OTHER)


def _around(die: DieSighting, table: Bools, new: Bools, grid: Grid) -> bool:
    rows, columns = np.mgrid[: grid.rows, : grid.columns] * grid.scale
    apart = np.hypot(columns - die.center[0], rows - die.center[1])
    ring = (apart > NEAR * die.across) & (apart < FAR * die.across) & table
    return bool(ring.sum() >= ENOUGH and new[ring].mean() > MOSTLY)
