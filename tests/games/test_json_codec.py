"""Readers and writers follow from the types of a dataclass, and say where a document is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

import pytest

from companion.games.errors import UnreadableDocument
from companion.games.json_codec import Readers, Writers
from tests.cases import each


class Colour(Enum):
    """What a nest is painted in."""

    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Bird:
    """Who sits there."""

    wings: ClassVar[int] = 2
    sings: bool


@dataclass(frozen=True, slots=True)
class Nest:
    """Something with every type that is derived."""

    eggs: tuple[int, ...]
    colour: Colour
    owner: str | None = None
    birds: tuple[Bird, ...] = ()
    place: tuple[int, Colour] = (0, Colour.RED)


@dataclass(frozen=True, slots=True)
class Vague:
    """A field of which nobody knows how it is written."""

    anything: int | str


read, write = Readers({}).of(Nest), Writers({})


def test_what_is_written_reads_back() -> None:
    nest = Nest((1, 2), Colour.BLUE, "Ann", (Bird(True),), (3, Colour.BLUE))
    written = {"eggs": [1, 2], "colour": "blue", "owner": "Ann", "birds": [{"sings": True}], "place": [3, "blue"]}
    assert write(nest) == written
    assert read(write(nest), "nest") == nest
    assert read({"eggs": [], "colour": "red", "owner": None}, "nest") == Nest((), Colour.RED)


@each(
    ("document", "text"),
    [
        ({"eggs": [1, "2"], "colour": "red"}, "nest.eggs[1]: must be a whole number, and is a text"),
        ({"eggs": "12", "colour": "red"}, "nest.eggs: must be a list, and is a text"),
        ({"eggs": [], "colour": "red", "place": [1]}, "nest.place: must be a list of 2 values"),
        ({"eggs": [], "colour": "red", "place": [1, 2]}, "nest.place[1]: 2: unknown value. Choose from: red, blue."),
        ({"eggs": [], "colour": "pink"}, "nest.colour: 'pink': unknown value. Choose from: red, blue."),
        ({"eggs": [], "colour": "red", "owner": 3}, "nest.owner: must be a text, and is a number"),
        ({"eggs": [], "colour": "red", "birds": [{}]}, "nest.birds[0].sings: missing"),
        ({"eggs": []}, "nest.colour: missing"),
        ({"eggs": [], "colour": "red", "twigs": 9}, "nest.twigs: unknown field"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(document: object, text: str) -> None:
    with pytest.raises(UnreadableDocument) as refused:
        read(document, "nest")
    assert str(refused.value) == text


def test_a_type_that_says_too_little_is_refused_before_anything_is_read() -> None:
    with pytest.raises(TypeError, match=r"int \| str"):
        Readers({}).of(Vague)
