"""``companion deck teach``: asking for one card after another, and obeying what a player types meanwhile."""

from __future__ import annotations

import select
from collections.abc import Sequence
from typing import TextIO

from companion.cli.languages import translate
from companion.cli.output import print_to_stderr
from companion.live.deck_lesson import DeckLesson
from companion.locale import Message
from companion.pictures.sources.frame import FrameSource


def teach_deck(source: FrameSource, codes: Sequence[str], typed: TextIO) -> DeckLesson:
    """Read the source until every card was shown, it ends, or the player quits; then close it.

    Args:
        source: The camera or film.
        codes: The cards to show, in order.
        typed: What the player types.

    Returns:
        The lesson, with the cards taken.
    """
    lesson = DeckLesson(codes)
    _print(lesson.asked)
    try:
        while not lesson.is_over and (frame := source.read()) is not None:
            taken = len(lesson.views)
            if lesson.process(frame) and lesson.result is not None:
                _print(lesson.result)
                if len(lesson.views) > taken and not lesson.is_over:
                    _print(lesson.asked)
            if (line := _read_line(typed)) is not None and _execute(line, lesson):
                break
    finally:
        source.close()
    return lesson


def _execute(line: str, lesson: DeckLesson) -> bool:
    """Execute a typed command; return whether it ends the lesson."""
    match line.strip().lower():
        case "q":
            return True
        case "s":
            lesson.skip()
            _print(lesson.asked)
        case "b":
            lesson.retake()
            _print(lesson.asked)
    return False


def _read_line(typed: TextIO) -> str | None:
    """Return a line that was typed already, if any."""
    try:
        waits, _, _ = select.select([typed], [], [], 0)
    except (OSError, ValueError):
        # The system cannot poll this stream, so nothing is read from it.
        return None
    return (typed.readline() or None) if waits else None


def _print(text: Message) -> None:
    print_to_stderr(translate(text))
