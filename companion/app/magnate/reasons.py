"""Notes about a number in the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.app.sheets.history import Note
from companion.app.texts.i18n import words
from companion.games.reasons import Reason


def format_notes(reasons: Sequence[Reason]) -> Mapping[int, Note]:
    """Return a note for each move in the log: its change, the number after it, and the cause."""
    texts: dict[int, Note] = {}
    for one in reasons:
        before = f"{texts[one.seq].text}, " if one.seq in texts else ""
        text = f"{one.signed} → {one.now}  {words.say(one.cause)}"
        texts[one.seq] = Note(before + text, gained=one.change > 0)
    return texts
