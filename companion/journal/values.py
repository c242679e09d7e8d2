"""Readers of the values in a journal's rows and in records, with errors that name the place; the links of a chain.

Each link covers the one before it, so a change by another program, even of one bit, breaks the chain. No signature.
A record's chain covers what the record says, not what the journal stores, so each viewer's export has its own. Moves
without a link are not checked: other programs' records have none, and moves may be appended to an export.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import blake2b, sha256
from typing import Any, NoReturn
from unicodedata import category

from companion.games.documents import T, list_reader, read_integer, read_text
from companion.games.errors import UnreadableDocument
from companion.locale import Message, Wording

DEEPEST = 64
"""Nesting depth of lists and objects; a move needs six."""


MOST_BYTES = 32 * 1024 * 1024
"""Most characters of a record, or of a JSON text in a row. A game needs about 30,000."""

MOST_ENTRIES = 100_000
"""Most entries of a game. A game has some hundreds."""

LONGEST_NAME = 200
"""Most characters of a name."""

LONGEST_ID = 64
"""Most characters of an id, or of the name of a game or of a source."""

MOST_PLAYERS = 100
"""Most players in a row; no game has as many."""

_PLAIN_ID = re.compile(r"[A-Za-z0-9_-]+")


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
        return json_value(_at_most(read_text(value, place), MOST_BYTES, place))
    except TooDeep:
        raise UnreadableDocument(place, Message("nested more than {n} levels deep", {"n": DEEPEST})) from None
    except ValueError:
        raise UnreadableDocument(place, Message("not valid JSON")) from None


def letters(value: object, place: str, most: int = LONGEST_ID) -> str:
    """Read a text of at most ``most`` characters that can be encoded again; a database may hold bytes that cannot."""
    found = _at_most(read_text(value, place), most, place)
    try:
        found.encode()
    except UnicodeEncodeError:
        raise UnreadableDocument(place, Message("not UTF-8 text")) from None
    return found


def instant(value: object, place: str) -> datetime:
    """Read a moment; one without a time zone is UTC."""
    try:
        moment = datetime.fromisoformat(_at_most(read_text(value, place), LONGEST_ID, place))
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        raise UnreadableDocument(
            f"{place}: {value!r}", Message("not a date and time"), Message("for example: 2026-11-21T20:15:00+00:00")
        ) from None


def short_text(value: object, place: str) -> str:
    """Read a text that fits an id."""
    found = read_text(value, place)
    if not 1 <= len(found) <= LONGEST_ID:
        raise UnreadableDocument(place, Message("must have 1 to 64 characters, but has {n}", {"n": len(found)}))
    return found


def game_id(value: object, place: str) -> str:
    """Read the id of a game that comes from elsewhere.

    Returns:
        The id; in place of one with other characters than letters, digits, ``-`` and ``_``, one that is made of it, so
        that the same game has the same id again.
    """
    found = short_text(value, place)
    return found if _PLAIN_ID.fullmatch(found) else f"r-{sha256(found.encode()).hexdigest()[:32]}"


def name_line(value: object, place: str) -> str:
    """Read a name that fits a line and has no control characters."""
    found = read_text(value, place)
    if not 1 <= len(found) <= LONGEST_NAME or any(category(letter) in ("Cc", "Zl", "Zp") for letter in found):
        raise UnreadableDocument(place, Message("must be one line of 1 to 200 characters"))
    return found


def bounded(read: Callable[[object, str], T], most: int) -> Callable[[object, str], tuple[T, ...]]:
    """Return a reader of lists of at most ``most`` items."""

    def read_list(value: object, place: str) -> tuple[T, ...]:
        if isinstance(value, list) and len(value) > most:
            raise UnreadableDocument(place, Message("too many: {n}, at most {most}", {"n": len(value), "most": most}))
        return list_reader(read)(value, place)

    return read_list


def integer_below(bound: int) -> Callable[[object, str], int]:
    """Return a reader of whole numbers from 0 up to, but not including, ``bound``."""

    def read(value: object, place: str) -> int:
        found = read_integer(value, place)
        if found not in range(bound):
            raise UnreadableDocument(place, Message("must be between 0 and {most}", {"most": bound - 1}))
        return found

    return read


def _at_most(text: str, most: int, place: str) -> str:
    if len(text) > most:
        values: Wording = {"n": len(text), "most": most}
        raise UnreadableDocument(place, Message("too long: {n} characters, at most {most}", values))
    return text


def _is_too_deep(value: object) -> bool:
    """Return whether lists and objects are nested deeper than :data:`DEEPEST`."""
    level: list[Any] = [value]
    for _ in range(DEEPEST + 1):
        inner = [one.values() if type(one) is dict else one for one in level if type(one) in (dict, list)]
        level = [one for each in inner for one in each]
    return bool(level)


def _refuse_constant(_: str) -> NoReturn:
    raise ValueError("JSON has no such number")


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)
"""Made once: to make one takes longer than to read a move."""


_WRITTEN = json.JSONEncoder(sort_keys=True, separators=(",", ":"), default=repr)

LINK_LENGTH = 32
"""Hexadecimal digits of a link, 128 bits."""


def link(before: str, value: object) -> str:
    """Return the link of a JSON value.

    Args:
        before: the link before, ``""`` for the first.
        value: the value. Values that are not JSON (a database may hold bytes) count by their Python representation.

    Returns:
        :data:`LINK_LENGTH` hexadecimal digits.
    """
    return blake2b(f"{before}\n{_WRITTEN.encode(value)}".encode(), digest_size=LINK_LENGTH // 2).hexdigest()


CHAIN = "chain"
_DAMAGED = Message("checksum mismatch: the file is damaged or was edited")
_WHAT_TO_DO = Message("export the game again; if you edited the record on purpose, remove every `chain`")


def chained(head: Mapping[str, Any], lines: Sequence[Mapping[str, Any]]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the head and the moves of a record with their links."""
    begins = last = link("", head)
    written = []
    for line in lines:
        last = link(last, line)
        written.append({**line, "entry": {**line["entry"], CHAIN: last}})
    return {**head, CHAIN: begins}, written


def check_chain(document: Mapping[str, Any]) -> None:
    """Check the links of a record.

    Raises:
        UnreadableDocument: if a part differs from its link, with its place.
    """
    last = link("", {name: value for name, value in document.items() if name not in (CHAIN, "moves")})
    if document.get(CHAIN, last) != last:
        raise UnreadableDocument(Message("start of the game"), _DAMAGED, _WHAT_TO_DO)
    for number, move in enumerate(document["moves"], start=1):
        entry = move.get("entry", {})
        without = {name: value for name, value in entry.items() if name != CHAIN}
        last = link(last, {**move, "entry": without})
        if entry.get(CHAIN, last) != last:
            raise UnreadableDocument(Message("move {n}", {"n": number}), _DAMAGED, _WHAT_TO_DO)
