"""Sources of rolls and of other proposals, the roll that each source of rolls delivers, and the app's own dice."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from secrets import SystemRandom
from typing import Protocol

from companion.pieces import Cast, Die, DieKind, Wish


class Source(Enum):
    """Where a roll or another proposal comes from; the value is its word in journals, records and JSON documents."""

    TOUCH = "touch"
    APP = "app"
    """The app's own dice."""
    CAMERA = "camera"
    ROLLER = "roller"
    DICE = "dice"
    """Dice that report by radio what they show."""
    PAGE = "page"
    """A seat's own page on a phone."""
    FILE = "file"
    """The command line and record files."""

    def __str__(self) -> str:
        return self.value


class Fate(Enum):
    """What became of a delivered roll."""

    COUNTED = "counted"
    """The journal contains it."""
    KNOWN = "known"
    """The journal contained it before: a repetition, dropped."""
    UNWANTED = "unwanted"
    """No game takes it."""


def _nothing_to_tell(_fate: Fate) -> None:
    """Ignore the fate: dice on the table and the app's own need no answer."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice of one roll from one source.

    ``id`` identifies the roll: a roll that is delivered again has the same id, so a journal counts it once.
    ``settle`` is called from any thread when its fate is known. With :attr:`Fate.COUNTED` the journal has stored it.
    """

    cast: Cast
    source: Source
    id: str
    left_over: bool = False
    """Whether it was rolled before anybody here asked for it: a person decides whether it counts."""
    settle: Callable[[Fate], None] = field(default=_nothing_to_tell, compare=False, repr=False)


Deliver = Callable[[Rolled], None]
"""Takes a roll; called from any thread."""


class RollSource(Protocol):
    """A source of rolls. At most one roll is awaited at a time."""

    @property
    def source(self) -> Source:
        """The kind of the source."""

    def ask(self, wish: Wish, deliver: Deliver) -> None:
        """Wait for a roll.

        Args:
            wish: The dice that the game needs.
            deliver: Called with the roll.
        """

    def withdraw(self) -> None:
        """Stop waiting for a roll."""


def fulfil(wish: Wish, face: Callable[[DieKind], int]) -> Cast:
    """Return all dice that a wish comes to, with the values that ``face`` returns for each kind of die.

    >>> fulfil(Wish((DieKind.D6, DieKind.D6)), lambda kind: kind.faces)
    (Die(kind=<DieKind.D6: 'd6'>, value=6), Die(kind=<DieKind.D6: 'd6'>, value=6))
    """
    cast = tuple(Die(kind, face(kind)) for kind in wish.first)
    while (more := wish.then(cast)) is not None:
        cast += tuple(Die(kind, face(kind)) for kind in more.kinds)
    return cast


class AppDice:
    """A source that rolls at once. Only tests and measurements pass another ``generator``."""

    source = Source.APP

    def __init__(self, generator: Random | None = None) -> None:
        self.generator = generator or SystemRandom()

    def roll(self, wish: Wish) -> Rolled:
        """Return one roll, with all the dice that it turns out to need."""
        cast = fulfil(wish, lambda kind: self.generator.randint(1, kind.faces))
        return Rolled(cast, self.source, f"app-{self.generator.getrandbits(64):016x}")

    def ask(self, wish: Wish, deliver: Deliver) -> None:
        """Deliver a roll at once."""
        deliver(self.roll(wish))

    def withdraw(self) -> None:
        """Do nothing: a roll is delivered as soon as it is asked for."""
