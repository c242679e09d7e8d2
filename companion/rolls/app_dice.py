"""The app's own dice, from the operating system's generator."""

from __future__ import annotations

from random import Random
from secrets import SystemRandom

from companion.pieces import DieKind
from companion.rolls.rolled import Deliver, Rolled, Source, taxes


class AppDice:
    """Rolls at once when asked. Another ``generator`` is for tests and measurements only."""

    source = Source.APP

    def __init__(self, generator: Random | None = None) -> None:
        self.generator = generator or SystemRandom()

    def roll(self, tax_dice: int = 1) -> Rolled:
        """One roll; the tax dice are rolled only where a d10 shows a 1."""
        dice = (self._die(DieKind.D10), self._die(DieKind.D10))
        taxed = tuple(self._die(DieKind.D6) for _ in range(tax_dice)) if taxes(dice) else ()
        return Rolled(dice, taxed, self.source, f"app-{self.generator.getrandbits(64):016x}")

    def ask(self, tax_dice: int, deliver: Deliver) -> None:
        deliver(self.roll(tax_dice))

    def withdraw(self) -> None:
        """Nothing to stop: an answer is there as soon as it is asked for."""

    def _die(self, kind: DieKind) -> int:
        return self.generator.randint(1, kind.faces)
