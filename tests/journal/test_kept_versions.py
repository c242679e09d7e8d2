"""Journals and records of every version are read as they were; a changed record is refused or the same game."""

import os
import random
import shutil
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.errors import CompanionError
from companion.games.registry import game as rules_of
from companion.journal import DamagedJournal, Entry, Journal
from companion.journal.course.course import Course
from companion.journal.records.record import write_record
from companion.journal.store.tables import READABLE, SCHEMA
from tests.bench.figures import Measured
from tests.figures import record
from tests.fuzz.test_doors import mutated
from tests.journal.kept_games import NOON, read
from tests.postgres import change
from tests.unwritable import read_only

RECORDS = sorted(
    path for path in (Path(__file__).parents[1] / "records").glob("*.json") if not path.name.endswith(".replayed.json")
)
MUTANTS = int(os.environ.get("MUTANTS", "20000"))


def folded(written: bytes) -> Course[Any, Any]:
    kept, entries = read(written)
    return Course.of(rules_of(kept.game), kept, entries)


def counted(times: int, seed: int) -> Counter[str]:
    """How many changed records were refused, the same game all the same, or another one without a word."""
    chance, found, sound = random.Random(seed), Counter[str](), []
    for path in RECORDS:
        course = folded(path.read_bytes())
        written = write_record(course.game, [entry for entry, _ in course.entry_steps]).encode()
        sound.append((written, folded(written)))
    for _ in range(times):
        written, course = chance.choice(sound)
        try:
            other = folded(mutated(written, [one for one, _ in sound], chance))
        except CompanionError as error:
            assert "\n" not in str(error)
            found["refused"] += 1
        else:
            same = (other.game, other.state, [one.move for one, _ in other.entry_steps]) == (
                *(course.game, course.state, [one.move for one, _ in course.entry_steps]),
            )
            found["same" if same else "silent"] += 1
    return found


def test_a_mutated_record_is_refused_or_the_same_game() -> None:
    found = counted(60, seed=1)
    assert found["silent"] == 0 and found["refused"] > 30, found


@pytest.mark.prove("corruptions")
@pytest.mark.timeout(3000)
def test_of_twenty_thousand_mutated_records_none_is_silent() -> None:
    found = counted(MUTANTS, seed=2)
    print(dict(found), file=sys.__stdout__, flush=True)
    assert found["silent"] == 0, found
    record({"records-mutated-silent": Measured(found["silent"], MUTANTS)})


VERSIONS = Path(__file__).parent / "versions"
NAMES = sorted(path.stem for path in VERSIONS.glob("*.db"))


@pytest.fixture(params=NAMES)
def version(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def database(version: str, tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    return Path(shutil.copy(VERSIONS / f"{version}.db", folder / "games.db"))


@pytest.fixture
def journal(database: Path) -> Iterator[Journal]:
    with Journal.open(f"sqlite:///{database}") as opened:
        yield opened


def exported(version: str) -> tuple[Entry, ...]:
    return read((VERSIONS / f"{version}.json").read_bytes())[1]


def formats(database: Path) -> tuple[int, int]:
    """That of the tables, and how many entries carry no link."""
    with closing(sqlite3.connect(database)) as reader:
        columns = [row[1] for row in reader.execute("PRAGMA table_info(entries)")]
        without = reader.execute("SELECT count(*) FROM entries WHERE chain IS NULL") if "chain" in columns else None
        return reader.execute("SELECT format FROM journal").fetchone()[0], without.fetchone()[0] if without else -1


def format_behind(version: str) -> int:
    """The format of a version's tables once something was written."""
    return max(SCHEMA, int(version.split("-")[1]))


@pytest.mark.parametrize("newest", [SCHEMA, READABLE])
def test_the_newest_formats_are_among_them(newest: int) -> None:
    assert any(name.startswith(f"tables-{newest}-") for name in NAMES)


def test_its_games_are_as_its_own_export_has_them(journal: Journal, version: str) -> None:
    assert {game.name for game in journal.games()} == {"Friday", "Saturday"}
    assert journal.entries("friday") == exported(version)
    for game in journal.games():
        Course.of(rules_of(game.game), game, journal.entries(game.id))


def test_to_look_at_it_changes_nothing(database: Path) -> None:
    before = database.read_bytes()
    with read_only(database.parent), Journal.open(f"sqlite:///{database}") as journal:
        assert len(journal.entries("friday")) == 16 and len(journal.entries("friday", after=4)) == 12
    assert database.read_bytes() == before


def test_it_goes_on_and_all_of_it_is_chained_from_then_on(journal: Journal, database: Path, version: str) -> None:
    added = Entry("friday", 17, "e17", 16, NOON, 0, "touch", {"type": "undo"})
    journal.append(added)
    assert formats(database) == (format_behind(version), 0)
    assert journal.entries("friday") == (*exported(version), added)
    change(f"sqlite:///{database}", "UPDATE entries SET seat = 1 - seat WHERE game = 'friday' AND seq = 15")
    with pytest.raises(DamagedJournal, match="move 15: checksum mismatch"):
        journal.entries("friday")


def test_two_programs_that_both_go_on_with_it_bring_it_up_to_date_once(version: str, database: Path) -> None:
    with Journal.open(f"sqlite:///{database}") as one, Journal.open(f"sqlite:///{database}") as other:
        one.append(Entry("friday", 17, "e17", 16, NOON, 0, "touch", {"type": "undo"}))
        other.append(Entry("friday", 18, "e18", 17, NOON, 0, "touch", {"type": "redo"}))
        other.create(replace(other.game("friday"), id="sunday"))
        assert len(one.entries("friday")) == len(other.entries("friday")) == 18
    assert formats(database) == (format_behind(version), 0)


def test_a_game_of_it_that_was_damaged_then_hides_no_other_and_goes_no_further(database: Path) -> None:
    change(f"sqlite:///{database}", "UPDATE entries SET move = '[1' WHERE game = 'saturday' AND seq = 4")
    with Journal.open(f"sqlite:///{database}") as journal:
        journal.append(Entry("friday", 17, "e17", 16, NOON, 0, "touch", {"type": "undo"}))
        assert [one.seq for one in journal.readable("saturday")[0]] == [1, 2, 3]
        assert len(journal.entries("friday")) == 17


def test_a_game_of_it_that_nobody_can_ask_for_stays_as_it_is(database: Path) -> None:
    changed = "UPDATE games SET id = CAST(x'ff41' AS TEXT) WHERE id = 'saturday'"
    change(f"sqlite:///{database}", "PRAGMA foreign_keys=OFF", changed)
    with Journal.open(f"sqlite:///{database}") as journal:
        journal.append(Entry("friday", 17, "e17", 16, NOON, 0, "touch", {"type": "undo"}))
        assert [game.id for game in journal.games()] == ["friday"] and len(journal.unreadable()) == 1


def test_a_game_of_it_that_was_only_begun_goes_on(database: Path) -> None:
    with closing(sqlite3.connect(database)) as vandal, vandal:
        vandal.execute("DELETE FROM entries WHERE game = 'saturday'")
        if "moves" in [row[1] for row in vandal.execute("PRAGMA table_info(games)")]:
            vandal.execute("UPDATE games SET moves = 0, last = chain WHERE id = 'saturday'")
    with Journal.open(f"sqlite:///{database}") as journal:
        journal.append(Entry("saturday", 1, "e1", 0, NOON, 0, "touch", {"type": "undo"}))
        assert len(journal.entries("saturday")) == 1


def test_a_game_of_it_can_be_renamed_and_removed_and_comes_back_whole(journal: Journal) -> None:
    before = journal.entries("friday")
    journal.rename("friday", "Good Friday")
    journal.put_back(journal.remove("friday"))
    assert journal.entries("friday") == before and journal.game("friday").name == "Good Friday"
