"""Journals whose program is killed, and files that are moved or replaced: no acknowledged move is lost."""

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from companion.journal import Journal
from companion.journal.entries import MovedJournal
from tests.bench.figures import Measured
from tests.cli.terminal_session import TerminalSession
from tests.figures import record, write, written
from tests.journal.killed_games import Begin, app, kill_games, kill_restores
from tests.journal.test_journal import GAME, entry
from tests.web.as_program import page_program
from tests.web.site import Tab


@pytest.mark.prove("power")
@pytest.mark.timeout(1500)
@pytest.mark.parametrize("hundred", range(3))
def test_of_three_hundred_killed_restores_of_crafted_backups_none_loses_a_move(hundred: int, tmp_path: Path) -> None:
    found = kill_restores(tmp_path, kills=100, seed=hundred + 1)
    print(found)
    assert (found.kills, found.wrong, found.left_over) == (100, 0, 0), found
    assert found.in_the_midst > 20


@pytest.fixture
def moved_data(tmp_path: Path) -> Path:
    """A data folder, named by a link to it."""
    (tmp_path / "disk").mkdir()
    (tmp_path / "data").symlink_to("disk")
    return tmp_path / "data"


@pytest.fixture
def journal(moved_data: Path) -> Iterator[Journal]:
    with Journal.open(f"sqlite:///{moved_data / 'games.db'}") as opened:
        opened.create(GAME, [entry(1)])
        opened.append(entry(2))
        yield opened


def a_folder_deleted(data: Path) -> None:
    shutil.rmtree(data.resolve())


def a_folder_moved(data: Path) -> None:
    data.resolve().rename(data.parent / "elsewhere")


def a_folder_emptied(data: Path) -> None:
    a_folder_moved(data)
    data.resolve().mkdir()


def a_folder_replaced_by_its_copy(data: Path) -> None:
    a_folder_moved(data)
    shutil.copytree(data.parent / "elsewhere", data.parent / "disk")


def a_link_set_to_another_folder(data: Path) -> None:
    shutil.copytree(data.resolve(), data.parent / "elsewhere")
    data.unlink()
    data.symlink_to("elsewhere")


def a_journal_deleted(data: Path) -> None:
    (data / "games.db").unlink()


def a_journal_replaced_by_an_older_copy(data: Path) -> None:
    shutil.copyfile(data / "games.db", data / "old.db")
    (data / "old.db").replace(data / "games.db")


def a_log_deleted(data: Path) -> None:
    (data / "games.db-wal").unlink()


def a_log_replaced(data: Path) -> None:
    shutil.copyfile(data / "games.db-wal", data / "old")
    (data / "old").replace(data / "games.db-wal")


WAYS = [
    a_folder_deleted,
    a_folder_moved,
    a_folder_emptied,
    a_folder_replaced_by_its_copy,
    a_link_set_to_another_folder,
    a_journal_deleted,
    a_journal_replaced_by_an_older_copy,
    a_log_deleted,
    a_log_replaced,
]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_nothing_is_acknowledged_or_read(journal: Journal, moved_data: Path, way: Callable[[Path], None]) -> None:
    way(moved_data)
    before = sorted(os.walk(moved_data.parent))
    with pytest.raises(MovedJournal, match=r"while it was open\. "):
        journal.append(entry(3))
    with pytest.raises(MovedJournal):
        journal.games()
    with pytest.raises(MovedJournal):
        journal.entries("g1")
    assert sorted(os.walk(moved_data.parent)) == before, "no journal was made in its place"


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_a_swap_before_the_answer_is_noticed(journal: Journal, moved_data: Path, way: Callable[[Path], None]) -> None:
    database = journal._database
    with pytest.raises(MovedJournal), database.writing() as connection:
        connection.exec_driver_sql("UPDATE games SET name = 'Saturday'")
        way(moved_data)


def test_a_folder_put_back_goes_on_with_all_that_was_acknowledged(journal: Journal, moved_data: Path) -> None:
    a_folder_moved(moved_data)
    with pytest.raises(MovedJournal):
        journal.append(entry(3))
    (moved_data.parent / "elsewhere").rename(moved_data.parent / "disk")
    journal.append(entry(3))
    assert [kept.seq for kept in journal.entries("g1")] == [1, 2, 3]


def test_what_was_in_a_deleted_log_is_there_once_the_companion_was_closed(journal: Journal, moved_data: Path) -> None:
    a_log_deleted(moved_data)
    with pytest.raises(MovedJournal, match="Close the companion everywhere, which saves the moves in the log"):
        journal.append(entry(3))
    journal.close()
    with Journal.open(f"sqlite:///{moved_data / 'games.db'}") as again:
        assert [kept.seq for kept in again.entries("g1")] == [1, 2]


def test_a_journal_opened_by_another_program_too_was_not_moved(journal: Journal, moved_data: Path) -> None:
    for seq in (3, 4):
        with Journal.open(f"sqlite:///{moved_data / 'games.db'}") as other:
            other.append(entry(seq))
    journal.append(entry(5))
    assert len(journal.entries("g1")) == 5


if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals of this kind", allow_module_level=True)


KILLS = int(os.environ.get("KILLS", "100"))


@contextmanager
def terminal(folder: Path, acknowledged: list[int]) -> Iterator[subprocess.Popen[bytes]]:
    """The prompt, at which corrections are typed as fast as it answers."""
    with TerminalSession(folder, "play", "Friday") as table:
        table.wait_for("Ben>")

        def type_on() -> None:
            with suppress(AssertionError, OSError):
                while True:
                    table.type(f"correct tokens Ann M{acknowledged[-1] % 2 + 3}")
                    acknowledged.append(acknowledged[-1] + 1)

        typist = threading.Thread(target=type_on)
        typist.start()
        try:
            yield table.command
        finally:
            table.command.kill()
            typist.join()


@contextmanager
def host(folder: Path, acknowledged: list[int]) -> Iterator[subprocess.Popen[str]]:
    """``companion web``, and a player who taps as fast as it answers."""
    with page_program(folder, "Friday", "Ben") as (served, (_, own)):
        ben = Tab(own)

        def tap_on() -> None:
            with suppress(OSError, ValueError):
                while True:
                    seq = acknowledged[-1]
                    now = {"a.kind": "tokens", "a.player": "0", "a.suit": "M", "a.number": str(seq % 2 + 3)}
                    page = ben.post("/seat/1", f"tap-{seq}", do="decide", decision="correct", seq=seq, **now)
                    assert page["status"] == 200, page
                    acknowledged.append(seq + 1)

        player = threading.Thread(target=tap_on)
        player.start()
        try:
            yield served
        finally:
            served.kill()
            player.join()


PLAYED: dict[str, Begin] = {"terminal": terminal, "host": host, "app": app}


@pytest.mark.prove("power")
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("who", PLAYED)
def test_of_a_hundred_kills_in_the_midst_of_a_move_none_loses_an_acknowledged_move(who: str, tmp_path: Path) -> None:
    if who == "app" and not os.environ.get("DISPLAY"):
        pytest.skip("no display for the app (run it with xvfb-run)")
    counted = kill_games(tmp_path, PLAYED[who], KILLS, seed=len(who))
    print(counted, file=sys.__stdout__, flush=True)
    assert (counted.kills, counted.lost, counted.doubled, counted.damaged) == (KILLS, 0, 0, 0), counted
    before = written("kills").get("hosts", {})
    write("kills", {"hosts": {**before, who: counted.kills}})
    kills = sum({**before, who: counted.kills}.values())
    record({"kills-hosts": Measured(counted.lost + counted.doubled + counted.damaged, kills)})
