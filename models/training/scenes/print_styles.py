"""Print styles of one deck: pale, faded, grey, sketched, on other paper, with washed-out yellows."""

from collections.abc import Callable, Iterable

import cv2
import numpy as np

from companion.pictures.arrays import Picture
from models.training.common.decks import Deck

Style = Callable[[Picture], Picture]

YELLOW = (18, 42)
"""Hue range (of 180) that fades first in print and in light."""


def apply_style(deck: Deck, name: str) -> Deck:
    """Return the deck in a style of :data:`STYLES`, its backs included."""
    style = STYLES[name]
    redrawn = [tuple(face.with_picture(style(face.sizes[0])) for face in side) for side in (deck.fronts, deck.backs)]
    return Deck(f"{deck.name}, {name}", *redrawn)


def with_all_styles(decks: Iterable[Deck]) -> tuple[Deck, ...]:
    """Return each deck in every style, the unchanged deck three times."""
    return tuple(one for deck in decks for one in (deck, deck, deck, *(apply_style(deck, name) for name in STYLES)))


def _saturated(picture: Picture, factor: float, lift: float = 0.0) -> Picture:
    hsv = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV).astype(np.float32)
    hsv[..., 1] *= factor
    hsv[..., 2] += lift * (255 - hsv[..., 2])
    return np.asarray(cv2.cvtColor(np.clip(hsv, 0, 255).astype(np.uint8), cv2.COLOR_HSV2BGR), np.uint8)


def _washed_yellow(picture: Picture) -> Picture:
    hsv = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV).astype(np.float32)
    yellow = (hsv[..., 0] >= YELLOW[0]) & (hsv[..., 0] <= YELLOW[1])
    hsv[..., 1] = np.where(yellow, 0.3 * hsv[..., 1], hsv[..., 1])
    hsv[..., 2] = np.where(yellow, hsv[..., 2] + 0.4 * (255 - hsv[..., 2]), hsv[..., 2])
    return np.asarray(cv2.cvtColor(np.clip(hsv, 0, 255).astype(np.uint8), cv2.COLOR_HSV2BGR), np.uint8)


def _sketched(picture: Picture) -> Picture:
    """Return outlines on paper with faint colours."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    lines = cv2.divide(grey, np.maximum(cv2.GaussianBlur(grey, (0, 0), 4), 1), scale=245).astype(np.float32)
    colours = 255 - (255 - picture.astype(np.float32)) * 0.45
    return np.asarray(np.clip(colours * lines[..., None] / 245, 0, 255), np.uint8)


def _on_old_paper(picture: Picture) -> Picture:
    ink, paper = np.array([(40, 45, 60), (195, 225, 240)], np.float32)
    share = picture.astype(np.float32) / 255
    return np.asarray(np.clip(ink + share * (paper - ink), 0, 255), np.uint8)


def _brushed(picture: Picture) -> Picture:
    """Return large flat strokes: detail is lost, shapes stay."""
    soft = cv2.bilateralFilter(picture, 7, 60, 5)
    return np.asarray(np.minimum(soft // 36, 6) * 36 + 18, np.uint8)


def _shrunk(picture: Picture) -> Picture:
    """Return the picture printed a little smaller on the card, as home printers do."""
    high, wide = picture.shape[:2]
    matrix = np.array([[0.955, 0, 0.0225 * wide], [0, 0.955, 0.0225 * high]])
    return np.asarray(cv2.warpAffine(picture, matrix, (wide, high), borderMode=cv2.BORDER_REPLICATE), np.uint8)


STYLES: dict[str, Style] = {
    "pale": lambda picture: _saturated(picture, 0.45, 0.3),
    "vivid": lambda picture: _saturated(picture, 1.5),
    "grey": lambda picture: _saturated(picture, 0.0),
    "washed yellow": _washed_yellow,
    "sketched": _sketched,
    "brushed": _brushed,
    "old paper": _on_old_paper,
    "shrunk": _shrunk,
}
