"""Readers of the values in a journal's rows and in records, with errors that name the place."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, NoReturn
from unicodedata import category

from companion.games.documents import read_integer, read_text
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
        value: object = _DECODER.decode(written)
    except RecursionError:
        raise TooDeep from None
    if written.count("[") + written.count("{") > DEEPEST and _is_too_deep(value):
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


def short_text(value: object, place: str) -> str:
    """Read a text that fits an id."""
    found = read_text(value, place)
    if not 1 <= len(found) <= 64:
        raise UnreadableDocument(place, Message("must have 1 to 64 characters, but has {n}", {"n": len(found)}))
    return found


def name_line(value: object, place: str) -> str:
    """Read a name that fits a line and has no control characters."""
    found = read_text(value, place)
    if not 1 <= len(found) <= 200 or any(category(letter) in ("Cc", "Zl", "Zp") for letter in found):
        raise UnreadableDocument(place, Message("must be one line of 1 to 200 characters"))
    return found


def integer_below(bound: int) -> Callable[[object, str], int]:
    """Return a reader of whole numbers from 0 up to, but not including, ``bound``."""

    def read(value: object, place: str) -> int:
        found = read_integer(value, place)
        if found not in range(bound):
            raise UnreadableDocument(place, Message("must be between 0 and {most}", {"most": bound - 1}))
        return found

    return read


def _is_too_deep(value: object) -> bool:
    """Return whether lists and objects are nested deeper than :data:`DEEPEST`."""
    level: list[Any] = [value]
    for _ in range(DEEPEST + 1):
        inner = [one.values() if type(one) is dict else one for one in level if type(one) in (dict, list)]
        level = [one for each in inner for one in each]
        if not level:
            return False
    return True


def _refuse_constant(_: str) -> NoReturn:
    raise ValueError("JSON has no such number")


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)
"""Made once: to make one takes longer than to read a move."""
