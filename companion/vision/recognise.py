"""Recognise the cards and dice in a picture."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from companion.locale import Message
from companion.pictures.arrays import Picture
from companion.pictures.loading import DAMAGED, LoadedPicture
from companion.platform_info import trim_heap
from companion.table.sightings import CardSighting, Face, Sightings
from companion.vision.cards.card_frame import card_corners as outline_at
from companion.vision.cards.decision import decide_cards, design_of, unread
from companion.vision.cards.detect_cards import detect_cards
from companion.vision.cards.detection import Detection
from companion.vision.cards.face_reader import shipped_face_reader
from companion.vision.cards.index_strips import shipped_index_reader
from companion.vision.cards.posterior import Design, points
from companion.vision.decks.cross_check import second_opinion
from companion.vision.decks.gallery import Gallery
from companion.vision.decks.gallery_posterior import judge_readings
from companion.vision.decks.gallery_reader import GalleryReader, PictureFeatures
from companion.vision.decks.known_decks import OWN
from companion.vision.dice.reader import installed_reader

LONG_SIDE = 1280
"""Pixels of the longer side at which cards are detected; they are read at up to twice as many."""

MIRRORED = Message("The picture is mirrored, so every reading is uncertain. Turn mirroring off and take it again.")
"""Why all readings of a mirrored picture are uncertain."""

DECK_NAMES = {Design.OWN: OWN, Design.PUBLISHED: "decktet", Design.STRANGE: ""}
"""The deck's name for each design that the networks know; empty for an unknown design."""


@dataclass(frozen=True)
class Recognition:
    """The result for one picture.

    Attributes:
        sightings: The cards and dice.
        deck: The name of the deck.
        milliseconds: Time in all.
        stages: Milliseconds by stage: networks, deciding and dice; a taught deck adds features, reading and judging.
    """

    sightings: Sightings
    deck: str
    milliseconds: float
    stages: Mapping[str, float]


def load_networks() -> None:
    """Load the networks of this install: another process decodes the first picture meanwhile."""
    shipped_index_reader().load()
    shipped_face_reader().load()
    installed_reader().load()


def recognise(pixels: Picture, galleries: Sequence[Gallery] = ()) -> Recognition:
    """Recognise every card and die in a picture.

    Cards are read by the networks. If these do not know the design, the gallery that explains the picture best is used.

    Args:
        pixels: The picture, BGR (height × width × 3).
        galleries: The taught decks that may lie there.

    Returns:
        The sightings with the deck's name and the times.
    """
    dice_reader, stopwatch = installed_reader(), _Stopwatch()
    # Dice are detected without the cards: on two cores both together take hardly more time.
    with ThreadPoolExecutor(max_workers=1) as executor:
        dice_detections = executor.submit(lambda: dice_reader.find(pixels))
        cards, deck, mirrored = _recognise_timed(pixels, galleries, stopwatch)
    dice = dice_reader.read(pixels, dice_detections.result(), cards)
    sightings = Sightings(pixels.shape[1], pixels.shape[0], cards, dice)
    if mirrored:
        sightings = sightings.doubted(MIRRORED)
    trim_heap()
    stopwatch.done("dice")
    return Recognition(sightings, deck, sum(stopwatch.taken.values()), stopwatch.taken)


def recognise_photo(photo: LoadedPicture, galleries: Sequence[Gallery] = ()) -> Recognition:
    """Recognise every card and die in a photo; of a damaged one all readings are uncertain."""
    found = recognise(photo.pixels, galleries)
    return found if photo.damage is None else replace(found, sightings=found.sightings.doubted(DAMAGED))


def recognise_cards(
    pixels: Picture, galleries: Sequence[Gallery] = (), design: Design | None = None
) -> tuple[tuple[CardSighting, ...], str]:
    """Recognise the cards alone; return them with the deck's name.

    The arguments are those of :func:`recognise`, and the ``design`` of the cards if that is known: a piece of a table
    may show too little of it.
    """
    return _recognise_timed(pixels, galleries, _Stopwatch(), design)[:2]


def _recognise_timed(
    pixels: Picture, galleries: Sequence[Gallery], stopwatch: _Stopwatch, design: Design | None = None
) -> tuple[tuple[CardSighting, ...], str, bool]:
    """Return the cards, the deck's name, and whether the picture is mirrored; then no card is certain."""
    near, zoom = _reduce(pixels)
    detected = detect_cards(near, shipped_index_reader(), shipped_face_reader())
    detections = detected.places
    stopwatch.done("networks")
    design = design_of(detections, detected.plane) if design is None else design
    if design is Design.STRANGE and galleries:
        cards, deck = _recognise_with_gallery(near, galleries, detections, stopwatch)
    else:
        cards, deck = decide_cards(detections, design, detected.plane), DECK_NAMES[design]
        stopwatch.done("deciding")
    if detected.mirrored:
        cards = tuple(replace(card, sure=False) for card in cards)
    return _scale_back(cards, zoom), deck, detected.mirrored


def _reduce(pixels: Picture) -> tuple[Picture, float]:
    """Return a large picture reduced to less than twice the size for detection, and its scale."""
    zoom = 1.0
    while max(pixels.shape[:2]) >= 2 * LONG_SIDE:
        half = (pixels.shape[1] // 2, pixels.shape[0] // 2)
        zoom *= half[0] / pixels.shape[1]
        pixels = np.asarray(cv2.resize(pixels, half, interpolation=cv2.INTER_AREA), np.uint8)
    return pixels, zoom


def _recognise_with_gallery(
    pixels: Picture, galleries: Sequence[Gallery], detections: Sequence[Detection], stopwatch: _Stopwatch
) -> tuple[tuple[CardSighting, ...], str]:
    """Return the cards by a taught deck's pictures, and its name; what these do not explain is an unread card."""
    zoom = min(1.0, LONG_SIDE / max(pixels.shape[:2]))
    small = pixels
    if zoom < 1:
        small = np.asarray(cv2.resize(pixels, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA), np.uint8)
    features = PictureFeatures.of(small)
    stopwatch.done("features")
    gallery = galleries[0] if len(galleries) == 1 else max(galleries, key=features.familiarity)
    readings = GalleryReader(features, gallery).read()
    stopwatch.done("reading")
    read = tuple(
        CardSighting(
            points(outline_at(reading.place) / zoom),
            Face.DOWN if judgement.back else Face.UP,
            judgement.candidates,
            judgement.sure,
            round(reading.shown, 3),
        )
        for reading, judgement in zip(readings, judge_readings(readings, gallery), strict=True)
        if judgement is not None
    )
    cards = second_opinion(read, [detection.indexed for detection in detections if detection.indices])
    stopwatch.done("judging")
    left = [detection for detection in detections if not any(_covers(card, detection) for card in cards)]
    return (*cards, *unread(left)), gallery.name


def _covers(card: CardSighting, detection: Detection) -> bool:
    """Return whether the middle of a detection, which would be visible, lies in a card that was read."""
    x, y = detection.corners.mean(axis=0)
    outline = np.array(card.corners, np.float32).reshape(-1, 1, 2)
    return cv2.pointPolygonTest(outline, (float(x), float(y)), False) >= 0


def _scale_back(cards: Sequence[CardSighting], zoom: float) -> tuple[CardSighting, ...]:
    """Return sightings in the original picture, of which a copy scaled by ``zoom`` was read."""
    if zoom == 1.0:
        return tuple(cards)
    return tuple(replace(card, corners=points(np.array(card.corners) / zoom)) for card in cards)


@dataclass
class _Stopwatch:
    """Milliseconds by stage."""

    taken: dict[str, float] = field(default_factory=dict)
    _since: float = field(default_factory=time.perf_counter)

    def done(self, stage: str) -> None:
        now = time.perf_counter()
        self.taken[stage] = 1000 * (now - self._since)
        self._since = now
