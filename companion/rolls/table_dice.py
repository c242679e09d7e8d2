"""The players' own dice, as somebody read them: the players by touch, or the camera."""

from __future__ import annotations

from uuid import uuid4

from companion.locale import Message
from companion.rolls.rolled import Deliver, Rolled, Source, UnusableRoll, taxes


class TableDice:
    """Real dice on the table. ``show`` tells what they show; a game that waits gets it."""

    def __init__(self, source: Source = Source.TOUCH) -> None:
        self._source = source
        self._tax_dice = 1
        self._deliver: Deliver | None = None

    @property
    def source(self) -> Source:
        return self._source

    @property
    def awaited(self) -> bool:
        """Whether a game waits for a roll."""
        return self._deliver is not None

    def ask(self, tax_dice: int, deliver: Deliver) -> None:
        self._tax_dice, self._deliver = tax_dice, deliver

    def withdraw(self) -> None:
        self._deliver = None

    def show(self, dice: tuple[int, int], tax_dice: tuple[int, ...] = ()) -> Rolled:
        """The dice lie still and show this; :class:`UnusableRoll` where they cannot be this game's roll."""
        if self._deliver is None:
            raise UnusableRoll(
                ",".join(map(str, dice)), Message("no roll is awaited now"), Message("roll at the start of a turn")
            )
        rolled = Rolled(dice, tax_dice, self._source, f"{self._source}-{uuid4().hex[:16]}")
        needed = self._tax_dice if taxes(dice) else 0
        if len(tax_dice) != needed:
            raise UnusableRoll(
                ",".join(map(str, dice)),
                Message(
                    "a 1 asks for {needed} tax die, {given} given",
                    {"needed": needed, "given": len(tax_dice)},
                    plural="a 1 asks for {needed} tax dice, {given} given",
                    count="needed",
                ),
                Message("give the dice that tell the taxed suit"),
            )
        deliver, self._deliver = self._deliver, None
        deliver(rolled)
        return rolled
