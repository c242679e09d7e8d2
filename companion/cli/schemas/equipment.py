"""What ``deck``, ``roller`` and ``dice`` print of decks, of the roller on a serial line, and of Bluetooth dice."""

from typing import Annotated, Literal, NotRequired, TypedDict

from companion.games.documents import Json
from companion.games.json_schema import FieldsOf
from companion.pieces import DieKind
from companion.rolls.reporting import DieMotion, KeptDie
from companion.table.dice_set import Confusion
from companion.vision.dice.die_reading import SetFigures
from firmware_bridge.roller import Status


class MissingViews(TypedDict):
    """What was not shown of a deck."""

    missing: NotRequired[list[str]]
    """For `deck teach`: the cards, or `back`, that were not shown; the exit status is then 1."""


class UnusableDeckRow(TypedDict):
    """A deck that cannot be used; the exit status is then 1."""

    name: str
    error: str
    """The reason in one line."""


class ForgottenDeck(TypedDict):
    """A deleted deck."""

    name: str
    forgotten: Literal[True]


class Greeting(TypedDict):
    """What a roller reports about itself."""

    device: str
    boot: int
    """How often the board has started."""
    firmware: str
    abilities: list[str]


class PortRow(TypedDict):
    """A serial port that may have a dice roller."""

    port: str
    roller: Greeting | None
    """The roller that responded; null if none did."""
    why: str
    """Why no roller responded; empty if one did."""
    services: list[str]
    """Running system services that may block such ports; empty if a roller responded."""


class RollerNotice(TypedDict):
    """A message for the roller's user."""

    event: Literal["notice"]
    text: str


class RollerStatus(TypedDict):
    """The roller's status."""

    event: Literal["status"]
    status: Status
    port: str | None
    why: str
    roller: Greeting | None


class TriedRolls(TypedDict):
    """The number of requested rolls."""

    asked: int
    delivered: int
    distinct: int
    median_ms: float | None
    """Milliseconds from the request to the roll; null if no roll arrived."""
    worst_ms: float | None


class RollerTest(TypedDict):
    """The results of a roller's test."""

    roller: str | None
    """The device's name; null if no roller responded."""
    start: int | None
    firmware: str | None
    rolls: TriedRolls | None
    button: bool | None
    """Whether the button was pressed in time; null if it was not tested."""
    passed: bool


class DieFigures(TypedDict):
    """The results of one kind of die."""

    die: DieKind
    rolls: int
    """The rolls that used these dice."""
    dice: int
    """The number of dice."""
    counts: dict[str, int]
    """How often each face was rolled."""
    expected: float
    """The expected count of each face."""
    band: tuple[float, float]
    """The 95 % range of counts for each face of a fair die."""
    chi_square: float | None
    """Null, as `p` is, with too few rolls to judge."""
    p: float | None
    """The probability that fair dice differ at least as much."""
    verdict: str
    """A description in English."""


class SourceRow(TypedDict):
    """The source of the rolls and the results of its dice."""

    source: str
    rolls: int
    dice: list[DieFigures]


class DiceSetRow(TypedDict):
    """A set of dice that was taught."""

    name: str
    readings: int
    """The number of confirmed readings."""


class TableDice(TypedDict):
    """This table's Bluetooth dice, and the sets of dice that the camera knows."""

    dice: list[KeptDie]
    sets: NotRequired[list[DiceSetRow]]


class MistakenReadings(TypedDict):
    """What a set of dice confuses."""

    mistaken: list[Annotated[Json, FieldsOf((Confusion,), ("kind",))]]
    """The values that are asked about until enough readings of them were right."""


class DiceSetDocument(TypedDict):
    """A set of dice that was taught."""

    name: str
    kinds: list[Annotated[Json, FieldsOf((SetFigures, MistakenReadings))]]


class DieEvent(TypedDict):
    """One event of a Bluetooth die."""

    name: str
    said: DieMotion
    value: int | None
    """The value; null while the die moves."""
