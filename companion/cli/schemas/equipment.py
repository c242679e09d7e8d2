"""What ``deck``, ``roller`` and ``dice`` print of decks, of the roller on a serial line, and of Bluetooth dice."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from companion.pieces import DieKind
from companion.rolls.reporting import DieMotion, Make
from firmware_bridge.roller import Status


class DeckDocument(TypedDict):
    """A deck that the reader knows."""

    name: str
    cards: int
    """How many different cards it has."""
    views: int
    """How many pictures of them."""
    backs: int
    """How many pictures of its backs."""
    missing: NotRequired[list[str]]
    """Of `deck teach`: the cards, or `back`, that were not shown; the exit status is then 1."""


class UnusableDeckRow(TypedDict):
    """A deck that cannot be used; the exit status is then 1."""

    name: str
    error: str
    """Why, in one line."""


class ForgottenDeck(TypedDict):
    """A deck that is no longer known."""

    name: str
    forgotten: Literal[True]


class Greeting(TypedDict):
    """What a roller says of itself."""

    device: str
    boot: int
    """Which start of its board this is."""
    firmware: str
    abilities: list[str]


class PortRow(TypedDict):
    """A port at which a roller may be."""

    port: str
    roller: Greeting | None
    """What greeted there; null where nothing did."""
    why: str
    """Why nothing greeted; otherwise empty."""
    services: list[str]
    """Services of the system that run now and take such ports for themselves; none where a roller greeted."""


class RollerNotice(TypedDict):
    """What a roller's user should know."""

    event: Literal["notice"]
    text: str


class RollerStatus(TypedDict):
    """How the roller is."""

    event: Literal["status"]
    status: Status
    port: str | None
    why: str
    roller: Greeting | None


class TriedRolls(TypedDict):
    """The rolls that were asked for."""

    asked: int
    delivered: int
    distinct: int
    median_ms: float | None
    """Milliseconds from asking to the roll; null where none came."""
    worst_ms: float | None


class RollerTest(TypedDict):
    """What a roller that was just built did."""

    roller: str | None
    """Its name; null where nothing greeted."""
    start: int | None
    firmware: str | None
    rolls: TriedRolls | None
    button: bool | None
    """Whether its button was pressed in time; null where it was not asked for."""
    passed: bool


class DieFigures(TypedDict):
    """How one kind of die fell."""

    die: DieKind
    rolls: int
    """In which such dice were thrown, one or several at once."""
    dice: int
    """How many dice those were."""
    counts: dict[str, int]
    """How often each face came."""
    expected: float
    """How often each face comes on average."""
    band: tuple[float, float]
    """Between which counts a fair face lies 95 times of 100."""
    chi_square: float | None
    """Null, as `p` is, with too few rolls to judge."""
    p: float | None
    """How often fair dice differ at least as much."""
    verdict: str
    """In words, in English."""


class SourceRow(TypedDict):
    """Where rolls came from, and how its dice fell."""

    source: str
    rolls: int
    dice: list[DieFigures]


class FoundDieRow(TypedDict):
    """A die that is awake."""

    address: str
    make: Make
    kind: DieKind | None
    """Null where only its owner can know it."""
    name: str


class TableDie(TypedDict):
    """One of the table's dice."""

    address: str
    make: Make
    kind: DieKind
    name: str


class TableDice(TypedDict):
    """The dice that are the table's."""

    dice: list[TableDie]


class DieEvent(TypedDict):
    """What a die reports."""

    name: str
    said: DieMotion
    value: int | None
    """What it shows; null while it moves."""
