"""Games begun, listed, shown, replayed, exported and imported; games that are read only; a person deleted."""

import hashlib
import json
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.cli.main import run
from companion.demo import bundled
from companion.games.magnate import preset, score
from companion.games.magnate.encoding import state_to_json
from companion.games.magnate.game import MAGNATE
from companion.journal import Journal
from companion.journal.records.record import VERSION, write_record
from tests.cli.printed import Say, faults, magnate_setup, refused
from tests.games.random_play import RandomGame
from tests.journal.kept_games import as_kept, by_hand
from tests.test_files import room_for
from tests.unwritable import read_only

NEW = [*("new", "--player", "Ann", "--player", "Ben", "--name", "Friday"), *("--setup", magnate_setup(first=1))]

ROOT = Path(__file__).resolve().parents[2]
GAME = RandomGame(preset("courts"), seed=3).whole()


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "chance.json"
    path.write_text(write_record(*as_kept(GAME, "chance")), encoding="utf-8")
    return path


def fingerprint(folder: Path) -> dict[str, str]:
    """What is stored, file by file (SQLite's shared memory beside a database is no store)."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.name.endswith("-shm"))
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_a_new_game_is_kept_as_it_lies_on_the_table(say: Say) -> None:
    status, out, err = say(*NEW, "--json")
    assert (status, err) == (0, "")
    begun = json.loads(out)
    [listed] = json.loads(say("games", "--json")[1])
    assert listed["id"] == begun["id"]
    assert (listed["name"], listed["players"], listed["turn"], listed["phase"]) == ("Friday", ["Ann", "Ben"], 1, "roll")
    shown = json.loads(say("show", "Friday", "--json")[1])
    assert shown["state"]["player"] == 1
    assert shown["state"]["tokens"][0] == {"M": 1, "S": 1, "W": 1, "L": 0, "Y": 0, "K": 0}
    assert shown["state"]["waiting_for"][0]["owner"] == 1


def test_a_new_game_takes_switches_tokens_and_pile(say: Say) -> None:
    setup = magnate_setup(tokens=[{"M": 2, "W": 1}, {}], pile=20)
    more = ["--option", "every_suit_on_a_deed=true", "--option", "courts=yes", "--setup", setup]
    assert say(*NEW, *more)[0] == 0
    shown = json.loads(say("show", "Friday", "--json")[1])
    assert shown["options"]["every_suit_on_a_deed"] and shown["options"]["courts"]
    assert shown["state"]["tokens"][0]["M"] == 2
    assert (sum(shown["state"]["tokens"][1].values()), shown["state"]["pile"]) == (0, 20)


def test_a_person_gets_board_tokens_and_history(say: Say, record: Path) -> None:
    say("import", str(record))
    status, out, _ = say("show", "Chance")
    assert status == 0
    assert "Turn 1, Ann" in out and "Crowns" in out and "The game is over" in out
    assert "chance" in say("games")[1]


def test_show_draws_the_game_over_its_turns_and_confirms_the_file(say: Say, record: Path, tmp_path: Path) -> None:
    say("import", str(record))
    status, _, err = say("show", "chance", "-o", str(tmp_path / "game.png"))
    assert status == 0 and f"{tmp_path / 'game.png'} saved" in err.splitlines()[-1]
    drawn = cv2.imread(str(tmp_path / "game.png"))
    assert drawn is not None and drawn.shape[:2] == (1000, 900)
    assert len(np.unique(drawn.reshape(-1, 3), axis=0)) > 50, "lines and letters"
    refused(say, "show", "chance", "--plot", str(tmp_path / "nowhere" / "game.png"))


def test_show_counts_each_turn(say: Say, record: Path) -> None:
    say("import", str(record))
    turns = json.loads(say("show", "chance", "--json")[1])["turns"]
    assert [turn["turn"] for turn in turns] == list(range(1, GAME.state.turn + 1))
    assert turns[-1]["tokens"] == [held.total for held in GAME.state.tokens]
    collected = {state.turn: [gain.total for gain in state.roll.income] for state in GAME.states if state.roll}
    assert [turn["income"] for turn in turns] == list(collected.values())
    ends = [[side.total for side in district.sides] for district in score(GAME.state).districts]
    assert turns[-1]["totals"] == ends


def test_replay_gives_the_state_after_every_move(say: Say, record: Path) -> None:
    status, out, err = say("replay", str(record), "--states", "--json")
    assert (status, err) == (0, "")
    document = json.loads(out)
    assert document["over"] is True and document["error"] is None
    for printed_state, move, state in zip(document["states"], GAME.moves, GAME.states[1:], strict=True):
        expected = state_to_json(state)
        del expected["options"]
        assert {name: printed_state[name] for name in expected} == expected
        assert printed_state["move"] == MAGNATE.move_to_json(move)
    end = score(GAME.state)
    assert (document["score"]["winner"], document["score"]["decided_by"]) == (end.winner, end.decided_by.value)
    assert set(document["score"]) >= {"game", "preset", "players", "sure", "districts", "crowns", "tokens"}


def test_replay_without_states_gives_only_the_end(say: Say, record: Path) -> None:
    document = json.loads(say("replay", str(record), "--json")[1])
    assert "states" not in document
    assert document["state"]["phase"] == "over"


def test_replay_needs_no_database_to_start(record: Path) -> None:
    folds = f"import sys; from companion.cli.main import run; run(['replay', {str(record)!r}, '--json'])"
    line = [sys.executable, "-c", f"{folds}; sys.exit('sqlalchemy' in sys.modules)"]
    assert subprocess.run(line, cwd=ROOT, capture_output=True, check=False, timeout=240).returncode == 0


def test_replay_tells_people_every_move_in_their_language(say: Say, record: Path) -> None:
    assert "Turn 1, Ann" in say("replay", str(record), "--states")[1]
    assert say("replay", str(record), "--language", "fr")[0] == 0
    refused(say, "replay", str(record), "--language", "tlh")


def test_a_record_comes_back_from_the_journal_as_it_went_in(say: Say, record: Path, tmp_path: Path) -> None:
    assert say("import", str(record))[0] == 0
    assert say("export", "chance")[1] == record.read_text(encoding="utf-8")
    assert say("export", "chance", "-o", str(tmp_path / "again.json"))[0] == 0
    assert (tmp_path / "again.json").read_bytes() == record.read_bytes()


def test_a_game_in_lines_for_a_bug_report_is_replayed_and_kept(say: Say, record: Path, tmp_path: Path) -> None:
    say("import", str(record))
    status, out, err = say("show", "chance", "--text")
    assert (status, err) == (0, "")
    (tmp_path / "bug.txt").write_text(out, encoding="utf-8")
    assert say("import", str(tmp_path / "bug.txt"))[0] == 0
    replayed = json.loads(say("replay", str(tmp_path / "bug.txt"), "--json")[1])
    assert replayed["state"] == json.loads(say("show", "chance", "--json")[1])["state"]


def test_importing_twice_keeps_one_game_and_copy_keeps_two(say: Say, record: Path) -> None:
    for _ in range(2):
        assert json.loads(say("import", str(record), "--json")[1])["id"] == "chance"
    assert len(json.loads(say("games", "--json")[1])) == 1
    assert say("import", str(record), "--copy")[0] == 0
    assert len(json.loads(say("games", "--json")[1])) == 2
    status, _, err = say("show", "Chance")
    assert status == 2 and "matches several games:" in err


def test_a_record_that_says_something_else_under_a_kept_id_is_refused(say: Say, record: Path) -> None:
    say("import", str(record))
    other = by_hand(json.loads(record.read_text(encoding="utf-8")))
    record.write_text(json.dumps({**other, "name": "Another"}), encoding="utf-8")
    status, out, err = say("import", str(record))
    assert (status, out) == (2, "") and "already saved" in err


def spoilt(record: Path, change: Callable[[dict[str, Any]], None]) -> None:
    document = by_hand(json.loads(record.read_text(encoding="utf-8")))
    change(document)
    record.write_text(json.dumps(document), encoding="utf-8")


def test_an_illegal_move_is_understood_and_refused_with_its_rule(say: Say, record: Path) -> None:
    def out_of_turn(document: dict[str, Any]) -> None:
        document["moves"][0]["player"] = 1

    spoilt(record, out_of_turn)
    status, out, err = say("replay", str(record), "--states", "--json")
    assert (status, err.count("\n")) == (1, 1)
    assert "move 1 (roll): rule B7" in err
    document = json.loads(out)
    assert document["states"] == []
    assert (document["error"]["seq"], document["error"]["rule"]) == (1, "B7")
    assert say("import", str(record))[0] == 1
    assert json.loads(say("games", "--json")[1]) == []


BAD_RECORDS: dict[str, Callable[[Path], object]] = {
    "not valid JSON": lambda path: path.write_text("a shopping list"),
    "incomplete JSON": lambda path: path.write_bytes(path.read_bytes()[:2000]),
    f"this companion reads 1–{VERSION}": lambda path: spoilt(
        path, lambda document: document.update(version=VERSION + 1)
    ),
    "unknown card": lambda path: spoilt(path, lambda document: document["setup"]["districts"].__setitem__(0, "9XX")),
    "cannot read": lambda path: path.unlink(),
}


@pytest.mark.parametrize("expected", BAD_RECORDS)
@pytest.mark.parametrize("command", ["replay", "import"])
def test_an_unusable_record_costs_one_line(say: Say, record: Path, data: Path, expected: str, command: str) -> None:
    say(*NEW)
    before = fingerprint(data)
    BAD_RECORDS[expected](record)
    err = refused(say, command, str(record))
    assert err.startswith("companion: chance.json") or str(record) in err
    assert expected in err and "Traceback" not in err
    assert fingerprint(data) == before


def test_a_game_begins_with_what_is_proposed(say: Say) -> None:
    status, out, _ = say(*NEW[:-2], "--json")
    assert status == 0
    setup = json.loads(say("show", json.loads(out)["id"], "--json")[1])["setup"]
    assert setup["crowns"] == [["CM", "CS", "CW"], ["CL", "CY", "CK"]]


def test_what_lies_otherwise_is_written_as_a_field_and_its_value(say: Say) -> None:
    _, out, _ = say(*NEW[:-2], "--json", "first_player=1", "crowns-CM=1")
    setup = json.loads(say("show", json.loads(out)["id"], "--json")[1])["setup"]
    assert setup["first_player"] == 1 and "CM" in setup["crowns"][1]


def companion(*arguments: str, file: Path | None = None) -> subprocess.CompletedProcess[str]:
    """A real program of its own, with a file as its standard input."""
    line = [sys.executable, "-m", "companion", *arguments]
    typed = None if file is None else file.read_text("utf8")
    return subprocess.run(line, cwd=ROOT, input=typed, capture_output=True, text=True, timeout=240, check=False)


def one_line(done: subprocess.CompletedProcess[str], expected: str) -> None:
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert expected in done.stderr


OTHERS = [pytest.param(command, marks=pytest.mark.prove("faults")) for command in ("show", "export")]


@pytest.mark.parametrize("command", ["games", *OTHERS])
def test_a_data_folder_that_cannot_be_written_costs_one_line(tmp_path: Path, command: str) -> None:
    (tmp_path / "file").write_text("in the way")
    game = [] if command == "games" else ["Friday"]
    one_line(companion(command, *game, "--data", str(tmp_path / "file" / "data")), "cannot store data here")


@pytest.mark.parametrize("command", ["new", "games", *OTHERS])
def test_a_database_that_is_none_costs_one_line_and_stays(data: Path, command: str) -> None:
    data.mkdir()
    (data / "games.db").write_text("not a database, but long enough to be taken for one\n" * 100)
    before = fingerprint(data)
    game = {"games": [], "new": NEW[1:]}.get(command, ["Friday"])
    one_line(companion(command, *game, "--data", str(data)), "not a database")
    assert fingerprint(data) == before


def test_a_database_of_a_later_version_costs_one_line_and_stays(say: Say, data: Path) -> None:
    say(*NEW)
    with sqlite3.connect(data / "games.db") as later:
        later.execute("UPDATE journal SET format = 99")
    later.close()
    before = fingerprint(data)
    one_line(companion("games", "--data", str(data)), "newer version")
    assert fingerprint(data) == before


def test_a_locked_database_costs_one_line(say: Say, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.journal.store.sqlite_file.PATIENCE", 0.05)
    say(*NEW)
    with Journal.open(f"sqlite:///{data / 'games.db'}") as holder, holder._database.writing() as held:
        held.exec_driver_sql("DELETE FROM games")
        status, out, err = say(*NEW)
        held.rollback()
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "another program is writing" in err
    assert len(json.loads(say("games", "--json")[1])) == 1


def test_a_file_without_end_is_no_record() -> None:
    one_line(companion("replay", "/dev/zero"), "too large for a game record")


def test_a_trade_beyond_all_tokens_is_only_refused(say: Say, record: Path) -> None:
    trade = {"type": "trade", "player": GAME.states[1].player, "give": "M", "get": "S", "times": 10**12}
    spoilt(record, lambda document: document["moves"].insert(1, trade))
    status, _, err = say("replay", str(record), "--json")
    assert status == 1 and "rule B" in err


def test_a_record_may_come_from_standard_input(record: Path) -> None:
    done = companion("replay", "-", "--json", file=record)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["over"] is True


@pytest.mark.parametrize("line", [["--data", "X", "games"], ["games", "--data", "X"], ["games", "--data=X", "--json"]])
def test_the_data_folder_is_named_anywhere(line: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(line) == 0
    assert (tmp_path / "X" / "games.db").is_file()


def test_show_says_how_a_game_is_put_away(say: Say) -> None:
    say(*NEW)
    code, output, _ = say("show", "Friday", "--put-away", "--language", "fr")
    assert code == 0
    assert "Le sac d’Ann" in output and "Ben" in output
    assert output.index("(PMSL)") < output.index("(PMYK)") < output.index("(X)")


def test_games_are_listed_with_local_times_json_utc(say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = json.loads(write_record(*as_kept(GAME, "late")))
    record = by_hand({**record, "created": "2026-11-21T23:30:00+00:00"})
    (tmp_path / "late.json").write_text(json.dumps(record), encoding="utf-8")
    say("import", str(tmp_path / "late.json"))
    monkeypatch.setenv("TZ", "Pacific/Auckland")
    time.tzset()
    try:
        listed, document = say("games")[1], json.loads(say("games", "--json")[1])
    finally:
        monkeypatch.undo()
        time.tzset()
    assert "22 Nov 2026, 12:30" in " ".join(listed.split())
    assert document[0]["created"] == "2026-11-21T23:30:00+00:00"


def full_disk(_: Path) -> AbstractContextManager[None]:
    return room_for(0)


@pytest.fixture
def kept(say: Say) -> None:
    assert say("import", str(bundled.record()))[0] == 0


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("disk", [read_only, full_disk])
def test_games_can_be_read_there(say: Say, data: Path, disk: Callable[[Path], AbstractContextManager[None]]) -> None:
    with disk(data):
        [listed] = json.loads(say("games", "--json")[1])
        assert listed["phase"] == "over"
        assert json.loads(say("show", "demo", "--json")[1])["over"]
        assert say("export", "demo")[1] == bundled.record().read_text("utf-8")
        assert say("replay", str(bundled.record()))[0] == 0
        assert say("roller", "stats")[2] == ""


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("disk", [read_only, full_disk])
def test_no_game_is_kept_without_room(
    say: Say, data: Path, disk: Callable[[Path], AbstractContextManager[None]]
) -> None:
    with disk(data):
        err = refused(say, *NEW)
    assert "games.db: cannot " in err and "Free some space, make it writable" in err
    assert len(json.loads(say("games", "--json")[1])) == 1


@pytest.mark.usefixtures("kept")
def test_a_game_is_exported_from_a_read_only_folder_to_another(say: Say, data: Path, tmp_path: Path) -> None:
    with read_only(data):
        assert say("export", "demo", "-o", str(tmp_path / "saved.json"))[0] == 0
    assert (tmp_path / "saved.json").read_bytes() == bundled.record().read_bytes()


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
