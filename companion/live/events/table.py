"""Events of the settled table and its disagreement with the journal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.games.documents import Json
from companion.live.camera_game import Contradiction
from companion.locale import Message
from companion.table.encoding import card_document, die_document
from companion.table.sightings import Sightings

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
    """The contradiction in the game's own terms."""
    names: Sequence[str]
    document: Json
    """What differs, in JSON."""
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
