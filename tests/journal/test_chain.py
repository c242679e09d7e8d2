"""What was changed in a kept game is noticed; a game is folded, leaves the journal whole and comes back."""

from collections.abc import Iterator
from cProfile import Profile
from dataclasses import replace
from importlib import resources
from pathlib import Path
from pstats import Stats
from typing import Any

import pytest

from companion.games.magnate.game import MAGNATE
from companion.journal import DamagedJournal, Entry, Journal
from companion.journal.course.course import Course
from companion.journal.entries import AlreadyKept, NoSuchGame
from companion.journal.store.connect import connect
from companion.journal.store.overviews import follow_rest
from companion.play import Play
from tests.journal.kept_games import NOON, read
from tests.journal.test_journal import GAME, entry
from tests.postgres import change


def calls(profile: Profile, module: str, name: str) -> int:
    """How often a function of a module was called."""
    found: Any = Stats(profile).stats  # type: ignore[attr-defined]
    return sum(one[0] for (file, _, function), one in found.items() if file.endswith(module) and function == name)


def test_one_line_of_the_history_is_as_in_the_whole(tmp_path: Path) -> None:
    record = (resources.files("companion.demo") / "game.json").read_bytes()
    with Journal.open(f"sqlite:///{tmp_path / 'games.db'}") as journal:
        kept, entries = read(record)
        journal.create(kept, entries)
        play = Play(MAGNATE, journal, kept.id, now=lambda: NOON, new_id=iter("abcdef").__next__)
        play.undo()
        play.undo()
        lines = play.history()
        assert [play.history_line(seq) for seq in (1, 90, 191, 193, 195)] == [
            lines[n - 1] for n in (1, 90, 191, 193, 195)
        ]


def test_a_move_makes_its_own_line_of_the_history_and_no_other_anew() -> None:
    record = (resources.files("companion.demo") / "game.json").read_bytes()
    kept, entries = read(record)
    before: Course[Any, Any] = Course.of(MAGNATE, kept, entries[:-1])
    lines = before.history()
    after = before.after(entries[-1])
    with Profile() as profile:
        went_on = after.history()
    assert calls(profile, "games/declared.py", "describe") == 1
    assert went_on[:-1] == lines and went_on == Course.of(MAGNATE, kept, entries).history()


FRIDAY, SUNDAY = GAME, replace(GAME, id="g2", name="Sunday")


def rolled(game: str, seq: int) -> Entry:
    return entry(seq, f"{game}-{seq}", game=game)


@pytest.fixture
def kept_journal(store: str) -> Iterator[Journal]:
    with Journal.open(store) as opened:
        for game in (FRIDAY, SUNDAY):
            opened.create(game, [rolled(game.id, seq) for seq in (1, 2)])
        yield opened


def rows(store: str) -> list[tuple[object, ...]]:
    with connect(store).reading() as found:
        return [tuple(row) for table in ("games", "entries") for row in found.exec_driver_sql(f"select * from {table}")]


def test_a_game_that_is_removed_is_gone_and_the_others_stay(kept_journal: Journal, store: str) -> None:
    kept_journal.remove("g1")
    assert kept_journal.games() == (SUNDAY,) and len(kept_journal.entries("g2")) == 2
    assert not any(b"Friday" in str(row).encode() for row in rows(store))
    assert kept_journal.entries("g1") == ()
    with pytest.raises(NoSuchGame):
        kept_journal.game("g1")


def test_a_game_that_is_put_back_is_as_it_was_and_goes_on(kept_journal: Journal, store: str) -> None:
    before = rows(store)
    kept_journal.put_back(kept_journal.remove("g1"))
    assert sorted(map(str, rows(store))) == sorted(map(str, before))
    kept_journal.append(rolled("g1", 3))
    assert len(kept_journal.entries("g1")) == 3


def test_a_damaged_game_is_put_back_with_its_damage(kept_journal: Journal, store: str) -> None:
    change(store, "update entries set move = '{\"type\": \"roll\"}' where id = 'g1-2'")
    before = rows(store)
    kept_journal.put_back(kept_journal.remove("g1"))
    assert sorted(map(str, rows(store))) == sorted(map(str, before))
    with pytest.raises(DamagedJournal):
        kept_journal.entries("g1")


def test_a_game_is_called_otherwise_and_every_move_stands(kept_journal: Journal) -> None:
    kept_journal.rename("g1", "The long one")
    assert [game.name for game in kept_journal.games()] == ["The long one", "Sunday"]
    assert kept_journal.append(rolled("g1", 3)) in kept_journal.entries("g1") and len(kept_journal.entries("g1")) == 3


def test_another_name_hides_no_damage(kept_journal: Journal, store: str) -> None:
    change(store, "update entries set move = '{\"type\": \"roll\"}' where id = 'g1-2'")
    with pytest.raises(DamagedJournal):
        kept_journal.rename("g1", "Sound")


def test_what_is_not_kept_can_be_neither_removed_nor_renamed(kept_journal: Journal) -> None:
    with pytest.raises(NoSuchGame):
        kept_journal.remove("g9")
    with pytest.raises(NoSuchGame):
        kept_journal.rename("g9", "Nothing")


def test_a_game_is_not_put_back_over_one_that_took_its_place(kept_journal: Journal) -> None:
    removed = kept_journal.remove("g1")
    kept_journal.create(FRIDAY)
    with pytest.raises(AlreadyKept):
        kept_journal.put_back(removed)
    assert kept_journal.entries("g1") == ()


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
def test_a_changed_move_is_named_and_those_before_it_can_be_saved(journal: Journal, store: str, column: str) -> None:
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


def test_a_game_whose_beginning_was_changed_is_listed_as_damaged_with_its_moves(journal: Journal, store: str) -> None:
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
    change(store, f"INSERT INTO entries (game, seq, id, base_seq, at, seat, source, move, format) VALUES ({row})")
    journal.append(entry(7))
    assert [one.seq for one in journal.entries("g1")] == [1, 2, 3, 4, 5, 6, 7]
    change(store, "UPDATE entries SET seat = 1 WHERE seq = 6")
    with pytest.raises(DamagedJournal, match="move 7: checksum mismatch"):
        journal.entries("g1")
