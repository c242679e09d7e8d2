"""What is proposed, what is asked, and what is no longer open."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from companion.errors import CompanionError
from companion.games.documents import Json
from companion.locale import Message
from companion.questions import Question
from companion.table.questions import Place
from companion.table.sightings import CardSighting


@dataclass(frozen=True, slots=True)
class Proposed:
    """A move that the table shows, with the one payment that is possible."""

    id: str
    """To be confirmed or dismissed under, where ``seq`` is None."""
    move: Any
    document: Json
    """The move as documents have it."""
    text: Message
    seq: int | None = None
    """The journal's entry where it was taken at once."""

    def to_json(self) -> Json:
        return {"event": "proposal", "id": self.id, "text": str(self.text), "move": self.document, "seq": self.seq}

    def sentence(self) -> Message:
        return self.text if self.seq is not None else Message("{what}?", {"what": self.text})


@dataclass(frozen=True, slots=True)
class Asked(Question):
    """Something that only a player can settle, told as an event.

    ``kind``: ``payment`` (which of these moves), ``seat`` (at which edge player 0 sits), what a photo of the table may
    leave open (``card`` and others), or what dice do (``die``, ``dice``, ``thrown`` and others).
    """

    card: CardSighting | None = None
    place: Place | None = None
    """Where in the layout the card in doubt lies, where that is known."""
    documents: tuple[Json, ...] = ()
    """The choices' moves as documents have them, where they are moves."""

    def to_json(self) -> Json:
        return {
            "event": "question",
            "id": self.key,
            "kind": self.kind,
            "text": str(self.text),
            "region": list(self.region) if self.region is not None else None,
            "choices": [
                {"answer": one.answer, "text": str(one.text), "move": document}
                for one, document in zip_longest(self.choices, self.documents)
            ],
        }

    def sentence(self) -> Message:
        return self.text


@dataclass(frozen=True, slots=True)
class NotKept:
    """A move or roll that was seen, but could not be kept: the game goes on without it."""

    id: str
    error: CompanionError

    def to_json(self) -> Json:
        return {"event": "not kept", "id": self.id, "text": self.error.line()}

    def sentence(self) -> Message:
        return Message("What was seen could not be kept ({why}).", {"why": self.error.reason})


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A proposal, roll, question or disagreement that is no longer open: answered, dismissed, or gone past."""

    id: str

    def to_json(self) -> Json:
        return {"event": "withdrawn", "id": self.id}

    def sentence(self) -> Message:
        return Message("That is settled, or is no longer asked.")
