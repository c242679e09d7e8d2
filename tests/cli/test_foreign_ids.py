"""Games whose ids and names come from elsewhere: in records, in restored backups, in journals of another hand."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.journal import Journal
from companion.journal.records.record import read_record
from tests.cli.printed import Say
from tests.cli.test_kept_games import NEW
from tests.cli.test_lost_games import change
from tests.journal.kept_games import NOON, by_hand

RECORD = Path(__file__).parents[1] / "records" / "two-players.json"
FOREIGN = ["../../x", "/a/b", "ev.1", "a b", "ä", "x" * 64 + "!"]


def record(tmp_path: Path, **fields: Any) -> str:
    """A record with other fields."""
    path = tmp_path / "record.json"
    path.write_text(json.dumps({**by_hand(json.loads(RECORD.read_text("utf8"))), **fields}))
    return str(path)


def outside(tmp_path: Path, data: Path) -> set[Path]:
    return {path for path in tmp_path.rglob("*") if data not in (path, *path.parents)}


@pytest.mark.parametrize("id_", FOREIGN[:-1])
def test_an_imported_game_has_a_plain_id_which_is_the_same_each_time(
    say: Say, data: Path, tmp_path: Path, id_: str
) -> None:
    file = record(tmp_path, id=id_)
    status, out, _ = say("import", file, "--json")
    kept = json.loads(out)["id"]
    assert status == 0 and re.fullmatch(r"[A-Za-z0-9_-]{1,64}", kept)
    status, _, err = say("import", file)
    assert status == 0 and "already saved" in err
    before = outside(tmp_path, data)
    assert say("delete", kept, "--yes")[0] == 0
    assert outside(tmp_path, data) == before and len(list((data / "deleted").iterdir())) == 1


def test_an_id_of_more_than_64_characters_is_refused(say: Say, tmp_path: Path) -> None:
    status, _, err = say("import", record(tmp_path, id=FOREIGN[-1]))
    assert status == 2 and "must have 1 to 64 characters" in err


def test_games_with_older_ids_are_read_and_deleting_them_loses_none_and_writes_nowhere_else(
    say: Say, data: Path, tmp_path: Path
) -> None:
    data.mkdir()
    with Journal.open(f"sqlite:///{data / 'games.db'}") as journal:
        for name, id_ in (("one", "ev.1"), ("two", "ev.2"), ("three", "../../x")):
            kept, entries = read_record(RECORD.read_bytes(), name, now=lambda: NOON, new_id=lambda: "new")
            journal.create(replace(kept, id=id_, name=name), [replace(one, game=id_) for one in entries])
    shown = {game["name"]: game.get("error") for game in json.loads(say("games", "--json")[1])}
    assert shown == dict.fromkeys(("one", "two", "three"))
    before = outside(tmp_path, data)
    copies = [json.loads(say("delete", name, "--yes", "--json")[1])["copy"] for name in ("one", "two", "three")]
    assert outside(tmp_path, data) == before
    assert len(set(copies)) == 3 and {Path(copy).parent for copy in copies} == {data / "deleted"}
    assert [json.loads(Path(copy).read_text("utf8"))["name"] for copy in copies] == ["one", "two", "three"]
    for copy in copies:
        assert say("import", copy)[0] == 0
    assert len(json.loads(say("games", "--json")[1])) == 3


LONG = {
    "id": "'x' || hex(zeroblob(1500000))",
    "game": "'magnate' || hex(zeroblob(1500000))",
    "name": "hex(zeroblob(1500000))",
    "players": "'[\"' || hex(zeroblob(1500000)) || '\",\"B\"]'",
    "options": "'{\"x\":\"' || hex(zeroblob(1500000)) || '\"}'",
    "setup": "hex(zeroblob(1500000))",
    "created": "'2026' || hex(zeroblob(1500000))",
    "chain": "hex(zeroblob(1500000))",
    "summary": "hex(zeroblob(1500000))",
}


def restored(say: Say, tmp_path: Path, *statements: str) -> None:
    """Back up all games, change the backup and restore it."""
    backup = tmp_path / "backup.db"
    assert say("backup", str(backup))[0] == 0
    change(backup, *statements)
    assert say("restore", str(backup))[0] == 0


def test_a_restored_row_has_the_limits_of_a_record(say: Say, tmp_path: Path) -> None:
    """Whatever a column of a game holds, lists stay short and the other games are there."""
    for name in ("Sound", *LONG):
        say(*NEW, "--name", name)
    longer = (f"UPDATE games SET {column} = {long} WHERE name = '{column}'" for column, long in LONG.items())
    restored(say, tmp_path, *longer)
    for command in (["games"], ["games", "--json"], ["club", "history", "players"], ["doctor"]):
        _, out, err = say(*command)
        assert len(out + err) < 20_000, command
    status, out, _ = say("games", "--json")
    listed = json.loads(out)
    assert (status, sum(bool(game.get("error")) for game in listed)) == (1, len(LONG) - 1)
    assert {"Sound", "summary"} <= {game["name"] for game in listed if not game.get("error")}
    assert say("show", "Sound")[0] == 0
    for column in LONG:
        _, out, err = say("show", column)
        assert len(out + err) < 20_000, column


def test_many_names_in_a_row_are_no_players(say: Say, tmp_path: Path) -> None:
    say(*NEW)
    restored(say, tmp_path, f"UPDATE games SET players = '{json.dumps([str(n) for n in range(100_000)])}'")
    status, _, err = say("games", "--json")
    assert status == 1 and len(err) < 1000


def test_a_name_of_an_alias_has_the_limit_of_a_name(say: Say, tmp_path: Path) -> None:
    say(*NEW), say("club", "names", "set", "Annie", "Ann")
    restored(say, tmp_path, "UPDATE club_names SET name = hex(zeroblob(1000000))")
    status, _, err = say("club", "history", "players")
    assert status == 2 and len(err) < 1000 and "damaged" in err
