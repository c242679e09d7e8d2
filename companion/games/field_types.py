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


@dataclass(frozen=True, slots=True)
class Typed:
    """In ``Annotated``: how a value is typed."""

    pattern: str = ""
    """Its words in patterns, in capitals; they follow from the type and the field's name if left out."""
    after: str = ""
    """A word before it, such as ``from``."""


@dataclass(frozen=True, slots=True)
class Flag:
    """In ``Annotated``: a truth value is typed as a word, or the word is left out."""

    word: str
    value: bool = True
    """What the word means."""


Seat = Annotated[int, Named("seat")]
Count = Annotated[int, Named("count")]
Positive = Annotated[int, Named("positive")]
D10 = Annotated[int, Named("d10")]
D6 = Annotated[int, Named("d6")]
