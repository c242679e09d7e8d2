"""A copy of all games stays of each of the last ten evenings, and none is lost to a later one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.files import UnwritableFile
from companion.journal import DamagedJournal, Journal
from companion.journal.backups import restore
from companion.journal.evening_backups import KEPT, evenings, keep_evening
from tests.journal.test_backups import OTHER, damage, kept
from tests.journal.test_journal import GAME, entry
from tests.test_files import room_for
from tests.unwritable import read_only

FRIDAY = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


@pytest.fixture
def url(data: Path) -> str:
    url = f"sqlite:///{data / 'games.db'}"
    with Journal.open(url) as journal:
        journal.create(GAME, [entry(seq) for seq in (1, 2, 3)])
    return url


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


def test_a_journal_begun_anew_does_not_take_the_place_of_this_evenings_games(
    url: str, keep: Callable[..., Path], data: Path
) -> None:
    first = keep()
    (data / "games.db").unlink()
    with Journal.open(url) as journal:
        journal.create(OTHER)
    second = keep()
    assert (kept(first), kept(second)) == ({"Friday": 3}, {"Saturday": 0})
    assert evenings(data / "backups") == (second, first)
    assert keep() == second


def test_an_evenings_copy_is_brought_back_like_any_backup(url: str, keep: Callable[..., Path], data: Path) -> None:
    copy = keep()
    (data / "games.db").write_bytes(b"\x55" * 9000)
    assert restore(url, copy, "replaced").games == 1
    assert kept(data / "games.db") == {"Friday": 3}


def test_a_damaged_journal_replaces_no_evening(keep: Callable[..., Path], data: Path) -> None:
    before = keep().read_bytes()
    damage(data)
    with pytest.raises(DamagedJournal):
        keep()
    assert [copy.read_bytes() for copy in evenings(data / "backups")] == [before]


def test_without_room_for_the_copy_the_earlier_ones_stay_and_that_is_said(
    url: str, keep: Callable[..., Path], data: Path
) -> None:
    copies = [keep(days) for days in range(KEPT)]
    with room_for(2000), pytest.raises(UnwritableFile, match=r"cannot write .* Free some space"):
        keep(KEPT)
    assert sorted(evenings(data / "backups")) == copies
    with read_only(data / "backups"), pytest.raises(CompanionError):
        keep(KEPT)
    assert sorted(evenings(data / "backups")) == copies


def test_a_copy_is_made_when_a_journal_that_was_written_is_closed_and_only_then(url: str) -> None:
    copied: list[int] = []
    with Journal.open(url, lambda: copied.append(1)) as journal:
        journal.entries("g1")
    assert copied == []
    with Journal.open(url, lambda: copied.append(1)) as journal:
        journal.append(entry(4))
        journal.create(replace(GAME, id="g2"))
        assert copied == [], "never while moves are made"
    journal.close()
    assert copied == [1]
