"""A picture in, sightings out: the one door into this room for those who only want to know what lies there."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.table.sightings import CardSighting, Face, Point, Sightings
from companion.vision.cardframe import Bytes, Doubles, corners
from companion.vision.certainty import judged
from companion.vision.gallery import Gallery
from companion.vision.reader import Look, Table
from companion.vision.strips import StripEyes, strip_eyes
from companion.vision.witness import indexed_cards, second_opinion

LONG_SIDE = 1280
"""Pixels of the longer side at which cards are found and read."""


@dataclass(frozen=True)
class Seen:
    """What a picture showed, in which deck, and how many milliseconds it took."""

    sightings: Sightings
    deck: str
    milliseconds: float
    stages: Mapping[str, float]
    """Milliseconds by stage: features, deck, reading, judging, and what waiting for the indices took after that."""


def see(pixels: Bytes, galleries: Sequence[Gallery], eyes: StripEyes | None = None) -> Seen:
    """Every card in a picture, BGR (height, width, 3), of the gallery that explains it best.

    ``eyes`` read the indices besides; the project's own trained networks where none are given.
    """
    watch = _Watch()
    # The second witness needs nothing of the first: on two cores it costs hardly any time beside it.
    with ThreadPoolExecutor(max_workers=1) as beside:
        indices = beside.submit(lambda: indexed_cards(pixels, eyes or strip_eyes()))
        cards, deck = _by_pictures(pixels, galleries, watch)
        cards = second_opinion(cards, indices.result())
    watch.done("indices")
    height, width = pixels.shape[:2]
    return Seen(Sightings(width, height, cards), deck, sum(watch.taken.values()), watch.taken)


def _by_pictures(pixels: Bytes, galleries: Sequence[Gallery], watch: _Watch) -> tuple[tuple[CardSighting, ...], str]:
    """What the first witness sees, and the name of the gallery that explains it best."""
    zoom = min(1.0, LONG_SIDE / max(pixels.shape[:2]))
    small = pixels
    if zoom < 1:
        small = np.asarray(cv2.resize(pixels, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA), np.uint8)
    look = Look.at(small)
    watch.done("features")
    gallery = galleries[0] if len(galleries) == 1 else max(galleries, key=look.familiarity)
    watch.done("deck")
    readings = Table(look, gallery).read()
    watch.done("reading")
    cards = tuple(
        CardSighting(
            _points(reading.place, zoom),
            Face.DOWN if judgement.back else Face.UP,
            judgement.candidates,
            judgement.sure,
            round(reading.shown, 3),
        )
        for reading, judgement in zip(readings, judged(readings, gallery), strict=True)
        if judgement is not None
    )
    watch.done("judging")
    return cards, gallery.name


@dataclass
class _Watch:
    """Milliseconds since the stage before."""

    taken: dict[str, float] = field(default_factory=dict)
    _since: float = field(default_factory=time.perf_counter)

    def done(self, stage: str) -> None:
        now = time.perf_counter()
        self.taken[stage] = 1000 * (now - self._since)
        self._since = now


def _points(place: Doubles, zoom: float) -> tuple[Point, Point, Point, Point]:
    a, b, c, d = ((round(float(x) / zoom, 1), round(float(y) / zoom, 1)) for x, y in corners(place))
    return a, b, c, d
