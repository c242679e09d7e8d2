"""A game as lines of text, for bug reports: its setup, every move and its state. They can be read back as a record.

A move's id, time and source are left out.
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from companion.decoding import is_number
from companion.errors import CompanionError, within
from companion.games.documents import Fields
from companion.games.errors import UnreadableDocument
from companion.games.notation import Notation
from companion.games.registry import AnyGame
from companion.games.registry import game as rules_of
from companion.journal.course.course import Course
from companion.journal.course.folding import REDO, UNDO
from companion.journal.entries import FORMAT, Document
from companion.journal.values import json_in
from companion.locale import Message, Wording

FIRST = "decktet-companion-game"
VERSION = "1"
_NAME, _PLAYER, _FORMAT, _BEGINS, _STANDS = "name", "player", "format", "begins", "stands"
_JSON = re.compile(r"[\s\ufeff>`~]*(?:json\s*)?[\[{]")
"""The start of a JSON document, also of a quoted or fenced one."""
_QUOTED = re.compile(r"\s*(?:>\s?)+")
"""Marks of quoted mail, nested. No notation of a game has any of them."""
_FENCE = re.compile(r"\s*(?:`{3,}|~{3,})\s*[\w+-]*\s*")
_BEGINNING = re.compile(rf"{FIRST}\s+\d+\s+\S")
_LONGEST = 60
"""How many lines one line of a game may be wrapped into: 4,000 characters at a width of 72."""
_TRIES = 30_000
"""How many joined lines are tried in one file. A wrapped game of a thousand moves takes a few thousand."""
_CONTROLS = {"undo": UNDO, "redo": REDO}


@dataclass(frozen=True, slots=True)
class PastedLine:
    """One line of the file, without its decoration.

    ``full`` is true where the next word did not fit, so that the line may go on in the next one.
    """

    number: int
    text: str
    full: bool = False


def write_lines(course: Course[Any, Any], viewer: int | None = None) -> str:
    """Return the game so far as ``viewer`` may know it: a seat, or None for everybody."""
    rules, game = course.rules, course.game
    notation = _notation(rules)
    options, setup = rules.options_from_json(game.options, "options"), rules.setup_from_json(game.setup, "setup")
    head = [f"{FIRST} {VERSION} {game.game}", f"{_NAME} {game.name}", *(f"{_PLAYER} {name}" for name in game.players)]
    if course.format != FORMAT and rules.start_in_format is not None:
        head.append(f"{_FORMAT} {course.format}")
    moves = (
        str(entry.move["type"])
        if entry.move in _CONTROLS.values()
        else notation.move(course.redact_move(step.move, viewer))
        for entry, step in course.entry_steps
    )
    stands = notation.state(rules.seen_by(course.state, viewer))
    lines = [*head, f"{_BEGINS} {notation.beginning(options, setup)}", *moves, f"{_STANDS} {stands}"]
    return "\n".join(lines) + "\n"


def in_lines(written: str) -> bool:
    """Return whether a text is a game in lines, not JSON. It may be quoted or fenced, with other text before it."""
    return FIRST in written and not _JSON.match(written)


def document_of(written: str) -> Document:
    """Read what :func:`write_lines` wrote, without the record's own head.

    Blank lines, surrounding spaces, quotation marks of mail and fences are ignored. Wrapped lines are joined.

    Raises:
        UnreadableDocument: if a line is not a game's, with its number.
    """
    lines = _pasted_lines(written)
    rules = _read_first(lines[0])
    head, begins = _read_head(lines)
    body = [begins, *(line for line in lines if line.number > begins.number)]
    body = list(takewhile(lambda line: _head(line.text)[0] != _STANDS, body))
    begun, *moves = _joined(body, _body_reader(rules, begins.number))
    named, players = dict(head), [text for word, text in head if word == _PLAYER]
    name = {"name": named[_NAME]} if _NAME in named else {}
    kept = {"entry": {"format": int(named[_FORMAT])}} if _FORMAT in named else {}
    moves = [{**move, **kept} for move in moves]
    return {"game": rules.name, "players": players, **name, **begun, "moves": moves}


def unquoted(text: str) -> str:
    """Return a text without marks of quoted mail and without fences, for a document that is not in lines."""
    return "\n".join(_unquoted(line) for line in text.splitlines() if not _FENCE.fullmatch(_unquoted(line)))


def _pasted_lines(text: str) -> list[PastedLine]:
    """Return the lines of a game in a text that are not blank, without quotes and fences.

    What stands before the game's first line says nothing.
    """
    raw = text.splitlines()
    named = [at for at, line in enumerate(raw) if _unquoted(line).startswith(FIRST)]
    if not named:
        raise UnreadableDocument("", Message("no game named"))
    at = next((at for at in named if _BEGINNING.match(_unquoted(raw[at]))), named[0])
    widest = max(len(line.rstrip()) for line in raw[at:])
    bare = map(_unquoted, raw[at:])
    found = [(number, line) for number, line in enumerate(bare, start=at + 1) if line and not _FENCE.fullmatch(line)]
    following = [line.split()[0] for _, line in found[1:]] + [""]
    return [
        PastedLine(number, line, _is_full(raw[number - 1], word, widest))
        for (number, line), word in zip(found, following, strict=True)
    ]


def _joined(lines: Sequence[PastedLine], read: Callable[[int, str], Document]) -> list[Document]:
    """Return what every line reads as, and what was wrapped as one.

    A line that does not read alone is read together with those after it, otherwise as the end of the one before.

    Raises:
        UnreadableDocument: what ``read`` raises for the first line that cannot be read.
    """
    tries = _TRIES

    def shortest(start: int, least: int) -> tuple[Document, int]:
        """Read the fewest lines from ``start``, at least those up to ``least``; return the value and the next start."""
        nonlocal tries
        failed = UnreadableDocument(f"line {lines[start].number}", Message("not a line of a game"))
        for end in range(least, min(len(lines), start + _LONGEST) + 1):
            tries -= end > start + 1
            try:
                return read(lines[start].number, _as_one([line.text for line in lines[start:end]])), end
            except UnreadableDocument as error:
                failed = error if end == least else failed
            if tries < 0:
                break
        raise failed

    read_so_far: list[tuple[int, Document]] = []  # each with the place of its first line
    at = 0
    while at < len(lines):
        start = at
        try:
            value, at = shortest(start, start + 1)
        except UnreadableDocument as error:
            if not read_so_far:
                raise
            start, _ = read_so_far.pop()
            try:
                value, at = shortest(start, at + 1)
            except UnreadableDocument:
                raise error from None
        read_so_far.append((start, value))
    return [value for _, value in read_so_far]


def _read_first(line: PastedLine) -> AnyGame:
    place = f"line {line.number}"
    match line.text.split():
        case [_, version, name, *_] if version == VERSION:
            rules: AnyGame = _read(line.number, rules_of, name)
            return rules
        case [_, version, _] if version.isdecimal():
            raise unsupported(place, version, VERSION)
    raise UnreadableDocument(place, Message("no game named"))


def unsupported(place: str, version: int | str, known: str) -> UnreadableDocument:
    """Return the error for a record of another version than those that are known."""
    values: Wording = {"version": version, "known": known}
    reason = Message("unsupported version {version}; this companion reads {known}", values)
    return UnreadableDocument(place, reason, Message("update the companion, or export the game again"))


def _read_head(lines: Sequence[PastedLine]) -> tuple[list[tuple[str, str]], PastedLine]:
    """Return the game's name, players and format, each after its word, and the line that begins the game."""
    head: list[tuple[str, str]] = []
    is_full = False
    for line in lines[1:]:
        word, rest = _head(line.text)
        if word == _BEGINS:
            return head, replace(line, text=rest)
        if word in (_NAME, _PLAYER) or (word == _FORMAT and is_number(rest)):
            head.append((word, rest))
        elif is_full and head[-1][0] != _FORMAT:  # a wrapped name goes on
            head[-1] = head[-1][0], f"{head[-1][1]} {line.text}"
        else:
            raise UnreadableDocument(f"line {line.number}", Message("unknown before the game starts"))
        is_full = line.full
    raise UnreadableDocument("", Message("ends before the game starts"), Message("copy all lines of the game"))


def _head(text: str) -> tuple[str, str]:
    """Return a line's first word and the rest."""
    word, _, rest = text.partition(" ")
    return word, rest.strip()


def _body_reader(rules: AnyGame, begins: int) -> Callable[[int, str], Document]:
    """Return a reader of the setup, which is line ``begins``, and of each move after it."""
    notation = _notation(rules)

    def begun(line: str) -> Document:
        options, setup = notation.read_beginning(line)
        return {"options": rules.options_to_json(options), "setup": rules.setup_to_json(setup)}

    def moved(line: str) -> Document:
        return _CONTROLS[line] if line in _CONTROLS else rules.move_to_json(notation.read_move(line))

    def read(number: int, line: str) -> Document:
        document: Document = _read(number, begun if number == begins else moved, line)
        return document

    return read


def _read(number: int, read: Any, line: str) -> Any:
    try:
        return read(line)
    except CompanionError as error:
        raise UnreadableDocument(within(f"line {number}", error.thing), error.reason, error.next_step) from error


def _notation(rules: AnyGame) -> Notation[Any, Any, Any, Any]:
    """Return the game's notation, or one JSON document per line if it has none."""

    def begun(line: str) -> tuple[Any, Any]:
        found = Fields(json_in(line, ""), "")
        read = found.take("options", rules.options_from_json), found.take("setup", rules.setup_from_json)
        found.done()
        return read

    def beginning(options: Any, setup: Any) -> str:
        return _json({"options": rules.options_to_json(options), "setup": rules.setup_to_json(setup)})

    return rules.notation or Notation(
        beginning=beginning,
        read_beginning=begun,
        move=lambda move: _json(rules.move_to_json(move)),
        read_move=lambda line: rules.move_from_json(json_in(line, ""), ""),
        state=lambda state: _json(rules.state_to_json(state)),
    )


def _json(document: object) -> str:
    return json.dumps(document, ensure_ascii=False)


def _as_one(parts: Sequence[str]) -> str:
    """Return the line that was wrapped into these; one that ends with a hyphen was wrapped within a word."""
    gaps = ["" if re.search(r"\w-$", part) else " " for part in parts[:-1]]
    return "".join(part + gap for part, gap in zip(parts, [*gaps, ""], strict=True))


def _unquoted(line: str) -> str:
    quoted = _QUOTED.match(line)
    return line[quoted.end() if quoted else 0 :].strip()


def _is_full(raw: str, word: str, widest: int) -> bool:
    flowed = raw.endswith(" ")
    return bool(word) and (flowed or len(raw.rstrip()) + 1 + len(word) > widest)
