"""What ``watch`` and ``demo --film`` print: one event of a live table a line (``docs/live-events.md``)."""

from collections.abc import Mapping, Sequence
from dataclasses import make_dataclass
from typing import Literal, TypedDict

from companion.cli.schemas.games import ShapesOfGame
from companion.cli.schemas.readings import SeenCard, SeenDie
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
    """The table is still and was read. The game adds its own fields."""

    at: float
    number: int
    agrees: bool | None
    cards: list[TrackedCard]
    dice: list[TrackedDie]
    remarks: list[str]


class RollEvent(TypedDict):
    """Dice were rolled and have come to rest."""

    dice: list[int | None]
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


_EVENTS: Mapping[str, tuple[tuple[type, ...], tuple[str, ...]]] = {
    "settled": ((SettledEvent,), ()),
    "changed": ((events.Changed,), ()),
    "roll": ((events.RollDetected, RollEvent), ("document", "fate")),
    "proposal": ((events.Proposed, ProposalEvent), ("document",)),
    "question": ((QuestionEvent,), ()),
    "not kept": ((events.NotKept, NotKeptEvent), ("error",)),
    "withdrawn": ((events.Withdrawn,), ()),
    "disagreement": ((DisagreementEvent,), ()),
    "check": ((events.TableChecked, CheckEvent), ()),
    "source lost": ((SourceLostEvent,), ()),
    "source back": ((events.Back,), ()),
    "advice": ((events.Advised,), ()),
}
"""By event: the value that is printed and what differs from it, and the fields that are not printed."""


def events_of(games: Sequence[ShapesOfGame]) -> tuple[FieldsOf, ...]:
    """Return every event, with the fields that these games add to it."""
    found = []
    for name, (of, without) in _EVENTS.items():
        added = (one.events[name] for one in games if name in one.events)
        event = make_dataclass("Event", [("event", Literal[name])])
        found.append(FieldsOf((*of, *added, event), without))
    return tuple(found)
