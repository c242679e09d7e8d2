"""The answers to what a table leaves open, with what their buttons say."""

from __future__ import annotations

from collections.abc import Iterable

from companion.locale import Message
from companion.pieces import Card, UnknownCard
from companion.questions import Choice
from companion.table.questions import NONE

_SAID = {
    NONE: Message("No card lies there"),
    "deed": Message("A deed"),
    "property": Message("A finished property"),
    "bottom": Message("At the bottom"),
    "top": Message("At the top"),
    "left": Message("On the left"),
    "right": Message("On the right"),
    "yes": Message("Yes"),
    "no": Message("No"),
}


def said(answer: str) -> Message:
    """A card's name, or what is meant."""
    if answer in _SAID:
        return _SAID[answer]
    try:
        return Card.parse(answer).wording()
    except UnknownCard:
        return Message("{said}", {"said": answer})


def choices(answers: Iterable[str]) -> tuple[Choice, ...]:
    """These answers, each once, in this order."""
    return tuple(Choice(answer, said(answer)) for answer in dict.fromkeys(answers))
