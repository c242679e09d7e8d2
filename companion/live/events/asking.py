"""What is proposed, what is asked, and what is no longer open."""

from __future__ import annotations

from dataclasses import dataclass

from companion.errors import CompanionError
from companion.games.magnate.encoding import move_to_json
from companion.games.magnate.moves import Move
from companion.locale import Message
from companion.table.encoding import Json
from companion.table.lying import Box
from companion.table.sightings import CardSighting


@dataclass(frozen=True, slots=True)
class Proposed:
    """A move that the table shows, with the one payment that is possible."""

    id: str
    """To be confirmed or dismissed under, where ``seq`` is None."""
    move: Move
    text: Message
    seq: int | None = None
    """The journal's entry where it was taken at once."""

    def to_json(self) -> Json:
        move = move_to_json(self.move)
        return {"event": "proposal", "id": self.id, "text": str(self.text), "move": move, "seq": self.seq}

    def sentence(self) -> Message:
        return self.text if self.seq is not None else Message("{what}?", {"what": self.text})


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question; ``answer`` is what is given back."""

    answer: str
    text: Message
    move: Move | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """Something that only a player can settle.

    ``kind``: ``payment`` (which of these moves), ``card``, ``deed``, ``belongs`` (as on a photo), ``seat`` (at which
    edge player 0 sits), ``die``, ``dice``, ``tax``, ``thrown`` (as the dice leave it open).
    """

    id: str
    kind: str
    text: Message
    choices: tuple[Choice, ...]
    region: Box | None = None
    """Where to look, pixels."""
    card: CardSighting | None = None

    def to_json(self) -> Json:
        return {
            "event": "question",
            "id": self.id,
            "kind": self.kind,
            "text": str(self.text),
            "region": list(self.region) if self.region is not None else None,
            "choices": [
                {
                    "answer": one.answer,
                    "text": str(one.text),
                    "move": move_to_json(one.move) if one.move is not None else None,
                }
                for one in self.choices
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
