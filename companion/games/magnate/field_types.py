"""Fields that several moves and facts of Magnate have."""

from __future__ import annotations

from typing import Annotated

from companion.games.field_types import Bounds, Typed

DistrictIndex = Annotated[int, Bounds(least=0), Typed("@DISTRICT")]
"""A district, counted from 0 at seat 0's left."""
