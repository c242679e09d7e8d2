"""What answers say to people."""

from __future__ import annotations

from companion.locale import Message
from companion.pieces import Card, UnknownCard
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
    "again": Message("Throw again"),
}


def said(choice: str) -> Message:
    """An answer about the table: a card's name, or what is meant."""
    if choice in _SAID:
        return _SAID[choice]
    try:
        return Card.parse(choice).wording()
    except UnknownCard:
        return said_by_dice(choice)


def said_by_dice(choice: str) -> Message:
    """An answer about dice: a number, or what is meant."""
    return _SAID.get(choice) or Message("{said}", {"said": choice})
