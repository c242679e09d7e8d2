"""A game whose end was lost is said to be damaged: its row keeps how many moves it has and the link of the last."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.journal import DamagedJournal, Journal
from companion.journal.store.connect import connect
from companion.journal.store.tables import games
from tests.journal.test_chain import journal
from tests.journal.test_journal import GAME, entry
from tests.postgres import change

__all__ = ["journal"]


def counted(store: str) -> dict[str, int]:
    database = connect(store)
    with database.reading() as connection:
        rows = connection.execute(games.select()).mappings().all()
    database.close()
    return {row["id"]: row["moves"] for row in rows}


def test_each_game_keeps_how_many_moves_it_has_through_all_that_is_done_with_it(journal: Journal, store: str) -> None:
    journal.create(replace(GAME, id="g2"))
    assert counted(store) == {"g1": 5, "g2": 0}
    journal.rename("g1", "Sunday")
    journal.append(entry(6))
    journal.put_back(journal.remove("g1"))
    assert counted(store) == {"g1": 6, "g2": 0}
    assert len(journal.entries("g1")) == 6


def test_a_deleted_last_move_is_missed_and_what_is_before_it_can_be_saved(journal: Journal, store: str) -> None:
    change(store, "DELETE FROM entries WHERE seq = 5")
    kept, error = journal.readable("g1")
    assert [one.seq for one in kept] == [1, 2, 3, 4]
    assert "game 'g1', move 5: missing; 5 moves were saved" in str(error) and "Export the moves before it" in str(error)


def test_no_move_is_put_where_one_was_lost(journal: Journal, store: str) -> None:
    change(store, "DELETE FROM entries WHERE seq = 5")
    for opened in (journal, Journal.open(store)):
        with pytest.raises(DamagedJournal, match="move 5: missing"):
            opened.append(entry(5, "another"))


def test_a_game_of_which_all_moves_were_deleted_is_no_new_game(journal: Journal, store: str) -> None:
    change(store, "DELETE FROM entries")
    with pytest.raises(DamagedJournal, match="move 1: missing; 5 moves were saved"):
        journal.entries("g1")


@pytest.mark.parametrize("expected", ["moves = 4", "moves = NULL", "last = NULL", f"last = '{'0' * 32}'", "moves = 6"])
def test_a_count_that_is_not_what_was_written_is_said(journal: Journal, store: str, expected: str) -> None:
    change(store, f"UPDATE games SET {expected}")
    assert journal.readable("g1")[1] is not None


def test_moves_without_how_their_game_began_are_said(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with Journal.open(url) as journal:
        journal.create(GAME, [entry(1)])
        change(url, "PRAGMA foreign_keys=OFF", "DELETE FROM games")
        (found,) = journal.unreadable()
    assert found.id == "g1" and "the start of the game is missing" in str(found.error)


def test_a_game_that_is_copied_into_another_journal_keeps_its_count(journal: Journal, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'other.db'}"
    with Journal.open(url) as other:
        other.create(journal.game("g1"), journal.entries("g1"))
    assert counted(url) == {"g1": 5}


def test_a_move_hidden_by_a_damaged_index_is_missed_also_in_a_journal_that_counted_none(tmp_path: Path) -> None:
    file = Path(shutil.copy(Path(__file__).parent / "versions" / "tables-2-entries-2.db", tmp_path / "games.db"))
    with closing(sqlite3.connect(file)) as vandal:
        asked = "SELECT rootpage FROM sqlite_master WHERE name='sqlite_autoindex_entries_1'"
        (root,) = vandal.execute(asked).fetchone()
    content = bytearray(file.read_bytes())
    content[(root - 1) * 4096 + 4] -= 1  # one cell less on this page of the index
    file.write_bytes(content)
    with Journal.open(f"sqlite:///{file}") as journal:
        found = [journal.readable(game.id)[1] for game in journal.games()]
        assert any(error is not None and "missing;" in str(error) for error in found)
        with pytest.raises(DamagedJournal, match="damaged"):
            journal.create(GAME)
