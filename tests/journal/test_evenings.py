"""A copy of all games stays of each of the last ten evenings; what the system refuses is said with its reason."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.files import UnwritableFile
from companion.games.magnate import preset
from companion.games.magnate.game import MAGNATE
from companion.journal import DamagedJournal, Journal, JournalError
from companion.journal.copies.backups import restore
from companion.journal.copies.evenings import KEPT, Copies, evenings, keep_damaged, keep_evening, keep_folder
from companion.journal.course.course import Course
from companion.journal.course.summaries import Summary, summarise
from companion.journal.entries import UnwritableJournal
from companion.journal.store.database import translate_errors
from tests.games.random_play import RandomGame
from tests.journal.kept_games import NOON, as_kept
from tests.journal.test_backups import OTHER, damage, data, kept, url
from tests.journal.test_journal import GAME, entry
from tests.test_files import room_for
from tests.unwritable import read_only


@pytest.fixture
def url_of_one(tmp_path: Path) -> str:
    with Journal.open(f"sqlite:///{tmp_path / 'games.db'}") as journal:
        journal.create(GAME, [entry(1)])
    return f"sqlite:///{tmp_path / 'games.db'}"


def test_where_memory_is_used_up_that_is_said(tmp_path: Path) -> None:
    with pytest.raises(UnwritableJournal, match=r"out of memory\. Close other programs"), translate_errors(tmp_path):
        raise MemoryError


def test_where_nobody_knows_what_room_is_left_the_systems_reason_is_said(tmp_path: Path) -> None:
    full = sqlite3.OperationalError("disk I/O error")
    full.sqlite_errorcode = sqlite3.SQLITE_IOERR
    with pytest.raises(UnwritableJournal, match="disk I/O error"), translate_errors(tmp_path / "gone" / "games.db"):
        raise full


def test_a_damaged_copy_of_the_evening_stays_and_the_evening_gets_another(url_of_one: str, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    first = folder / "evening-2026-11-21.db"
    first.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    keep_evening(url_of_one, folder, NOON)
    assert first.read_bytes().endswith(b"\xff")
    second = folder / "evening-2026-11-21-2.db"
    assert set(evenings(folder)) == {first, second}
    restore(url_of_one, second, "before")
    with Journal.open(url_of_one) as journal:
        assert journal.entries(GAME.id) == (entry(1),)


def test_where_a_file_is_in_the_way_of_the_folder_of_copies_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "backups").write_text("mine")
    with pytest.raises(UnwritableFile, match=r"backups: cannot write \(File exists\)"):
        keep_folder(tmp_path / "backups")
    assert (tmp_path / "backups").read_text() == "mine"


__all__ = ["data", "url"]

FRIDAY = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


@pytest.fixture
def keep(url: str, data: Path) -> Callable[..., Path]:
    """Keeps the evening of a day after Friday, at an hour after eight."""
    return lambda days=0, hours=0: keep_evening(url, data / "backups", FRIDAY + timedelta(days=days, hours=hours))


def test_an_evening_is_one_copy_that_goes_on_with_it_past_midnight(url: str, keep: Callable[..., Path]) -> None:
    first = keep()
    with Journal.open(url) as journal:
        journal.append(entry(4))
    assert keep(hours=7) == first and first.name == "evening-2026-11-20.db"
    assert kept(first) == {"Friday": 4}
    assert keep(hours=11) != first


def test_the_last_ten_evenings_stay(keep: Callable[..., Path], data: Path) -> None:
    made = [keep(days) for days in range(KEPT + 3)]
    assert list(evenings(data / "backups")) == made[:2:-1]


def test_a_clock_that_went_wrong_costs_no_evening_its_copy(keep: Callable[..., Path], data: Path) -> None:
    made = [keep(days) for days in range(KEPT)]
    long_ago = keep(-15_000)
    assert set(evenings(data / "backups")) == {long_ago, *made[1:]}


def test_a_new_journal_does_not_replace_this_evenings_games(url: str, keep: Callable[..., Path], data: Path) -> None:
    first = keep()
    (data / "games.db").unlink()
    with Journal.open(url) as journal:
        journal.create(OTHER)
    second = keep()
    assert (kept(first), kept(second)) == ({"Friday": 3}, {"Saturday": 0})
    assert evenings(data / "backups") == (second, first)
    assert keep() == second


def test_a_damaged_journal_replaces_no_evening(keep: Callable[..., Path], data: Path) -> None:
    before = keep().read_bytes()
    damage(data)
    with pytest.raises(DamagedJournal):
        keep()
    assert [copy.read_bytes() for copy in evenings(data / "backups")] == [before]


def test_without_room_for_a_copy_earlier_ones_stay_as_is_said(url: str, keep: Callable[..., Path], data: Path) -> None:
    copies = [keep(days) for days in range(KEPT)]
    with room_for(2000), pytest.raises(UnwritableFile, match=r"cannot write .* Free some space"):
        keep(KEPT)
    assert sorted(evenings(data / "backups")) == copies
    with read_only(data / "backups"), pytest.raises(CompanionError):
        keep(KEPT)
    assert sorted(evenings(data / "backups")) == copies


@pytest.fixture
def copies(url: str, data: Path) -> Callable[..., Copies]:
    """The copies of a program that hosts games, or of a command."""
    return lambda hosts: Copies(url, data / "backups", lambda error: pytest.fail(str(error)), hosts=hosts)


def ended() -> Summary:
    """The summary of a game that is over."""
    game, entries = as_kept(RandomGame(preset("standard"), seed=3).whole(), "chance")
    return summarise(Course.of(MAGNATE, game, entries))


def copied(data: Path) -> list[dict[str, int]]:
    return [kept(copy) for copy in evenings(data / "backups")]


@pytest.mark.parametrize("hosts", [True, False])
def test_a_journal_that_was_written_is_copied_when_it_is_closed_and_not_before(
    url: str, data: Path, copies: Callable[..., Copies], hosts: bool
) -> None:
    with Journal.open(url, copies(hosts)) as journal:
        journal.entries("g1")
    assert copied(data) == []
    with Journal.open(url, copies(hosts)) as journal:
        journal.append(entry(4))
        assert copied(data) == []
    assert copied(data) == [{"Friday": 4}]


def test_a_host_copies_a_game_that_ended_and_what_was_written_since_every_while(
    url: str, data: Path, copies: Callable[..., Copies], monkeypatch: pytest.MonkeyPatch
) -> None:
    def wait_for(moves: int) -> None:
        end, found = time.monotonic() + 60, list[dict[str, int]]()
        while found != [{"Friday": moves}]:
            assert time.monotonic() < end
            time.sleep(0.01)
            with suppress(JournalError):  # the copy is being replaced
                found = copied(data)

    with Journal.open(url, copies(True)) as journal:
        journal.append(entry(4), ended())
        wait_for(4)
    monkeypatch.setattr("companion.journal.copies.evenings.EVERY", 0.01)
    with Journal.open(url, copies(True)) as journal:
        journal.append(entry(5))
        wait_for(5)


def test_a_command_copies_a_large_journal_only_after_the_last_move_of_a_game(
    url: str, data: Path, copies: Callable[..., Copies], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.journal.copies.evenings.SMALL", 1000)
    with Journal.open(url, copies(False)) as journal:
        journal.append(entry(4))
    assert copied(data) == []
    with Journal.open(url, copies(False)) as journal:
        journal.append(entry(5), ended())
    assert copied(data) == [{"Friday": 5}]


def test_deleted_games_need_no_copy_each(url: str, keep: Callable[..., Path], data: Path) -> None:
    with Journal.open(url) as journal:
        for number in range(5):
            journal.create(replace(OTHER, id=f"o{number}"))
        keep()
        for number in range(5):
            journal.remove(f"o{number}")
            keep()
    assert len(evenings(data / "backups")) == 2


def test_copies_have_a_size_limit(keep: Callable[..., Path], data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = keep().stat().st_size
    monkeypatch.setattr("companion.journal.copies.evenings.TOTAL", 3 * size + 1)
    made = [keep(days) for days in range(6)]
    assert list(evenings(data / "backups")) == made[:2:-1]
    monkeypatch.setattr("companion.journal.copies.evenings.TOTAL", 1)
    last = keep(7)
    assert evenings(data / "backups") == (last,)


def test_a_copy_leaves_room(url: str, keep: Callable[..., Path], data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = keep()
    monkeypatch.setattr("companion.journal.copies.evenings.ROOM", 10**15)
    with pytest.raises(UnwritableFile, match="too little room"):
        keep(1)
    assert evenings(data / "backups") == (before,)
    with pytest.raises(UnwritableFile, match="too little room"):
        keep_damaged(url, data / "deleted", "g1")


def test_damaged_games_that_are_deleted_one_after_the_other_need_one_copy(url: str, data: Path) -> None:
    with Journal.open(url) as journal:
        journal.create(OTHER)
        made = [keep_damaged(url, data / "deleted", GAME.id)]
        journal.remove(GAME.id)
        made.append(keep_damaged(url, data / "deleted", OTHER.id))
        assert made[0] == made[1] and kept(made[0]) == {"Friday": 3, "Saturday": 0}
        journal.append(replace(entry(1), game=OTHER.id))
        assert keep_damaged(url, data / "deleted", OTHER.id) != made[0], "it went on since"
