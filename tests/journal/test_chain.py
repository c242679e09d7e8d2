"""What was changed in a kept game by anything but the companion is noticed, and the place named."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.journal import DamagedJournal, Journal
from companion.journal.store.overviews import follow_rest
from tests.journal.test_journal import GAME, entry
from tests.postgres import change

COLUMNS = {
    "id": "id = 'another'",
    "base_seq": "base_seq = 1",
    "at": "at = '2026-11-21T13:00:00+00:00'",
    "seat": "seat = 1",
    "nobody": "seat = NULL",
    "source": "source = 'camera'",
    "move": """move = '{"type":"roll","dice":[3,4]}'""",
    "spaces": "move = move || ' '",
    "format": "format = 1",
    "link": f"chain = '{'0' * 32}'",
}


@pytest.fixture
def journal(store: str) -> Iterator[Journal]:
    with Journal.open(store) as opened:
        opened.create(GAME, [entry(seq) for seq in (1, 2)])
        for seq in (3, 4, 5):
            opened.append(entry(seq))
        yield opened


@pytest.mark.parametrize("column", COLUMNS)
def test_a_move_that_is_not_what_was_written_is_named_and_those_before_it_can_be_saved(
    journal: Journal, store: str, column: str
) -> None:
    change(store, f"UPDATE entries SET {COLUMNS[column]} WHERE seq = 3")
    kept, error = journal.readable("g1")
    assert [one.seq for one in kept] == [1, 2]
    assert "game 'g1', move 3: checksum mismatch" in str(error) and "Export the moves before it" in str(error)


def test_two_moves_that_changed_places_are_noticed(journal: Journal, store: str) -> None:
    change(store, "UPDATE entries SET seq = 90 WHERE seq = 2")
    change(store, "UPDATE entries SET seq = 2, base_seq = 1 WHERE seq = 3")
    change(store, "UPDATE entries SET seq = 3, base_seq = 2 WHERE seq = 90")
    with pytest.raises(DamagedJournal, match="move 2: checksum mismatch"):
        journal.entries("g1")


def test_whoever_asks_for_the_last_moves_only_hears_of_a_change_in_them(journal: Journal, store: str) -> None:
    change(store, "UPDATE entries SET seat = 1 WHERE seq = 5")
    assert [one.seq for one in journal.readable("g1", after=3)[0]] == [4]
    with pytest.raises(DamagedJournal, match="move 5"):
        journal.entries("g1", after=3)


def test_a_game_whose_beginning_is_not_what_was_written_is_listed_as_damaged_with_its_moves(
    journal: Journal, store: str
) -> None:
    change(store, """UPDATE games SET players = '["Ann","Bob"]'""")
    assert journal.games() == ()
    (found,) = journal.unreadable()
    assert "game 'Friday': checksum mismatch" in str(found.error)
    saved = follow_rest(journal, found)
    assert saved is None or len(saved.entries) == 5
    with pytest.raises(DamagedJournal):
        journal.game("g1")


def test_a_change_in_one_game_is_no_matter_to_another(journal: Journal, store: str) -> None:
    journal.create(replace(GAME, id="g2"), [entry(1, game="g2")])
    change(store, "UPDATE entries SET seat = 1 WHERE game = 'g2'")
    assert len(journal.entries("g1")) == 5


def test_a_game_that_an_earlier_companion_went_on_with_meanwhile_is_whole(journal: Journal, store: str) -> None:
    row = "'g1', 6, 'e6', 5, '2026-11-21T12:00:00+00:00', 0, 'touch', '{\"type\":\"undo\"}', 2"
    change(
        store,
        f"INSERT INTO entries (game, seq, id, base_seq, at, seat, source, move, format) VALUES ({row})",
    )
    journal.append(entry(7))
    assert [one.seq for one in journal.entries("g1")] == [1, 2, 3, 4, 5, 6, 7]
    change(store, "UPDATE entries SET seat = 1 WHERE seq = 6")
    with pytest.raises(DamagedJournal, match="move 7: checksum mismatch"):
        journal.entries("g1")
