"""What a watch over dice may be in the middle of, and what it tells: frozen values. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.locale import Message
from companion.pieces import Cast, Wish
from companion.questions import Box, Question
from companion.rolls.dice_comparison import Dice
from companion.rolls.dice_state import DiceState
from companion.rolls.roll_detection import PartialRoll

# What there is to tell


@dataclass(frozen=True, slots=True)
class CountedRoll:
    """The dice lie still and this is the awaited roll.

    ``again``: to be confirmed, for perhaps the dice were only pushed aside (the same numbers as lay there before, or
    the camera was moved meanwhile).
    """

    cast: Cast
    region: Box
    again: bool = False


@dataclass(frozen=True, slots=True)
class UnawaitedThrow:
    """Dice were thrown, but no game waits for a roll; they will not count later either, unless claimed."""

    dice: tuple[int | None, ...]
    region: Box


@dataclass(frozen=True, slots=True)
class QuestionRaised:
    """Something about the dice is to be answered."""

    question: Question


@dataclass(frozen=True, slots=True)
class QuestionDropped:
    """This is no longer asked: the dice were moved, or read better."""

    question: Question


@dataclass(frozen=True, slots=True)
class Hint:
    """What the players are to do with the dice."""

    text: Message


DiceEvent = CountedRoll | UnawaitedThrow | QuestionRaised | QuestionDropped | Hint

# The states


@dataclass(frozen=True, slots=True)
class Unawaited:
    """No game waits for a roll. ``refused``: players would not have the throw that lies there."""

    refused: bool = False


@dataclass(frozen=True, slots=True)
class Unclaimed:
    """No game waits, but a throw lies there. ``before``: how dice lay before it."""

    before: Dice
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Awaited:
    """What a game waits for; ``answers`` are those given about the dice that lie there, by the question's key."""

    wish: Wish
    refused: bool = False
    answers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Awaiting:
    """A game waits for a throw."""

    awaited: Awaited


@dataclass(frozen=True, slots=True)
class HalfThrown:
    """One die of two is in view, as was said of ``dice``."""

    awaited: Awaited
    dice: Dice


@dataclass(frozen=True, slots=True)
class Asking:
    """Something about the throw that lies there is asked; ``counted``: of which these dice count already."""

    awaited: Awaited
    question: Question
    counted: PartialRoll | None = None


@dataclass(frozen=True, slots=True)
class WaitingForMore:
    """The first dice count, and by what they show others are still to come."""

    awaited: Awaited
    counted: PartialRoll


AwaitedStage = Awaiting | HalfThrown | Asking | WaitingForMore
Stage = Unawaited | Unclaimed | AwaitedStage


@dataclass(frozen=True, slots=True)
class Watch:
    """The state: the dice on the table, and what is made of them."""

    ground: DiceState = field(default_factory=DiceState)
    stage: Stage = field(default_factory=Unawaited)

    @property
    def question(self) -> Question | None:
        """What is asked now."""
        return self.stage.question if isinstance(self.stage, Asking) else None

    @property
    def awaited(self) -> Awaited | None:
        """What a game waits for, if one does."""
        return self.stage.awaited if isinstance(self.stage, AwaitedStage) else None
