"""``python -m tests.bench live``: a stream that is unplugged and comes back, again and again."""

from __future__ import annotations

import time
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

import numpy as np

from tests.bench.figures import Figure
from tests.bench.picture_server import PictureServer

if TYPE_CHECKING:
    from companion.vision.sources import SourceEvent

BACK_WITHIN = 3.0
"""Seconds."""


def unplugged_and_back(rounds: int = 50) -> Figure:
    """A phone's stream is broken off and comes back ``rounds`` times, down for 0.1 to 1.3 s: seconds until a frame came
    and the source was said to be back."""
    from companion.vision.sources import Newest, SourceBack, SourceLost, open_source

    heard: SimpleQueue[SourceEvent] = SimpleQueue()
    pixels = np.random.default_rng(5).integers(0, 255, (720, 1280, 3), np.uint8)
    waited: list[float] = []
    told_lost = 0
    with PictureServer(pixels) as phone, Newest(open_source(phone.url), heard.put) as newest:
        newest.next(timeout=BACK_WITHIN)
        for number in range(rounds):
            phone.unplug()
            told_lost += isinstance(_heard(heard), SourceLost)
            time.sleep(0.1 + 0.3 * (number % 5))
            phone.plug_in()
            begun = time.monotonic()
            back = isinstance(_heard(heard), SourceBack)
            waited.append(time.monotonic() - begun if back else float("inf"))
    measured = {
        "rounds": rounds,
        "told lost": told_lost,
        "back": sum(seconds <= BACK_WITHIN for seconds in waited),
        "median_s": round(float(np.median(waited)), 2),
        "max_s": round(max(waited), 2),
    }
    reached = told_lost == rounds == measured["back"]
    return Figure("a stream unplugged and back", f"a frame within {BACK_WITHIN:g} s every time", measured, reached)


def _heard(events: SimpleQueue[SourceEvent]) -> SourceEvent | None:
    try:
        return events.get(timeout=2 * BACK_WITHIN)
    except Empty:
        return None
