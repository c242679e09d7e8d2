"""Typed moves: the game's notation with players' names, abbreviated as long as one legal move is meant.

Everything here is a function of a game's course; nothing is made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.errors import CompanionError
from companion.games.errors import IllegalMove
from companion.games.notation import Notation
from companion.journal.course import Course
from companion.journal.entries import Entry
from companion.locale import Message, Wording
from companion.play.nearest_move import nearest
from companion.play.possible_moves import SeatOptions, is_legal, seats_asked
from companion.play.seat_words import names_seat, read_seat_word, seat_word

AnyCourse = Course[Any, Any]
_SEAT = re.compile(r"p\d+")
_NO_TOKENS = "0"
MAX_SHOWN = 5
"""Most moves that an error names."""


class NoTypedMoves(CompanionError):
    """A game without a notation."""


class UnreadableMove(CompanionError):
    """Words that are no move of the game."""


class AmbiguousMove(CompanionError):
    """Words that may mean several moves."""


@dataclass(frozen=True, slots=True)
class TypedMove:
    """A typed move: the seat that makes it, if any, and what it does."""

    seat: int | None
    move: Any
    effect: Message


def notation_of(course: AnyCourse) -> Notation[Any, Any, Any, Any]:
    """Return the game's notation; raise :class:`NoTypedMoves` if it has none."""
    if course.rules.notation is None or not course.rules.notation.patterns:
        raise NoTypedMoves(course.game.name, Message("does not accept typed moves"))
    return course.rules.notation


def write_move(course: AnyCourse, move: Any, *, seat: bool = True) -> str:
    """Return a move as people type it: with names, and with the player's own name first if ``seat``."""
    notation, names = notation_of(course), course.game.names
    first, *words = notation.move(move).split()
    if notation.seat_words:
        words = [seat_word(names, int(word[1:])) if _is_seat(word, names) else word for word in words]
    if not first.isdecimal():
        return " ".join((first, *words))
    return " ".join(((*[seat_word(names, int(first), notation.patterns)],) if seat else ()) + tuple(words))


def _is_seat(word: str, names: Sequence[str]) -> bool:
    return bool(_SEAT.fullmatch(word)) and int(word[1:]) < len(names)


def read_line(course: AnyCourse, line: str) -> tuple[TypedMove, ...]:
    """Return the moves that a line writes, one after the other; a comma may stand between them.

    Raises:
        UnreadableMove: some words are no move.
        AmbiguousMove: some words may mean several legal moves.
        IllegalMove: the rules refuse a move; the error names the rule, the numbers and the nearest legal move.
    """
    made: list[TypedMove] = []
    for words in _between_commas(line):
        for one in _read_words(course, words):
            made.append(one)
            course = _after(course, one.move)
    if not made:
        raise UnreadableMove(repr(line), Message("is not a move"), _names_of_moves(course))
    return tuple(made)


def matching_moves(course: AnyCourse, words: Sequence[str]) -> tuple[Any, ...]:
    """Return the legal moves that these words may mean, every legal move if there are no words."""
    seats, rest = _seats_of(course, words)
    return tuple(move for seat in seats for move in _matches(course, seat, rest))


def _between_commas(line: str) -> Iterator[list[str]]:
    words: list[str] = []
    for word in line.split():
        if word.endswith(",") and "{" not in line:
            words += [word.rstrip(",")] if word.rstrip(",") else []
            if words:
                yield words
            words = []
        else:
            words.append(word)
    if words:
        yield words


def _read_words(course: AnyCourse, words: Sequence[str]) -> tuple[TypedMove, ...]:
    """Read words as one move, otherwise as several: each of those begins with its name."""
    try:
        return (_read_one(course, words),)
    except UnreadableMove as error:
        failed: tuple[int, CompanionError] = (0, error)
    for end in range(len(words) - 1, 0, -1):
        if not _begins_move(course, words[end:]):
            continue
        try:
            first = _read_one(course, words[:end])
        except CompanionError as error:
            if not isinstance(error, UnreadableMove):
                failed = max(failed, (0, error), key=lambda one: (one[0], not isinstance(one[1], UnreadableMove)))
            continue
        try:
            return (first, *_read_words(_after(course, first.move), words[end:]))
        except CompanionError as error:
            failed = max(failed, (end, error), key=lambda one: one[0])
    raise failed[1]


def _begins_move(course: AnyCourse, words: Sequence[str]) -> bool:
    word = words[1] if len(words) > 1 and names_seat(words[0], course.game.names) else words[0]
    return word.isidentifier() and len(word) > 1 and bool(_verbs(course, word))


def _after(course: AnyCourse, move: Any) -> AnyCourse:
    """Return the course as it would be after a move."""
    document = course.rules.move_to_json(move)
    seq = course.seq + 1
    return course.after(
        Entry(course.game.id, seq, f"typed-{seq}", course.seq, course.game.created, None, "file", document)
    )


def _read_one(course: AnyCourse, words: Sequence[str]) -> TypedMove:
    seats, rest = _seats_of(course, words)
    written = [(seat, move) for seat in seats for move in _written(course, seat, rest)]
    found = [(seat, move) for seat, move in written if is_legal(course, move)]
    found = found or [(seat, move) for seat in seats for move in _matches(course, seat, rest)]
    moves = list(dict.fromkeys(move for _, move in found))
    if len(moves) == 1:
        seat = getattr(moves[0], "player", None)
        return TypedMove(seat, moves[0], SeatOptions(course, found[0][0], None).possible(moves[0]).effect)
    if moves:
        raise _ambiguous(course, words, moves)
    # A payment that was left out is none, so that the rules name the price.
    written = written or [(seat, move) for seat in seats for move in _written(course, seat, [*rest, _NO_TOKENS])]
    if written:
        raise _refusal(course, seats, words, written[0][1])
    raise _unreadable(course, seats, words)


def _seats_of(course: AnyCourse, words: Sequence[str]) -> tuple[tuple[int, ...], list[str]]:
    """Return the seats that may be meant, the likeliest first, and the words without the player's name."""
    names, patterns = course.game.names, notation_of(course).patterns
    for length in range(min(4, len(words) - 1), 0, -1):
        name = " ".join(words[:length])
        verb = _verbs(course, words[length])
        if verb and words[0].casefold() not in patterns and (name.isdecimal() or names_seat(name, names)):
            return (read_seat_word(name, names),), list(words[length:])
    asked = seats_asked(course)
    others = tuple(seat for seat in range(len(names)) if seat not in asked)
    return (*asked, *others), list(words)


def _verbs(course: AnyCourse, word: str) -> list[str]:
    """Return the names of moves that a word abbreviates; the name itself if it is one."""
    word, patterns = word.casefold(), notation_of(course).patterns
    return [word] if word in patterns else [verb for verb in patterns if verb.startswith(word)]


def _written(course: AnyCourse, seat: int, words: Sequence[str]) -> Iterator[Any]:
    """Yield the moves that these words write in full, legal or not."""
    notation = notation_of(course)
    if not words:
        return
    for verb in _verbs(course, words[0]):
        for spelled in _spellings(course, words[1:]):
            for line in (" ".join((str(seat), verb, *spelled)), " ".join((verb, *spelled))):
                try:
                    move = notation.read_move(line)
                except CompanionError:
                    continue
                if getattr(move, "player", seat) == seat:
                    yield move
                    break


def _spellings(course: AnyCourse, words: Sequence[str]) -> Iterator[list[str]]:
    """Yield the words as typed, then with codes in capitals, then with names as the notation writes seats."""
    notation, names = notation_of(course), course.game.names
    kept = {word for pattern in notation.patterns.values() for word in re.findall(r"[a-z_]+", pattern)}
    coded = [word if word.casefold() in kept or not _may_be_code(word) else word.upper() for word in words]
    yield list(words)
    yield coded
    if notation.seat_words:
        yield [
            f"p{read_seat_word(word, names)}" if names_seat(word, names) else code
            for word, code in zip(words, coded, strict=True)
        ]


def _may_be_code(word: str) -> bool:
    return len(word) <= 4 or any(one.isdigit() for one in word)


def _matches(course: AnyCourse, seat: int, words: Sequence[str]) -> list[Any]:
    """Return the legal moves of a seat that the words abbreviate; exact words are preferred to beginnings."""
    verbs = _verbs(course, words[0]) if words else []
    options = SeatOptions(course, seat, None)
    texts = [(move, write_move(course, move, seat=False).casefold().split()) for move in options.legal()]
    typed = [word.casefold().removeprefix("@") for word in words[1:]]
    near = [one for one in texts if not words or one[1][0] in verbs]
    for same in (str.__eq__, str.startswith):
        found = [move for move, text in near if _in_order(typed, [word.removeprefix("@") for word in text[1:]], same)]
        if found:
            return found
    return []


def _in_order(typed: Sequence[str], text: Sequence[str], same: Any) -> bool:
    """Return whether every typed word is a word of the text, in the same order."""
    left = iter(text)
    return all(any(same(word, one) for word in left) for one in typed)


def _names_of_moves(course: AnyCourse) -> Message:
    return Message("choose from: {names}", {"names": ", ".join(notation_of(course).patterns)})


def _ambiguous(course: AnyCourse, words: Sequence[str], moves: Sequence[Any]) -> AmbiguousMove:
    values: Wording = {
        "n": len(moves),
        "moves": " | ".join(write_move(course, move) for move in moves[:MAX_SHOWN])
        + (" | …" if moves[MAX_SHOWN:] else ""),
    }
    return AmbiguousMove(
        " ".join(words), Message("can mean {n} moves: {moves}", values), Message("type more of the move you mean")
    )


def _refusal(course: AnyCourse, seats: Sequence[int], words: Sequence[str], move: Any) -> IllegalMove:
    """Return the rules' refusal of a move with the nearest legal move as its next step."""
    try:
        course.check(move)
    except IllegalMove as error:
        step = _next_step(course, seats, words)
        if error.next_step is not None and step is not None:
            step = Message("{step}; {other}", {"step": error.next_step, "other": step})
        return IllegalMove(error.rule, error.reason, step or error.next_step)
    raise AssertionError("only refused moves come here")


def _unreadable(course: AnyCourse, seats: Sequence[int], words: Sequence[str]) -> UnreadableMove:
    step = _next_step(course, seats, words) or _names_of_moves(course)
    return UnreadableMove(" ".join(words), Message("is not possible now"), step)


def _next_step(course: AnyCourse, seats: Sequence[int], words: Sequence[str]) -> Message | None:
    """Return the nearest legal move, or how a move of this name or of the awaited form is written."""
    asked = [seat for seat in seats if seat in seats_asked(course)] or list(seats[:1])
    texts = [write_move(course, move) for seat in asked for move in SeatOptions(course, seat, None).legal()]
    found = nearest(" ".join(words), texts)
    if found is not None:
        return Message("the nearest possible move is: {move}", {"move": found})
    patterns = notation_of(course).patterns
    options = [SeatOptions(course, seat, None) for seat in asked]
    awaited = [name for one in options for form in one.forms() if not form.optional for name in form.makes]
    lines = [f"{name} {patterns[name]}".strip() for name in dict.fromkeys(awaited)]
    return Message("type {pattern}", {"pattern": " | ".join(lines)}) if lines else None
