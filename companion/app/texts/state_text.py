"""A stored game's state in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.texts.i18n import words

if TYPE_CHECKING:
    from companion.journal import KeptGame
    from companion.journal.course.summaries import Summary


def describe_state(game: KeptGame, summary: Summary) -> str:
    """Return whose turn it is; for a game that is over, its result."""
    if summary.over:
        return words.say(summary.text[0]) if summary.text else ""
    name = game.names[summary.seat]
    if not summary.text:
        return words._("Turn {turn} · {name} to play").format(turn=summary.turn, name=name)
    text = words.say(summary.text[0])
    return words._("Turn {turn} · {name}: {text}").format(turn=summary.turn, name=name, text=text)
