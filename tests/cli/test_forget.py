"""A person is deleted from everything that is stored, by one command."""

from __future__ import annotations

import json
from pathlib import Path

from companion.journal import Journal
from tests.cli.printed import Say, faults
from tests.cli.test_kept_games import NEW


def files_with(data: Path, name: str) -> list[str]:
    """The files in which the bytes of a name stand, in either case."""
    wanted = name.casefold().encode()
    return [path.name for path in data.rglob("*") if path.is_file() and wanted in path.read_bytes().lower()]


def play_an_evening(say: Say) -> None:
    assert say(*NEW)[0] == 0
    assert say("new", "--player", "zenobia ", "--player", "Cleo", "--name", "Zenobia's evening", *NEW[7:])[0] == 0
    assert say("rename", "Friday", "--player", "Ann", "Zenobia")[0] == 0
    assert say("club", "names", "set", "Nobi", "Zenobia")[0] == 0
    assert say("new", "--player", "Cleo", "--player", "Nobi", "--name", "Third", *NEW[7:])[0] == 0
    assert say("delete", "Third", "--yes")[0] == 0


def test_no_file_has_the_name_of_a_deleted_person_and_the_games_stay(say: Say, data: Path, tmp_path: Path) -> None:
    play_an_evening(say)
    assert say("backup", str(tmp_path / "kept.db"))[0] == 0
    assert say("restore", str(tmp_path / "kept.db"))[0] == 0
    assert {Path(name).suffix for name in files_with(data, "zenobia")} >= {".db"}
    assert [path.suffix for path in (data / "deleted").iterdir()] == [".json"]
    status, printed, _ = say("forget", "nobi", "--yes", "--json")
    document = json.loads(printed)
    assert status == 0 and faults("forget", document) == []
    assert document["games"] == 2 and document["copies"] >= 4 and document["failed"] == []
    assert files_with(data, "zenobia") == files_with(data, "nobi") == []
    with Journal.open(f"sqlite:///{data / 'games.db'}") as journal:
        assert {(game.name, game.players) for game in journal.games()} == {
            ("Friday", ("Player 1", "Ben")),
            ("Player 1's evening", ("Player 1", "Cleo")),
        }
    assert "enobia" not in say("club", "history", "players")[1]
    assert "damage" not in "".join(map(str, say("games")[1:]))


def test_what_cannot_be_changed_is_named(say: Say, data: Path) -> None:
    play_an_evening(say)
    (data / "backups" / "evening-2026-01-01.db").write_bytes(b"Zenobia was here")
    status, _, printed = say("forget", "Zenobia", "--yes")
    assert status == 1 and "evening-2026-01-01.db" in printed
    assert files_with(data, "zenobia") == ["evening-2026-01-01.db"]


def test_nobody_is_deleted_without_being_asked_for_or_by_a_wrong_name(say: Say, data: Path) -> None:
    play_an_evening(say)
    before = files_with(data, "zenobia")
    assert say("forget", "Zenobia")[0] == 2 and say("forget", "Zeno", "--yes")[0] == 2
    assert files_with(data, "zenobia") == before != []
