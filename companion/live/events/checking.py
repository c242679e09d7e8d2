"""The event of a check of the whole table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.games.documents import Json
from companion.locale import Message
from companion.questions import Box


@dataclass(frozen=True, slots=True)
class CheckedDifference:
    """One thing that lies otherwise than the journal has it."""

    key: str
    texts: tuple[Message, ...]
    """What differs, a sentence each."""
    region: Box | None
    """Where it is in the picture; None if nothing of it is in view."""
    move: Any | None
    """The move that corrects the game; None if the table does not show enough for it."""
    document: Json | None
    """The same in JSON."""
    put_back: tuple[Message, ...]
    """What players do to the table instead."""

    def to_json(self) -> Json:
        """Return the difference as JSON."""
        return {
            "id": self.key,
            "text": " ".join(map(str, self.texts)),
            "region": list(self.region) if self.region is not None else None,
            "move": self.document,
            "put_back": [str(step) for step in self.put_back],
        }


@dataclass(frozen=True, slots=True)
class TableChecked:
    """Players asked to compare the whole table with the journal."""

    differences: tuple[CheckedDifference, ...] = ()
    questions: int = 0
    """The number of open questions about cards, which were left out."""
    unread: Message | None = None
    """Why the table cannot be compared; None if it was."""

    def to_json(self) -> Json:
        """Return the event as JSON."""
        return {
            "event": "check",
            "unread": str(self.unread) if self.unread is not None else None,
            "questions": self.questions,
            "differences": [one.to_json() for one in self.differences],
        }

    def sentence(self) -> Message:
        """Return the event as a sentence."""
        if self.unread is not None:
            return Message("The table cannot be checked now. {why}", {"why": self.unread})
        if not self.differences and self.questions:
            return Message("No difference found. The camera still asks about cards.")
        if not self.differences:
            return Message("The table matches the game.")
        return Message(
            "The table differs from the game in {n} place.",
            {"n": len(self.differences)},
            "The table differs from the game in {n} places.",
            "n",
        )
