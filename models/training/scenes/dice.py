"""Dice on a rendered table, in linear light."""

import cv2
import numpy as np

from companion.pictures.arrays import Floats, Matrix
from models.training.dice.casting import DieModel, Light, Viewpoint, cast
from models.training.dice.marks import staged_marks
from models.training.dice.materials import Material
from models.training.dice.solids import laid, solid
from models.training.scenes.camera import Camera
from models.training.scenes.table_layout import LaidDie

_LAMP, _ROOM = 0.62, 0.42
"""Strengths of the lamp and of the room's own light on dice."""
_EDGE = 0.05
"""How wide a die's edges are blended, in inner radii."""


def render_die(
    die: LaidDie, material: Material, camera: Camera, light: Matrix, supersampling: int = 3
) -> tuple[Floats, Floats, tuple[int, int]] | None:
    """Return the die as the camera sees it, or None outside the picture.

    Args:
        die: the die.
        material: its colours.
        camera: the camera.
        light: direction of the light, length 1.
        supersampling: the square of it is the number of rays per pixel.

    Returns:
        Linear colours (h × w × 3, 0–1), coverage (h × w, 0–1), and the patch's top left pixel.
    """
    inner = die.size / 2
    middle = np.array([die.x, die.y, inner + die.lift])
    reach = die.size * 0.95
    box = camera.project(middle + reach * np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]))
    low = np.maximum(np.floor(box.min(axis=0)).astype(int), 0)
    high = np.minimum(np.ceil(box.max(axis=0)).astype(int), (camera.width, camera.height))
    width, height = (int(side) for side in high - low)
    if width <= 0 or height <= 0:
        return None
    xs = low[0] + (np.arange(width * supersampling) + 0.5) / supersampling
    ys = low[1] + (np.arange(height * supersampling) + 0.5) / supersampling
    pixels = np.stack([*np.meshgrid(xs, ys), np.ones((len(ys), len(xs)))], axis=-1)
    rays = pixels @ np.linalg.inv(camera.matrix[:, :3]).T
    above = Viewpoint((camera.position - middle) / inner, rays * -np.sign(rays[..., 2:]))
    shape = solid(die.kind.faces)
    # It tips over to one side of what stands on it, whichever way that is turned.
    lean = float(np.radians(die.lean)), float(np.radians(die.spin + 40))
    pose = laid(shape, shape.values.index(die.value), float(np.radians(die.spin)), lean)
    model = DieModel(shape, staged_marks(shape.values), material, (_EDGE, shape.reach))
    lamp = Light(tuple(light.tolist()), _LAMP, _ROOM)
    patch = cast(model, pose, above, lamp, np.random.default_rng(0))
    patch[..., :3] *= patch[..., 3:]
    patch = np.asarray(cv2.resize(patch, (width, height), interpolation=cv2.INTER_AREA), np.float32)
    share = patch[..., 3]
    colours = patch[..., :3] / np.maximum(share, np.float32(1e-6))[..., None]
    return colours.astype(np.float32), share, (int(low[0]), int(low[1]))
