"""Three short games of our own recording go through the record format from end to end, as they did."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from companion.cli.main import run
from companion.games.magnate.game import MAGNATE
from companion.journal.records.record_schema import schema_of
from tests.cli.printed import published
from tests.records import NAMES, record_of, replay_of

Say = Callable[..., str]
every_game = pytest.mark.parametrize("name", NAMES)


@pytest.fixture
def say(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Say:
    """What a command prints that has nothing to complain of."""

    def output(*arguments: str) -> str:
        status = run(["--data", str(tmp_path / "data"), *arguments])
        printed = capsys.readouterr()
        assert (status, printed.err) == (0, "")
        return printed.out

    return output


@every_game
def test_every_state_of_a_replay_is_what_it_was(say: Say, name: str) -> None:
    printed = say("replay", str(record_of(name)), "--states", "--json")
    kept = json.loads(replay_of(name).read_text(encoding="utf-8"))
    meant = "if a rule or the format was changed on purpose, run: python -m tests.records"
    assert printed == json.dumps(kept, ensure_ascii=False) + "\n", meant
    assert kept["over"] and kept["error"] is None


@every_game
def test_a_record_that_is_kept_is_exported_byte_for_byte(say: Say, name: str) -> None:
    say("import", str(record_of(name)))
    assert say("export", name) == record_of(name).read_text(encoding="utf-8")


@every_game
def test_a_game_in_lines_ends_where_its_record_does(say: Say, name: str, tmp_path: Path) -> None:
    say("import", str(record_of(name)))
    (tmp_path / "lines.txt").write_text(say("show", name, "--text"), encoding="utf-8")
    replayed = json.loads(say("replay", str(tmp_path / "lines.txt"), "--json"))
    assert replayed["state"] == json.loads(replay_of(name).read_text(encoding="utf-8"))["state"]


@every_game
def test_records_and_replays_are_what_their_schemas_say(name: str) -> None:
    for path, document in ((record_of(name), "record"), (replay_of(name), "replay")):
        Draft202012Validator(published(document)).validate(json.loads(path.read_text(encoding="utf-8")))


def test_together_they_hold_every_kind_of_move_but_a_switch() -> None:
    records = [json.loads(record_of(name).read_text(encoding="utf-8")) for name in NAMES]
    played = {move["type"] for record in records for move in record["moves"]}
    kinds = {name for one in schema_of(MAGNATE)["$defs"]["move"]["oneOf"] for name in _names(one)}
    assert kinds - played <= {"set_option"}


def _names(kind: dict[str, dict[str, dict[str, object]]]) -> list[object]:
    named = kind["properties"]["type"]
    several = named.get("enum", [named.get("const")])
    assert isinstance(several, list)
    return several
