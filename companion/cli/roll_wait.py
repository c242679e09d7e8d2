"""Waiting for a roll that somebody else makes: the roller, or whoever presses its button."""

from __future__ import annotations

import time
from queue import Empty, Queue

from companion.errors import CompanionError
from companion.locale import Message
from companion.pieces import Wish
from companion.rolls import Fate, Rolled, RollerDice, RollSource, Source

PATIENCE = 15.0
"""Seconds that a roller may take: a board that was just opened starts for two of them."""
TO_THROW = 60.0
"""Seconds in which dice are to be thrown by hand."""


class NoRoll(CompanionError):
    """No roll came."""


def rolled_by(dice: RollSource, wish: Wish) -> Rolled:
    """Asks for a roll and waits for it; :class:`NoRoll` where none comes."""
    queue: Queue[Rolled] = Queue()
    by_hand = dice.source is Source.DICE
    end = time.monotonic() + (TO_THROW if by_hand else PATIENCE)
    while True:
        dice.ask(wish, queue.put)
        if isinstance(dice, RollerDice):
            dice.roll_now()
        try:
            rolled = queue.get(timeout=max(0.0, end - time.monotonic()))
        except Empty:
            dice.withdraw()
            raise (not_thrown() if by_hand else no_roll_in_time()) from None
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


def not_thrown() -> NoRoll:
    """What is said of dice that report themselves and showed no roll."""
    return NoRoll(
        Message("dice that report themselves"),
        Message("showed no roll within {seconds} seconds", {"seconds": int(TO_THROW)}),
        Message("look whether they are awake: companion dice watch"),
    )
