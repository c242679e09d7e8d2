"""The game of a lesson, as far as its reader has tapped."""

from datetime import UTC, datetime
from typing import Any

from companion.games.registry import AnyGame
from companion.games.texts import Lesson
from companion.journal.course.course import Course
from companion.journal.entries import Entry, KeptGame

_NEVER = datetime(1970, 1, 1, tzinfo=UTC)
READER = 0
"""The seat of who reads a lesson."""


def lesson_course(rules: AnyGame, lesson: Lesson, tapped: int) -> Course[Any, Any]:
    """Return the game of a lesson after this many of its steps."""
    notation = rules.notation
    assert notation is not None, "a lesson is written in the game's notation"
    options, setup = notation.read_beginning(lesson.beginning)
    written = rules.options_to_json(options), rules.setup_to_json(setup)
    lines = [line for step in lesson.steps[:tapped] for line in step.moves]
    moves = [rules.move_to_json(notation.read_move(line)) for line in lines]
    entries = [Entry("", seq, "", 0, _NEVER, None, "", move) for seq, move in enumerate(moves, 1)]
    return Course.of(rules, KeptGame("", rules.name, "", lesson.names, *written, _NEVER), entries)
