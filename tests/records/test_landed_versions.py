"""A record that an older companion cannot know says so by its version: every added field raises it.

``landed/record-N.schema.json`` is the schema as the companion that first wrote version N published it.
``make generated`` raises the version and adds the next one; what is committed there is never made anew.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from companion.cli.schemas.published import RECORD, schema_of
from companion.games.magnate import preset
from companion.journal.records.record import VERSION, UnreadableRecord, read_record, write_record
from tests.cases import each
from tests.games.random_play import RandomGame
from tests.journal.kept_games import NOON, as_kept
from tests.records.keep_schema import LANDED, by_game

SCHEMAS = {int(path.name.split("-")[1].split(".")[0]): path for path in sorted(LANDED.glob("record-*.schema.json"))}
RENEW = "run: make generated"


def landed(version: int) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(SCHEMAS[version].read_text("utf8"))
    return schema


def written() -> dict[str, Any]:
    """A whole game as it is exported today."""
    document: dict[str, Any] = json.loads(write_record(*as_kept(RandomGame(preset("standard"), seed=4).whole(), "g")))
    return document


@each("version", SCHEMAS)
def test_an_older_companion_that_is_given_todays_record_can_read_it_or_asks_to_be_updated(version: int) -> None:
    record = written()
    if record["version"] == version:
        assert list(Draft202012Validator(landed(version)).iter_errors(record)) == [], RENEW
    else:
        assert record["version"] > version


def test_what_a_record_may_hold_is_what_its_version_had_when_it_landed() -> None:
    assert VERSION in SCHEMAS, RENEW
    now = by_game(schema_of(RECORD))
    for game, then in by_game(landed(VERSION)).items():
        assert now[game] == then, RENEW


def test_a_record_of_a_later_version_is_refused_with_the_advice_to_update() -> None:
    later = {**written(), "version": VERSION + 1, "colour": "green"}
    expected = f"unsupported version {VERSION + 1}; this companion reads 1–{VERSION}. Update the companion"
    with pytest.raises(UnreadableRecord, match=re.escape(expected)):
        read_record(json.dumps(later).encode(), "friday.json", now=lambda: NOON, new_id=lambda: "new")


def test_a_record_of_the_version_before_with_the_check_values_that_it_came_to_have_is_read() -> None:
    name = Path(__file__).parents[1] / "journal" / "versions" / "tables-2-entries-2.json"
    record = json.loads(name.read_bytes())
    assert record["version"] == 1 and "chain" in record
    assert len(read_record(name.read_bytes(), "friday.json", now=lambda: NOON, new_id=lambda: "new")[1]) == 16


def test_a_changed_limit_or_field_is_another_schema() -> None:
    schema = schema_of(RECORD)
    moves = next(one for one in schema["anyOf"] if one["properties"]["game"]["const"] == "magnate")["$defs"]["move"]
    before = by_game(schema)
    roll = next(one for one in moves["oneOf"] if one["properties"]["type"] == {"const": "roll"})
    roll["properties"]["tax_dice"]["maxItems"] = 3
    limited = by_game(schema)
    roll["required"].append("tax_dice")
    required = by_game(schema)
    del moves["unevaluatedProperties"]
    assert len({json.dumps(one, sort_keys=True) for one in (before, limited, required, by_game(schema))}) == 4
