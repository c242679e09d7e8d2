"""Events of a live table: one frozen value per event, one JSON line each (``docs/live-events.md``)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import zip_longest
from typing import Any

from companion.errors import CompanionError
from companion.games.documents import Json
from companion.live.camera_game import Contradiction
from companion.locale import Message
from companion.questions import Box, Question
from companion.table import camera_events
from companion.table.questions import Place
from companion.table.sightings import CardSighting, Sightings, card_document, die_document

Advised = camera_events.Advised
Back = camera_events.Back
Changed = camera_events.Changed
Lost = camera_events.Lost

DISAGREEMENT = "disagreement"
"""The id that :class:`Withdrawn` has once table and journal agree again; there is one disagreement at a time."""


@dataclass(frozen=True, slots=True)
class TableSettled:
    """Nothing moves and the table is read.

    ``agrees``: whether it agrees with the journal; None if that is unknown, or without a game.
    """

    at: float
    number: int
    sightings: Sightings
    layout: Json = field(default_factory=dict)
    """The layout in the game's terms, as far as it could be read."""
    agrees: bool | None = None
    remarks: tuple[Message, ...] = ()

    def to_json(self) -> Json:
        """Return the event as JSON."""
        return {
            "event": "settled",
            "at": round(self.at, 3),
            "number": self.number,
            "agrees": self.agrees,
            **self.layout,
            "cards": [{**card_document(card), "track": card.track} for card in self.sightings.cards],
            "dice": [{**die_document(die), "track": die.track} for die in self.sightings.dice],
            "remarks": [str(remark) for remark in self.remarks],
        }

    def sentence(self) -> Message:
        """Return the event as a sentence."""
        counts = {"cards": len(self.sightings.cards), "dice": len(self.sightings.dice)}
        if self.agrees is None:
            return Message("Table read: {cards} cards, {dice} dice.", counts)
        if self.agrees:
            return Message("Table read: {cards} cards, {dice} dice. It matches the game.", counts)
        return Message("Table read: {cards} cards, {dice} dice. It differs from the game.", counts)


@dataclass(frozen=True, slots=True)
class Disagreed:
    """Table and journal differ and no move explains it; reported once, until they agree again."""

    disagreement: Contradiction
    names: Sequence[str]
    document: Json
    put_back: tuple[Message, ...]
    """What the players do if the journal is right."""

    def to_json(self) -> Json:
        """Return the event as JSON."""
        return {
            "event": "disagreement",
            "id": DISAGREEMENT,
            "reason": str(self.disagreement.reason),
            "waits": self.disagreement.waits,
            **self.document,
            "put_back": [str(step) for step in self.put_back],
        }

    def sentence(self) -> Message:
        """Return the event as a sentence."""
        return Message("The table differs from the game: {why}.", {"why": self.disagreement.reason})


class RollFate(Enum):
    """What becomes of a throw."""

    TAKEN = "taken"
    ASKED = "asked"
    HELD = "held"
    """It counts once what came before it is settled."""
    NOT_NOW = "not now"
    """No game waits for a roll: it does not count."""
    WITHOUT_GAME = "seen"


@dataclass(frozen=True, slots=True)
class RollDetected:
    """Dice were thrown and are at rest."""

    dice: tuple[int | None, ...]
    """The values in the order of the wish; None for a die that could not be read."""
    document: Json
    region: Box
    fate: RollFate
    id: str | None = None
    """The id of the roll, and of the question that confirms it."""
    text: Message | None = None
    """What the roll did, or does once it is confirmed."""
    seq: int | None = None
    """The journal's entry, once it is taken."""

    def to_json(self) -> Json:
        """Return the event as JSON."""
        return {
            "event": "roll",
            "id": self.id,
            **self.document,
            "region": list(self.region),
            "outcome": self.fate.value,
            "text": str(self.text) if self.text is not None else None,
            "seq": self.seq,
        }

    def sentence(self) -> Message:
        """Return the event as a sentence."""
        if self.text is not None:
            return self.text
        shown = " ".join(str(die or "?") for die in self.dice)
        return Message(_SENTENCES[self.fate].template, {"dice": shown})


_SENTENCES = {
    RollFate.TAKEN: Message("The dice show {dice}."),
    RollFate.ASKED: Message("The dice show {dice}. Is this the roll?"),
    RollFate.HELD: Message("The dice show {dice}. They count once the earlier questions are answered."),
    RollFate.NOT_NOW: Message("The dice show {dice}. No roll is expected now, so they do not count."),
    RollFate.WITHOUT_GAME: Message("The dice show {dice}."),
}


@dataclass(frozen=True, slots=True)
class Proposed:
    """A move that the table shows, with the only possible payment."""

    id: str
    """The id to confirm or dismiss, if ``seq`` is None."""
    move: Any
    document: Json
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


CameraNews = Changed | Lost | Back | Advised
"""What a camera reports of itself."""

LiveEvent = TableSettled | RollDetected | Proposed | Asked | NotKept | Withdrawn | Disagreed | TableChecked | CameraNews
