"""From a mask of changes to the pieces to read, and to what happened to each track."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.pictures.arrays import Floats, Mask, Picture
from companion.questions import Box
from companion.table.sightings import CardSighting, DieSighting, Point
from companion.vision.cards.card_frame import HEIGHT, WIDTH
from companion.vision.tracking.card_tracks import Touch
from companion.vision.tracking.motion import WINDOW, SmallPicture, dilated

MARGIN = 0.15
"""Card heights around a change that are read with it."""
BARE_VARIANCE_SHARE = 0.3
"""Share of its variance below which a place has become bare."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The pixels of the small picture in relation to the large one."""

    width: int
    height: int
    rows: int
    columns: int

    @classmethod
    def of(cls, size: tuple[int, int], small: SmallPicture) -> Grid:
        """Return the grid of a small picture, and of the large one of ``size`` (width, height)."""
        return cls(*size, *small.grey.shape)

    @property
    def scale(self) -> float:
        """Large pixels per small pixel."""
        return self.width / self.columns

    def mask_of(self, outline: Sequence[Point]) -> Mask:
        """Return the small pixels inside an outline of large ones."""
        mask = np.zeros((self.rows, self.columns), np.uint8)
        points = np.array(outline, np.float64) * (self.columns / self.width, self.rows / self.height)
        cv2.fillPoly(mask, [np.round(points - 0.5).astype(np.int32)], 1)
        return mask.astype(np.bool_)

    def box(self, mask: Mask) -> Box:
        """Return the upright box around a mask, in large pixels."""
        rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
        return (
            float(columns[0] * self.width / self.columns),
            float(rows[0] * self.height / self.rows),
            float((columns[-1] + 1) * self.width / self.columns),
            float((rows[-1] + 1) * self.height / self.rows),
        )


def die_outline(die: DieSighting) -> list[Point]:
    """Return a die's outline as a square."""
    radius = max(die.across, 12.0) / 2
    x, y = die.center
    return [(x - radius, y - radius), (x + radius, y - radius), (x + radius, y + radius), (x - radius, y + radius)]


def fill_changes(mask: Mask) -> Mask:
    """Return a mask of changes without its holes: a plain thing on a plain table differs at its edge only."""
    near = dilated(mask).astype(np.uint8)
    outlines, _ = cv2.findContours(near, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    whole = np.zeros_like(near)
    for outline in outlines:
        cv2.fillPoly(whole, [cv2.convexHull(outline)], 1)
    # The window of the comparison and the dilation both look beyond the edge of what changed.
    return cv2.erode(whole, np.ones((WINDOW, WINDOW), np.uint8), borderValue=1).astype(np.bool_)


def card_area(tall: float) -> float:
    """Return the area of a card of a height, in squares of the same unit."""
    return tall * tall * WIDTH / HEIGHT


def find_touches(
    outlines: dict[int, list[Point]], mask: Mask, grid: Grid, before: SmallPicture | None, after: SmallPicture
) -> dict[int, Touch]:
    """Return what happened to the places of tracks.

    Of a place under others that did not change, only the rest was visible.

    Args:
        outlines: The outlines by track number, large pixels.
        mask: Where something changed, small pixels.
        grid: The grid.
        before: The small picture when the table was read last, if it was.
        after: The small picture now.

    Returns:
        The touches by track number; places without a change are left out.
    """
    places = {number: grid.mask_of(outline) for number, outline in outlines.items()}
    shares = {number: _share(mask, place) for number, place in places.items()}
    unchanged = [places[number] for number, share in shares.items() if share < 0.05]
    covered = np.any(unchanged, axis=0) if unchanged else np.zeros_like(mask)
    found = {}
    for number, share in shares.items():
        if share >= 0.05:
            shown = places[number] & ~covered
            enough = shown.sum() >= 0.15 * places[number].sum()
            found[number] = Touch(
                share, _share(mask, shown) if enough else 0.0, before is not None and _bare(shown, before, after)
            )
    return found


def _share(mask: Mask, place: Mask) -> float:
    size = int(place.sum())
    return float((mask & place).sum()) / size if size else 0.0


def _bare(place: Mask, before: SmallPicture, after: SmallPicture) -> bool:
    inside = cv2.erode(place.astype(np.uint8), np.ones((WINDOW, WINDOW), np.uint8)).astype(np.bool_)
    inside = inside if inside.any() else place
    was, now = before.variance[inside], after.variance[inside]
    return bool(now.mean() < BARE_VARIANCE_SHARE * was.mean()) if was.size else False


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A piece of the picture: its pixels, and where its top left corner was."""

    pixels: Picture
    left: int
    top: int


def cut_pieces(pixels: Picture, mask: Mask, grid: Grid, card_height: float) -> list[Piece]:
    """Cut out what is to be read; everything around is blurred, so that no time is spent on it.

    Args:
        pixels: The picture.
        mask: What is to be read, small pixels.
        grid: The grid.
        card_height: A card's height, large pixels.

    Returns:
        A piece for each connected part.
    """
    reach = max(2, round(MARGIN * card_height / grid.scale))
    wide = dilated(mask, 2 * reach + 1).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(wide)
    cut = []
    for number in range(1, count):
        x, y, w, h = (int(value) for value in stats[number, :4])
        left, top = (int(x * grid.scale), int(y * grid.height / grid.rows))
        right = min(grid.width, round((x + w) * grid.scale))
        bottom = min(grid.height, round((y + h) * grid.height / grid.rows))
        own = (labels[y : y + h, x : x + w] == number).astype(np.float32)
        cut.append(Piece(_blur_outside(pixels[top:bottom, left:right], own), left, top))
    return cut


def _blur_outside(piece: Picture, mask: Floats) -> Picture:
    """Return a piece that is sharp only inside the mask."""
    if mask.all():
        return np.ascontiguousarray(piece)
    size = (piece.shape[1], piece.shape[0])
    share = cv2.GaussianBlur(cv2.resize(mask, size, interpolation=cv2.INTER_LINEAR), (0, 0), 3)[..., None]
    faint = cv2.resize(cv2.resize(piece, (8, 8), interpolation=cv2.INTER_AREA), size, interpolation=cv2.INTER_CUBIC)
    return np.asarray(piece * share + faint * (1 - share), np.uint8)


def to_whole_picture(cards: Sequence[CardSighting], piece: Piece) -> list[CardSighting]:
    """Return a piece's sightings in coordinates of the whole picture."""
    moved = []
    for card in cards:
        a, b, c, d = ((round(x + piece.left, 1), round(y + piece.top, 1)) for x, y in card.corners)
        moved.append(replace(card, corners=(a, b, c, d)))
    return moved
