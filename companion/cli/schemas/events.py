"""What ``watch`` and ``demo --film`` print: one event of a live table a line (``docs/live-events.md``)."""

from __future__ import annotations

from dataclasses import make_dataclass
from typing import Literal, NotRequired, TypedDict

from companion.cli.schemas.photos import SeenCard, SeenDie
from companion.games.documents import Json
from companion.games.json_schema import FieldsOf
from companion.live import events
from companion.questions import Box


class TrackedCard(SeenCard):
    """A card, as `see` prints it, with the number of its track."""

    track: int | None


class TrackedDie(SeenDie):
    """A die, as `see` prints it, with the number of its track."""

    track: int | None


class SettledEvent(TypedDict):
    """The table is still and was read. The game adds its own fields, such as `districts`."""

    at: float
    number: int
    agrees: bool | None
    districts: NotRequired[list[Json]]
    middle: NotRequired[list[str]]
    seats: NotRequired[list[Json]]
    cards: list[TrackedCard]
    dice: list[TrackedDie]
    remarks: list[str]


class RollEvent(TypedDict):
    """Dice were rolled and have come to rest."""

    dice: list[int | None]
    tax_dice: NotRequired[list[int | None]]
    outcome: events.RollFate


class ProposalEvent(TypedDict):
    """The one move that explains the table."""

    move: Json


class ChoiceOfEvent(TypedDict):
    """An answer to a question, and its move."""

    answer: str
    text: str
    move: Json | None


class QuestionEvent(TypedDict):
    """A question to the players."""

    id: str
    kind: str
    text: str
    region: Box | None
    choices: list[ChoiceOfEvent]


class NotKeptEvent(TypedDict):
    """A move or roll that could not be saved."""

    text: str


class DisagreementEvent(TypedDict):
    """Table and journal differ, and no legal moves explain it. The differences are listed."""

    id: str
    reason: str
    waits: bool
    districts: NotRequired[list[Json]]
    columns: NotRequired[list[Json]]
    moved: NotRequired[list[Json]]
    put_back: list[str]


class DifferenceOfCheck(TypedDict):
    """One thing that lies otherwise than the journal has it, with the move that corrects the game."""

    id: str
    text: str
    region: Box | None
    move: Json | None
    put_back: list[str]


class CheckEvent(TypedDict):
    """The whole table was compared with the journal, as players asked."""

    differences: list[DifferenceOfCheck]


class SourceLostEvent(TypedDict):
    """The source sends no pictures."""

    reason: str


def _event(name: str, *of: type, without: tuple[str, ...] = ()) -> FieldsOf:
    """Return the fields of an event: its name, those of the value that is printed, and those that differ from it."""
    return FieldsOf((*of, make_dataclass("Event", [("event", Literal[name])])), without)


EVENTS = (
    _event("settled", SettledEvent),
    _event("changed", events.Changed),
    _event("roll", events.RollDetected, RollEvent, without=("document", "fate")),
    _event("proposal", events.Proposed, ProposalEvent, without=("document",)),
    _event("question", QuestionEvent),
    _event("not kept", events.NotKept, NotKeptEvent, without=("error",)),
    _event("withdrawn", events.Withdrawn),
    _event("disagreement", DisagreementEvent),
    _event("check", events.TableChecked, CheckEvent),
    _event("source lost", SourceLostEvent),
    _event("source back", events.Back),
    _event("advice", events.Advised),
)
