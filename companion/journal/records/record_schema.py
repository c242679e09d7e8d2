"""The JSON Schema of record files: ``record.schema.json`` for all games, and each game's own part."""

import copy
import json
from collections.abc import Sequence
from importlib.resources import files

from companion.games.documents import Json
from companion.games.record_schema import ref
from companion.games.registry import AnyGame
from companion.journal.records.record import VERSION


def any_games() -> Json:
    """Return the schema of all records, without options, setup and moves of a game."""
    schema: Json = json.loads(files("companion.journal").joinpath("record.schema.json").read_text("utf-8"))
    schema["properties"]["version"]["enum"] = list(range(1, VERSION + 1))
    return schema


def schema_of(rules: AnyGame) -> Json:
    """Return the schema of a game's records."""
    schema, own = any_games(), None if rules.record_schema is None else rules.record_schema()
    fields, known = schema["properties"], schema["$defs"]
    fields["game"] = {"const": rules.name}
    if own is None:
        return schema
    least, most = own.players
    names = fields["players"]
    fields["players"] = {**names, "minItems": least, "maxItems": most}
    fields |= {"options": ref("options"), "setup": ref("setup")}
    known |= copy.deepcopy({"options": own.options, "setup": own.setup, **own.definitions})
    taken_back = {"properties": {"type": {"enum": ["undo", "redo"]}}}
    known["move"] = {
        "type": "object",
        "required": ["type"],
        "properties": {"entry": ref("entry")},
        "unevaluatedProperties": False,
        "oneOf": [*copy.deepcopy(own.moves), taken_back],
    }
    return schema


def schema_of_all(games: Sequence[AnyGame]) -> Json:
    """Return the schema of records of any of these games, each with an ``$id`` if there are several."""
    if len(games) == 1:
        return schema_of(games[0])
    head = any_games()
    each = [{"$id": f"urn:decktet-companion:record:{rules.name}", **schema_of(rules)} for rules in games]
    return {name: head[name] for name in ("$schema", "title", "description")} | {"anyOf": each}
