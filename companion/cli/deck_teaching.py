"""``companion deck teach``: asking for one card after another, and obeying what a player types meanwhile."""

from __future__ import annotations

import select
from collections.abc import Sequence
from typing import TextIO

from companion.cli.output import print_to_stderr
from companion.live.deck_lesson import DeckLesson
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
    print_to_stderr(lesson.asked)
    try:
        while not lesson.is_over and (frame := source.read()) is not None:
            taken = len(lesson.views)
            if lesson.process(frame) and lesson.result is not None:
                print_to_stderr(lesson.result)
                if len(lesson.views) > taken and not lesson.is_over:
                    print_to_stderr(lesson.asked)
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
            print_to_stderr(lesson.asked)
        case "b":
            lesson.retake()
            print_to_stderr(lesson.asked)
    return False


def _read_line(typed: TextIO) -> str | None:
    """Return a line that was typed already, if any."""
    try:
        waits, _, _ = select.select([typed], [], [], 0)
    except (OSError, ValueError):
        # The system cannot poll this stream, so nothing is read from it.
        return None
    return (typed.readline() or None) if waits else None
