"""Estimate the camera pose: orientation and focal length that best explain how flat things are seen.

Things of one shape on a table have one size. Each landmark's outline, rectified by a pose, differs from its true shape;
the difference is weighed by the landmark's error. Priors for the tilt and the lens count if landmarks are few.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pictures.arrays import Matrix, middle_of
from companion.table.sightings import CardSighting, Face, Point
from companion.vision.cards.card_frame import HEIGHT, WIDTH

Corners = tuple[Point, Point, Point, Point]

MIN_LANDMARKS = 4
"""Landmarks that an estimate needs."""
WHOLE_SHARE = 0.8
"""Visible share of a card's face from which both of its indices place its outline."""
WHOLE_CARD_ERROR, PARTIAL_CARD_ERROR = 0.006, 0.04
"""Errors of the corners of a whole and of a partly covered card, in its heights."""
FULL_WEIGHT_LANDMARKS = 8
"""Landmarks that count in full; of more each counts less, because all share the lens distortion."""
DEGREES_OF_FREEDOM = 2.0
"""Degrees of freedom of Student's t, which limits the weight of misplaced landmarks."""
USUAL_FOCAL, FOCAL_SPREAD = 1.0, 0.35
"""Prior of the focal length, in longer sides of the picture, and the spread of its logarithm."""
TILT_SPREAD = math.tan(math.radians(12))
"""Prior spread of the camera's tilt, to the right and downwards each (tangent)."""
MAX_STEPS, MIN_GAIN = 25, 1e-4
"""Steps of Levenberg and Marquardt's method, and the least gain of a step that leads to another."""
_MAX_LOG_FOCAL, _STEP, _MAX_DAMPING = 1.2, 1e-5, 1e6
OUTLINE_CORNERS = 48
"""Corners of the outline of a round area."""


@dataclass(frozen=True, slots=True)
class Landmark:
    """A flat thing on the table.

    Attributes:
        corners: Its corners in the picture, in order.
        shape: Its height over its width; what has one shape has one size.
        error: How far off its corners may be, in its heights.
    """

    corners: Corners
    shape: float = HEIGHT / WIDTH
    error: float = WHOLE_CARD_ERROR

    @classmethod
    def of(cls, card: CardSighting) -> Landmark:
        """Return a card as a landmark. A pile face down is higher than the table, and no index places it."""
        whole = card.face is Face.UP and (card.shown is None or card.shown >= WHOLE_SHARE)
        return cls(card.corners, error=WHOLE_CARD_ERROR if whole else PARTIAL_CARD_ERROR)


@dataclass(frozen=True, slots=True)
class CameraPose:
    """A pinhole camera over a table.

    Attributes:
        middle: The principal point, pixels.
        focal: The focal length, pixels.
        down: The direction straight down in camera coordinates, of length 1.
    """

    middle: Point
    focal: float
    down: tuple[float, float, float]

    def tilt_at(self, point: Point) -> tuple[float, Point]:
        """Return the angle of view at a point of the picture.

        Args:
            point: The point, pixels.

        Returns:
            Radians off straight down, and the direction in the picture in which upright things point there.
        """
        x, y = point[0] - self.middle[0], point[1] - self.middle[1]
        ray = np.array([x, y, self.focal])
        cosine = float(ray @ self.down / np.linalg.norm(ray))
        # Things that stand upright point away from where a plumb line under the camera would be seen.
        below = self.focal * np.array(self.down[:2]) / self.down[2]
        away = np.array([x, y]) - below
        far = float(np.linalg.norm(away))
        return math.acos(min(1.0, cosine)), (float(away[0] / far), float(away[1] / far)) if far > 1e-6 else (0.0, -1.0)

    @property
    def levelling(self) -> Matrix:
        """The homography (3 × 3) from pixels to the table, in distances of the camera from it."""
        right = _right_of(np.array(self.down))
        axes = np.array([right, np.cross(self.down, right), self.down])
        rays = np.array([[1, 0, -self.middle[0]], [0, 1, -self.middle[1]], [0, 0, self.focal]])
        return np.asarray(axes @ rays)

    def moments_at(self, point: Point) -> Matrix:
        """Return the second moments (2 × 2) of a round spot on the table, as seen at a point of the picture."""
        ray = np.array([point[0] - self.middle[0], point[1] - self.middle[1], self.focal])
        down = np.array(self.down)
        # How far a step in the picture, to the right or down, leads on the table.
        steps = np.eye(3)[:2] * (ray @ down) - np.outer(down[:2], ray)
        return np.asarray(np.linalg.inv(steps @ steps.T))

    def directions_around(self, tilt: float, ways: int) -> Matrix:
        """Return ``ways`` directions around, each ``tilt`` radians off straight down (ways × 3)."""
        right = np.cross(self.down, (0.0, 1.0, 0.0))
        right /= np.linalg.norm(right)
        below = np.cross(self.down, right)
        turns = np.linspace(0, math.tau, ways, endpoint=False)[:, None]
        around = np.cos(turns) * right + np.sin(turns) * below
        return np.asarray(math.cos(tilt) * np.array(self.down) + math.sin(tilt) * around)

    def outline_within(self, tilt: float) -> tuple[Point, ...]:
        """Return the outline of the picture's part that is seen at most ``tilt`` radians off straight down.

        Args:
            tilt: The angle, radians.

        Returns:
            The corners of the outline, pixels: those of the picture if that is all of it, none if it is out of view.
        """
        rays = self.directions_around(tilt, OUTLINE_CORNERS)
        ring = self.focal * rays[:, :2] / np.maximum(rays[:, 2:], 0.05) + self.middle
        wide, high = 2 * self.middle[0], 2 * self.middle[1]
        whole = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
        _, clipped = cv2.intersectConvexConvex(cv2.convexHull(ring.astype(np.float32)), whole)
        return tuple((float(x), float(y)) for x, y in clipped.reshape(-1, 2)) if clipped is not None else ()


def estimate_pose(landmarks: Sequence[Landmark], width: int, height: int) -> CameraPose | None:
    """Estimate the most probable camera pose by Levenberg and Marquardt's method.

    Args:
        landmarks: Flat things on the table.
        width: Of the picture, pixels.
        height: Of the picture, pixels.

    Returns:
        The pose; None if there are too few landmarks.
    """
    if len(landmarks) < MIN_LANDMARKS or _are_stacked(landmarks):
        return None
    longer = max(width, height)
    fit = _PoseFit.of(landmarks, (width / 2, height / 2), longer)
    pose = fit.maximise_posterior()
    down = _down_of(pose)
    return CameraPose((width / 2, height / 2), longer * math.exp(pose[0]), (down[0], down[1], down[2]))


def _are_stacked(landmarks: Sequence[Landmark]) -> bool:
    """Return whether all landmarks lie on one another: then they count as one."""
    middles = np.mean([one.corners for one in landmarks], axis=1)
    return bool(np.ptp(middles, axis=0).max() < math.dist(landmarks[0].corners[0], landmarks[0].corners[2]) / 2)


def _down_of(pose: Matrix) -> Matrix:
    """Return the direction straight down of a pose."""
    way = np.array([pose[1], pose[2], 1.0])
    return np.asarray(way / np.linalg.norm(way))


def _right_of(down: Matrix) -> Matrix:
    """Return the direction on the table that points to the picture's right, of length 1."""
    right = np.array([1.0, 0.0, 0.0]) - down * down[0]
    return np.asarray(right / np.linalg.norm(right))


@dataclass(frozen=True, slots=True, eq=False)
class _PoseFit:
    """Landmarks to fit a pose to.

    A pose is a vector: the logarithm of the focal length, the tangents of the tilt to the right and downwards, and the
    logarithm of each shape's width on a table at the distance of the picture's longer side.
    """

    rays: Matrix
    """Corners about the picture's middle, in its longer sides (n × 4 × 2)."""
    templates: NDArray[np.complex128]
    """Each landmark 1 wide, about its middle, as x + iy (n × 4)."""
    kinds: NDArray[np.int64]
    """The number of each landmark's shape."""
    errors: Matrix
    """The error of each landmark, in its widths."""

    @classmethod
    def of(cls, landmarks: Sequence[Landmark], middle: Point, longer: float) -> _PoseFit:
        rays = (np.array([one.corners for one in landmarks], np.float64) - middle) / longer
        shapes = np.array([one.shape for one in landmarks])
        templates = np.array([-0.5, 0.5, 0.5, -0.5]) + 0.5j * shapes[:, None] * np.array([-1, -1, 1, 1])
        shared = math.sqrt(max(1.0, len(landmarks) / FULL_WEIGHT_LANDMARKS))
        errors = np.array([one.error for one in landmarks]) * shapes * shared
        return cls(rays, templates, np.unique(shapes, return_inverse=True)[1], errors)

    def maximise_posterior(self) -> Matrix:
        """Return the pose of the greatest posterior."""
        pose = self._initial_pose()
        prior, precision = pose * (np.arange(len(pose)) == 0), np.zeros(len(pose))
        precision[:3] = 1 / FOCAL_SPREAD, 1 / TILT_SPREAD, 1 / TILT_SPREAD
        residuals, damping = self.residuals(pose), 1e-2
        best_misfit = _misfit(residuals, precision * (pose - prior))
        for _ in range(MAX_STEPS):
            trust = (DEGREES_OF_FREEDOM + 8) / (DEGREES_OF_FREEDOM + (residuals**2).sum(axis=1))
            steps = np.stack(
                [(self.residuals(pose + step) - residuals) / _STEP for step in _STEP * np.eye(len(pose))], axis=2
            )
            curved = np.einsum("n,nak,nal->kl", trust, steps, steps) + np.diag(precision**2)
            slope = np.einsum("n,nak,na->k", trust, steps, residuals) + precision**2 * (pose - prior)
            candidate = pose - np.linalg.solve(curved + damping * np.diag(np.diag(curved)), slope)
            candidate[0] = np.clip(candidate[0], -_MAX_LOG_FOCAL, _MAX_LOG_FOCAL)
            fit = self.residuals(candidate)
            misfit = _misfit(fit, precision * (candidate - prior))
            if misfit >= best_misfit:
                damping *= 8
                if damping > _MAX_DAMPING:
                    break
                continue
            gained, pose, residuals, best_misfit, damping = best_misfit - misfit, candidate, fit, misfit, damping / 5
            if gained < MIN_GAIN:
                break
        return pose

    def _initial_pose(self) -> Matrix:
        """Return the pose to start from: a usual lens looking straight down."""
        x, y = self.rays[..., 0], self.rays[..., 1]
        areas = np.abs((x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1)) / 2
        wide = np.sqrt(np.maximum(areas, 1e-9) / (2 * np.abs(self.templates.imag[:, 0])))
        sizes = [
            math.log(float(middle_of(wide[self.kinds == kind])) / USUAL_FOCAL) for kind in range(self.kinds.max() + 1)
        ]
        return np.array([math.log(USUAL_FOCAL), 0.0, 0.0, *sizes])

    def residuals(self, pose: Matrix) -> Matrix:
        """Return each rectified corner's distance from its landmark, fitted best (n × 8, in its error)."""
        down = _down_of(pose)
        right = _right_of(down)
        lying = np.concatenate([self.rays, np.full((*self.rays.shape[:2], 1), math.exp(pose[0]))], axis=2)
        lying /= (lying @ down)[..., None]
        flat = lying @ right + 1j * (lying @ np.cross(down, right))
        flat -= flat.mean(axis=1, keepdims=True)
        turn = (flat * self.templates.conj()).sum(axis=1)
        turn /= np.maximum(np.abs(turn), 1e-12)
        wide = np.exp(pose[3 + self.kinds])
        residuals = (flat * turn.conj()[:, None] - wide[:, None] * self.templates) / (wide * self.errors)[:, None]
        return np.concatenate([residuals.real, residuals.imag], axis=1)


def _misfit(residuals: Matrix, deviation: Matrix) -> float:
    """Return minus the logarithm of the posterior, up to a constant."""
    strays = (DEGREES_OF_FREEDOM + 8) / 2 * np.log1p((residuals**2).sum(axis=1) / DEGREES_OF_FREEDOM)
    return float(strays.sum() + (deviation**2).sum() / 2)
