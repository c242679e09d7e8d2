"""Short helpers for tests of typed moves: a game of a kind at some moment."""

from __future__ import annotations

from typing import Any

from companion.journal.course import Course
from companion.play.typed_moves import read_line, write_move
from tests.games.chance import ChanceGame


def round_trips(game: ChanceGame, every: int = 1) -> int:
    """Play a game through printer and parser; every so many moves, all that is legal; the number of texts read."""
    read = 0
    for number, (course, move) in enumerate(game.courses()):
        read += 1
        (typed,) = read_line(course, write_move(course, move))
        assert typed.move == move, (write_move(course, move), typed.move)
        if number % every == 0:
            read += _legal_round_trips(course)
    return read


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
