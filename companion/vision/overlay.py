"""Draw sightings over a photo: outlines, codes, and which readings are uncertain.

They differ in shape as well as in colour. A certain card or die has a solid outline and a dark label. An uncertain
one has a dashed outline and a light label with a question mark. A card face down has a thin outline and no label.
"""

import cv2
import numpy as np

from companion.pictures.arrays import Matrix, Picture
from companion.table.sightings import CardSighting, DieSighting, Face, Sightings

CERTAIN = (178, 114, 0)
UNCERTAIN = (0, 159, 230)
FACE_DOWN = (200, 200, 200)
INK, PAPER = (20, 20, 20), (255, 255, 255)
"""Blue and orange (BGR) of the Okabe-Ito palette, which people with any colour vision can distinguish."""


def encode_overlay(pixels: Picture, sightings: Sightings, suffix: str) -> bytes:
    """Return the photo with the sightings over it as an image file: JPEG for ``.jpg``, PNG for other suffixes."""
    _, file = cv2.imencode(suffix if suffix.lower() == ".jpg" else ".png", draw_overlay(pixels, sightings))
    return file.tobytes()


def draw_overlay(pixels: Picture, sightings: Sightings) -> Picture:
    """Return a copy of the photo (height × width × 3, BGR) with the sightings drawn over it."""
    picture = pixels.copy()
    unit = max(1.0, max(pixels.shape[:2]) / 1280)
    for card in sightings.cards:
        _outline(picture, card, unit)
    for die in sightings.dice:
        _ring(picture, die, unit)
    # Labels come last, so that no outline crosses them.
    for card in sightings.cards:
        if card.face is Face.UP:
            corners = np.array(card.corners)
            # Just inside the card's own top, where the index is and nothing covers a stacked card.
            top = corners[0] + 0.5 * (corners[1] - corners[0]) + 0.12 * (corners[3] - corners[0])
            _label(picture, card.card.code if card.card else "", card.sure, top, unit)
    for die in sightings.dice:
        # Beside the die, whose own face is to stay in view.
        label_place = np.array([die.center[0] + 0.5 * die.across + 14 * unit, die.center[1]])
        _label(picture, f"{die.kind.value} {die.value or ''}".strip(), die.sure, label_place, unit)
    return picture


def _ring(picture: Picture, die: DieSighting, unit: float) -> None:
    radius = round(0.62 * die.across)
    for part in [(0, 360)] if die.sure else [(start, start + 25) for start in range(0, 360, 45)]:
        for colour, width in ((INK, 4), (CERTAIN if die.sure else UNCERTAIN, 2)):
            where, axes = _at(np.array(die.center)), (radius, radius)
            cv2.ellipse(picture, where, axes, 0, *part, colour, round(width * unit), cv2.LINE_AA)


def _outline(picture: Picture, card: CardSighting, unit: float) -> None:
    corners = np.array(card.corners)
    colour = FACE_DOWN if card.face is Face.DOWN else CERTAIN if card.sure else UNCERTAIN
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        for a, b in [(start, end)] if card.sure else _dashes(start, end, 10 * unit):
            cv2.line(picture, _at(a), _at(b), INK, round(4 * unit), cv2.LINE_AA)
            cv2.line(picture, _at(a), _at(b), colour, round(2 * unit), cv2.LINE_AA)


def _dashes(start: Matrix, end: Matrix, length: float) -> list[tuple[Matrix, Matrix]]:
    count = max(1, round(float(np.linalg.norm(end - start)) / (2 * length)))
    step = (end - start) / count
    return [(start + i * step, start + (i + 0.55) * step) for i in range(count)]


def _label(picture: Picture, text: str, sure: bool, at: Matrix, unit: float) -> None:
    label = text + ("" if sure else "?")
    size, weight = 0.5 * unit, max(1, round(1.4 * unit))
    (width, height), _ = cv2.getTextSize(label, cv2.FONT_HERSHEY_DUPLEX, size, weight)
    x, y = at
    left, top = round(x - width / 2), round(y - height / 2)
    pad = round(4 * unit)
    background, ink = (CERTAIN, PAPER) if sure else (UNCERTAIN, INK)
    cv2.rectangle(picture, (left - pad, top - pad), (left + width + pad, top + height + pad), background, -1)
    cv2.rectangle(picture, (left - pad, top - pad), (left + width + pad, top + height + pad), INK, 1)
    cv2.putText(picture, label, (left, top + height), cv2.FONT_HERSHEY_DUPLEX, size, ink, weight, cv2.LINE_AA)


def _at(point: Matrix) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))
