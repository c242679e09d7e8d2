"""What ``watch`` and ``demo --film`` print: one event of a live table a line (``docs/live-events.md``)."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from companion.cli.schemas.photos import SeenCard, SeenDie
from companion.games.documents import Json
from companion.live.events import RollFate

Region = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels."""


class TrackedCard(SeenCard):
    """A card, as `see` prints it, with the number of its track."""

    track: int | None


class TrackedDie(SeenDie):
    """A die, as `see` prints it, with the number of its track."""

    track: int | None


class SettledEvent(TypedDict):
    """The table is still and was read. The game adds its own fields, such as `districts`."""

    event: Literal["settled"]
    at: float
    number: int
    agrees: bool | None
    districts: NotRequired[list[Json]]
    middle: NotRequired[list[str]]
    seats: NotRequired[list[Json]]
    cards: list[TrackedCard]
    dice: list[TrackedDie]
    remarks: list[str]


class ChangedEvent(TypedDict):
    """Movement on the table."""

    event: Literal["changed"]
    region: Region


class RollEvent(TypedDict):
    """Dice were rolled and have come to rest."""

    event: Literal["roll"]
    id: str | None
    dice: list[int | None]
    tax_dice: NotRequired[list[int | None]]
    region: Region
    outcome: RollFate
    text: str | None
    seq: int | None


class ProposalEvent(TypedDict):
    """The one move that explains the table."""

    event: Literal["proposal"]
    id: str
    text: str
    move: Json
    seq: int | None


class ChoiceOfEvent(TypedDict):
    """An answer to a question, and its move."""

    answer: str
    text: str
    move: Json | None


class QuestionEvent(TypedDict):
    """A question to the players."""

    event: Literal["question"]
    id: str
    kind: str
    text: str
    region: Region | None
    choices: list[ChoiceOfEvent]


class NotKeptEvent(TypedDict):
    """A move or roll that could not be saved."""

    event: Literal["not kept"]
    id: str
    text: str


class WithdrawnEvent(TypedDict):
    """The question or proposal with this id is closed."""

    event: Literal["withdrawn"]
    id: str


class DisagreementEvent(TypedDict):
    """Table and journal differ, and no legal moves explain it. The differences are listed."""

    event: Literal["disagreement"]
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
    region: Region | None
    move: Json | None
    put_back: list[str]


class CheckEvent(TypedDict):
    """The whole table was compared with the journal, as players asked."""

    event: Literal["check"]
    unread: str | None
    questions: int
    differences: list[DifferenceOfCheck]


class SourceLostEvent(TypedDict):
    """The source sends no pictures."""

    event: Literal["source lost"]
    reason: str


class SourceBackEvent(TypedDict):
    """The source sends pictures again."""

    event: Literal["source back"]


class AdviceEvent(TypedDict):
    """Advice about the picture."""

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
    CheckEvent,
    SourceLostEvent,
    SourceBackEvent,
    AdviceEvent,
)
