"""``companion deck teach``: asking for one card after another, and obeying what a player types meanwhile."""

from __future__ import annotations

import select
from collections.abc import Sequence
from typing import TextIO

from companion.cli.languages import translate
from companion.cli.output import print_to_stderr
from companion.locale import Message
from companion.pictures.sources.frame import FrameSource
from companion.pieces import Card
from companion.vision.decks.gallery import BACK
from companion.vision.decks.teaching import DeckTeaching, EnrolledView, NotTaken


def teach_deck(source: FrameSource, codes: Sequence[str], typed: TextIO) -> DeckTeaching:
    """Read the source until every card was shown, it ends, or the player quits; then close it.

    Args:
        source: The camera or film.
        codes: The cards to show, in order.
        typed: What the player types.

    Returns:
        The lessons, with the views taken.
    """
    teaching = DeckTeaching(codes)
    _ask(teaching)
    try:
        while teaching.wanted is not None and (frame := source.read()) is not None:
            result = teaching.process_frame(frame)
            if isinstance(result, EnrolledView):
                _print(Message("{card}: saved", {"card": result.code}))
                _ask(teaching)
            elif isinstance(result, NotTaken):
                _print(Message("{why}. Lay one card on a plain cloth of a different colour.", {"why": result.why}))
            if (line := _read_line(typed)) is not None and _execute(line, teaching):
                break
    finally:
        source.close()
    return teaching


def _execute(line: str, teaching: DeckTeaching) -> bool:
    """Execute a typed command; return whether it ends the lessons."""
    match line.strip().lower():
        case "q":
            return True
        case "s":
            teaching.skip()
            _ask(teaching)
        case "b":
            teaching.retake()
            _ask(teaching)
    return False


def _read_line(typed: TextIO) -> str | None:
    """Return a line that was typed already, if any."""
    try:
        waits, _, _ = select.select([typed], [], [], 0)
    except (OSError, ValueError):
        # The system cannot poll this stream, so nothing is read from it.
        return None
    return (typed.readline() or None) if waits else None


def _ask(teaching: DeckTeaching) -> None:
    wanted = teaching.wanted
    if wanted is None:
        return
    what = Message("a card face down")
    if wanted != BACK:
        what = Message("{name} ({card})", {"name": Card.parse(wanted), "card": wanted})
    _print(Message("Show: {what} ({n} left)", {"what": what, "n": teaching.left}))


def _print(text: Message) -> None:
    print_to_stderr(translate(text))
