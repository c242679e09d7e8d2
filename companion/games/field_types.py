"""Types of fields in documents, with the limits that a JSON Schema states and the types alone do not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated


@dataclass(frozen=True, slots=True)
class Named:
    """In ``Annotated``: the value has a definition of this name in the record format, such as ``card``."""

    name: str


@dataclass(frozen=True, slots=True)
class Bounds:
    """In ``Annotated``: the bounds of a number, or of a list's length, both included."""

    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Choices:
    """In ``Annotated``: the only values that there are, as JSON has them."""

    values: tuple[int | str, ...]


Seat = Annotated[int, Named("seat")]
Count = Annotated[int, Named("count")]
Positive = Annotated[int, Named("positive")]
D10 = Annotated[int, Named("d10")]
D6 = Annotated[int, Named("d6")]
