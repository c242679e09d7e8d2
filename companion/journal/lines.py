"""A game as lines of text, for a bug report: how it began, every move, and where it stands. They read back as a record.

What only the journal knows of a move, its id, its time and its source, is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from companion.errors import CompanionError, within
from companion.games.documents import Fields
from companion.games.errors import UnreadableDocument
from companion.games.lines import Lines
from companion.games.registry import AnyGame
from companion.games.registry import game as rules_of
from companion.journal.course import REDO, UNDO, Course
from companion.journal.entries import FORMAT, Document, Entry
from companion.journal.values import json_in
from companion.locale import Message

FIRST = "decktet-companion-game"
VERSION = "1"
_NAME, _PLAYER, _FORMAT, _BEGINS, _STANDS = "name", "player", "format", "begins", "stands"
_CONTROLS = {"undo": UNDO, "redo": REDO}


def write_lines(course: Course[Any, Any], viewer: int | None = None) -> str:
    """The game so far, as a viewer may know it: a seat, or None for everybody at once."""
    rules, game = course.rules, course.game
    notation = _notation(rules)
    options, setup = rules.options_from_json(game.options, "options"), rules.setup_from_json(game.setup, "setup")
    head = [f"{FIRST} {VERSION} {game.game}", f"{_NAME} {game.name}", *(f"{_PLAYER} {name}" for name in game.players)]
    if course.told and course.told[0][0].format != FORMAT:
        head.append(f"{_FORMAT} {course.told[0][0].format}")
    moves = (
        str(entry.move["type"])
        if entry.move in _CONTROLS.values()
        else notation.move(course.told_to(step.move, viewer))
        for entry, step in course.told
    )
    stands = notation.state(rules.seen_by(course.state, viewer))
    lines = [*head, f"{_BEGINS} {notation.beginning(options, setup)}", *moves, f"{_STANDS} {stands}"]
    return "\n".join(lines) + "\n"


def _type(entry: Entry) -> str:
    return str(entry.move["type"])


def in_lines(written: bytes) -> bool:
    """Whether a file is such a text, and no record."""
    return written.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(FIRST.encode())


def document_of(written: bytes) -> Document:
    """What :func:`write_lines` wrote, without the record's own head. Blank lines and spaces around a line say nothing.

    Raises :class:`~companion.games.errors.UnreadableDocument` with the line's number.
    """
    try:
        lines = enumerate(written.decode("utf-8-sig").splitlines(), start=1)
    except UnicodeDecodeError:
        raise UnreadableDocument("", Message("is no text in UTF-8")) from None
    said = ((number, line.strip()) for number, line in lines if line.strip())
    rules = _read_first(*next(said))
    document: dict[str, Any] = {"game": rules.name, "players": []}
    for number, line in said:
        word, _, rest = line.partition(" ")
        if word == _BEGINS:
            options, setup = _read(number, _notation(rules).begun, rest)
            document |= {"options": rules.options_to_json(options), "setup": rules.setup_to_json(setup)}
            break
        _take(document, number, word, rest)
    kept = {"entry": {"format": document.pop(_FORMAT)}} if _FORMAT in document else {}
    return {**document, "moves": [{**move, **kept} for move in _moves(rules, said)]}


def _read_first(number: int, line: str) -> AnyGame:
    match line.split():
        case [_, version, name] if version == VERSION:
            rules: AnyGame = _read(number, rules_of, name)
            return rules
        case [_, version, _] if version.isdecimal():
            raise UnreadableDocument(
                f"line {number}",
                Message("is {version}, and this companion reads {known}", {"version": version, "known": VERSION}),
                Message("update the companion, or export the game again"),
            )
    raise UnreadableDocument(f"line {number}", Message("names no game"))


def _take(document: dict[str, Any], number: int, word: str, rest: str) -> None:
    if word == _NAME:
        document["name"] = rest
    elif word == _PLAYER:
        document["players"].append(rest)
    elif word == _FORMAT and rest.isdecimal():
        document[_FORMAT] = int(rest)
    else:
        raise UnreadableDocument(f"line {number}", Message("is not known before the game begins"))


def _moves(rules: AnyGame, said: Iterable[tuple[int, str]]) -> Iterator[Document]:
    notation = _notation(rules)
    for number, line in said:
        if line.partition(" ")[0] == _STANDS:
            return
        yield _CONTROLS[line] if line in _CONTROLS else rules.move_to_json(_read(number, notation.moved, line))


def _read(number: int, read: Any, line: str) -> Any:
    try:
        return read(line)
    except CompanionError as error:
        raise UnreadableDocument(within(f"line {number}", error.thing), error.reason, error.next_step) from error


def _notation(rules: AnyGame) -> Lines[Any, Any, Any, Any]:
    """The game's own; for a game that has none, its documents in a line each."""

    def begun(line: str) -> tuple[Any, Any]:
        found = Fields(json_in(line, ""), "")
        read = found.take("options", rules.options_from_json), found.take("setup", rules.setup_from_json)
        found.done()
        return read

    def beginning(options: Any, setup: Any) -> str:
        return _json({"options": rules.options_to_json(options), "setup": rules.setup_to_json(setup)})

    return rules.lines or Lines(
        beginning=beginning,
        begun=begun,
        move=lambda move: _json(rules.move_to_json(move)),
        moved=lambda line: rules.move_from_json(json_in(line, ""), ""),
        state=lambda state: _json(rules.state_to_json(state)),
    )


def _json(document: object) -> str:
    return json.dumps(document, ensure_ascii=False)
