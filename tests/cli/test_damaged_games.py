"""Each game stands alone: what is wrong with one hides no other, and what can be saved of it is."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.cli.main import run
from tests.cases import each
from tests.cli.printed import Say, faults, refused, run_json
from tests.cli.test_kept_games import NEW, fingerprint, record
from tests.journal.kept_games import BEGINNING, FOURTH_MOVE, MOVES, NAMELESS, NAMES, damaged_journal

__all__ = ["record"]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("damaged")
    damaged_journal(folder)
    return folder


def test_every_game_is_listed_and_the_damaged_ones_as_such(say: Say) -> None:
    status, out, err = say("games", "--json")
    assert (status, err, faults("games", json.loads(out))) == (1, "", [])
    listed = {row["id"]: row for row in json.loads(out)}
    assert set(listed) == {"sound", *FOURTH_MOVE, *NAMES, *(NAMELESS.get(id_, id_) for id_ in BEGINNING)}
    assert {id_ for id_, row in listed.items() if "error" not in row} == {"sound"}
    assert {listed[id_]["seq"] for id_ in ("sound", *FOURTH_MOVE)} == {3}
    assert {listed[id_]["seq"] for id_ in NAMES} == {6}


def test_people_see_which_games_are_damaged_and_why(say: Say) -> None:
    status, out, err = say("games", "--limit", "100")
    assert (status, err) == (1, "") and any(line.startswith("sound ") for line in out.splitlines())
    assert "game 'later', move 4: written by a newer version of the companion. Update" in out


@pytest.mark.parametrize("command", ["show", "export", "foresee"])
def test_a_sound_game_is_itself_beside_damaged_ones(say: Say, command: str, data: Path) -> None:
    before = fingerprint(data)
    status, out, err = say(command, "sound")
    assert (status, err) == (0, "") and out
    assert fingerprint(data) == before


def test_a_sound_game_goes_on_beside_damaged_ones(data: Path, tmp_path: Path) -> None:
    shutil.copytree(data, tmp_path / "data")
    assert run(["roll", "sound", "--data", str(tmp_path / "data")]) == 0


def test_a_damaged_game_is_deleted_and_a_copy_of_all_games_brings_it_back(data: Path, tmp_path: Path) -> None:
    shutil.copytree(data, tmp_path / "data")
    folder, id_ = tmp_path / "data", next(iter(FOURTH_MOVE))
    status, deleted = run_json(folder, "delete", id_, "--yes", "--json")
    assert status == 0 and faults("delete", deleted) == [] and deleted["copy"].endswith(".db")
    assert id_ not in {row["id"] for row in run_json(folder, "games", "--json")[1]}
    assert run(["restore", deleted["copy"], "--data", str(folder)]) == 0
    assert id_ in {row["id"] for row in run_json(folder, "games", "--json")[1]}


@each("id_", FOURTH_MOVE)
def test_the_moves_before_a_damaged_one_are_shown(say: Say, id_: str) -> None:
    status, out, err = say("show", id_, "--json")
    assert (status, err.count("\n")) == (1, 1) and "move 4" in err
    shown = json.loads(out)
    assert faults("show", shown) == []
    assert [line["seq"] for line in shown["history"]] == [1, 2, 3]
    assert f"companion: {shown['error']}\n" == err
    assert say("show", id_)[0] == 1


@each("id_", FOURTH_MOVE)
def test_the_moves_before_a_damaged_one_are_exported_and_go_on_elsewhere(say: Say, id_: str, tmp_path: Path) -> None:
    record = tmp_path / f"{id_}.json"
    status, _, err = say("export", id_, "-o", str(record))
    assert (status, err.count("\n")) == (1, 2) and "move 4" in err
    assert len(json.loads(record.read_text("utf-8"))["moves"]) == 3
    assert run(["import", str(record), "--data", str(tmp_path / "elsewhere")]) == 0


@pytest.mark.parametrize("id_", NAMES)
def test_a_game_of_unreadable_names_is_shown_and_exported_with_stand_ins(say: Say, id_: str, tmp_path: Path) -> None:
    status, out, err = say("show", id_, "--json")
    shown = json.loads(out)
    assert (status, err.count("\n"), faults("show", shown)) == (1, 1, [])
    assert (shown["seq"], len(shown["players"])) == (6, 2) and "cannot read (" in shown["error"]
    record = str(tmp_path / f"{id_}.json")
    assert say("export", id_, "-o", record)[0] == 1
    assert run(["import", record, "--data", str(tmp_path / "elsewhere")]) == 0


def test_what_can_be_saved_takes_the_place_of_no_earlier_export(say: Say, tmp_path: Path) -> None:
    record = tmp_path / "friday.json"
    record.write_text("all of it")
    status, _, err = say("export", "later", "-o", str(record))
    assert status == 2 and "file exists, and only a part of game later can be written. Choose another file" in err
    assert record.read_text() == "all of it"


@each("id_", BEGINNING)
def test_a_game_without_a_beginning_costs_one_line(say: Say, id_: str) -> None:
    err = refused(say, "show", NAMELESS.get(id_, id_))
    assert "not found" not in err


def test_rolls_of_damaged_games_count_up_to_the_damage_and_that_is_said(say: Say) -> None:
    _, out, err = say("roller", "stats", "--json")
    assert err.count("\n") == len(FOURTH_MOVE) + len(NAMES) + len(BEGINNING) - 1, "the game of chess has no such rolls"
    three, six = (sum(entry.move["type"] == "roll" for entry in MOVES[:n]) for n in (3, 6))
    assert sum(source["rolls"] for source in json.loads(out)) == three * (1 + len(FOURTH_MOVE)) + six * len(NAMES)


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="open files are listed under Linux")
@pytest.mark.parametrize("command", [["games"], ["roll", "Friday"], ["import", "{record}"]])
def test_a_journal_whose_games_cannot_be_read_is_left_to_others(
    command: list[str], record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "damaged"
    assert run([*NEW, "--data", str(folder)]) == 0
    file = folder / "games.db"
    with closing(sqlite3.connect(file)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'games'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with file.open("rb+") as written:
        written.seek((page - 1) * size)
        written.write(b"\xff" * 64)
    capsys.readouterr()
    before = open_files()
    assert run([*(word.format(record=record) for word in command), "--data", str(folder)]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and "damaged" in err
    assert open_files() <= before


def open_files() -> set[str]:
    """The files that this program has open, under Linux."""
    return {str(link.resolve()) for link in Path("/proc/self/fd").iterdir()}
