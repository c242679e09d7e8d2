"""The words of typed moves: how a move is written with players' names, and what words write a move in full."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from companion.errors import CompanionError
from companion.games.notation import Notation
from companion.journal.course.course import AnyCourse
from companion.locale import Message
from companion.play.possible_moves import seats_asked
from companion.play.seat_words import names_seat, read_seat_word, seat_word
from companion.play.typed_corrections import NoTypedMoves

_SEAT = re.compile(r"p[0-9]{1,9}")


def notation_of(course: AnyCourse) -> Notation[Any, Any, Any, Any]:
    """Return the game's notation; raise :class:`NoTypedMoves` if it has none."""
    if course.rules.notation is None or not course.rules.notation.patterns:
        raise NoTypedMoves(course.game.name, Message("does not accept typed moves"))
    return course.rules.notation


def write_move(course: AnyCourse, move: Any, *, seat: bool = True) -> str:
    """Return a move as people type it: with names, and with the player's own name first if ``seat``."""
    notation, names = notation_of(course), course.game.names
    first, *words = notation.move(move).split()
    words = [write_word(course, word) for word in words]
    if not first.isdecimal():
        return " ".join((first, *words))
    return " ".join(((*[seat_word(names, int(first), notation.patterns)],) if seat else ()) + tuple(words))


def write_word(course: AnyCourse, word: str) -> str:
    """Return a word of the notation as people type it: a seat by its player's name."""
    names = course.game.names
    return seat_word(names, int(word[1:])) if notation_of(course).seat_words and _is_seat(word, names) else word


def _is_seat(word: str, names: Sequence[str]) -> bool:
    return bool(_SEAT.fullmatch(word)) and int(word[1:]) < len(names)


def seats_of(course: AnyCourse, words: Sequence[str]) -> tuple[tuple[int, ...], list[str]]:
    """Return the seats that may be meant, the likeliest first, and the words without the player's name."""
    names, patterns = course.game.names, notation_of(course).patterns
    for length in range(min(4, len(words) - 1), 0, -1):
        name = " ".join(words[:length])
        verb = verbs_of(course, words[length])
        if verb and words[0].casefold() not in patterns and (name.isdecimal() or names_seat(name, names)):
            return (read_seat_word(name, names),), list(words[length:])
    asked = seats_asked(course)
    others = tuple(seat for seat in range(len(names)) if seat not in asked)
    return (*asked, *others), list(words)


def verbs_of(course: AnyCourse, word: str) -> list[str]:
    """Return the names of moves that a word abbreviates; the name itself if it is one."""
    word, patterns = word.casefold(), notation_of(course).patterns
    return [word] if word in patterns else [verb for verb in patterns if verb.startswith(word)]


def written_moves(course: AnyCourse, seat: int, words: Sequence[str]) -> Iterator[Any]:
    """Yield the moves that these words write in full, legal or not."""
    notation = notation_of(course)
    if not words:
        return
    for verb in verbs_of(course, words[0]):
        for spelled in spellings(course, words[1:]):
            for line in (" ".join((str(seat), verb, *spelled)), " ".join((verb, *spelled))):
                try:
                    move = notation.read_move(line)
                except CompanionError:
                    continue
                if getattr(move, "player", seat) == seat:
                    yield move
                    break


def spellings(course: AnyCourse, words: Sequence[str]) -> Iterator[list[str]]:
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
