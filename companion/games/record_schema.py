"""A game's own part of a record, as JSON Schema (2020-12), derived from the types of its options, setup and moves."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any

from companion.games.documents import Json
from companion.games.field_types import Kinds
from companion.games.json_schema import FieldsOf, SchemaBuilder
from companion.pieces import Card, Suit
from companion.pieces.piecepack import TILES


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


def ref(name: str) -> Json:
    """Return a reference to the definition of this name.

    >>> ref("card")
    {'$ref': '#/$defs/card'}
    """
    return {"$ref": f"#/$defs/{name}"}


DEFINITIONS: Mapping[str, Json] = {
    "card": {
        "description": "Rank and suits in the order M S W L Y K; #2 for the second deck's copy.",
        "type": "string",
        "pattern": "^(X|[A2-9PTC][MSWLYK]{1,3})(#2)?$",
    },
    "cards": {"type": "array", "items": ref("card")},
    "suit": {"enum": [suit.value for suit in Suit]},
    "count": {"type": "integer", "minimum": 0},
    "positive": {"type": "integer", "minimum": 1},
    "tokens": {
        "description": "Tokens by suit; a suit left out is none.",
        "type": "object",
        "additionalProperties": False,
        "properties": {suit.value: ref("count") for suit in Suit},
    },
    "tile": {
        "description": "T, a suit of S M C A, and 0 for the null, 1 for the ace, 2 to 5.",
        "enum": [str(tile) for tile in TILES],
    },
    "d10": {"description": "A d10's 0 face is 10.", "type": "integer", "minimum": 1, "maximum": 10},
    "d6": {"type": "integer", "minimum": 1, "maximum": 6},
}
"""The pieces and numbers in records, by the names of their definitions."""
_FORMAT: Mapping[str, Json] = {"seat": {}}
"""The definitions that the record format itself has."""


class _Builder(SchemaBuilder):
    """Derives schemas of values that a game reads: closed objects, whose fields with a default may be left out."""

    def __init__(self, fact: Any, facts: Kinds, notations: Mapping[Any, Json]) -> None:
        super().__init__({**DEFINITIONS, **_FORMAT})
        self._fact, self._facts, self._notations = fact, facts, notations

    def of(self, kind: Any) -> Json:
        if kind == tuple[Card, ...]:
            return self._named("cards")
        if kind in self._notations:
            return self._notations[kind]
        if self._facts and kind == self._fact:
            self.definitions.setdefault("fact", {"oneOf": [self.tagged(*fact) for fact in self._facts.items()]})
            return ref("fact")
        return super().of(kind)

    def name_of(self, kind: type) -> str:
        return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()

    def object_of(self, made: FieldsOf) -> Json:
        schema = super().object_of(made)
        optional = {field.name for kind in made.of for field in fields(kind) if field.default is not MISSING}
        required = [name for name in schema["required"] if name not in optional]
        return {**schema, "required": required, "additionalProperties": False}

    def tagged(self, name: str, kind: type) -> Json:
        schema = self.object_of(FieldsOf((kind,)))
        required, properties = ["type", *schema["required"]], {"type": {"const": name}, **schema["properties"]}
        return {**schema, "required": required, "properties": properties}

    def move(self, name: str, kind: type) -> Json:
        """Return the schema of a move, an object to which the record format adds an ``entry``."""
        outer = ("type", "additionalProperties")
        return {key: value for key, value in self.tagged(name, kind).items() if key not in outer}


def derive_record_schema(
    players: tuple[int, int],
    options: type,
    presets: Iterable[str],
    setup: type,
    moves: Kinds,
    fact: Any = None,
    facts: Kinds | None = None,
    notations: Mapping[Any, Json] | None = None,
) -> RecordSchema:
    """Return the schema of a game's records.

    Args:
        players: the least and the largest number of players.
        options: the dataclass of its options, with a field ``preset``.
        presets: the names of its presets.
        setup: the dataclass of its setup.
        moves: its kinds of moves.
        fact: the type of any fact in a correction.
        facts: its kinds of facts.
        notations: the schemas of types with a notation of their own.

    Returns:
        The game's part of the record format.
    """
    builder = _Builder(fact, facts or {}, notations or {})
    document = builder.object_of(FieldsOf((options,)))
    document["properties"]["preset"] = {"enum": list(presets)}
    beginning = builder.object_of(FieldsOf((setup,)))
    kinds = tuple(builder.move(name, kind) for name, kind in moves.items())
    definitions = {name: schema for name, schema in builder.definitions.items() if name not in _FORMAT}
    return RecordSchema(players, document, beginning, kinds, definitions)
