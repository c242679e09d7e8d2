"""Waiting for a roll by the roller, or by people who throw Bluetooth dice."""

import time
from collections.abc import Iterator
from queue import Empty, Queue
from typing import TypeVar

from companion.errors import CompanionError
from companion.locale import Message, Wording
from companion.pieces import Wish
from companion.questions import Question
from companion.rolls.roller_dice import RollerDice
from companion.rolls.source import Fate, Rolled, RollSource, Source

T = TypeVar("T")

ROLLER_TIMEOUT = 15.0
"""Seconds to wait for the roller; its board takes two to start."""
THROW_TIMEOUT = 60.0
"""Seconds to wait for dice that are thrown by hand."""


class NoRoll(CompanionError):
    """No roll came."""


class UncertainRoll(Exception):
    """Dice were found, but their values are uncertain; ``question`` is about them."""

    def __init__(self, question: Question) -> None:
        self.question = question
        super().__init__(question.key)


def wait_for_roll(dice: RollSource, wish: Wish) -> Rolled:
    """Request a roll, wait for it and return it unsettled; raise :class:`NoRoll` if none comes in time."""
    queue: Queue[Rolled] = Queue()
    end = time.monotonic() + timeout(dice)
    while True:
        dice.ask(wish, queue.put)
        if isinstance(dice, RollerDice):
            dice.roll_now()
        try:
            rolled = queue.get(timeout=max(0.0, end - time.monotonic()))
        except Empty:
            dice.withdraw()
            raise no_roll_in_time(dice) from None
        if not rolled.left_over:
            return rolled
        rolled.settle(Fate.UNWANTED)  # it was made before this request


def until(queue: Queue[T], seconds: float | None) -> Iterator[T]:
    """Yield what comes until so many seconds have passed; None: for ever."""
    end = None if seconds is None else time.monotonic() + seconds
    while end is None or time.monotonic() < end:
        try:
            yield queue.get(timeout=None if end is None else max(0.0, end - time.monotonic()))
        except Empty:
            return


def timeout(dice: RollSource) -> float:
    """Return the seconds to wait for a roll of this source."""
    return THROW_TIMEOUT if dice.source is Source.DICE else ROLLER_TIMEOUT


def no_roll_in_time(dice: RollSource) -> NoRoll:
    """Return the error of a source that gave no roll within its :func:`timeout`."""
    seconds: Wording = {"seconds": int(timeout(dice))}
    if dice.source is Source.DICE:
        return NoRoll(
            Message("Bluetooth dice"),
            Message("no roll received within {seconds} seconds", seconds),
            Message("check that they are awake with `companion dice watch`"),
        )
    return NoRoll(
        Message("dice roller"),
        Message("no roll within {seconds} seconds", seconds),
        Message("connect it, set --port, or use --source app"),
    )
