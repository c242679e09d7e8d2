"""The words of typed moves and corrections: players, facts, and what writes a move in full."""

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from companion.errors import CompanionError
from companion.games.corrections import Corrections, read_fact
from companion.games.errors import UnreadableDocument
from companion.games.notation import Notation
from companion.journal.course.course import AnyCourse
from companion.locale import Message
from companion.names import NoSuchPlayer, find_seat, name_key
from companion.play.possible_moves import seats_asked

_NUMBERED = re.compile(r"[pP]([0-9]{1,9})")


def seat_word(names: Sequence[str], seat: int, taken: Collection[str] = ()) -> str:
    """Return the word for a player: the name, or ``p`` and the seat if the name is no single, unmistakable word.

    >>> [seat_word(("Ann", "Ben Lee", "draw", "7"), seat, {"draw"}) for seat in range(4)]
    ['Ann', 'Ben_Lee', 'p2', 'p3']
    """
    word = "_".join(names[seat].split())
    usable = word[:1].isalpha() and not word.endswith((",", ":")) and not _NUMBERED.fullmatch(word)
    alone = [name_key(name.replace(" ", "_")) for name in names].count(name_key(word)) == 1
    return word if usable and alone and word.casefold() not in taken else f"p{seat}"


def read_seat_word(word: str, names: Sequence[str]) -> int:
    """Return the seat of a word: a name in any case, with ``_`` for blanks, ``p`` and a seat, or a seat.

    Raises:
        NoSuchPlayer: no player is called so.
    """
    numbered = _NUMBERED.fullmatch(word)
    if numbered and int(numbered[1]) < len(names):
        return int(numbered[1])
    try:
        return find_seat(word.replace("_", " "), names)
    except NoSuchPlayer:
        return find_seat(word, names)


def names_seat(word: str, names: Sequence[str]) -> bool:
    """Return whether a word names a player; a bare number does not."""
    with suppress(NoSuchPlayer):
        read_seat_word(word, names)
        return not word.isdecimal()
    return False


CORRECT = "correct"
"""The word before typed facts."""


class NoTypedMoves(CompanionError):
    """A game without a notation."""


def correction_patterns(course: AnyCourse) -> tuple[str, ...]:
    """Return how each kind of correction is written."""
    return tuple(map(_corrections(course).pattern, _corrections(course).facts))


def read_correction(course: AnyCourse, line: str) -> Any:
    """Return the correction that a line writes; several facts stand between semicolons or `` and ``.

    Raises:
        UnreadableDocument: some words are no fact of the game.
        NoTypedMoves: the game corrects nothing in words.
    """
    corrections, names = _corrections(course), course.game.names
    parts = [part.split() for part in line.replace(" and ", ";").split(";")]
    if not any(parts):
        choose = Message("choose from: {names}", {"names": ", ".join(corrections.facts)})
        raise UnreadableDocument(repr(line), Message("is not a correction"), choose)
    facts: tuple[Any, ...] = ()
    for words in filter(None, parts):
        check = partial(_apply_behind, course, facts)
        facts += (read_fact(corrections, words, lambda word: read_seat_word(word, names), check),)
    return corrections.move(facts)


def _apply_behind(course: AnyCourse, facts: tuple[Any, ...], fact: Any) -> None:
    """Apply a fact after others of the same correction; raise what the rules raise."""
    course.rules.apply(course.state, _corrections(course).move((*facts, fact)))


def _corrections(course: AnyCourse) -> Corrections:
    if course.rules.corrections is None:
        raise NoTypedMoves(course.game.name, Message("does not accept typed corrections"))
    return course.rules.corrections


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
    is_seat = notation_of(course).seat_words and _SEAT.fullmatch(word) and int(word[1:]) < len(names)
    return seat_word(names, int(word[1:])) if is_seat else word


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
