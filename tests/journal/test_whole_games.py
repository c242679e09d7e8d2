"""A game leaves the journal whole and comes back whole, and may be called otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.journal import DamagedJournal, Entry, Journal
from companion.journal.errors import AlreadyKept, NoSuchGame
from companion.journal.store.connect import connect
from tests.journal.test_journal import GAME, entry
from tests.postgres import change

FRIDAY, SUNDAY = GAME, replace(GAME, id="g2", name="Sunday")


def rolled(game: str, seq: int) -> Entry:
    return entry(seq, f"{game}-{seq}", game=game)


@pytest.fixture
def journal(store: str) -> Iterator[Journal]:
    with Journal.open(store) as opened:
        for game in (FRIDAY, SUNDAY):
            opened.create(game, [rolled(game.id, seq) for seq in (1, 2)])
        yield opened


def rows(store: str) -> list[tuple[object, ...]]:
    with connect(store).reading() as found:
        return [tuple(row) for table in ("games", "entries") for row in found.exec_driver_sql(f"select * from {table}")]


def test_a_game_that_is_removed_is_gone_and_the_others_stay(journal: Journal, store: str) -> None:
    journal.remove("g1")
    assert journal.games() == (SUNDAY,) and len(journal.entries("g2")) == 2
    assert not any(b"Friday" in str(row).encode() for row in rows(store))
    assert journal.entries("g1") == ()
    with pytest.raises(NoSuchGame):
        journal.game("g1")


def test_a_game_that_is_put_back_is_as_it_was_and_goes_on(journal: Journal, store: str) -> None:
    before = rows(store)
    journal.put_back(journal.remove("g1"))
    assert sorted(map(str, rows(store))) == sorted(map(str, before))
    journal.append(rolled("g1", 3))
    assert len(journal.entries("g1")) == 3


def test_a_damaged_game_is_put_back_with_its_damage(journal: Journal, store: str) -> None:
    change(store, "update entries set move = '{\"type\": \"roll\"}' where id = 'g1-2'")
    before = rows(store)
    journal.put_back(journal.remove("g1"))
    assert sorted(map(str, rows(store))) == sorted(map(str, before))
    with pytest.raises(DamagedJournal):
        journal.entries("g1")


def test_a_game_is_called_otherwise_and_every_move_stands(journal: Journal) -> None:
    journal.rename("g1", "The long one")
    assert [game.name for game in journal.games()] == ["The long one", "Sunday"]
    assert journal.append(rolled("g1", 3)) in journal.entries("g1") and len(journal.entries("g1")) == 3


def test_another_name_hides_no_damage(journal: Journal, store: str) -> None:
    change(store, "update entries set move = '{\"type\": \"roll\"}' where id = 'g1-2'")
    with pytest.raises(DamagedJournal):
        journal.rename("g1", "Sound")


def test_what_is_not_kept_can_be_neither_removed_nor_renamed(journal: Journal) -> None:
    with pytest.raises(NoSuchGame):
        journal.remove("g9")
    with pytest.raises(NoSuchGame):
        journal.rename("g9", "Nothing")


def test_a_game_is_not_put_back_over_one_that_took_its_place(journal: Journal) -> None:
    removed = journal.remove("g1")
    journal.create(FRIDAY)
    with pytest.raises(AlreadyKept):
        journal.put_back(removed)
    assert journal.entries("g1") == ()
