"""A game's own part of a record, as JSON Schema (2020-12), and the definitions for all Decktet games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.documents import Json
from companion.pieces import Suit


@dataclass(frozen=True, slots=True)
class RecordSchema:
    """A game's part. The record format itself defines ``seat``, ``name``, ``entry`` and the rest of the document."""

    players: tuple[int, int]
    """The least and the largest number of players."""
    options: Json
    setup: Json
    moves: tuple[Json, ...]
    """Each kind of move, without *undo* and *redo*, which every game has."""
    definitions: Mapping[str, Json]
    """The definitions that these refer to, by name."""


def ref(name: str, description: str = "") -> Json:
    """Return a reference to the definition of this name, with a description.

    >>> ref("card")
    {'$ref': '#/$defs/card'}
    """
    return {**({"description": description} if description else {}), "$ref": f"#/$defs/{name}"}


def list_of(item: Json, description: str = "", **limits: int) -> Json:
    """Return the schema of a list of these items."""
    return {**({"description": description} if description else {}), "type": "array", **limits, "items": item}


def or_null(item: Json, description: str = "") -> Json:
    """Return the schema of this item or null."""
    return {**({"description": description} if description else {}), "oneOf": [item, {"type": "null"}]}


def kind(name: str | list[str], needed: str = "", /, **fields: Json) -> Json:
    """Return the schema of an object with this ``type``, or one of these; ``needed`` are its other required fields."""
    named = {"const": name} if isinstance(name, str) else {"enum": name}
    required = {"required": needed.split()} if needed else {}
    return {**required, "properties": {"type": named, **fields}}


PIECES: Mapping[str, Json] = {
    "card": {
        "description": "Rank and suits in the order M S W L Y K; #2 for the second deck's copy.",
        "type": "string",
        "pattern": "^(X|[A2-9PTC][MSWLYK]{1,3})(#2)?$",
    },
    "cards": list_of(ref("card")),
    "suit": {"enum": [suit.value for suit in Suit]},
    "count": {"type": "integer", "minimum": 0},
    "tokens": {
        "description": "Tokens by suit; a suit left out is none.",
        "type": "object",
        "additionalProperties": False,
        "properties": {suit.value: ref("count") for suit in Suit},
    },
    "d10": {"description": "A d10's 0 face is 10.", "type": "integer", "minimum": 1, "maximum": 10},
    "d6": {"type": "integer", "minimum": 1, "maximum": 6},
}
"""The pieces as records write them."""
