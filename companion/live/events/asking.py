"""Events of proposals and questions."""

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
    """A move that the table shows, with the only possible payment."""

    id: str
    """The id to confirm or dismiss, if ``seq`` is None."""
    move: Any
    document: Json
    """The move in JSON."""
    text: Message
    seq: int | None = None
    """The journal's entry, if the move was taken at once."""

    def to_json(self) -> Json:
        """Return the event as JSON."""
        return {"event": "proposal", "id": self.id, "text": str(self.text), "move": self.document, "seq": self.seq}

    def sentence(self) -> Message:
        """Return the event as a sentence."""
        return self.text if self.seq is not None else Message("{what}?", {"what": self.text})


@dataclass(frozen=True, slots=True)
class Asked(Question):
    """A question that only a player can answer.

    ``kind``: ``payment`` (which of these moves), ``seat`` (at which edge player 0 sits), a kind of a photo's question
    (``card`` and others), or one about dice (``roll``, ``die``, ``thrown``).
    """

    card: CardSighting | None = None
    place: Place | None = None
    """Where the card is in the layout, if that is known."""
    documents: tuple[Json, ...] = ()
    """The choices' moves in JSON, if they are moves."""

    def to_json(self) -> Json:
        """Return the event as JSON."""
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
        """Return the event as a sentence."""
        return self.text


@dataclass(frozen=True, slots=True)
class NotKept:
    """A detected move or roll that could not be stored: the game continues without it."""

    id: str
    error: CompanionError

    def to_json(self) -> Json:
        """Return the event as JSON."""
        return {"event": "not kept", "id": self.id, "text": self.error.line()}

    def sentence(self) -> Message:
        """Return the event as a sentence."""
        return Message("Cannot save the camera's move ({why}).", {"why": self.error.reason})


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A proposal, roll, question or disagreement that is no longer open."""

    id: str

    def to_json(self) -> Json:
        """Return the event as JSON."""
        return {"event": "withdrawn", "id": self.id}

    def sentence(self) -> Message:
        """Return the event as a sentence."""
        return Message("This question is already answered or no longer open.")
