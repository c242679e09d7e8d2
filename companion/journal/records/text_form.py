"""A game as lines of text, for bug reports: its setup, every move and its state. They can be read back as a record.

A move's id, time and source are left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
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
from companion.journal.records.pasted_text import PastedLine, joined, pasted_lines
from companion.journal.values import json_in
from companion.locale import Message

FIRST = "decktet-companion-game"
VERSION = "1"
_NAME, _PLAYER, _FORMAT, _BEGINS, _STANDS = "name", "player", "format", "begins", "stands"
_JSON = re.compile(r"[\s\ufeff>`~]*(?:json\s*)?[\[{]")
"""The start of a JSON document, also of a quoted or fenced one."""
_CONTROLS = {"undo": UNDO, "redo": REDO}


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
    lines = pasted_lines(written, FIRST)
    rules = _read_first(lines[0])
    document: dict[str, Any] = {"game": rules.name, "players": []}
    begins = _read_names(document, lines)
    begins = replace(begins, text=begins.text.removeprefix(_BEGINS).strip())
    body = [begins, *(line for line in lines if line.number > begins.number)]
    begun, *moves = joined(body, _body_reader(rules, begins.number), lambda text: _head(text)[0] == _STANDS)
    document |= begun
    kept = {"entry": {"format": document.pop(_FORMAT)}} if _FORMAT in document else {}
    return {**document, "moves": [{**move, **kept} for move in moves]}


def _read_first(line: PastedLine) -> AnyGame:
    place = f"line {line.number}"
    match line.text.split():
        case [_, version, name, *_] if version == VERSION:
            rules: AnyGame = _read(line.number, rules_of, name)
            return rules
        case [_, version, _] if version.isdecimal():
            raise UnreadableDocument(
                place,
                Message(
                    "unsupported version {version}; this companion reads {known}",
                    {"version": version, "known": VERSION},
                ),
                Message("update the companion, or export the game again"),
            )
    raise UnreadableDocument(place, Message("no game named"))


def _read_names(document: dict[str, Any], lines: Sequence[PastedLine]) -> PastedLine:
    """Read the game's name, players and format into the document; return the line that begins the game."""
    before: PastedLine | None = None
    for line in lines[1:]:
        word, rest = _head(line.text)
        if word == _BEGINS:
            return replace(line, text=f"{_BEGINS} {rest}")
        if word == _NAME:
            document["name"] = rest
        elif word == _PLAYER:
            document["players"].append(rest)
        elif word == _FORMAT and is_number(rest):
            document[_FORMAT] = int(rest)
        elif before is not None and before.full:
            _go_on(document, line.text)
        else:
            raise UnreadableDocument(f"line {line.number}", Message("unknown before the game starts"))
        before = line
    raise UnreadableDocument("", Message("ends before the game starts"), Message("copy all lines of the game"))


def _go_on(document: dict[str, Any], rest: str) -> None:
    """Continue a wrapped name."""
    players: list[str] = document["players"]
    if players:
        players[-1] += f" {rest}"
    else:
        document["name"] = f"{document.get('name', '')} {rest}".strip()


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
