"""A game goes through printer and parser: move by move, and with all that is legal beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.journal.course.course import Course
from companion.journal.entries import Entry
from companion.play.move_words import write_move
from companion.play.typed_moves import read_line
from tests.games.chance import NOON, ChanceGame


def round_trips(game: ChanceGame, every: int = 1) -> int:
    """Play a game by its texts to the state of its record; every so many moves, read all that is legal.

    Gives the number of texts that read back.
    """
    read, made = 0, list[Any]()
    for number, (course, move) in enumerate(game.courses()):
        (typed,) = read_line(course, write_move(course, move))
        assert typed.move == move, (write_move(course, move), typed.move)
        made.append(typed.move)
        read += 1
        if number % every == 0:
            read += _legal_round_trips(course)
    assert _by_record(game, made) == _by_record(game, game.moves)
    return read


def _by_record(game: ChanceGame, moves: Sequence[Any]) -> Any:
    documents = [game.rules.move_to_json(move) for move in moves]
    entries = [Entry("g", seq, f"e{seq}", seq - 1, NOON, None, "file", one) for seq, one in enumerate(documents, 1)]
    return Course.of(game.rules, game.kept, entries).state


def _legal_round_trips(course: Course[Any, Any]) -> int:
    read = 0
    for seat in range(len(course.game.names)):
        for one in course.rules.legal_moves(course.state, seat):
            for move in one.every:
                text = write_move(course, move)
                (typed,) = read_line(course, text)
                assert typed.move == move, (text, typed.move)
                read += 1
    return read
