"""What a live table tells: one frozen value an event, one JSON line each (``docs/live-events.md``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from companion.games.magnate.encoding import move_to_json, to_json
from companion.games.magnate.moves import Move
from companion.games.magnate.state import District, State
from companion.live.heard import Advised as EyeAdvises
from companion.live.heard import Back, Lost
from companion.locale import Message
from companion.table.difference import Disagreement
from companion.table.encoding import card_document, die_document
from companion.table.lying import Box
from companion.table.settling import Shown, marked, put_back
from companion.table.sightings import CardSighting, Sightings

Json = dict[str, Any]


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
class TableChanged:
    """Something began to move there."""

    region: Box

    def to_json(self) -> Json:
        return {"event": "changed", "region": list(self.region)}

    def sentence(self) -> Message:
        return Message("Something moves.")


class RollFate(Enum):
    """What becomes of a throw."""

    TAKEN = "taken"
    """The journal has it."""
    ASKED = "asked"
    """It waits to be confirmed."""
    HELD = "held"
    """It counts once what came before it is settled."""
    NOT_NOW = "not now"
    """No game waits for a roll: it does not count."""
    SEEN = "seen"
    """There is no game."""


@dataclass(frozen=True, slots=True)
class RollSeen:
    """Dice were thrown and lie still."""

    dice: tuple[int | None, int | None]
    tax_dice: tuple[int, ...]
    region: Box
    fate: RollFate
    id: str | None = None
    """Of the roll, and of the question that confirms it."""
    text: Message | None = None
    """What it did, or does once confirmed."""
    seq: int | None = None
    """The journal's entry, once it is taken."""

    def to_json(self) -> Json:
        return {
            "event": "roll",
            "id": self.id,
            "dice": list(self.dice),
            "tax_dice": list(self.tax_dice),
            "region": list(self.region),
            "outcome": self.fate.value,
            "text": str(self.text) if self.text is not None else None,
            "seq": self.seq,
        }

    def sentence(self) -> Message:
        if self.text is not None:
            return self.text
        shown = " ".join(str(die or "?") for die in (*self.dice, *self.tax_dice))
        return Message(_SAID_OF_A_ROLL[self.fate].template, {"dice": shown})


_SAID_OF_A_ROLL = {
    RollFate.TAKEN: Message("The dice show {dice}."),
    RollFate.ASKED: Message("The dice show {dice}: is that the roll?"),
    RollFate.HELD: Message("The dice show {dice}; that counts once what came before is settled."),
    RollFate.NOT_NOW: Message("The dice show {dice}, but no roll is awaited now: it does not count."),
    RollFate.SEEN: Message("The dice show {dice}."),
}


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


DISAGREEMENT = "disagreement"
"""What :class:`Withdrawn` names once table and journal agree again; there is one at a time."""


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A proposal, roll, question or disagreement that is no longer open: answered, dismissed, or gone past."""

    id: str

    def to_json(self) -> Json:
        return {"event": "withdrawn", "id": self.id}

    def sentence(self) -> Message:
        return Message("That is settled, or is no longer asked.")


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


@dataclass(frozen=True, slots=True)
class SourceWasLost:
    """No pictures come any more; it is tried again."""

    why: Message

    def to_json(self) -> Json:
        return {"event": "source lost", "reason": str(self.why)}

    def sentence(self) -> Message:
        return Message("The picture is lost: {why}. It is tried again.", {"why": self.why})


@dataclass(frozen=True, slots=True)
class SourceIsBack:
    """Pictures come again; nothing of the game was lost."""

    def to_json(self) -> Json:
        return {"event": "source back"}

    def sentence(self) -> Message:
        return Message("The picture is back.")


@dataclass(frozen=True, slots=True)
class Advised:
    """What would help: better light, dice in view, a row that can be made out."""

    text: Message

    def to_json(self) -> Json:
        return {"event": "advice", "text": str(self.text)}

    def sentence(self) -> Message:
        return self.text


LiveEvent = (
    TableSettled
    | TableChanged
    | RollSeen
    | Proposed
    | Asked
    | Withdrawn
    | Disagreed
    | SourceWasLost
    | SourceIsBack
    | Advised
)


def passed_on(heard: Back | EyeAdvises | Lost) -> LiveEvent:
    """What an eye tells that is an event as it is."""
    match heard:
        case Lost(why):
            return SourceWasLost(why)
        case Back():
            return SourceIsBack()
        case EyeAdvises(text):
            return Advised(text)
