"""What ``watch`` and ``demo --film`` print: one event of a live table a line (``docs/live-events.md``)."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from companion.cli.schemas.photos import SeenCard, SeenDie
from companion.games.documents import Json
from companion.live.events import RollFate

Region = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels."""


class TrackedCard(SeenCard):
    """A card, as `see` prints it, and the number under which it is followed."""

    track: int | None


class TrackedDie(SeenDie):
    """A die, as `see` prints it, and the number under which it is followed."""

    track: int | None


class SettledEvent(TypedDict):
    """All is still and was read. The game's own fields, such as `districts`, come besides."""

    event: Literal["settled"]
    at: float
    number: int
    agrees: bool | None
    districts: NotRequired[list[Json]]
    cards: list[TrackedCard]
    dice: list[TrackedDie]
    remarks: list[str]


class ChangedEvent(TypedDict):
    """Something began to move."""

    event: Literal["changed"]
    region: Region


class RollEvent(TypedDict):
    """Dice were thrown and have come to rest."""

    event: Literal["roll"]
    id: str | None
    dice: list[int | None]
    tax_dice: NotRequired[list[int | None]]
    region: Region
    outcome: RollFate
    text: str | None
    seq: int | None


class ProposalEvent(TypedDict):
    """What was done at the table can only have been this move."""

    event: Literal["proposal"]
    id: str
    text: str
    move: Json
    seq: int | None


class ChoiceOfEvent(TypedDict):
    """An answer to a question, and the move that it is."""

    answer: str
    text: str
    move: Json | None


class QuestionEvent(TypedDict):
    """What only a player can settle."""

    event: Literal["question"]
    id: str
    kind: str
    text: str
    region: Region | None
    choices: list[ChoiceOfEvent]


class NotKeptEvent(TypedDict):
    """A move or roll that could not be kept."""

    event: Literal["not kept"]
    id: str
    text: str


class WithdrawnEvent(TypedDict):
    """What had this id is no longer open."""

    event: Literal["withdrawn"]
    id: str


class DisagreementEvent(TypedDict):
    """Table and journal differ, and no legal moves explain it. What differs comes besides."""

    event: Literal["disagreement"]
    id: str
    reason: str
    waits: bool
    districts: NotRequired[list[Json]]
    columns: NotRequired[list[Json]]
    put_back: list[str]


class SourceLostEvent(TypedDict):
    """No pictures come."""

    event: Literal["source lost"]
    reason: str


class SourceBackEvent(TypedDict):
    """Pictures come again."""

    event: Literal["source back"]


class AdviceEvent(TypedDict):
    """What would help."""

    event: Literal["advice"]
    text: str


EVENTS = (
    SettledEvent,
    ChangedEvent,
    RollEvent,
    ProposalEvent,
    QuestionEvent,
    NotKeptEvent,
    WithdrawnEvent,
    DisagreementEvent,
    SourceLostEvent,
    SourceBackEvent,
    AdviceEvent,
)
