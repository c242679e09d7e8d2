"""A random arm as a skeleton of tapered bones: shape, clothes, bent joints and position over a table.

Lengths are an adult's, in millimetres. The wrist is the origin; fingers point to -y, the back of the hand to +z.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]
Colour = tuple[float, float, float]

_KNUCKLES = ((-26.0, -92.0, 0.0, 10.5), (-4.0, -97.0, 2.0, 10.6), (16.0, -92.0, 0.0, 10.0), (34.0, -80.0, -4.0, 9.0))
_BONES = ((44.0, 26.0, 20.0), (48.0, 30.0, 22.0), (45.0, 28.0, 21.0), (35.0, 21.0, 18.0))
_FINGER_TAPER = (0.92, 0.84, 0.72)
_POSES = ("flat", "pinch", "fist", "point", "cup", "hold", "any")
_FINGER_BENDS = {
    "flat": (0.05, 0.15, 0.15),
    "pinch": (0.6, 0.7, 0.5),
    "fist": (1.1, 1.6, 0.9),
    "point": (1.1, 1.6, 0.9),
    "cup": (0.35, 0.45, 0.3),
    "hold": (0.5, 0.9, 0.4),
}
"""Mean bend of the three joints of a finger, in radians."""


@dataclass(frozen=True, slots=True, eq=False)
class Bone:
    """A cone with round ends: two points (2 × 3) and the radius at each."""

    ends: Vector
    radii: tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Arm:
    """An arm over a table at z = 0: bones, nails (centre, normal, radius), clothes.

    ``skin`` and ``cloth`` are linear RGB; ``sleeve`` is empty for a bare arm; ``bands`` are rings at a bone: centre,
    axis, radius, thickness, and whether it is a watch.
    """

    skin: Colour
    bones: tuple[Bone, ...]
    nails: tuple[tuple[Vector, Vector, float], ...]
    sleeve: tuple[Bone, ...]
    cloth: Colour
    weave: str
    bands: tuple[tuple[Vector, Vector, float, float, bool], ...]
    tip: Vector
    """Mean position of the fingertips."""


def random_arm(rng: np.random.Generator) -> Arm:
    """Return the arm of a random person in a random pose."""
    pose = str(rng.choice(_POSES))
    bones, nails, tips, first = _hand(pose, rng)
    forearm, upper = _arm(rng)
    bones += forearm + upper
    sleeve = _sleeve(forearm + upper, rng)
    bands = _bands(forearm[0], first, rng)
    up = pose == "cup" or rng.random() < 0.08
    turn = _turned(up, rng)
    size = float(rng.uniform(0.8, 1.1)) * np.diag([-1.0 if rng.random() < 0.3 else 1.0, 1, 1])
    spin = turn @ size

    def transform(bone: Bone) -> Bone:
        return Bone(bone.ends @ spin.T, bone.radii)

    bones, sleeve = [transform(bone) for bone in bones], [transform(bone) for bone in sleeve]
    lowest = min(float((bone.ends[:, 2] - bone.radii).min()) for bone in bones[:20])
    lifted = np.array([0, 0, (rng.uniform(0, 4) if rng.random() < 0.6 else rng.uniform(4, 90)) - lowest])
    return Arm(
        skin=_skin(rng, up),
        bones=tuple(Bone(bone.ends + lifted, bone.radii) for bone in bones),
        nails=tuple((spin @ at + lifted, spin @ out, radius) for at, out, radius in nails),
        sleeve=tuple(Bone(bone.ends + lifted, bone.radii) for bone in sleeve),
        cloth=_colour(rng),
        weave=str(rng.choice(["plain", "plain", "plain", "striped", "checked", "mottled"])),
        bands=tuple(
            (spin @ at + lifted, spin @ axis, radius, thick, watch) for at, axis, radius, thick, watch in bands
        ),
        tip=spin @ np.mean(tips, axis=0) + lifted,
    )


def _hand(
    pose: str, rng: np.random.Generator
) -> tuple[list[Bone], list[tuple[Vector, Vector, float]], list[Vector], Bone]:
    bones = [
        Bone(np.array([[base, -8.0, -1.0], [x, y, z]]), (15.0, radius + 1.5))
        for base, (x, y, z, radius) in zip((-17.0, -5.0, 7.0, 17.0), _KNUCKLES, strict=True)
    ]
    bones.append(Bone(np.array([[-18.0, -18.0, -6.0], [-34.0, -50.0, -11.0]]), (15.0, 13.0)))
    nails, tips, first = [], [], bones[0]
    whole = _bends(pose, rng)
    for number, (knuckle, lengths) in enumerate(zip(_KNUCKLES, _BONES, strict=True)):
        bent = np.array([0.05, 0.1, 0.1]) if pose == "point" and number == 0 else whole
        bent = np.clip(bent + rng.normal(0, 0.12, 3), -0.25, 1.75)
        spread = (number - 1.4) * float(rng.uniform(-0.06, 0.16)) + float(rng.normal(0, 0.03))
        chain, nail = _finger(np.array(knuckle[:3]), knuckle[3], lengths, bent, spread)
        first = chain[0] if number == 2 else first
        bones += chain
        nails.append(nail)
        tips.append(chain[-1].ends[1])
    chain, nail = _thumb(pose, rng)
    return [*bones, *chain], [*nails, nail], tips, first


def _bends(pose: str, rng: np.random.Generator) -> Vector:
    if pose == "any":
        return rng.uniform([0.0, 0.0, 0.0], [1.2, 1.6, 0.9])
    return np.array(_FINGER_BENDS[pose]) * float(rng.uniform(0.7, 1.25))


def _finger(
    at: Vector, radius: float, lengths: tuple[float, ...], bent: Vector, spread: float
) -> tuple[list[Bone], tuple[Vector, Vector, float]]:
    chain, pitch, wide = [], 0.0, radius
    direction = out = np.zeros(3)
    for length, bend, thin in zip(lengths, bent, _FINGER_TAPER, strict=True):
        pitch += float(bend)
        direction = np.array(
            [math.sin(spread) * math.cos(pitch), -math.cos(spread) * math.cos(pitch), -math.sin(pitch)]
        )
        out = np.array([-math.sin(spread) * math.sin(pitch), -math.cos(spread) * math.sin(pitch), math.cos(pitch)])
        chain.append(Bone(np.stack([at, at + length * direction]), (wide, radius * thin)))
        at, wide = at + length * direction, radius * thin
    return chain, (at + 0.8 * wide * out, out, 0.62 * wide)


def _thumb(pose: str, rng: np.random.Generator) -> tuple[list[Bone], tuple[Vector, Vector, float]]:
    closed = {"pinch": 0.75, "fist": 1.0, "point": 1.0, "hold": 0.7}.get(pose, float(rng.uniform(0, 0.5)))
    closed = float(np.clip(closed + rng.normal(0, 0.12), 0, 1))
    wide, near = np.array([-0.72, -0.68, -0.12]), np.array([0.2, -0.72, -0.66])
    at, radius = np.array([-24.0, -20.0, -6.0]), 13.5
    chain = []
    direction = wide
    for length, thin, bend in ((44.0, 12.0, 0.25), (33.0, 10.8, 0.75), (26.0, 8.8, 1.0)):
        direction = wide + closed * bend * (near - wide)
        direction = direction / np.linalg.norm(direction)
        chain.append(Bone(np.stack([at, at + length * direction]), (radius, thin)))
        at, radius = at + length * direction, thin
    out = np.cross(direction, np.cross(np.array([-0.5, 0.2, 0.8]), direction))
    out = out / np.linalg.norm(out)
    return chain, (at + 0.8 * radius * out, out, 0.65 * radius)


def _arm(rng: np.random.Generator) -> tuple[list[Bone], list[Bone]]:
    """Return the forearm, bent at the wrist, and the upper arm, bent at the elbow."""
    aside, down = float(rng.normal(0, 0.28)), float(rng.normal(0, 0.25))
    direction = np.array([math.sin(aside), math.cos(aside), math.sin(down)])
    direction = direction / np.linalg.norm(direction)
    stout = float(rng.uniform(0.85, 1.2))
    across = np.array([direction[1], -direction[0], 0.0])
    elbow = 255 * direction
    forearm = [
        Bone(np.stack([side * across, elbow + side * across]), (20.0 * stout, 38.0 * stout)) for side in (-9.0, 9.0)
    ]
    bend = aside + float(rng.uniform(-0.9, 0.9))
    on = np.array([math.sin(bend), math.cos(bend), max(0.0, float(rng.normal(0.2, 0.2)))])
    return forearm, [Bone(np.stack([elbow, elbow + 420 * on / np.linalg.norm(on)]), (42.0 * stout, 54.0 * stout))]


def _sleeve(arm: list[Bone], rng: np.random.Generator) -> list[Bone]:
    """Return a sleeve, mostly long; every fourth arm is bare."""
    if rng.random() < 0.25:
        return []
    starts = float(rng.uniform(0.0, 0.25) if rng.random() < 0.75 else rng.uniform(0.25, 0.95))
    loose, sleeve = float(rng.uniform(4, 16)), []
    for bone in arm:
        start_share = starts if bone.ends[0][1] < 60 else 0.0
        begin = bone.ends[0] + start_share * (bone.ends[1] - bone.ends[0])
        radius = bone.radii[0] + start_share * (bone.radii[1] - bone.radii[0])
        sleeve.append(Bone(np.stack([begin, bone.ends[1]]), (radius + loose, bone.radii[1] + loose)))
    return sleeve


def _bands(wrist: Bone, ring: Bone, rng: np.random.Generator) -> list[tuple[Vector, Vector, float, float, bool]]:
    bands = []
    direction = wrist.ends[1] - wrist.ends[0]
    direction = direction / np.linalg.norm(direction)
    if rng.random() < 0.25:
        bands.append(
            (
                float(rng.uniform(10, 40)) * direction,
                direction,
                31.0,
                float(rng.uniform(2, 8)),
                bool(rng.random() < 0.7),
            )
        )
    if rng.random() < 0.2:
        along = ring.ends[1] - ring.ends[0]
        bands.append((ring.ends[0] + 0.4 * along, along / np.linalg.norm(along), 1.02 * ring.radii[0], 1.3, False))
    return bands


def _turned(up: bool, rng: np.random.Generator) -> Vector:
    """Return the rotation of the hand about its forearm and the slope of the forearm."""
    roll = float(rng.normal(0, 0.3)) if rng.random() < 0.8 else float(rng.uniform(-1.4, 1.4))
    roll += math.pi if up else 0.0
    rise = float(rng.uniform(-0.08, 0.45))
    around_y = np.array([[math.cos(roll), 0, math.sin(roll)], [0, 1, 0], [-math.sin(roll), 0, math.cos(roll)]])
    around_x = np.array([[1, 0, 0], [0, math.cos(rise), -math.sin(rise)], [0, math.sin(rise), math.cos(rise)]])
    return np.asarray(around_x @ around_y)


def _skin(rng: np.random.Generator, palm: bool) -> Colour:
    """Return a skin colour from pale to dark; palms are paler."""
    dark = float(rng.uniform(0, 1)) * (0.6 if palm else 1.0)
    shown = (1 - dark) * np.array([0.93, 0.76, 0.67]) + dark * np.array([0.25, 0.155, 0.11])
    shown = np.clip(shown * (1 + rng.normal(0, 0.04, 3)), 0.05, 1)
    return _linear(shown)


def _colour(rng: np.random.Generator) -> Colour:
    """Return a colour of cloth: a third are black, white or grey."""
    if rng.random() < 0.35:
        grey = float(rng.choice([0.06, 0.12, 0.3, 0.6, 0.9]))
        return _linear(np.clip(grey + rng.normal(0, 0.02, 3), 0.01, 1))
    return _linear(rng.uniform(0.04, 0.95, 3))


def _linear(shown: Vector) -> Colour:
    red, green, blue = (float(one) ** 2.2 for one in shown)
    return red, green, blue
