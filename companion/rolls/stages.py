"""States of a watch over dice, and the events that it reports."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.locale import Message
from companion.pieces import Cast, Wish
from companion.questions import Box, Question
from companion.rolls.dice_comparison import Dice
from companion.rolls.dice_state import DiceState
from companion.rolls.roll_detection import PartialRoll
from companion.table.sightings import Point

# What there is to tell


@dataclass(frozen=True, slots=True)
class CountedRoll:
    """The dice are at rest and are the awaited roll.

    ``again``: it must be confirmed, because the dice may only have been pushed (they show the same values as before, or
    the camera was moved).
    """

    cast: Cast
    region: Box
    again: bool = False
    places: tuple[Point, ...] = ()
    """The centres of the dice in the picture, in the order of the roll."""


@dataclass(frozen=True, slots=True)
class UnawaitedThrow:
    """Dice were thrown while no game waits for a roll; they count only if a game claims them later."""

    dice: tuple[int | None, ...]
    region: Box


@dataclass(frozen=True, slots=True)
class QuestionRaised:
    """A question about the dice is open."""

    question: Question


@dataclass(frozen=True, slots=True)
class QuestionDropped:
    """A question is no longer open: the dice were moved, or read with more certainty."""

    question: Question


@dataclass(frozen=True, slots=True)
class Hint:
    """What the players should do with the dice."""

    text: Message


DiceEvent = CountedRoll | UnawaitedThrow | QuestionRaised | QuestionDropped | Hint

# The states


@dataclass(frozen=True, slots=True)
class Unawaited:
    """No game waits for a roll. ``refused``: players discarded the throw that is on the table."""

    refused: bool = False


@dataclass(frozen=True, slots=True)
class Unclaimed:
    """No game waits, but dice were thrown. ``before``: the dice of the baseline before the throw."""

    before: Dice
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Awaited:
    """What a game waits for; ``answers`` about the current dice by the question's key."""

    wish: Wish
    refused: bool = False
    answers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Awaiting:
    """A game waits for a throw."""

    awaited: Awaited


@dataclass(frozen=True, slots=True)
class Asking:
    """A question about the throw is open; ``counted`` are the dice of the roll that count already."""

    awaited: Awaited
    question: Question
    counted: PartialRoll | None = None


@dataclass(frozen=True, slots=True)
class WaitingForMore:
    """The first dice count, and their values call for more dice."""

    awaited: Awaited
    counted: PartialRoll


AwaitedStage = Awaiting | Asking | WaitingForMore
Stage = Unawaited | Unclaimed | AwaitedStage


@dataclass(frozen=True, slots=True)
class Watch:
    """The state: the dice on the table and the stage of the roll."""

    dice: DiceState = field(default_factory=DiceState)
    stage: Stage = field(default_factory=Unawaited)

    @property
    def question(self) -> Question | None:
        """The open question."""
        return self.stage.question if isinstance(self.stage, Asking) else None

    @property
    def awaited(self) -> Awaited | None:
        """What a game waits for, if one does."""
        return self.stage.awaited if isinstance(self.stage, AwaitedStage) else None
