"""One roll by camera, without a game's table: the first dice that come to rest."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from companion.locale import Message
from companion.pieces import Cast, Wish
from companion.questions import Question
from companion.rolls import watching
from companion.rolls.ground import Ground
from companion.rolls.stages import Asks, Counts, Dropped, Hint, News, Watch
from companion.table.observed import Changed, Settled
from companion.vision.following import Follower
from companion.vision.sources import Frame, Newest, Source

WAIT = 0.5
"""Seconds between looks at whether patience is at its end."""


@dataclass(frozen=True, slots=True)
class NothingRolled:
    """No roll came; ``asked`` is what the dice that lay there left open."""

    asked: Question | None = None


def one_roll(
    source: Source, follower: Follower, wish: Wish, *, patience: float, hint: Callable[[Message], None]
) -> Cast | NothingRolled:
    """Looks until the dice wished for rest; at most ``patience`` seconds.

    Dice that lie there from the beginning count. ``hint`` hears what the players are to do. Closes the source.
    """
    watch = watching.await_roll(Watch(Ground(known=())), wish)
    asked: Question | None = None
    end, number = time.monotonic() + patience, -1
    with Newest(source) as newest:
        while time.monotonic() < end:
            frame = newest.next(number, WAIT)
            if frame is None and not newest.over:
                continue
            # What lay still in the last picture rests: nothing comes after it.
            watch, news = watching.still(watch, math.inf) if frame is None else _seen(follower, frame, watch)
            for one in news:
                match one:
                    case Counts(cast):
                        return cast
                    case Asks(asked):
                        hint(asked.text)
                    case Dropped():
                        asked = None
                    case Hint(text):
                        hint(text)
            if frame is None:
                break
            number = frame.number
    return NothingRolled(asked)


def _seen(follower: Follower, frame: Frame, watch: Watch) -> tuple[Watch, list[News]]:
    told: list[News] = []
    for event in follower.look(frame):
        if isinstance(event, Settled):
            watch, news = watching.settled(watch, event.sightings.dice, event.at)
            told += news
        elif isinstance(event, Changed):
            watch = watching.changed(watch)
    watch, news = watching.still(watch, frame.at)
    return watch, [*told, *news]
