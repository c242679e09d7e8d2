"""One roll by camera, without a game's table: the first dice that come to rest."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from companion.live.camera_thread import Looker
from companion.locale import Message
from companion.pieces import Cast, Wish
from companion.questions import Question
from companion.rolls import dice_watch
from companion.rolls.dice_baseline import Ground
from companion.rolls.stages import Asks, Counts, Dropped, Hint, Watch
from companion.table.camera_events import Ended, Observed
from companion.vision.sources import FrameSource, Newest
from companion.vision.tracking import Follower

WAIT = 0.5
"""Seconds between looks at whether patience is at its end."""


@dataclass(frozen=True, slots=True)
class NothingRolled:
    """No roll came; ``asked`` is what the dice that lay there left open."""

    asked: Question | None = None


def one_roll(
    source: FrameSource, follower: Follower, wish: Wish, *, patience: float, hint: Callable[[Message], None]
) -> Cast | NothingRolled:
    """Looks until the dice wished for rest; at most ``patience`` seconds.

    Dice that lie there from the beginning count. ``hint`` hears what the players are to do. Closes the source.
    """
    watch = dice_watch.await_roll(Watch(Ground(baseline=())), wish)
    asked: Question | None = None
    heard: list[Observed] = []
    looker = Looker(follower, heard.append)
    end, number = time.monotonic() + patience, -1
    with Newest(source) as newest:
        while time.monotonic() < end and Ended() not in heard:
            frame = newest.next(number, WAIT)
            if frame is None and not newest.over:
                continue
            heard.clear()
            if frame is None:
                heard.append(Ended())
            else:
                looker.look(frame)
                number = frame.number
            for observed in heard:
                watch, news = dice_watch.observed(watch, observed)
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
    return NothingRolled(asked)
