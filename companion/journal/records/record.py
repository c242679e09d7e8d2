"""Record files: a whole game as one JSON document, written and read without loss.

``docs/record-format.md`` describes the format; :mod:`companion.journal.records.record_schema` has its JSON Schema.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from companion.decoding import decode
from companion.errors import CompanionError, within
from companion.games.documents import Fields, list_reader, optional_reader, read_integer, text_reader
from companion.games.errors import UnreadableDocument, naming
from companion.games.registry import AnyGame
from companion.games.registry import game as rules_of
from companion.journal.course.course import Course, check_seats
from companion.journal.course.folding import REDO, UNDO
from companion.journal.entries import FORMAT as FORMAT_OF_ENTRIES
from companion.journal.entries import Document, Entry, KeptGame
from companion.journal.records.text_form import document_of, in_lines, unquoted, unsupported
from companion.journal.values import (
    CHAIN,
    DEEPEST,
    MOST_BYTES,
    MOST_ENTRIES,
    TooDeep,
    bounded,
    chained,
    check_chain,
    game_id,
    instant,
    integer_below,
    json_value,
    name_line,
    short_text,
)
from companion.locale import Message

FORMAT = "decktet-companion-record"
VERSION = 6
"""The version that is written. It increases with every added field, so that an older companion asks to be updated.
Version 1 has no ``chain`` (some companions wrote one); version 2 has it. Version 3 adds options and corrections of
Magistratvm, version 4 a hand for Magnate's automa, version 5 entries of format 4, version 6 games that
were stopped early. All are read."""
_MEANT_BY_2 = {1: 3, 2: 3, 3: 4, 4: 4}
"""By version, the format of entries that say 2 or nothing."""


class UnreadableRecord(CompanionError):
    """A file that is no record or has unknown contents; ``thing`` names the place."""


def write_record(game: KeptGame, entries: Sequence[Entry], viewer: int | None = None) -> str:
    """Write a game and its entries as JSON text.

    Args:
        game: the game.
        entries: all its entries.
        viewer: the seat that may read it, or None for everybody; secrets are left out until the game's end.

    Returns:
        The record.
    """
    move_lines = [_move_line(entry) for entry in _redacted(game, entries, viewer)]
    kept = {name: getattr(game, name) for name in ("game", "id", "name", "created", "players", "options", "setup")}
    head = {"format": FORMAT, "version": VERSION, **kept, "created": game.created.isoformat()}
    head, move_lines = chained(head, move_lines)
    lines = ",\n  ".join(json.dumps(line, ensure_ascii=False) for line in move_lines)
    opening = json.dumps(head, ensure_ascii=False, indent=1).removesuffix("\n}")
    return f'{opening},\n "moves": [\n  {lines}\n ]\n}}\n'


def _redacted(game: KeptGame, entries: Sequence[Entry], viewer: int | None) -> Sequence[Entry]:
    rules = rules_of(game.game)
    if rules.redact_move is None:
        return entries
    course = Course.of(rules, game, entries)
    return [
        replace(entry, move=rules.move_to_json(course.redact_move(step.move, viewer)))
        if entry.move not in (UNDO, REDO)
        else entry
        for entry, step in course.entry_steps
    ]


def _move_line(entry: Entry) -> dict[str, object]:
    kept = {name: getattr(entry, name) for name in ("id", "base_seq", "at", "seat", "source", "format")}
    return {**entry.move, "entry": {**kept, "at": entry.at.isoformat()}}


def read_record(
    written: bytes, name: str, *, now: Callable[[], datetime], new_id: Callable[[], str]
) -> tuple[KeptGame, tuple[Entry, ...]]:
    """Read a record file, or a game in lines; missing ids and times are filled in.

    At most ``MOST_BYTES``, ``MOST_ENTRIES`` and ``DEEPEST`` levels (:mod:`companion.journal.values`) are read.
    Whether the moves are legal is not checked.

    Args:
        written: the file's text.
        name: the file's name in errors, and the game's name if the record has none.
        now: the time of entries without one.
        new_id: ids of entries without one.

    Returns:
        The game and its entries.

    Raises:
        UnreadableRecord: if it is no record, or its setup cannot be played.
    """
    try:
        document = _document(written)
        game, entries = _read(Fields(document, ""), name, now, new_id)
        check_chain(document)
    except CompanionError as error:
        raise UnreadableRecord(within(name, error.thing), error.reason, error.next_step) from error
    return game, entries


def _document(written: bytes) -> Any:
    """Return the JSON value of a record file, or of a game in lines."""
    if len(written) > MOST_BYTES:
        much = Message("too large for a game record: more than {n} MiB", {"n": MOST_BYTES // 2**20})
        raise UnreadableDocument("", much, Message("choose a record file"))
    try:
        text = decode(written)
    except UnicodeDecodeError:
        again = Message("save it as UTF-8, or export the game again")
        raise UnreadableDocument("", Message("not a text file in UTF-8 or UTF-16"), again) from None
    if in_lines(text):
        return {"format": FORMAT, "version": VERSION, **document_of(text)}
    try:
        return json_value(text if text.lstrip()[:1] in ("{", "[") else unquoted(text))
    except json.JSONDecodeError as error:
        cut = not error.doc[error.pos :].strip() or error.msg.startswith("Unterminated")
        reason = Message("incomplete JSON") if cut and error.doc.strip() else Message("not valid JSON")
        at = Message("line {line}, column {column}", {"line": error.lineno, "column": error.colno})
        reason = Message("{reason} ({at})", {"reason": reason, "at": at})
    except TooDeep:
        reason = Message("JSON nested more than {n} levels deep", {"n": DEEPEST})
    except ValueError:
        reason = Message("not valid JSON")
    raise UnreadableDocument("", reason, Message("export the game again"))


def _read(
    found: Fields, name: str, now: Callable[[], datetime], new_id: Callable[[], str]
) -> tuple[KeptGame, tuple[Entry, ...]]:
    if found.take_or("format", _any, None) != FORMAT:
        raise UnreadableDocument("format", Message("not a game record (expected format {format})", {"format": FORMAT}))
    version = found.take("version", read_integer)
    if version not in range(1, VERSION + 1):
        raise unsupported("version", version, f"1–{VERSION}")
    rules = found.take("game", text_reader(rules_of))
    options = found.take_or("options", rules.options_from_json, rules.options_from_json({}, "options"))
    setup = found.take("setup", rules.setup_from_json)
    seats = rules.seats(options)
    moves = found.take("moves", bounded(_any, MOST_ENTRIES))
    game = KeptGame(
        id=found.take_or("id", game_id, None) or new_id(),
        game=rules.name,
        name=found.take_or("name", name_line, name),
        players=found.take("players", list_reader(name_line)),
        options=rules.options_to_json(options),
        setup=rules.setup_to_json(setup),
        created=found.take_or("created", instant, None) or now(),
    )
    entries = tuple(_entry(rules, game, seats, seq, line, version) for seq, line in enumerate(moves, start=1))
    found.take_or(CHAIN, _any, None)
    found.done()
    check_seats(len(game.players), seats)
    with naming(game.names):
        rules.start(options, setup)
    _check_ids(entries)
    return game, entries


def _check_ids(entries: Sequence[Entry]) -> None:
    first: dict[str, int] = {}
    for entry in entries:
        if (n := first.setdefault(entry.id, entry.seq)) != entry.seq:
            raise UnreadableDocument(f"move {entry.seq}.entry.id", Message("same as in move {n}", {"n": n}))


def _entry(rules: AnyGame, game: KeptGame, seats: int, seq: int, line: object, version: int) -> Entry:
    place = f"move {seq}"
    if not isinstance(line, Mapping):
        raise UnreadableDocument(place, Message("must be an object"))
    bare = {name: value for name, value in line.items() if name != "entry"}
    move = _move(rules, bare, place)
    kept = Fields(line.get("entry", {}), f"{place}.entry")
    readers = {**_ENTRY, "base_seq": integer_below(seq), "seat": optional_reader(integer_below(seats))}
    found: dict[str, Any] = kept.take_all(readers, readers)
    kept.done()
    player: Any = bare.get("player")
    return Entry(
        game=game.id,
        seq=seq,
        id=found.get("id") or f"record-{seq}",
        base_seq=found.get("base_seq", seq - 1),
        at=found.get("at", game.created),
        seat=found.get("seat", player if type(player) is int else None),
        source=found.get("source", "file"),
        format=_entry_format(rules, version, found.get("format")),
        move=move,
    )


def _entry_format(rules: AnyGame, version: int, written: int | None) -> int:
    """Return the format by which an entry of a record is read; 2 lets the game try its readings in order."""
    if written in (None, 2) and version in _MEANT_BY_2:
        meant = _MEANT_BY_2[version]
        return 2 if rules.readings.get(2, ())[:1] == (meant,) else meant
    return FORMAT_OF_ENTRIES if written is None else written


def _move(rules: AnyGame, bare: Document, place: str) -> Document:
    """Return a move's document with every field."""
    if bare in (UNDO, REDO):
        return bare
    return rules.move_to_json(rules.move_from_json(bare, place))


def _any(value: object, _place: str) -> object:
    return value


_ENTRY: Mapping[str, Callable[[object, str], object]] = {
    "id": short_text,
    "at": instant,
    "source": short_text,
    "format": integer_below(FORMAT_OF_ENTRIES + 1),
    CHAIN: _any,
}
"""Readers of what an entry keeps beside its move; all of it may be left out."""
