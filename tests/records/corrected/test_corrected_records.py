"""Corrected games keep the states that the companion which wrote them had after every entry.

``GAME-COMMIT.jsonl.xz`` are random games with corrections, written by that commit with ``write_games.py``: the first
one, and each later one that changed what a kept entry means. What lies there is never made anew. If one of these tests
fails, raise FORMAT in companion/journal/entries.py, keep the old reading for games of older formats, and
add the games of the new one. The script is in the history: ``git checkout b537098e -- tests/records/corrected`` before
you run it.

Digests of states that stay the same if a later companion adds a field or words a question otherwise.
"""

import hashlib
import json
import lzma
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from companion.games.registry import game as rules_of
from companion.journal import Journal
from companion.journal.course.course import Course
from companion.journal.entries import Entry, KeptGame
from companion.journal.records.record import read_record, write_record
from companion.journal.store.game_rows import new_rows
from tests.cases import each
from tests.conftest import SHARED
from tests.journal.kept_games import NOON
from tests.journal.test_kept_versions import VERSIONS

Shape = dict[str, Any]
"""The fields of a state's document by name, each with the shape of what it holds."""

LENGTH = 4
"""Hexadecimal digits of a digest."""


def fitted(value: Any, shape: Shape) -> Any:
    """Return a document with the fields of a shape alone."""
    if isinstance(value, dict):
        return {name: fitted(held, shape[name]) for name, held in value.items() if name in shape}
    if isinstance(value, list | tuple):
        return [fitted(held, shape) for held in value]
    return value


def digest(state: Any, shape: Shape) -> str:
    """Return a state's digest, by the fields of a shape."""
    text = json.dumps(fitted(state, shape), sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=LENGTH // 2).hexdigest()


FOLDER = Path(__file__).parent
CORPORA = sorted(path.name for path in FOLDER.glob("*.jsonl.xz"))
ACCEPTED_BY_BOTH = {"magnate-e3eef08d.jsonl.xz": {22, 46, 63, 115, 152, 197}}
"""Games that two meanings accept, with other states. Nothing in them tells which companion wrote them."""
QUICK = 12
"""Games of each corpus in ``make test``; ``make prove corrections`` takes all."""


@dataclass(frozen=True)
class Written:
    """A game as one companion wrote it."""

    record: dict[str, Any]
    digests: str
    shape: Shape


def games(corpus: str, some: slice) -> Iterator[Written]:
    lines = lzma.decompress((FOLDER / corpus).read_bytes()).decode().splitlines()
    head = json.loads(lines[0])
    for n, line in enumerate(lines[1:][some], start=some.start):
        if n in ACCEPTED_BY_BOTH.get(corpus, ()):
            continue
        game = json.loads(line)
        moves = [{**move, "entry": {"format": 2}} for move in game["moves"]]
        record = {
            "format": "decktet-companion-record",
            "version": head["version"],
            "game": head["game"],
            "name": f"{corpus}, game {n}",
            "players": ["Ann", "Ben", "Cleo", "Dan"][: _seats(head["game"], game["options"])],
            "options": game["options"],
            "setup": game["setup"],
            "moves": moves,
        }
        yield Written(record, game["states"], head["shape"])


def _seats(name: str, options: dict[str, Any]) -> int:
    rules = rules_of(name)
    return rules.seats(rules.options_from_json(options, "options"))


def read(record: dict[str, Any]) -> tuple[KeptGame, tuple[Entry, ...]]:
    return read_record(json.dumps(record).encode(), record["name"], now=lambda: NOON, new_id=lambda: "new")


def check(written: Written, kept_as: Sequence[Entry] = ()) -> None:
    kept, entries = read(written.record)
    entries = tuple(kept_as) or entries
    course = Course.of(rules_of(kept.game), kept, entries)
    for entry in entries:
        state = course.rules.state_to_json(course.around(entry.seq)[1])
        place = (entry.seq - 1) * LENGTH
        found = digest(state, written.shape)
        assert found == written.digests[place : place + LENGTH], (
            f"{kept.name}: another state after move {entry.seq}, {dict(entry.move)}: {fitted(state, written.shape)}"
        )


@each("corpus", CORPORA)
def test_a_corrected_game_has_the_states_that_its_companion_had(corpus: str) -> None:
    for written in games(corpus, slice(0, QUICK)):
        check(written)


@pytest.mark.prove("corrections")
@pytest.mark.parametrize("corpus", CORPORA)
def test_every_corrected_game_has_the_states_that_its_companion_had(corpus: str) -> None:
    for written in games(corpus, slice(QUICK, None)):
        check(written)


@each("corpus", [name for name in CORPORA if "efa107b" in name])
def test_an_old_game_is_exported_and_read_again_with_its_states(corpus: str) -> None:
    for written in games(corpus, slice(0, 3)):
        kept, entries = read(written.record)
        again = read({**json.loads(write_record(kept, entries)), "name": kept.name})
        assert public_states(*again) == public_states(kept, entries)


def public_states(kept: KeptGame, entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """The states after each entry, without notes, which stay at home."""
    course = Course.of(rules_of(kept.game), kept, entries)
    states = [course.rules.state_to_json(course.around(entry.seq)[1]) for entry in entries]
    return [{name: value for name, value in state.items() if name != "notes"} for state in states]


@each("corpus", CORPORA)
def test_a_game_in_a_journal_has_the_states_that_its_companion_had(corpus: str, tmp_path: Path) -> None:
    check_stored(corpus, slice(0, QUICK), tmp_path)


@pytest.mark.prove("corrections")
@pytest.mark.parametrize("corpus", CORPORA)
def test_every_game_in_a_journal_has_the_states_that_its_companion_had(corpus: str, tmp_path: Path) -> None:
    check_stored(corpus, slice(QUICK, None), tmp_path)


TABLES = {"efa107b": "tables-2-entries-2.db", "e3eef08d": "tables-3-entries-2.db", "b779599d": "tables-3-entries-2.db"}
"""A journal with the tables of each companion that wrote games."""


def check_stored(corpus: str, some: slice, folder: Path) -> None:
    """Check games of a corpus in its companion's journal, before and after this companion writes into it."""
    file = folder / f"{corpus}.db"
    shutil.copyfile(VERSIONS / TABLES[corpus.partition(".")[0].rpartition("-")[2]], file)
    written = {f"game-{n}": one for n, one in enumerate(games(corpus, some))}
    with closing(sqlite3.connect(file)) as database, database:
        for id_, one in written.items():
            store(database, id_, *read(one.record))
    with Journal.open(f"sqlite:///{file}") as journal:
        for again in range(2):
            for id_, one in written.items():
                check(one, journal.entries(id_))
            if not again:
                journal.rename("friday", "Good Friday")


def store(database: sqlite3.Connection, id_: str, game: KeptGame, entries: Sequence[Entry]) -> None:
    """Put a game into a journal as its companion did."""
    rows = new_rows(replace(game, id=id_), [replace(one, game=id_, format=2) for one in entries], None)
    for table, row in (("games", rows[0]), *(("entries", row) for row in rows[1:])):
        there = [name for _, name, *_ in database.execute(f"PRAGMA table_info({table})")]
        places = ", ".join("?" * len(there))
        database.execute(f"INSERT INTO {table} ({', '.join(there)}) VALUES ({places})", [row[one] for one in there])


SHARED_RECORDS = sorted((SHARED / "reports" / "records").glob("*.states.json"))


@pytest.mark.skipif(not SHARED_RECORDS, reason="the collection of reported records is not here")
@each("states", SHARED_RECORDS, ids=lambda path: path.name)
def test_a_reported_record_has_the_states_that_its_companion_had(states: Path) -> None:
    record = states.with_name(states.name.replace(".states", "")).read_bytes()
    kept, entries = read_record(record, "reported", now=lambda: NOON, new_id=lambda: "new")
    course = Course.of(rules_of(kept.game), kept, entries)
    for entry, expected in zip(entries, json.loads(states.read_text("utf8")), strict=True):
        state = course.rules.state_to_json(course.around(entry.seq)[1])
        assert {name: state[name] for name in expected} == expected, entry.seq
