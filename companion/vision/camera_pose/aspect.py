"""The camera's view of a place on the table: what makes it level, and how what stands upright leans in the picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.table.sightings import Point


@dataclass(frozen=True, slots=True)
class Lean:
    """A die is looked at from ``tilt`` radians beside straight above; its top is shifted along ``up``, length 1."""

    tilt: float
    up: Point


@dataclass(frozen=True, slots=True, eq=False)
class Aspect:
    """How a place is seen: the map (2 × 2) that levels it, and how what stands there leans, where that is known."""

    level: NDArray[np.float64]
    lean: Lean | None = None


FROM_ABOVE = Aspect(np.eye(2))
"""Nothing is known but that cameras mostly look down."""
