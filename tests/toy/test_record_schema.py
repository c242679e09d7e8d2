"""The record format's schema is made of its own part and of what each game says of its options, setup and moves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from jsonschema import Draft202012Validator

from companion.games.registry import games
from companion.journal.records.record_schema import any_games, schema_of, schema_of_all
from tests.cases import each
from tests.cli.test_json_page import example
from tests.toy.sparrows import SPARROWS
from tests.toy.test_any_game import RECORD


def faults(schema: dict[str, Any], record: object) -> list[str]:
    Draft202012Validator.check_schema(schema)
    return [error.message for error in Draft202012Validator(schema).iter_errors(record)]


SPOILT: list[dict[str, Any]] = [
    {**RECORD, "setup": {}},
    {**RECORD, "players": ["Ann"]},
    {**RECORD, "moves": [{"type": "throw", "player": 0, "value": 7}]},
    {**RECORD, "moves": [{"type": "fly"}]},
]


def test_a_record_of_each_game_is_one_of_any_game_and_one_of_its_own() -> None:
    for record in (RECORD, example()):
        assert faults(any_games(), record) == []
        assert faults(schema_of_all(games()), record) == []


@each("record", SPOILT)
def test_what_its_game_does_not_know_is_no_record(record: dict[str, Any]) -> None:
    assert faults(any_games(), record) == []
    assert faults(schema_of_all(games()), record) != []


def test_a_game_that_says_nothing_of_its_records_has_those_of_any_game() -> None:
    silent = schema_of(replace(SPARROWS, record_schema=None))
    assert faults(silent, RECORD) == []
    assert faults(silent, example()) == ["'sparrows' was expected"]
