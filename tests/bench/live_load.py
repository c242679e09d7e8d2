"""``python -m tests.bench live``: processor time for a still table, and memory over an evening."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.bench.figures import Figure
from tests.bench.memory import growth, resident_memory
from tests.bench.record import Measured

RATE = 15
"""Frames per second of the camera."""
EVENING_RATE = 5
"""Frames per second of the simulated evening, which takes minutes."""
MAX_CORE_SHARES = {720: 0.15, 1080: 0.20}
"""Maximum share of one core for a still table, by the picture's height (16:9)."""
MAX_MEGABYTES = 700
"""Maximum resident memory in an evening."""
MAX_GROWTH = 0.05
"""Share by which memory may grow after the first tenth of an evening."""

Bytes = NDArray[np.uint8]


def measure_still_table(height: int = 720, seconds: float = 30.0) -> Figure:
    """Return the figure of the processor time per frame for a full, still table.

    Args:
        height: the picture's height in pixels, 16:9.
        seconds: length of the measurement.

    Returns:
        The figure.
    """
    from companion.pictures.loading import decode_preview
    from companion.pictures.sandbox.process import idle_cpu_seconds as sandbox_seconds
    from companion.pictures.sources import Frame
    from companion.vision.tracking import Follower

    follower, frames = Follower(), _noisy(_table(height), 8)
    jpegs = [cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes() for frame in frames]
    for number in range(RATE):
        follower.process_frame(Frame(frames[number % len(frames)], number / RATE, number))
    spent = {"decoding": 0.0, "following": 0.0}
    event_count = 0
    count = round(seconds * RATE)
    for number in range(RATE, RATE + count):
        begun = time.process_time() + sandbox_seconds()
        picture = decode_preview(jpegs[number % len(jpegs)], "frame")
        between = time.process_time()
        event_count += len(follower.process_frame(Frame(picture, number / RATE, number)))
        spent["decoding"] += between + sandbox_seconds() - begun
        spent["following"] += time.process_time() - between
    share = sum(spent.values()) / count * RATE
    measured = {
        "cards": len(follower.sightings.cards),
        "frames": count,
        **{f"{name}_ms": round(1000 * seconds / count, 2) for name, seconds in spent.items()},
        "share_of_a_core": round(share, 3),
        "events": event_count,
    }
    wanted = f"{RATE} frames a second in at most {MAX_CORE_SHARES[height]:.0%} of one core, and nothing said"
    size = f"{frames[0].shape[1]} × {height}"
    return Figure(
        f"a still, full table at {size}",
        wanted,
        measured,
        share <= MAX_CORE_SHARES[height] and not event_count,
        {f"still-{height}": Measured(round(100 * share, 1), count)},
    )


def measure_evening(hours: float = 2.0) -> Figure:
    """Return the figure of the memory over simulated hours with hands and cards that come and go."""
    from companion.pictures.sources import Frame
    from companion.vision.tracking import Follower

    follower = Follower()
    table = _table()
    with_card, without_card = _noisy(table, 4), _noisy(_without_a_card(table), 4)
    sizes = []
    frames = round(hours * 3600 * EVENING_RATE)
    for number, picture in enumerate(itertools.islice(_table_pictures(with_card, without_card), frames)):
        follower.process_frame(Frame(picture, number / EVENING_RATE, number))
        if number % max(1, frames // 50) == 0:
            sizes.append(resident_memory())
    measured = {"frames": frames, **growth(sizes)}
    return Figure(
        f"memory over {hours:g} simulated hours",
        f"under {MAX_MEGABYTES} MB, flat within 5 %",
        measured,
        measured["at_most_MB"] < MAX_MEGABYTES and measured["growth"] <= MAX_GROWTH,
        {
            "evening-memory": Measured(measured["at_most_MB"], frames),
            "evening-growth": Measured(round(100 * measured["growth"], 2), frames),
        },
    )


def _table(height: int = 720) -> Bytes:
    """Return the bundled photo in a 16:9 frame of this height."""
    from companion.demo.bundled import photo
    from companion.pictures.loading import load_picture

    small = cv2.resize(load_picture(photo()).pixels, (height * 4 // 3, height), interpolation=cv2.INTER_AREA)
    aside = (height * 16 // 9 - small.shape[1]) // 2
    return np.asarray(cv2.copyMakeBorder(small, 0, 0, aside, aside, cv2.BORDER_REFLECT), np.uint8)


def _without_a_card(table: Bytes) -> Bytes:
    """Return the table with the most certain card inpainted."""
    from companion.vision.recognise import recognise

    cards = recognise(table).sightings.cards
    corners = np.round(max(cards, key=lambda card: (card.sure, card.shown or 0.0)).corners).astype(np.int32)
    place = cv2.dilate(cv2.fillPoly(np.zeros(table.shape[:2], np.uint8), [corners], 255), np.ones((9, 9), np.uint8))
    return np.asarray(cv2.inpaint(table, place, 3, cv2.INPAINT_TELEA), np.uint8)


def _noisy(picture: Bytes, count: int) -> list[Bytes]:
    rng = np.random.default_rng(7)
    return [np.asarray(np.clip(picture + rng.normal(0, 5, picture.shape), 0, 255), np.uint8) for _ in range(count)]


def _table_pictures(with_card: list[Bytes], without_card: list[Bytes]) -> Iterator[Bytes]:
    """Yield frames endlessly: a hand passes every minute, a card comes or goes every second minute."""
    for minute in itertools.count():
        before, after = (with_card, without_card) if minute % 4 < 2 else (without_card, with_card)
        for k in range(60 * EVENING_RATE):
            table = (after if minute % 2 and k > 30 * EVENING_RATE else before)[k % len(with_card)]
            reach = k - 30 * EVENING_RATE
            yield _with_arm(table, reach) if abs(reach) < EVENING_RATE else table


def _with_arm(table: Bytes, step: int) -> Bytes:
    covered = table.copy()
    x, y = 640 + 36 * step, 380 + 60 * abs(step)
    cv2.line(covered, (x, y), (x - 80, 900), (95, 120, 190), 90)
    cv2.ellipse(covered, (x, y), (75, 105), 15, 0, 360, (110, 150, 210), -1)
    return covered
