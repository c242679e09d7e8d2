"""One roll by camera, without a game's table: the first dice that come to rest."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from companion.live.camera_thread import FrameProcessor
from companion.locale import Message
from companion.pictures.sources import FrameSource, NewestFrame
from companion.pieces import Cast, Wish
from companion.questions import Question
from companion.rolls import dice_watch
from companion.rolls.dice_state import DiceState
from companion.rolls.stages import CountedRoll, Hint, QuestionDropped, QuestionRaised, Watch
from companion.table.camera_events import CameraEvent, Ended
from companion.vision.tracking import Follower

FRAME_TIMEOUT = 0.5
"""Seconds to wait for a frame before checking whether to give up."""


@dataclass(frozen=True, slots=True)
class NothingRolled:
    """No roll was made; ``asked`` is the question that the dice left open."""

    asked: Question | None = None


def one_roll(
    source: FrameSource, follower: Follower, wish: Wish, *, patience: float, hint: Callable[[Message], None]
) -> Cast | NothingRolled:
    """Read frames until the dice that the wish needs are at rest, and close the source.

    Dice that are there at first count.

    Args:
        source: The source of frames.
        follower: Reads the frames.
        wish: The dice that are needed.
        patience: Seconds until it gives up.
        hint: Receives what the players should do.

    Returns:
        The roll, or why there is none.
    """
    watch = dice_watch.await_roll(Watch(DiceState(baseline=())), wish)
    asked: Question | None = None
    events: list[CameraEvent] = []
    processor = FrameProcessor(follower, events.append)
    end, number = time.monotonic() + patience, -1
    with NewestFrame(source) as newest:
        while time.monotonic() < end and Ended() not in events:
            frame = newest.next(number, FRAME_TIMEOUT)
            if frame is None and not newest.over:
                continue
            events.clear()
            if frame is None:
                events.append(Ended())
            else:
                processor.process(frame)
                number = frame.number
            for event in events:
                watch, news = dice_watch.observe(watch, event)
                for one in news:
                    match one:
                        case CountedRoll(cast):
                            return cast
                        case QuestionRaised(asked):
                            hint(asked.text)
                        case QuestionDropped():
                            asked = None
                        case Hint(text):
                            hint(text)
    return NothingRolled(asked)
