"""Choices of a table's questions, with their labels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.locale import Message
from companion.pieces import Card, UnknownCard
from companion.questions import Choice
from companion.table.questions import NONE

NOTHING_ELSE: Mapping[str, Message] = {}
_LABELS = {
    NONE: Message("No card here"),
    "bottom": Message("At the bottom"),
    "top": Message("At the top"),
    "left": Message("On the left"),
    "right": Message("On the right"),
    "yes": Message("Yes"),
    "no": Message("No"),
}


def label_answer(answer: str, also: Mapping[str, Message] = NOTHING_ELSE) -> Message:
    """Return the label of an answer: a card's name, or its meaning; ``also`` has a game's own answers."""
    if answer in _LABELS or answer in also:
        return _LABELS.get(answer) or also[answer]
    try:
        return Card.parse(answer).wording()
    except UnknownCard:
        return Message("{said}", {"said": answer})


def choices(answers: Iterable[str], also: Mapping[str, Message] = NOTHING_ELSE) -> tuple[Choice, ...]:
    """Return these answers as choices, each once, in this order."""
    return tuple(Choice(answer, label_answer(answer, also)) for answer in dict.fromkeys(answers))
