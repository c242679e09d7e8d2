"""The app's own dice, from the operating system's random number generator."""

from __future__ import annotations

from random import Random
from secrets import SystemRandom

from companion.pieces import Wish
from companion.rolls.rolled import Deliver, Rolled, fulfil
from companion.rolls.source import Source


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
