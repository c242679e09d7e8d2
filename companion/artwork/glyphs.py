"""The six suit glyphs and the rank marks, in a unit box centred on the origin.

Every suit has an outline of its own: crescent, spiked disc, breaker, leaf, winged serpent, looped knot.
"""

import math
from functools import cache

import numpy as np

from companion.artwork.letters import digit_strokes, letter_strokes
from companion.artwork.palette import INK, SUIT_INKS
from companion.artwork.shapes import (
    Contour,
    Shape,
    arc,
    bezier,
    circle,
    contour,
    rectangle,
    ribbon,
)
from companion.pieces import Rank, Suit

_CORD = 360
_GAP = 10


def suit_glyph(suit: Suit, colour: str | None = None) -> Shape:
    """Return the suit's glyph, filled with its own ink or with ``colour``."""
    return Shape(suit_path(suit), fill=colour or SUIT_INKS[suit].on_paper)


@cache
def suit_path(suit: Suit) -> tuple[Contour, ...]:
    """Return the outline of a suit's glyph: contours within ±0.5, filled by the even–odd rule."""
    return _SUIT_PATHS[suit]()


def rank_glyph(rank: Rank, colour: str = INK) -> tuple[Shape, ...]:
    """Return the mark of a rank as shapes within ±0.5 of the origin; 6 and 9 have a bar below."""
    if rank.number is not None:
        return digit_strokes(rank.value, colour)
    if rank is Rank.ACE:
        return letter_strokes("A", colour)
    return (Shape(_RANK_PATHS[rank](), fill=colour),)


def _moon() -> tuple[Contour, ...]:
    outer = arc(-0.02, 0, 0.5, 42, 318)
    inner = arc(0.23, 0, 0.35, 293, 67)
    return (np.concatenate([outer, inner]),)


def _sun() -> tuple[Contour, ...]:
    rays = 11
    points = []
    for step in range(2 * rays):
        radius = 0.5 if step % 2 == 0 else 0.33
        angle = math.pi * step / rays - math.pi / 2
        points.append((radius * math.cos(angle), radius * math.sin(angle)))
    return contour(points), circle(0, 0, 0.235), circle(0, 0, 0.165)


def _wave() -> tuple[Contour, ...]:
    breaker = bezier(
        (-0.5, 0.44),
        *((-0.42, 0.1), (-0.36, -0.46), (0.1, -0.46)),
        *((0.36, -0.46), (0.5, -0.28), (0.5, -0.06)),
        *((0.4, -0.24), (0.2, -0.24), (0.15, -0.08)),
        *((0.1, 0.12), (0.26, 0.24), (0.5, 0.2)),
        *((0.5, 0.3), (0.5, 0.36), (0.5, 0.44)),
    )
    carved = ribbon(
        bezier((-0.28, 0.38), (-0.22, 0.1), (-0.2, -0.22), (0.06, -0.32), (-0.1, -0.1), (-0.08, 0.24), (0.34, 0.32)),
        (0.0, 0.05, 0.06, 0.02, 0.06, 0.05, 0.0),
    )
    return breaker, carved


def _leaf() -> tuple[Contour, ...]:
    blade = bezier(
        (-0.3, 0.3),
        *((-0.52, -0.1), (-0.2, -0.46), (0.46, -0.48)),
        *((0.5, 0.14), (0.14, 0.5), (-0.3, 0.3)),
    )
    stalk = ribbon(bezier((-0.3, 0.3), (-0.36, 0.36), (-0.42, 0.42), (-0.46, 0.5)), (0.02, 0.1))
    vein = ribbon(bezier((-0.27, 0.27), (-0.1, 0.1), (0.1, -0.1), (0.3, -0.32)), (0.07, 0.05, 0.0))
    left = ribbon(bezier((-0.05, 0.01), (-0.08, -0.1), (-0.06, -0.2), (-0.04, -0.28)), (0.055, 0.0))
    right = ribbon(bezier((0.0, 0.05), (0.1, 0.08), (0.2, 0.06), (0.28, 0.02)), (0.055, 0.0))
    return blade, stalk, vein, left, right


def _wyrm() -> tuple[Contour, ...]:
    spine = bezier(
        (0.14, -0.33),
        *((-0.12, -0.52), (-0.46, -0.3), (-0.26, -0.06)),
        *((-0.1, 0.12), (0.34, 0.0), (0.34, 0.24)),
        *((0.34, 0.46), (-0.06, 0.42), (-0.4, 0.36)),
    )
    body = ribbon(spine, (0.14, 0.17, 0.19, 0.2, 0.2, 0.17, 0.12, 0.03))
    head = contour([(0.05, -0.46), (0.2, -0.5), (0.5, -0.27), (0.3, -0.26), (0.36, -0.15), (0.14, -0.2), (0.06, -0.26)])
    wing = contour([(-0.08, 0.0), (0.08, -0.19), (0.46, -0.06), (0.3, 0.0), (0.36, 0.1), (0.18, 0.06)])
    tail = contour([(-0.34, 0.22), (-0.5, 0.4), (-0.3, 0.5), (-0.37, 0.36)])
    pupil = circle(0.2, -0.36, 0.035)
    return _union((body, head, wing, tail), (pupil,))


def _knot() -> tuple[Contour, ...]:
    """Return a trefoil knot: one closed cord that passes over and under itself in turn."""
    turns = np.linspace(0, 2 * math.pi, _CORD, endpoint=False)
    x = np.sin(turns) + 2 * np.sin(2 * turns)
    y = 2 * np.cos(2 * turns) - np.cos(turns)
    cord = np.stack([x, y - 0.2], axis=1) * 0.152
    under = _passages(cord)[::2]
    ends = [*under[1:], under[0] + _CORD]
    return tuple(
        ribbon(cord[np.arange(start + _GAP, end - _GAP + 1) % _CORD], 0.155)
        for start, end in zip(under, ends, strict=True)
    )


def _passages(cord: Contour) -> list[int]:
    """Return the indices at which a closed line crosses itself."""
    distances = np.linalg.norm(cord[:, None] - cord[None], axis=2)
    index = np.arange(_CORD)
    steps = np.abs(index[:, None] - index[None])
    distances[np.minimum(steps, _CORD - steps) < _CORD // 12] = 1.0
    nearest = distances.min(axis=1)
    lower = (nearest < np.roll(nearest, 1)) & (nearest <= np.roll(nearest, -1)) & (nearest < 0.05)
    return [int(i) for i in np.flatnonzero(lower)]


def _union(solids: tuple[Contour, ...], holes: tuple[Contour, ...] = ()) -> tuple[Contour, ...]:
    """Return one outline around overlapping solids, traced on a fine grid, without ``holes``."""
    import cv2

    grid = 1024
    picture = np.zeros((grid, grid), np.uint8)
    for solid in solids:
        cv2.fillPoly(picture, [np.round((solid + 0.55) / 1.1 * grid).astype(np.int32)], 255)
    for hole in holes:
        cv2.fillPoly(picture, [np.round((hole + 0.55) / 1.1 * grid).astype(np.int32)], 0)
    found, _ = cv2.findContours(picture, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    traced = (cv2.approxPolyDP(outline, 1.2, True) for outline in found)
    return tuple(outline.reshape(-1, 2).astype(np.float64) / grid * 1.1 - 0.55 for outline in traced)


def _pawn() -> tuple[Contour, ...]:
    base = rectangle(-0.3, 0.36, 0.6, 0.14, 0.05)
    body = bezier(
        (-0.24, 0.34), (-0.12, 0.2), (-0.1, 0.1), (-0.08, -0.06), (0.0, -0.06), (0.0, -0.06), (0.08, -0.06), (0.1, 0.1),
        (0.12, 0.2), (0.24, 0.34),
    )  # fmt: skip
    return _union((base, body, circle(0, -0.27, 0.22), rectangle(-0.2, -0.1, 0.4, 0.1, 0.05)), ())


def _court() -> tuple[Contour, ...]:
    """Return a gabled hall on three columns."""
    gable = contour([(-0.48, -0.2), (0, -0.5), (0.48, -0.2)])
    columns = [rectangle(x - 0.065, -0.14, 0.13, 0.46) for x in (-0.32, 0.0, 0.32)]
    return gable, *columns, rectangle(-0.48, 0.36, 0.96, 0.13)


def _crown() -> tuple[Contour, ...]:
    points = [(-0.38, 0.24), (-0.48, -0.26), (-0.2, 0.0), (0, -0.4), (0.2, 0.0), (0.48, -0.26), (0.38, 0.24)]
    pearls = [circle(-0.46, -0.33, 0.085), circle(0, -0.42, 0.085), circle(0.46, -0.33, 0.085)]
    outline = _union((contour(points), *pearls))
    return *outline, rectangle(-0.38, 0.3, 0.76, 0.13, 0.03)


def _excuse() -> tuple[Contour, ...]:
    """Return a fool's cap with three bells."""
    cap = bezier(
        (-0.3, 0.26), (-0.3, 0.0), (-0.36, -0.14), (-0.44, 0.06), (-0.5, -0.3), (-0.26, -0.36), (-0.12, -0.1),
        (-0.12, -0.3), (-0.06, -0.4), (0.0, -0.44), (0.06, -0.4), (0.12, -0.3), (0.12, -0.1), (0.26, -0.36),
        (0.5, -0.3), (0.44, 0.06), (0.36, -0.14), (0.3, 0.0), (0.3, 0.26),
    )  # fmt: skip
    bells = [circle(-0.43, 0.1, 0.08), circle(0, -0.42, 0.08), circle(0.43, 0.1, 0.08)]
    return *_union((cap, *bells)), rectangle(-0.33, 0.32, 0.66, 0.14, 0.05)


_SUIT_PATHS = {
    Suit.MOONS: _moon,
    Suit.SUNS: _sun,
    Suit.WAVES: _wave,
    Suit.LEAVES: _leaf,
    Suit.WYRMS: _wyrm,
    Suit.KNOTS: _knot,
}
_RANK_PATHS = {Rank.PAWN: _pawn, Rank.COURT: _court, Rank.CROWN: _crown, Rank.EXCUSE: _excuse}
