"""Folds records, and returns a digest of every state on the way; runs here and in the browser edition's Python."""

import hashlib
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import count

from companion.games.registry import game as rules_of
from companion.journal.course.course import Course
from companion.journal.records.record import read_record, write_record
from companion.locale.languages import LANGUAGES, translations

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def digests(records: Sequence[str]) -> list[str]:
    """One for each record: of the states after its entries, the score, the log in both languages, the record anew."""
    return [digest(record) for record in records]


def digest(record: str) -> str:
    numbers = count()
    kept, entries = read_record(record.encode(), "record", now=lambda: NOON, new_id=lambda: f"id{next(numbers)}")
    rules = rules_of(kept.game)
    course = Course.of(rules, kept, entries)
    found = hashlib.sha256()
    for _, step in course.entry_steps:
        found.update(canonical(rules.state_to_json(step.after)))
    found.update(canonical(rules.score_to_json(course.state, kept.names)))
    for language in LANGUAGES:
        found.update("\n".join(line.message.text(translations(language)) for line in course.history()).encode())
    found.update(write_record(kept, entries).encode())
    return f"{len(entries)} {found.hexdigest()}"


def canonical(document: object) -> bytes:
    return json.dumps(document, ensure_ascii=False, sort_keys=True).encode()
