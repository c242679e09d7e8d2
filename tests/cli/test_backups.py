"""Every game in one file and back; lost games; ids and names from elsewhere; games on a USB stick."""

import json
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.cli.main import run
from companion.demo.bundled import record
from companion.journal import Journal
from companion.journal.records.record import read_record
from tests.cli.printed import Say, refused
from tests.cli.test_kept_games import NEW, fingerprint
from tests.journal.kept_games import NOON, by_hand
from tests.journal.test_journal import GAME, entry

RECORD_OF_TWO = str(Path(__file__).parents[1] / "records" / "two-players.json")


@pytest.fixture
def game(say: Say) -> str:
    """A game that is kept, with this evening's copy; gives its id."""
    assert say("import", RECORD_OF_TWO)[0] == 0
    [listed] = json.loads(say("games", "--json")[1])
    return str(listed["id"])


def change(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as vandal, vandal:
        for statement in statements:
            vandal.execute(statement)


def test_a_game_without_its_last_move_is_damaged_to_all_that_read_it(say: Say, data: Path, game: str) -> None:
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
    from companion.cli.options import open_journal
    from companion.folders import Folders

    with open_journal(Folders(data)) as journal:
        journal.remove(game)
    assert say("games")[::2] == (0, "")


def test_a_crafted_backup_is_restored_without_its_trigger(say: Say, data: Path, game: str, tmp_path: Path) -> None:
    stick = tmp_path / "stick.db"
    assert say("backup", str(stick))[0] == 0
    change(stick, "CREATE TRIGGER wipe AFTER INSERT ON entries BEGIN DELETE FROM entries WHERE seq = NEW.seq; END")
    status, out, err = say("restore", str(stick))
    assert status == 0 and "Restored 1 game." in out and "trigger wipe" in err and "Skipped it" in err
    with Journal.open(f"sqlite:///{data / 'games.db'}") as journal:
        journal.create(GAME, [entry(1)])
        assert len(journal.entries("g1")) == 1


def test_a_data_folder_with_a_strangers_trigger_is_refused_with_what_to_do(say: Say, data: Path, game: str) -> None:
    change(data / "games.db", "CREATE TRIGGER wipe AFTER INSERT ON entries BEGIN DELETE FROM entries; END")
    for command in (["games"], ["show", game], ["import", RECORD_OF_TWO], ["backup", str(data.parent / "copy.db")]):
        status, _, err = say(*command)
        assert status == 2 and "trigger wipe" in err and "companion restore COPY" in err
    assert "trigger wipe" in say("doctor", "--json")[1]


def test_the_reported_journal_with_one_flipped_bit_is_said_to_be_damaged(say: Say, data: Path, shared: Path) -> None:
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


RECORD = Path(__file__).parents[1] / "records" / "two-players.json"
FOREIGN = ["../../x", "/a/b", "ev.1", "a b", "ä", "x" * 64 + "!"]


def record_of(tmp_path: Path, **fields: Any) -> str:
    """A record with other fields."""
    path = tmp_path / "record.json"
    path.write_text(json.dumps({**by_hand(json.loads(RECORD.read_text("utf8"))), **fields}))
    return str(path)


def outside(tmp_path: Path, data: Path) -> set[Path]:
    return {path for path in tmp_path.rglob("*") if data not in (path, *path.parents)}


@pytest.mark.parametrize("id_", FOREIGN[:-1])
def test_an_imported_game_has_the_same_plain_id_each_time(say: Say, data: Path, tmp_path: Path, id_: str) -> None:
    file = record_of(tmp_path, id=id_)
    status, out, _ = say("import", file, "--json")
    kept = json.loads(out)["id"]
    assert status == 0 and re.fullmatch(r"[A-Za-z0-9_-]{1,64}", kept)
    status, _, err = say("import", file)
    assert status == 0 and "already saved" in err
    before = outside(tmp_path, data)
    assert say("delete", kept, "--yes")[0] == 0
    assert outside(tmp_path, data) == before and len(list((data / "deleted").iterdir())) == 1


def test_an_id_of_more_than_64_characters_is_refused(say: Say, tmp_path: Path) -> None:
    status, _, err = say("import", record_of(tmp_path, id=FOREIGN[-1]))
    assert status == 2 and "must have 1 to 64 characters" in err


def test_games_of_older_ids_are_read_and_deleted_without_other_writes(say: Say, data: Path, tmp_path: Path) -> None:
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


TOOLS = ("losetup", "mkfs.exfat", "mount.exfat-fuse", "umount")
SIZE = 200 * 2**20


def system(*command: str | Path) -> str:
    """Run a command of the system; skip the test where it is refused."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"no file system can be mounted here: {command[0]}: {done.stderr.strip()}")
    return done.stdout.strip()


@pytest.fixture
def stick(tmp_path: Path) -> Iterator[Path]:
    """A mounted exFAT file system in a file."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"needs {', '.join(missing)}: apt-get install exfat-fuse exfatprogs")
    image, folder = tmp_path / "stick.img", tmp_path / "stick"
    with image.open("wb") as file:
        file.truncate(SIZE)
    folder.mkdir()
    system("mkfs.exfat", image)
    device = system("losetup", "--find", "--show", image)
    try:
        system("mount.exfat-fuse", device, folder)
        yield folder
        subprocess.run(["umount", folder], check=True)
    finally:
        subprocess.run(["losetup", "--detach", device], check=True)


def test_games_are_kept_backed_up_and_checked_on_exfat(stick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def say(*words: str) -> str:
        assert run([*words, "--data", str(stick / "games")]) == 0, capsys.readouterr()
        printed = capsys.readouterr()
        assert not printed.err
        return printed.out

    say("import", str(record()))
    before = json.loads(say("show", "demo", "--json"))
    backup = json.loads(say("backup", str(stick / "friday.db"), "--json"))
    say("delete", "demo", "--yes")
    say("restore", backup["file"])
    assert json.loads(say("show", "demo", "--json")) == before
    checked = {found["name"]: found["works"] for found in json.loads(say("doctor", "--json"))}
    assert checked["data folder"] and checked["saved games"]


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


def test_a_backup_is_called_after_its_moment(say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
