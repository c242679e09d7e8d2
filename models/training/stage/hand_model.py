"""Hands and forearms: people, poses, and the limbs as chains of balls.

A limb is a chain of balls that shrink from joint to joint. Lengths are an adult's, in millimetres. The origin is
under the middle of the fingertips and the arm extends towards +y, to the player.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np

from models.training.scenes import variety

Ball = tuple[float, float, float, float]
"""x, y, z, radius."""

_SKINS = (
    (0.87, 0.70, 0.60),
    (0.80, 0.61, 0.50),
    (0.72, 0.52, 0.41),
    (0.86, 0.69, 0.59),
    (0.55, 0.37, 0.27),
    (0.38, 0.25, 0.18),
)
_SLEEVES = (
    (0.16, 0.2, 0.3),
    (0.4, 0.1, 0.12),
    (0.62, 0.6, 0.55),
    (0.1, 0.1, 0.11),
    (0.2, 0.33, 0.24),
    (0.75, 0.78, 0.82),
)


class Pose(Enum):
    """Pose of a hand."""

    FLAT = "flat"
    """Fingers stretched: they rest on a card or pass over the table."""
    PINCH = "pinch"
    """Fingertips together: they pick something up."""
    FIST = "fist"
    """Closed around dice."""
    POINT = "point"
    """The forefinger alone stretched."""
    CUP = "cup"
    """Palm up, fingers bent a little: things lie on it."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person: skin and sleeve as RGB 0–1, end of the sleeve (mm from the fingertips), size, left or right hand."""

    skin: tuple[float, float, float]
    sleeve: tuple[float, float, float]
    cuff: float
    size: float
    left: bool

    @classmethod
    def random(cls, rng: np.random.Generator) -> Person:
        """Return a random person; a third wear short sleeves."""
        skin = variety.one_of(rng, _SKINS)
        sleeve = variety.one_of(rng, _SLEEVES)
        cuff = float(rng.uniform(196, 225) if rng.random() < 0.67 else rng.uniform(380, 430))
        return cls(skin, sleeve, cuff, float(rng.uniform(0.9, 1.06)), bool(rng.random() < 0.15))


_FINGERS = (
    (-27.0, 84.0, 11.0, (43, 27, 21)),
    (-8.0, 78.0, 11.2, (47, 30, 22)),
    (11.0, 81.0, 10.6, (44, 28, 21)),
    (28.0, 91.0, 9.6, (34, 21, 19)),
)
"""Knuckle x and y, radius there, and the lengths of the three bones; forefinger first."""


def finger(number: int, pose: Pose) -> list[Ball]:
    """Return a finger from knuckle to tip; 0 is the forefinger."""
    x, y, radius, bones = _FINGERS[number]
    spread, bend = (number - 1.4) * 0.07, (0.05, 0.2, 0.25)
    if pose is Pose.PINCH:
        spread, bend = -(number - 1.2) * 0.16, (0.55, 0.75, 0.55)
    elif pose is Pose.FIST or (pose is Pose.POINT and number > 0):
        spread, bend = 0.0, (0.75, 1.75, 1.1)
    elif pose is Pose.CUP:
        spread, bend = (number - 1.4) * 0.03, (-0.25, -0.45, -0.35)
    chain: list[Ball] = [(x, y, 34.0, radius)]
    pitch, z = 0.0, 34.0
    for bone, bent, shrink in zip(bones, bend, (0.9, 0.82, 0.7), strict=True):
        pitch += bent
        x += bone * np.cos(pitch) * np.sin(spread)
        y -= bone * np.cos(pitch) * np.cos(spread)
        z -= bone * np.sin(pitch)
        chain.append((float(x), float(y), float(max(z, 4.0)), radius * shrink))
    return chain


def thumb(pose: Pose) -> list[Ball]:
    """Return the thumb from its root to its tip."""
    root = (-24.0, 140.0, 24.0, 15.0)
    if pose is Pose.PINCH:
        return [root, (-42.0, 106.0, 22.0, 13.0), (-34.0, 72.0, 16.0, 10.5), (-14.0, 46.0, 8.0, 8.5)]
    if pose in (Pose.FIST, Pose.POINT):
        return [root, (-44.0, 108.0, 26.0, 13.0), (-34.0, 78.0, 30.0, 11.0), (-12.0, 66.0, 31.0, 9.0)]
    return [root, (-46.0, 108.0, 22.0, 13.0), (-58.0, 78.0, 17.0, 10.5), (-57.0, 52.0, 12.0, 8.5)]


def limbs(person: Person, pose: Pose) -> tuple[list[list[Ball]], list[list[Ball]]]:
    """Return the chains of balls of the skin and of the sleeve."""
    palm = [[(x * 0.75, y + 2, 32.0, r + 3.5), (x * 0.55, 150.0, 28.0, 15.0)] for x, y, r, _ in _FINGERS]
    wrist = [(0.0, 148.0, 27.0, 22.0), (2.0, 178.0, 27.0, 24.0), (5.0, 260.0, 29.0, 34.0), (8.0, 660.0, 32.0, 45.0)]
    flat_wrist = (
        [(-10.0, 150.0, 26.0, 19.0), (-9.0, 185.0, 26.0, 20.0)],
        [(10.0, 150.0, 26.0, 19.0), (11.0, 185.0, 26.0, 20.0)],
    )
    skin = [*palm, wrist, *flat_wrist, thumb(pose), *(finger(number, pose) for number in range(4))]
    sleeve = [[(4.0, person.cuff - 10, 30.0, 36.0), (5.0, person.cuff + 60, 31.0, 43.0), (9.0, 660.0, 34.0, 60.0)]]
    return skin, sleeve
