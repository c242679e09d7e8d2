"""What a journal lost is said by the commands that show games, and nothing of a stranger's file is taken over."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal import Journal
from tests.cli.printed import Say
from tests.journal.test_journal import GAME, entry

RECORD = str(Path(__file__).parents[1] / "records" / "two-players.json")


@pytest.fixture
def game(say: Say) -> str:
    """A game that is kept, with this evening's copy; gives its id."""
    assert say("import", RECORD)[0] == 0
    [listed] = json.loads(say("games", "--json")[1])
    return str(listed["id"])


def change(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as vandal, vandal:
        for statement in statements:
            vandal.execute(statement)


def test_a_game_whose_last_move_was_deleted_is_damaged_to_games_show_export_and_doctor(
    say: Say, data: Path, game: str
) -> None:
    change(data / "games.db", "DELETE FROM entries WHERE seq = (SELECT max(seq) FROM entries)")
    status, out, _ = say("games", "--json")
    assert status == 1 and "missing;" in json.loads(out)[0]["error"]
    for command in ("show", "export"):
        status, out, err = say(command, game)
        assert status == 1 and "missing;" in err and out
    assert "missing;" in say("doctor", "--json")[1]


@pytest.mark.parametrize("left", ["nothing", "an empty file"])
def test_no_games_beside_copies_that_hold_some_are_said_to_be_lost(say: Say, data: Path, game: str, left: str) -> None:
    (data / "games.db").unlink()
    if left == "an empty file":
        (data / "games.db").touch()
    assert "the backup" in say("doctor", "--json")[1]
    for command in (["games"], ["games"], ["show", game], ["export", game]):
        status, _, err = say(*command)
        assert status != 0 and "no games, but the backup" in err and "companion restore" in err
    (copy,) = (data / "backups").glob("evening-*.db")
    assert say("restore", str(copy))[0] == 0
    assert say("games")[::2] == (0, "")


def test_players_who_removed_their_games_are_not_told_that_they_are_lost(say: Say, data: Path, game: str) -> None:
    from companion.cli.kept_games import open_journal
    from companion.folders import Folders

    with open_journal(Folders(data)) as journal:
        journal.remove(game)
    assert say("games")[::2] == (0, "")


def test_a_crafted_backup_is_restored_without_its_trigger_and_that_is_said(
    say: Say, data: Path, game: str, tmp_path: Path
) -> None:
    stick = tmp_path / "stick.db"
    assert say("backup", str(stick))[0] == 0
    change(stick, "CREATE TRIGGER wipe AFTER INSERT ON entries BEGIN DELETE FROM entries WHERE seq = NEW.seq; END")
    status, out, err = say("restore", str(stick))
    assert status == 0 and "Restored 1 game." in out and "trigger wipe" in err and "Skipped it" in err
    with Journal.open(f"sqlite:///{data / 'games.db'}") as journal:
        journal.create(GAME, [entry(1)])
        assert len(journal.entries("g1")) == 1


def test_a_data_folder_with_a_strangers_trigger_is_refused_by_every_command_with_what_to_do(
    say: Say, data: Path, game: str
) -> None:
    change(data / "games.db", "CREATE TRIGGER wipe AFTER INSERT ON entries BEGIN DELETE FROM entries; END")
    for command in (["games"], ["show", game], ["import", RECORD], ["backup", str(data.parent / "copy.db")]):
        status, _, err = say(*command)
        assert status == 2 and "trigger wipe" in err and "companion restore COPY" in err
    assert "trigger wipe" in say("doctor", "--json")[1]


def test_the_journal_with_one_flipped_bit_of_the_reports_is_said_to_be_damaged(
    say: Say, data: Path, shared: Path
) -> None:
    flipped = shared / "reports" / "backups" / "one_flipped_bit.db"
    if not flipped.is_file():
        pytest.skip("no damaged journal of a report here")
    data.mkdir()
    shutil.copyfile(flipped, data / "games.db")
    status, out, _ = say("games", "--json")
    damaged = [row["id"] for row in json.loads(out) if "error" in row]
    assert status == 1 and damaged
    for game in damaged:
        assert say("show", game)[0] == say("export", game)[0] == 1
