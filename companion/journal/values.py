"""Readers of the values in a journal's rows and in records, with errors that name the place."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import NoReturn

from companion.games.documents import read_text
from companion.games.errors import UnreadableDocument
from companion.locale import Message

DEEPEST = 64
"""Nesting depth of lists and objects; a move needs six."""


class TooDeep(ValueError):
    """A JSON value nested deeper than :data:`DEEPEST`."""


def json_value(written: str) -> object:
    """Parse a JSON text.

    Raises:
        ValueError: if it is no JSON or holds half a surrogate pair.
        TooDeep: if it is nested too deep.
    """
    try:
        value: object = json.loads(written, parse_constant=_refuse_constant)
    except RecursionError:
        raise TooDeep from None
    level = [value]
    for _ in range(DEEPEST + 1):
        level = [inner for outer in level for inner in _within(outer)]
        if not level:
            break
    else:
        raise TooDeep
    if "\\u" in written:
        json.dumps(value, ensure_ascii=False).encode()  # half of a surrogate pair is no text
    return value


def json_in(value: object, place: str) -> object:
    """Read a text that holds JSON."""
    try:
        return json_value(read_text(value, place))
    except TooDeep:
        raise UnreadableDocument(place, Message("nested more than {n} levels deep", {"n": DEEPEST})) from None
    except ValueError:
        raise UnreadableDocument(place, Message("not valid JSON")) from None


def letters(value: object, place: str) -> str:
    """Read a text that can be encoded again; a database may hold bytes that cannot."""
    found = read_text(value, place)
    try:
        found.encode()
    except UnicodeEncodeError:
        raise UnreadableDocument(place, Message("not UTF-8 text")) from None
    return found


def instant(value: object, place: str) -> datetime:
    """Read a moment; one without a time zone is UTC."""
    try:
        moment = datetime.fromisoformat(read_text(value, place))
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        raise UnreadableDocument(
            f"{place}: {value!r}", Message("not a date and time"), Message("for example: 2026-11-21T20:15:00+00:00")
        ) from None


def _within(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _refuse_constant(_: str) -> NoReturn:
    raise ValueError("JSON has no such number")
