"""Every game in one file, and back, from the command line."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path

import pytest

from tests.cli.printed import Say, refused
from tests.cli.test_kept_games import NEW, fingerprint


def names(say: Say) -> list[str]:
    return [game["name"] for game in json.loads(say("games", "--json")[1])]


def test_a_backup_brings_back_the_games_of_then_and_names_where_the_later_ones_are(say: Say, tmp_path: Path) -> None:
    say(*NEW)
    backup = tmp_path / "friday.db"
    status, out, err = say("backup", str(backup), "--json")
    made = json.loads(out)
    assert (status, made["file"], made["games"], err) == (0, str(backup), 1, "")
    say(*NEW, "--name", "Saturday")
    status, out, err = say("restore", str(backup), "--json")
    answer = json.loads(out)
    assert (status, answer["file"], answer["games"], err) == (0, str(backup), 1, "")
    assert names(say) == ["Friday"]
    assert re.fullmatch(r"games\.replaced-\d{8}-\d{6}\.db", Path(answer["kept"]).name)
    assert say("restore", answer["kept"])[0] == 0
    assert sorted(names(say)) == ["Friday", "Saturday"]


def test_people_are_told_what_was_copied_and_where_what_was_there_is(say: Say, data: Path, tmp_path: Path) -> None:
    say(*NEW)
    assert say("backup", str(tmp_path / "friday.db"))[1] == f"{tmp_path / 'friday.db'} saved: 1 game\n"
    lines = say("restore", str(tmp_path / "friday.db"))[1].splitlines()
    assert lines[0] == "Restored 1 game."
    assert lines[1].startswith(f"The previous games are in {data / 'games.replaced-'}")


def test_a_backup_without_a_name_is_called_after_its_moment(
    say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    say(*NEW)
    made = json.loads(say("backup", "--json")[1])["file"]
    assert re.fullmatch(r"games-\d{8}-\d{6}\.db", made) and (tmp_path / made).is_file()


@pytest.mark.parametrize("place", ["games.db", "games.db-wal", "settings.json"])
def test_no_backup_takes_the_place_of_what_it_copies(say: Say, data: Path, place: str) -> None:
    say(*NEW)
    before = fingerprint(data)
    err = refused(say, "backup", str(data / place))
    assert "this path belongs to the companion's own data" in err
    assert fingerprint(data) == before


def test_what_is_no_backup_costs_one_line(say: Say, data: Path, tmp_path: Path) -> None:
    say(*NEW)
    before = fingerprint(data)
    (tmp_path / "chance.json").write_text("{}")
    err = refused(say, "restore", str(tmp_path / "chance.json"))
    assert "Choose a file written by `companion backup`" in err
    assert fingerprint(data) == before


def test_a_damaged_journal_is_not_to_be_copied_over_but_restored(say: Say, data: Path) -> None:
    say(*NEW)
    sqlite3.connect(data / "games.db").execute("PRAGMA wal_checkpoint(TRUNCATE)")
    (data / "games.db").write_bytes((data / "games.db").read_bytes()[:4096])
    status, _, err = say("games")
    assert status == 2
    assert "companion restore FILE" in err and "copy" not in err


def test_every_command_that_keeps_something_leaves_this_evenings_copy(say: Say, data: Path) -> None:
    say(*NEW)
    (copy,) = (data / "backups").iterdir()
    assert re.fullmatch(r"evening-\d{4}-\d{2}-\d{2}\.db", copy.name)
    before = copy.stat().st_mtime_ns
    say("games"), say("show", "Friday")
    assert copy.stat().st_mtime_ns == before
    (data / "games.db").unlink()
    assert say("restore", str(copy))[0] == 0 and names(say) == ["Friday"]


def test_where_no_copy_can_be_made_the_command_has_done_its_work_and_says_so(say: Say, data: Path) -> None:
    data.mkdir()
    (data / "backups").write_text("in the way")
    status, _, err = say(*NEW)
    assert status == 0 and err.startswith(f"companion: {data / 'backups'}: cannot write")
    assert err.count("\n") == 2 and "\nNext: companion " in err
    assert names(say) == ["Friday"]
