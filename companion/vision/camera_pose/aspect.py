"""How the camera sees one place on the table: the map that levels it, and how upright things lean there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.table.sightings import Point


@dataclass(frozen=True, slots=True)
class Lean:
    """The direction of a camera's view: ``tilt`` radians off straight down.

    Attributes:
        tilt: The angle, radians.
        up: Where the top of an upright thing is shifted to in the picture, of length 1.
    """

    tilt: float
    up: Point


@dataclass(frozen=True, slots=True, eq=False)
class Aspect:
    """How one place is seen.

    Attributes:
        level: The 2 × 2 map that levels it.
        lean: The direction of view; None if the camera pose is unknown.
    """

    level: NDArray[np.float64]
    lean: Lean | None = None


FROM_ABOVE = Aspect(np.eye(2))
"""The aspect without any knowledge: most cameras look straight down."""
