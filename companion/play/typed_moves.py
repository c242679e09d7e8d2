"""Typed moves: the game's notation with players' names, abbreviated as long as one legal move is meant.

Everything here is a function of a game's course; nothing is made.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.errors import CompanionError
from companion.games.errors import UnreadableDocument
from companion.journal.course.course import AnyCourse
from companion.journal.entries import Entry
from companion.locale import Message
from companion.play import move_words
from companion.play.possible_moves import SeatOptions, refused, seats_asked
from companion.play.refused_words import UnreadableMove, ambiguous, awaited_names, names_of_moves, refusal


@dataclass(frozen=True, slots=True)
class TypedMove:
    """A typed move: the seat that makes it, if any, and what it does."""

    seat: int | None
    move: Any
    effect: Message


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
        raise UnreadableMove(repr(line), Message("is not a move"), names_of_moves(course))
    return tuple(made)


def matching_moves(course: AnyCourse, words: Sequence[str]) -> tuple[Any, ...]:
    """Return the legal moves that these words may mean, every legal move if there are no words."""
    seats, rest = move_words.seats_of(course, words)
    return tuple(move for seat in seats for move in _matches(course, seat, rest))


def _between_commas(line: str) -> list[list[str]]:
    parts = [line] if "{" in line else re.split(r",+(?=\s|$)", line)
    return [part.split() for part in parts if part.split()]


def _read_words(course: AnyCourse, words: Sequence[str]) -> tuple[TypedMove, ...]:
    """Read words as one move, otherwise as several: each of those begins with its name."""
    errors: list[tuple[int, CompanionError]] = []
    try:
        return (_read_one(course, words),)
    except UnreadableMove as error:
        errors.append((error.understood, error))
    for end in range(len(words) - 1, 0, -1):
        if not _begins_move(course, words[end:]):
            continue
        try:
            first = _read_one(course, words[:end])
        except CompanionError as error:
            if not isinstance(error, UnreadableMove):
                errors.append((end, error))
            continue
        try:
            return (first, *_read_words(_after(course, first.move), words[end:]))
        except UnreadableMove as error:
            error.understood += end
            errors.append((error.understood, error))
        except CompanionError as error:
            errors.append((len(words), error))
    raise max(errors, key=lambda one: (one[0], not isinstance(one[1], UnreadableMove)))[1]


def _begins_move(course: AnyCourse, words: Sequence[str]) -> bool:
    word = words[1] if len(words) > 1 and move_words.names_seat(words[0], course.game.names) else words[0]
    return word.isidentifier() and len(word) > 1 and bool(move_words.verbs_of(course, word))


def _after(course: AnyCourse, move: Any) -> AnyCourse:
    """Return the course as it would be after a move."""
    document = course.rules.move_to_json(move)
    return course.after(Entry("", course.seq + 1, "", course.seq, course.game.created, None, "", document))


def _read_one(course: AnyCourse, words: Sequence[str]) -> TypedMove:
    if move_words.verbs_of(course, words[0]) == [move_words.CORRECT] and "{" not in "".join(words):
        return _read_facts(course, words[1:])
    seats, rest = move_words.seats_of(course, words)
    line = _with_name(course, rest)
    written = [(seat, move) for seat in seats for move in move_words.written_moves(course, seat, line)]
    found = [(seat, move) for seat, move in written if refused(course, move) is None]
    found = found or [(seat, move) for seat in seats for move in _matches(course, seat, line)]
    moves = list(dict.fromkeys(move for _, move in found))
    if len(moves) == 1:
        seat = getattr(moves[0], "player", None)
        return TypedMove(seat, moves[0], SeatOptions(course, found[0][0], None).possible(moves[0]).effect)
    if moves:
        raise ambiguous(course, words, moves)
    raise refusal(course, seats, words, rest, [move for _, move in written])


def _with_name(course: AnyCourse, words: Sequence[str]) -> Sequence[str]:
    """Return the words of a move with its name, which may be left out while play waits for one kind of move."""
    awaited = () if move_words.verbs_of(course, words[0]) else awaited_names(course, seats_asked(course))
    return [*awaited, *words] if len(awaited) == 1 else words


def _read_facts(course: AnyCourse, words: Sequence[str]) -> TypedMove:
    try:
        move = move_words.read_correction(course, " ".join(words))
    except UnreadableDocument as error:
        raise UnreadableMove(error.thing, error.reason, error.next_step) from error
    course.check(move)
    return TypedMove(None, move, SeatOptions(course, 0, None).possible(move).effect)


def _matches(course: AnyCourse, seat: int, words: Sequence[str]) -> list[Any]:
    """Return the legal moves of a seat that the words abbreviate; exact words are preferred to beginnings."""
    verbs = move_words.verbs_of(course, words[0]) if words else []
    options = SeatOptions(course, seat, None)
    texts = [(move, move_words.write_move(course, move, seat=False).casefold().split()) for move in options.legal()]
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
