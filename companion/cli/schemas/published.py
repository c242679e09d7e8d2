"""The documents that have a schema, by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.cli.doctor import Finding
from companion.cli.magnate.schemas import MAGNATE_SHAPES
from companion.cli.schemas.derive import Derived, FieldsOf, Json
from companion.cli.schemas.games import (
    BackupDocument,
    GameDocument,
    GameRow,
    ImportDocument,
    NewDocument,
    ReplayDocument,
    RestoreDocument,
    ShowDocument,
)
from companion.cli.schemas.photos import ReadPhoto, UnreadPhoto
from companion.cli.schemas.rolled import RollInDoubt
from companion.cli.schemas.sheet import RulesDocument
from companion.cli.schemas.versions import VERSIONS, named
from companion.games.registry import USUAL, games
from companion.games.registry import game as named_game
from companion.journal.record_schema import schema_of as record_of
from companion.journal.record_schema import schema_of_all

RECORD = "record"
"""A record says its version itself: what a card, a move or a setup is in other documents, its schema says too."""

GAMES = (MAGNATE_SHAPES,)
"""Every game's part."""


@dataclass(frozen=True)
class Published:
    """A document: what it is, and the objects of which it is one; in a list where ``many``."""

    title: str
    objects: tuple[FieldsOf, ...]
    many: bool = False


DOCUMENTS: Mapping[str, Published] = {
    "see": Published(
        "What is seen in each photo, in the order given", (FieldsOf((ReadPhoto,)), FieldsOf((UnreadPhoto,))), True
    ),
    "score": Published("What a table is worth", tuple(game.score for game in GAMES)),
    "foresee": Published("What may come in a game", tuple(game.foresee for game in GAMES)),
    "roll": Published("One roll", (*(one for game in GAMES for one in game.rolls), FieldsOf((RollInDoubt,)))),
    "doctor": Published("What works on a machine", (FieldsOf((Finding,)),), True),
    "new": Published("A game that is kept from now on", (FieldsOf((NewDocument,)),)),
    "import": Published("A record's game, kept", (FieldsOf((ImportDocument,)),)),
    "games": Published("The games kept here, the newest first", (FieldsOf((GameRow,)),), True),
    "show": Published(
        "A game kept here", tuple(FieldsOf((GameDocument, game.game, ShowDocument, game.show)) for game in GAMES)
    ),
    "replay": Published(
        "A record, folded", tuple(FieldsOf((GameDocument, game.game, ReplayDocument, game.replay)) for game in GAMES)
    ),
    "backup": Published("A backup that was made", (FieldsOf((BackupDocument,)),)),
    "restore": Published("A backup that was brought back", (FieldsOf((RestoreDocument,)),)),
    "rules": Published("A cheat sheet", (FieldsOf((RulesDocument,)),)),
}

ANSWERS: Json = {
    "title": "Answers to what a photo leaves open, for companion score --answers",
    "description": " ".join(game.answers for game in GAMES),
    "type": "object",
    "additionalProperties": {"type": "string"},
}


def schema_of(document: str) -> Json:
    """The schema of what a command prints, of ``answers``, which ``score`` reads, or of ``record`` files."""
    if document == RECORD:
        return schema_of_all(games())
    if document == "answers":
        return {**_head(document), **ANSWERS}
    published, derived = DOCUMENTS[document], Derived(record_of(named_game(USUAL))["$defs"])
    shapes = [_stamped(document, derived.object_of(made)) for made in published.objects]
    one = shapes[0] if len(shapes) == 1 else {"anyOf": shapes}
    whole = {"type": "array", "items": one} if published.many else one
    known = {"$defs": derived.definitions} if derived.definitions else {}
    return {**_head(document), "title": published.title, **whole, **known}


def _head(document: str) -> Json:
    schema = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": schema, "$id": f"urn:decktet-companion:{document}:{VERSIONS[document]}"}


def _stamped(document: str, shape: Json) -> Json:
    stamp: Json = {"format": {"const": named(document)}, "version": {"const": VERSIONS[document]}}
    properties = {**stamp, **shape["properties"]}
    return {**shape, "required": [*stamp, *shape["required"]], "properties": properties}
