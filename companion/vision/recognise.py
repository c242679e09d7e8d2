"""A picture in, sightings out: the one door into this room for those who only want to know what lies there."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from companion.malloc import trim_heap
from companion.table.sightings import CardSighting, Face, Sightings
from companion.vision.arrays import Picture
from companion.vision.cards.card_frame import card_corners as outline_at
from companion.vision.cards.detection import Detection, detect_cards
from companion.vision.cards.face_reader import FaceReader, shipped_face_reader
from companion.vision.cards.index_strips import IndexReader, shipped_index_reader
from companion.vision.certainty import judged
from companion.vision.deciding import Design, decided, design_of, points, unread
from companion.vision.decks.known_decks import OWN
from companion.vision.dice.eyes import DiceEyes, dice_eyes
from companion.vision.gallery import Gallery
from companion.vision.gallery_reader import GalleryReader, PictureFeatures
from companion.vision.witness import second_opinion

LONG_SIDE = 1280
"""Pixels of the longer side at which cards are found; they are read at up to twice as many."""

DECK_NAMES = {Design.OWN: OWN, Design.PUBLISHED: "decktet", Design.STRANGE: ""}
"""What a deck is called that the networks told; one that nobody knows has no name."""


@dataclass(frozen=True)
class Recognition:
    """What a picture showed, in which deck, and how many milliseconds it took."""

    sightings: Sightings
    deck: str
    milliseconds: float
    stages: Mapping[str, float]
    """Milliseconds by stage: networks, deciding and dice; for a taught deck features, reading and judging besides."""


def recognise(
    pixels: Picture,
    galleries: Sequence[Gallery],
    eyes: IndexReader | None = None,
    faces: FaceReader | None = None,
    dice: DiceEyes | None = None,
) -> Recognition:
    """Every card in a picture, BGR (height, width, 3): by the networks, and where these do not know the design by
    the gallery that explains it best; and every die.

    ``eyes`` and ``faces`` look at indices and at whole cards, ``dice`` at dice; the project's own trained networks
    where none are given.
    """
    dice = dice or dice_eyes()
    watch = _Watch()
    # Finding dice needs nothing of the cards: on two cores it costs hardly any time beside them.
    with ThreadPoolExecutor(max_workers=1) as beside:
        rolled = beside.submit(lambda: dice.find(pixels))
        cards, deck = _cards(pixels, galleries, eyes, faces, watch)
    seen = Sightings(pixels.shape[1], pixels.shape[0], cards, dice.read(pixels, rolled.result(), cards))
    trim_heap()
    watch.done("dice")
    return Recognition(seen, deck, sum(watch.taken.values()), watch.taken)


def recognise_cards(
    pixels: Picture, galleries: Sequence[Gallery], eyes: IndexReader | None = None, faces: FaceReader | None = None
) -> tuple[tuple[CardSighting, ...], str]:
    """The cards alone, and the deck's name."""
    return _cards(pixels, galleries, eyes, faces, _Watch())


def _cards(
    pixels: Picture, galleries: Sequence[Gallery], eyes: IndexReader | None, faces: FaceReader | None, watch: _Watch
) -> tuple[tuple[CardSighting, ...], str]:
    near, zoom = _halved(pixels)
    places = detect_cards(near, eyes or shipped_index_reader(), faces or shipped_face_reader())
    watch.done("networks")
    design = design_of(places)
    taught = [gallery for gallery in galleries if gallery.name != OWN]
    if design is Design.STRANGE and taught:
        cards, deck = _by_pictures(near, taught, places, watch)
    else:
        cards, deck = decided(places, design), DECK_NAMES[design]
        watch.done("deciding")
    return _enlarged(cards, zoom), deck


def _halved(pixels: Picture) -> tuple[Picture, float]:
    """A large picture brought to less than twice the size at which cards are found, and its share of the original."""
    zoom = 1.0
    while max(pixels.shape[:2]) >= 2 * LONG_SIDE:
        half = (pixels.shape[1] // 2, pixels.shape[0] // 2)
        zoom *= half[0] / pixels.shape[1]
        pixels = np.asarray(cv2.resize(pixels, half, interpolation=cv2.INTER_AREA), np.uint8)
    return pixels, zoom


def _by_pictures(
    pixels: Picture, galleries: Sequence[Gallery], places: Sequence[Detection], watch: _Watch
) -> tuple[tuple[CardSighting, ...], str]:
    """What a taught deck's pictures tell, and its name; what they do not explain is a card that could not be read."""
    zoom = min(1.0, LONG_SIDE / max(pixels.shape[:2]))
    small = pixels
    if zoom < 1:
        small = np.asarray(cv2.resize(pixels, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA), np.uint8)
    features = PictureFeatures.of(small)
    watch.done("features")
    gallery = galleries[0] if len(galleries) == 1 else max(galleries, key=features.familiarity)
    readings = GalleryReader(features, gallery).read()
    watch.done("reading")
    read = tuple(
        CardSighting(
            points(outline_at(reading.place) / zoom),
            Face.DOWN if judgement.back else Face.UP,
            judgement.candidates,
            judgement.sure,
            round(reading.shown, 3),
        )
        for reading, judgement in zip(readings, judged(readings, gallery), strict=True)
        if judgement is not None
    )
    cards = second_opinion(read, [place.indexed for place in places if place.indices])
    watch.done("judging")
    left = [place for place in places if not any(_covers(card, place) for card in cards)]
    return (*cards, *unread(left)), gallery.name


def _covers(card: CardSighting, place: Detection) -> bool:
    """Whether the middle of a place, which would have to be seen, lies in a card that was read."""
    x, y = place.corners.mean(axis=0)
    outline = np.array(card.corners, np.float32).reshape(-1, 1, 2)
    return cv2.pointPolygonTest(outline, (float(x), float(y)), False) >= 0


def _enlarged(cards: Sequence[CardSighting], zoom: float) -> tuple[CardSighting, ...]:
    """Sightings in a picture of which ``zoom`` was looked at."""
    if zoom == 1.0:
        return tuple(cards)
    return tuple(replace(card, corners=points(np.array(card.corners) / zoom)) for card in cards)


@dataclass
class _Watch:
    """Milliseconds since the stage before."""

    taken: dict[str, float] = field(default_factory=dict)
    _since: float = field(default_factory=time.perf_counter)

    def done(self, stage: str) -> None:
        now = time.perf_counter()
        self.taken[stage] = 1000 * (now - self._since)
        self._since = now
