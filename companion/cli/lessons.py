"""The lessons of ``companion deck teach``: asking for one card after the other, and what a player types meanwhile."""

from __future__ import annotations

import select
from collections.abc import Sequence
from typing import TextIO

from companion.cli.languages import say
from companion.cli.output import print_aside
from companion.locale import Message
from companion.pieces import Card
from companion.vision.decks.teaching import DeckTeaching, EnrolledView, NotTaken
from companion.vision.gallery import BACK
from companion.vision.sources.frame import FrameSource


def lessons(source: FrameSource, codes: Sequence[str], typed: TextIO) -> DeckTeaching:
    """Looks through the source until every card was shown, it ends, or the player ends it; closes it."""
    teaching = DeckTeaching(codes)
    _ask(teaching)
    try:
        while teaching.wanted is not None and (frame := source.read()) is not None:
            told = teaching.look(frame)
            if isinstance(told, EnrolledView):
                _say(Message("{card}: taken", {"card": told.code}))
                _ask(teaching)
            elif isinstance(told, NotTaken):
                _say(Message("{why}; lay one card on a plain cloth of another colour", {"why": told.why}))
            if (line := _line(typed)) is not None and _obeyed(line, teaching):
                break
    finally:
        source.close()
    return teaching


def _obeyed(line: str, teaching: DeckTeaching) -> bool:
    """Does what was typed; whether it ends the lessons."""
    match line.strip().lower():
        case "q":
            return True
        case "s":
            teaching.skip()
            _ask(teaching)
        case "b":
            teaching.again()
            _ask(teaching)
    return False


def _line(typed: TextIO) -> str | None:
    """A line that waits there, if any."""
    try:
        waits, _, _ = select.select([typed], [], [], 0)
    except (OSError, ValueError):
        # Not a terminal or pipe that can be waited for: nobody types there.
        return None
    return (typed.readline() or None) if waits else None


def _ask(teaching: DeckTeaching) -> None:
    wanted = teaching.wanted
    if wanted is None:
        return
    what = Message("a card face down")
    if wanted != BACK:
        what = Message("{name} ({card})", {"name": Card.parse(wanted), "card": wanted})
    _say(Message("now show: {what}; {n} to go", {"what": what, "n": teaching.left}))


def _say(text: Message) -> None:
    print_aside(say(text))
