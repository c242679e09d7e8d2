"""A series of rolls that a dice roller makes by itself, to see whether its dice are fair. They count in no game."""

from __future__ import annotations

from typing import Protocol

from companion.locale import Message
from companion.pieces import Cast, DieKind, MoreDice, Wish
from companion.rolls.honesty import LIMITS, Honesty, honesty
from companion.rolls.rolled import Deliver, Fate, Rolled


def _six_sided(cast: Cast) -> MoreDice | None:
    """Add both d6 to the d10; the messages are for people who roll, so nobody reads them here."""
    kinds = (DieKind.D6, DieKind.D6)
    return MoreDice(kinds, _NO_REQUEST, _NO_REQUEST) if len(cast) < len(DICE.first) + len(kinds) else None


_NO_REQUEST = Message("{name}", {"name": DieKind.D6.value})
DICE = Wish((DieKind.D10, DieKind.D10), _six_sided)
"""All dice of a roller."""


class SelfRolling(Protocol):
    """A source of rolls that needs nobody to roll, such as ``RollerDice``."""

    def ask(self, wish: Wish, deliver: Deliver) -> None:
        """Wait for a roll."""

    def roll_now(self) -> None:
        """Roll the awaited dice."""

    def withdraw(self) -> None:
        """Stop waiting for a roll."""


class RollerTrial:
    """One roll after the other, until there are enough or somebody stops them.

    Args:
        dice: The roller's dice. Nobody else may wait for a roll meanwhile.
        rolls: The number of rolls; by default as many as a verdict needs.
    """

    def __init__(self, dice: SelfRolling, rolls: int = LIMITS.enough) -> None:
        self.total = rolls
        self._dice = dice
        self._rolls: list[Rolled] = []
        self._running = False

    @property
    def running(self) -> bool:
        """Whether another roll is awaited."""
        return self._running

    @property
    def received(self) -> int:
        """The number of rolls so far."""
        return len(self._rolls)

    @property
    def figures(self) -> tuple[Honesty, ...]:
        """How often each face was rolled, by kind of die."""
        rolls = list(self._rolls)
        return tuple(
            honesty(kind, ([die.value for die in roll.cast if die.kind is kind] for roll in rolls)) for kind in DieKind
        )

    def start(self) -> None:
        """Request the first roll."""
        self._running = True
        self._request()

    def stop(self) -> None:
        """Request no more; a roll under way is dropped."""
        if self._running:
            self._running = False
            self._dice.withdraw()

    def _request(self) -> None:
        self._dice.ask(DICE, self._take)
        self._dice.roll_now()

    def _take(self, rolled: Rolled) -> None:
        rolled.settle(Fate.UNWANTED)
        if not self._running:
            return
        if not rolled.left_over:
            self._rolls.append(rolled)
        self._running = self.received < self.total
        if self._running:
            self._request()
