"""Where the camera stands over the table: the pose and focal length that best explain how flat things are seen.

What lies on one table is of one size. How each landmark's outline, laid flat by a pose, differs from its true shape is
weighed by how well it was placed, and that cameras mostly look down through a usual lens counts where little is known.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.table.sightings import CardSighting, Face, Point
from companion.vision.arrays import Matrix
from companion.vision.cards.card_frame import HEIGHT, WIDTH

Corners = tuple[Point, Point, Point, Point]

MIN_LANDMARKS = 4
"""So many landmarks at least are asked how the camera stands."""
WHOLE_SHARE = 0.8
"""The share of a card's face from which its outline is placed by both of its indices."""
WHOLE_CARD_ERROR, PARTIAL_CARD_ERROR = 0.006, 0.04
"""How far off the corners of a landmark are, in its heights, and those of a card that is partly covered."""
FULL_WEIGHT_LANDMARKS = 8
"""So many landmarks count in full; of more each counts for less, for all share a lens that bends."""
DEGREES_OF_FREEDOM = 2.0
"""Degrees of freedom of Student's t: a landmark that was placed amiss has little say."""
USUAL_FOCAL, FOCAL_SPREAD = 1.0, 0.35
"""Focal length of most cameras in longer sides of the picture, and how far from it others are (its logarithm)."""
TILT_SPREAD = math.tan(math.radians(12))
"""How far cameras mostly look aside of straight down, to the right and downwards each (the tangent)."""
MAX_STEPS, MIN_GAIN = 25, 1e-4
"""Steps of Levenberg and Marquardt's at most, and by how much one must explain more for a further one."""
_LONGEST, _STEP, _HOPELESS = 1.2, 1e-5, 1e6
OUTLINE_CORNERS = 48
"""Corners of an outline that is round."""


@dataclass(frozen=True, slots=True)
class Landmark:
    """Something flat that lay on the table: its corners in the picture, once round, and its height over its width.

    What is of one shape is of one size. ``error`` is how far off its corners may be, in its heights.
    """

    corners: Corners
    shape: float = HEIGHT / WIDTH
    error: float = WHOLE_CARD_ERROR

    @classmethod
    def of(cls, card: CardSighting) -> Landmark:
        """A card. A pile of cards face down is higher than the table, and no index places it."""
        whole = card.face is Face.UP and (card.shown is None or card.shown >= WHOLE_SHARE)
        return cls(card.corners, error=WHOLE_CARD_ERROR if whole else PARTIAL_CARD_ERROR)


@dataclass(frozen=True, slots=True)
class CameraPose:
    """A pinhole camera over a table: principal point and focal length, pixels, and the way straight down (length 1)."""

    middle: Point
    focal: float
    down: tuple[float, float, float]

    def tilt_at(self, point: Point) -> tuple[float, Point]:
        """How far beside straight above, in radians, the table is seen from at a point of the picture, and which way
        in the picture things point that stand upright there."""
        x, y = point[0] - self.middle[0], point[1] - self.middle[1]
        ray = np.array([x, y, self.focal])
        cosine = float(ray @ self.down / np.linalg.norm(ray))
        # Things that stand upright point away from where a plumb line under the camera would be seen.
        below = self.focal * np.array(self.down[:2]) / self.down[2]
        away = np.array([x, y]) - below
        far = float(np.linalg.norm(away))
        return math.acos(min(1.0, cosine)), (float(away[0] / far), float(away[1] / far)) if far > 1e-6 else (0.0, -1.0)

    def squeezed_at(self, point: Point) -> Matrix:
        """How a round spot on the table is seen at a point of the picture: its second moments (2 × 2)."""
        ray = np.array([point[0] - self.middle[0], point[1] - self.middle[1], self.focal])
        down = np.array(self.down)
        # How far a step in the picture, to the right or down, leads on the table.
        steps = np.eye(3)[:2] * (ray @ down) - np.outer(down[:2], ray)
        return np.asarray(np.linalg.inv(steps @ steps.T))

    def aside(self, tilt: float, ways: int) -> Matrix:
        """So many directions, once round, that are ``tilt`` radians beside straight down (ways × 3)."""
        right = np.cross(self.down, (0.0, 1.0, 0.0))
        right /= np.linalg.norm(right)
        below = np.cross(self.down, right)
        turns = np.linspace(0, math.tau, ways, endpoint=False)[:, None]
        around = np.cos(turns) * right + np.sin(turns) * below
        return np.asarray(math.cos(tilt) * np.array(self.down) + math.sin(tilt) * around)

    def seen_within(self, tilt: float) -> tuple[Point, ...]:
        """The outline, in the picture, of where things are seen from at most ``tilt`` radians beside straight above.

        The picture's corners where that is all of it; empty where no such place is in view.
        """
        rays = self.aside(tilt, OUTLINE_CORNERS)
        ring = self.focal * rays[:, :2] / np.maximum(rays[:, 2:], 0.05) + self.middle
        wide, high = 2 * self.middle[0], 2 * self.middle[1]
        whole = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
        _, clipped = cv2.intersectConvexConvex(cv2.convexHull(ring.astype(np.float32)), whole)
        return tuple((float(x), float(y)) for x, y in clipped.reshape(-1, 2)) if clipped is not None else ()


def estimate_pose(landmarks: Sequence[Landmark], width: int, height: int) -> CameraPose | None:
    """The likeliest camera that sees these as they are seen (Levenberg and Marquardt); None where too few tell."""
    if len(landmarks) < MIN_LANDMARKS or _in_one_heap(landmarks):
        return None
    longer = max(width, height)
    seen = _Seen.of(landmarks, (width / 2, height / 2), longer)
    pose = seen.likeliest()
    down = _down(pose)
    return CameraPose((width / 2, height / 2), longer * math.exp(pose[0]), (down[0], down[1], down[2]))


def _in_one_heap(landmarks: Sequence[Landmark]) -> bool:
    """Whether they all lie on one another: that tells no more than one of them."""
    middles = np.mean([one.corners for one in landmarks], axis=1)
    return bool(np.ptp(middles, axis=0).max() < math.dist(landmarks[0].corners[0], landmarks[0].corners[2]) / 2)


def _down(pose: Matrix) -> Matrix:
    """The way straight down of a pose."""
    way = np.array([pose[1], pose[2], 1.0])
    return np.asarray(way / np.linalg.norm(way))


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """Landmarks as seen by a pose: the focal length's logarithm, the tangents by which it looks aside of straight down,
    and the logarithm of the width of each shape, on a table as far away as the picture's longer side is long."""

    rays: Matrix
    """Corners about the picture's middle in its longer sides (n × 4 × 2)."""
    templates: NDArray[np.complex128]
    """Each as it is, 1 wide, about its middle, x + iy (n × 4)."""
    kinds: NDArray[np.int64]
    """Which of the shapes each has."""
    errors: Matrix
    """How far off each is placed, in its widths."""

    @classmethod
    def of(cls, landmarks: Sequence[Landmark], middle: Point, longer: float) -> _Seen:
        rays = (np.array([one.corners for one in landmarks], np.float64) - middle) / longer
        shapes = np.array([one.shape for one in landmarks])
        templates = np.array([-0.5, 0.5, 0.5, -0.5]) + 0.5j * shapes[:, None] * np.array([-1, -1, 1, 1])
        shared = math.sqrt(max(1.0, len(landmarks) / FULL_WEIGHT_LANDMARKS))
        errors = np.array([one.error for one in landmarks]) * shapes * shared
        return cls(rays, templates, np.unique(shapes, return_inverse=True)[1], errors)

    def likeliest(self) -> Matrix:
        """The pose of the greatest posterior."""
        pose = self._begin()
        usual, doubt = pose * (np.arange(len(pose)) == 0), np.zeros(len(pose))
        doubt[:3] = 1 / FOCAL_SPREAD, 1 / TILT_SPREAD, 1 / TILT_SPREAD
        off, damping = self.off(pose), 1e-2
        least = _misfit(off, doubt * (pose - usual))
        for _ in range(MAX_STEPS):
            trust = (DEGREES_OF_FREEDOM + 8) / (DEGREES_OF_FREEDOM + (off**2).sum(axis=1))
            steps = np.stack([(self.off(pose + step) - off) / _STEP for step in _STEP * np.eye(len(pose))], axis=2)
            curved = np.einsum("n,nak,nal->kl", trust, steps, steps) + np.diag(doubt**2)
            slope = np.einsum("n,nak,na->k", trust, steps, off) + doubt**2 * (pose - usual)
            tried = pose - np.linalg.solve(curved + damping * np.diag(np.diag(curved)), slope)
            tried[0] = np.clip(tried[0], -_LONGEST, _LONGEST)
            seen = self.off(tried)
            misfit = _misfit(seen, doubt * (tried - usual))
            if misfit >= least:
                damping *= 8
                if damping > _HOPELESS:
                    break
                continue
            gained, pose, off, least, damping = least - misfit, tried, seen, misfit, damping / 5
            if gained < MIN_GAIN:
                break
        return pose

    def _begin(self) -> Matrix:
        """A usual lens looking straight down, things as large as they are seen."""
        x, y = self.rays[..., 0], self.rays[..., 1]
        areas = np.abs((x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1)) / 2
        wide = np.sqrt(np.maximum(areas, 1e-9) / (2 * np.abs(self.templates.imag[:, 0])))
        sizes = [
            math.log(float(np.median(wide[self.kinds == kind])) / USUAL_FOCAL) for kind in range(self.kinds.max() + 1)
        ]
        return np.array([math.log(USUAL_FOCAL), 0.0, 0.0, *sizes])

    def off(self, pose: Matrix) -> Matrix:
        """How far each corner, laid flat, is from where its landmark would have it, turned and moved as fits best
        (n × 8, in its error)."""
        down = _down(pose)
        right = np.array([1.0, 0.0, 0.0]) - down * down[0]
        right /= np.linalg.norm(right)
        lying = np.concatenate([self.rays, np.full((*self.rays.shape[:2], 1), math.exp(pose[0]))], axis=2)
        lying /= (lying @ down)[..., None]
        flat = lying @ right + 1j * (lying @ np.cross(down, right))
        flat -= flat.mean(axis=1, keepdims=True)
        turn = (flat * self.templates.conj()).sum(axis=1)
        turn /= np.maximum(np.abs(turn), 1e-12)
        wide = np.exp(pose[3 + self.kinds])
        off = (flat * turn.conj()[:, None] - wide[:, None] * self.templates) / (wide * self.errors)[:, None]
        return np.concatenate([off.real, off.imag], axis=1)


def _misfit(off: Matrix, unusual: Matrix) -> float:
    """Minus the logarithm of the posterior, but for a constant."""
    strays = (DEGREES_OF_FREEDOM + 8) / 2 * np.log1p((off**2).sum(axis=1) / DEGREES_OF_FREEDOM)
    return float(strays.sum() + (unusual**2).sum() / 2)
