"""``python -m tests.bench live``: a stream that is unplugged and comes back, again and again."""

from __future__ import annotations

import time
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

import numpy as np

from tests.bench.figures import Figure
from tests.bench.picture_server import PictureServer
from tests.bench.record import Measured

if TYPE_CHECKING:
    from companion.pictures.sources import SourceEvent

MAX_RECONNECT_SECONDS = 3.0
"""Maximum seconds from the return of a stream to its next frame."""


def measure_reconnection(rounds: int = 50) -> Figure:
    """Return the figure of a phone's stream that is broken and returns ``rounds`` times, after 0.1 to 1.3 s."""
    from companion.pictures.sources import NewestFrame, SourceBack, SourceLost, open_source

    events: SimpleQueue[SourceEvent] = SimpleQueue()
    pixels = np.random.default_rng(5).integers(0, 255, (720, 1280, 3), np.uint8)
    waited: list[float] = []
    losses = 0
    with PictureServer(pixels) as phone, NewestFrame(open_source(phone.url), events.put) as newest:
        newest.next(timeout=MAX_RECONNECT_SECONDS)
        for number in range(rounds):
            phone.unplug()
            losses += isinstance(_next_event(events), SourceLost)
            time.sleep(0.1 + 0.3 * (number % 5))
            phone.plug_in()
            begun = time.monotonic()
            back = isinstance(_next_event(events), SourceBack)
            waited.append(time.monotonic() - begun if back else float("inf"))
    measured = {
        "rounds": rounds,
        "told lost": losses,
        "back": sum(seconds <= MAX_RECONNECT_SECONDS for seconds in waited),
        "median_s": round(float(np.median(waited)), 2),
        "max_s": round(max(waited), 2),
    }
    reached = losses == rounds == measured["back"]
    return Figure(
        "a stream unplugged and back",
        f"a frame within {MAX_RECONNECT_SECONDS:g} s every time",
        measured,
        reached,
        {"unplugged-worst": Measured(round(max(waited), 2), rounds)},
    )


def _next_event(queue: SimpleQueue[SourceEvent]) -> SourceEvent | None:
    try:
        return queue.get(timeout=2 * MAX_RECONNECT_SECONDS)
    except Empty:
        return None
