"""The table as it lies, and where it is not as the journal has it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.magnate.encoding import to_json
from companion.games.magnate.state import District, State
from companion.locale import Message
from companion.table.encoding import Json, card_document, die_document
from companion.table.magnate.difference import Disagreement
from companion.table.magnate.ways_out import Shown, marked, put_back
from companion.table.sightings import Sightings

DISAGREEMENT = "disagreement"
"""What :class:`Withdrawn` names once table and journal agree again; there is one at a time."""


@dataclass(frozen=True, slots=True)
class TableSettled:
    """All is still and read. ``agrees``: with the journal; None where that cannot be told, or without a game."""

    at: float
    number: int
    sightings: Sightings
    row: tuple[District, ...] = ()
    """The districts from player 0's left with their columns, as far as they could be read."""
    agrees: bool | None = None
    remarks: tuple[Message, ...] = ()

    def to_json(self) -> Json:
        return {
            "event": "settled",
            "at": round(self.at, 3),
            "number": self.number,
            "agrees": self.agrees,
            "districts": [
                {
                    "card": district.card.code,
                    "columns": [to_json(one) for one in district.columns],
                }
                for district in self.row
            ],
            "cards": [{**card_document(card), "track": card.track} for card in self.sightings.cards],
            "dice": [{**die_document(die), "track": die.track} for die in self.sightings.dice],
            "remarks": [str(remark) for remark in self.remarks],
        }

    def sentence(self) -> Message:
        seen = {"cards": len(self.sightings.cards), "dice": len(self.sightings.dice)}
        if self.agrees is None:
            return Message("The table is still: {cards} cards, {dice} dice.", seen)
        if self.agrees:
            return Message("The table is still: {cards} cards, {dice} dice; it agrees with the game.", seen)
        return Message("The table is still: {cards} cards, {dice} dice; it differs from the game.", seen)


@dataclass(frozen=True, slots=True)
class Disagreed:
    """Table and journal are not the same and no move explains it; said once, until they agree again."""

    state: State
    disagreement: Disagreement
    names: Sequence[str]

    @property
    def columns(self) -> tuple[tuple[int, int, tuple[Shown, ...], tuple[Shown, ...]], ...]:
        """District, player, and the cards there as the journal has them and as they lie, what differs marked."""
        return tuple((one.district, one.player, *marked(one.journal, one.table)) for one in self.disagreement.columns)

    @property
    def put_back(self) -> tuple[Message, ...]:
        """What the players do where the journal is right."""
        return put_back(self.state, self.disagreement, self.names)

    def to_json(self) -> Json:
        return {
            "event": "disagreement",
            "id": DISAGREEMENT,
            "reason": str(self.disagreement.reason),
            "waits": self.disagreement.waits,
            "districts": [
                {"district": place, "journal": was.code, "table": now.code}
                for place, was, now in self.disagreement.districts
            ],
            "columns": [
                {
                    "district": place,
                    "card": self.state.districts[place].card.code,
                    "player": player,
                    "journal": [_shown(card) for card in journal],
                    "table": [_shown(card) for card in table],
                }
                for place, player, journal, table in self.columns
            ],
            "put_back": [str(step) for step in self.put_back],
        }

    def sentence(self) -> Message:
        return Message("Table and game do not agree: {why}.", {"why": self.disagreement.reason})


def _shown(card: Shown) -> Json:
    return {"card": str(card.card), "deed": card.deed, "differs": card.differs}
