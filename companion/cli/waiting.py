"""Waiting for a roll that somebody else makes: the roller, or whoever presses its button."""

from __future__ import annotations

import time
from queue import Empty, Queue

from companion.errors import CompanionError
from companion.locale import Message
from companion.pieces import Wish
from companion.rolls import Fate, Rolled, RollerDice, RollSource

PATIENCE = 15.0
"""Seconds that a roller may take: a board that was just opened starts for two of them."""


class NoRoll(CompanionError):
    """No roll came."""


def rolled_by(dice: RollSource, wish: Wish) -> Rolled:
    """Asks for a roll and waits for it; :class:`NoRoll` where none comes."""
    queue: Queue[Rolled] = Queue()
    end = time.monotonic() + PATIENCE
    while True:
        dice.ask(wish, queue.put)
        if isinstance(dice, RollerDice):
            dice.roll_now()
        try:
            rolled = queue.get(timeout=max(0.0, end - time.monotonic()))
        except Empty:
            dice.withdraw()
            raise no_roll_in_time() from None
        if not rolled.left_over:
            return rolled
        rolled.settle(Fate.UNWANTED)  # made for somebody else, before this was asked


def no_roll_in_time() -> NoRoll:
    """What is said of a roller that kept silent."""
    return NoRoll(
        Message("the roller"),
        Message("gave no roll within {seconds} seconds", {"seconds": int(PATIENCE)}),
        Message("plug it in, name its --port, or use --source app"),
    )
