"""A roll as every source gives it, and what a source is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from companion.pieces import Cast, Die, DieKind, Wish
from companion.rolls.source import Source


class Fate(Enum):
    """What became of a roll that was delivered."""

    COUNTED = "counted"
    """The journal has it now."""
    KNOWN = "known"
    """The journal had it already: a repetition, dropped."""
    UNWANTED = "unwanted"
    """No game takes it: it is void."""


def _nothing_to_tell(_fate: Fate) -> None:
    """Dice on the table and the app's own need no answer."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice of one roll, from one source.

    ``id`` names the roll for good: the same roll delivered again has the same id, so a journal that
    keeps one entry an id counts it once. ``settle`` is called, from any thread, when its fate is
    known; with :attr:`Fate.COUNTED` only after the journal has it durably.
    """

    cast: Cast
    source: Source
    id: str
    left_over: bool = False
    """Whether it was made before anybody here asked for it: a person says whether it counts."""
    settle: Callable[[Fate], None] = field(default=_nothing_to_tell, compare=False, repr=False)


Deliver = Callable[[Rolled], None]
"""Takes a roll; called from any thread."""


class RollSource(Protocol):
    """Something that can roll. At most one roll is awaited at a time."""

    @property
    def source(self) -> Source: ...

    def ask(self, wish: Wish, deliver: Deliver) -> None:
        """A game waits for such a roll: deliver it once it is there."""

    def withdraw(self) -> None:
        """Nobody waits any more."""


def fulfil(wish: Wish, face: Callable[[DieKind], int]) -> Cast:
    """All the dice that a wish comes to, each showing what ``face`` gives for a die of its kind.

    >>> fulfil(Wish((DieKind.D6, DieKind.D6)), lambda kind: kind.faces)
    (Die(kind=<DieKind.D6: 'd6'>, value=6), Die(kind=<DieKind.D6: 'd6'>, value=6))
    """
    cast = tuple(Die(kind, face(kind)) for kind in wish.first)
    while (more := wish.then(cast)) is not None:
        cast += tuple(Die(kind, face(kind)) for kind in more.kinds)
    return cast
