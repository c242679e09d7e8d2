"""One roll by camera, without a game's table: the first dice that come to rest."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from companion.locale import Message
from companion.rolls import Rolled
from companion.rolls.camera_dice import CameraDice, Counts, Doubt, Dropped, Hint, News
from companion.rolls.throws import Asked
from companion.vision.following import Changed, Follower, Settled
from companion.vision.sources import Frame, Newest, Source

WAIT = 0.5
"""Seconds between looks at whether patience is at its end."""


@dataclass(frozen=True, slots=True)
class NothingRolled:
    """No roll came; ``asked`` is what the dice that lay there left open."""

    asked: Asked | None = None


def one_roll(
    source: Source,
    follower: Follower,
    tax_dice: int,
    *,
    new_id: Callable[[], str],
    patience: float,
    hint: Callable[[Message], None],
) -> Rolled | NothingRolled:
    """Looks until two d10s rest, with their tax dice where they show a 1; at most ``patience`` seconds.

    Dice that lie there from the beginning count. ``hint`` hears what the players are to do. Closes the source.
    """
    dice = CameraDice(lambda: f"camera-{new_id()}", first_counts=True)
    asked: Asked | None = None
    dice.ask(tax_dice, lambda _: None)
    end, number = time.monotonic() + patience, -1
    with Newest(source) as newest:
        while time.monotonic() < end:
            frame = newest.next(number, WAIT)
            if frame is None and not newest.over:
                continue
            # What lay still in the last picture rests: nothing comes after it.
            news = dice.still(math.inf) if frame is None else _seen(follower, frame, dice)
            for one in news:
                match one:
                    case Counts(rolled, _):
                        return rolled
                    case Doubt(_, asked):
                        hint(asked.text)
                    case Dropped():
                        asked = None
                    case Hint(text):
                        hint(text)
            if frame is None:
                break
            number = frame.number
    return NothingRolled(asked)


def _seen(follower: Follower, frame: Frame, dice: CameraDice) -> list[News]:
    news: list[News] = []
    for event in follower.look(frame):
        if isinstance(event, Settled):
            news += dice.settled(event.sightings.dice, event.at)
        elif isinstance(event, Changed):
            dice.changed()
    return [*news, *dice.still(frame.at)]
