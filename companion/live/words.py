"""What answers about dice say to people."""

from __future__ import annotations

from companion.locale import Message

_SAID = {"yes": Message("Yes"), "no": Message("No"), "again": Message("Throw again")}


def said_by_dice(choice: str) -> Message:
    """A number, or what is meant."""
    return _SAID.get(choice) or Message("{said}", {"said": choice})
