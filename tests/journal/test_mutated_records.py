"""A record that was changed anywhere is refused in a line, or it is the very same game."""

from __future__ import annotations

import os
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from companion.errors import CompanionError
from companion.games.registry import game as rules_of
from companion.journal.course.course import Course
from companion.journal.records.record import write_record
from tests.bench.figures import Measured
from tests.figures import record
from tests.fuzz.test_doors import mutated
from tests.journal.kept_games import read

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
