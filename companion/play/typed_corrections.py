"""Typed corrections: the name of a fact and what lies on the table; what the game held is filled in."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.errors import CompanionError
from companion.games.corrections import Corrections, read_fact
from companion.games.errors import UnreadableDocument
from companion.journal.course.course import AnyCourse
from companion.locale import Message
from companion.play.seat_words import read_seat_word

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
        raise UnreadableDocument(
            repr(line),
            Message("is not a correction"),
            Message("choose from: {names}", {"names": ", ".join(corrections.facts)}),
        )
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
