"""Sets of dice of one make, thrown on a table several times: what a camera shows of each throw."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.artwork.faces import CARD_WIDTH
from companion.pictures.arrays import Floats, Picture
from companion.pieces import DieKind
from models.training.dice import specimens
from models.training.dice.casting import DieModel, Light, View, cast, quantized
from models.training.dice.composing import CARDS_TO_A_DIE, Laid, lay_all, placed
from models.training.dice.materials import drawn
from models.training.dice.solids import drawn_ring, laid, solid
from models.training.dice.specimens import SIDE, Specimen, What, outline_across, stands_out
from models.training.scenes import variety
from models.training.scenes.lens import Lens, exposure_map, random_lens, take_photo
from models.training.scenes.magnate import random_lamp
from models.training.scenes.photography import compressed, photograph, worsen
from models.training.scenes.surfaces import paint_tabletop

SIZE = 720
"""Side of a picture in pixels."""
THROWN = (DieKind.D10, DieKind.D10, DieKind.D6, DieKind.D6)
"""The dice of a set, thrown together."""
CAMERA = (0.6, 1.0, 1.2, 12.0)
"""The camera, as of :func:`~models.training.scenes.photography.worsen`: ordinary, in ordinary light and in poor."""
GRAIN = 2.0
"""Spread of the noise in which two pictures of one throw differ, of 255."""


@dataclass(frozen=True, slots=True, eq=False)
class Make:
    """The dice of one set, by kind, all of one material, and the seed of its pattern."""

    dice: dict[DieKind, DieModel]
    pattern: int


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """A table under a camera: its top, the tilt in radians, lamp, diameter of a d10 in pixels, blur, and its seed.

    ``lens`` is that of a staged film, and ``tint`` the colour of its light; without a lens the camera is any, in any
    light.
    """

    top: Floats
    tilt: float
    away: float
    light: Light
    across: float
    blur: float
    seed: int
    lens: Lens | None = None
    tint: tuple[float, ...] = (1.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class ThrownDie:
    """A die that was thrown: kind, value, middle in pixels, and diameter."""

    kind: DieKind
    value: int
    center: tuple[float, float]
    across: float


def drawn_make(rng: np.random.Generator) -> Make:
    """Draw a make."""
    ten, six = solid(10, float(rng.uniform(38, 47)), drawn_ring(rng)), solid(6)
    solids = {DieKind.D10: ten, DieKind.D6: six}
    marks = {kind: specimens.drawn_marks(one, kind.faces, False, rng) for kind, one in solids.items()}
    roundness = {kind: specimens.drawn_roundness(kind.faces, one, rng) for kind, one in solids.items()}
    material = drawn(rng)
    dice = {kind: DieModel(one, marks[kind], material, roundness[kind]) for kind, one in solids.items()}
    return Make(dice, int(rng.integers(2**31)))


def drawn_setting(rng: np.random.Generator) -> Setting:
    """Draw a table and its camera, which pictures down at up to 34 degrees from straight above."""
    away, across = variety.log_drawn(rng, (20, 80)), float(rng.uniform(30, 58))
    scale = CARDS_TO_A_DIE * across / CARD_WIDTH
    top = paint_tabletop((SIZE, SIZE), rng, variety.TABLE_TOPS, scale).astype(np.float32)
    blur = float(rng.uniform(0.3, 0.3 + 0.012 * across))
    tilt = float(np.radians(rng.triangular(0, 15, 34)))
    return Setting(top, tilt, away, specimens.drawn_light(rng), across, blur, int(rng.integers(2**31)))


def staged_setting(rng: np.random.Generator) -> Setting:
    """Draw a table of a staged film under its camera and light, with dice as large and seen as slanted as otherwise."""
    drawn = drawn_setting(rng)
    top = paint_tabletop((SIZE, SIZE), rng).astype(np.float32)
    tint = tuple(float(part) for part in random_lamp(rng).colour)
    return replace(drawn, top=top, lens=random_lens(rng, variety.FILM_LENS), tint=tint)


def throw(
    make: Make, setting: Setting, rng: np.random.Generator, pictures: int, kinds: Sequence[DieKind] = THROWN
) -> tuple[list[Picture], list[ThrownDie]]:
    """Throw the dice of a make once.

    Args:
        make: The dice.
        setting: The table.
        rng: Decides values and places.
        pictures: How many pictures of the throw are taken.
        kinds: The dice that are thrown.

    Returns:
        The pictures (``SIZE`` × ``SIZE`` × 3, BGR), and the dice.
    """
    things: list[Laid] = []
    dice: list[ThrownDie] = []
    for kind in kinds:
        made, value = _shown(make, setting, kind, rng)
        size = setting.across * float(made.across) / 84 * (0.9 if kind is DieKind.D6 else 1.0)
        center = _free_place([die.center for die in dice], size, rng)
        things.append(placed(made, center, size, 0.0))
        dice.append(ThrownDie(kind, value, center, size))
    picture = setting.top.copy()
    lay_all(picture, things, np.random.default_rng(setting.seed))
    return [_photographed(picture, setting, rng) for _ in range(pictures)], dice


def _shown(make: Make, setting: Setting, kind: DieKind, rng: np.random.Generator) -> tuple[Specimen, int]:
    """Return a die of the make with a value that stands out from it."""
    model = make.dice[kind]
    shape, marks = model.shape, model.marks
    zoom = 0.47 * SIDE / shape.reach * (1 - shape.reach / setting.away)
    view = View(setting.tilt, setting.away, zoom, SIDE)
    while True:
        face = int(rng.integers(len(shape.normals)))
        pose = laid(shape, face, float(rng.uniform(0, 2 * np.pi)))
        pattern = np.random.default_rng(make.pattern)
        patch = quantized(cast(model, pose, view.viewpoint(), setting.light, pattern))
        frame = specimens.mark_frame(shape, pose, marks, face, view)
        if stands_out(patch, marks.masks[face], frame) or rng.random() < 0.05:
            what = What.D6 if kind is DieKind.D6 else What.D10
            across = outline_across(patch[..., 3])
            return Specimen(patch, what, -1, -1, frame, False, across, view.tilt), shape.values[face]


def _free_place(others: Sequence[tuple[float, float]], size: float, rng: np.random.Generator) -> tuple[float, float]:
    while True:
        x, y = (float(value) for value in rng.uniform(size, SIZE - size, 2))
        if all(np.hypot(x - other[0], y - other[1]) > 1.3 * size for other in others):
            return x, y


def _photographed(picture: Floats, setting: Setting, rng: np.random.Generator) -> Picture:
    """Return one picture: the camera is the setting's, the noise its own."""
    shift = np.array([[1, 0, rng.uniform(-0.5, 0.5)], [0, 1, rng.uniform(-0.5, 0.5)]])
    moved = np.asarray(cv2.warpAffine(picture, shift, (SIZE, SIZE), borderMode=cv2.BORDER_REPLICATE), np.float32)
    noisy = np.asarray(moved + rng.normal(0, GRAIN, picture.shape), np.float32)
    camera = np.random.default_rng(setting.seed + 1)
    if setting.lens is not None:
        return _staged(moved, setting, setting.lens, rng)
    return worsen(photograph(noisy, camera, variety.DICE_CAMERA, setting.blur), camera, CAMERA)


def _staged(picture: Floats, setting: Setting, lens: Lens, rng: np.random.Generator) -> Picture:
    """Return a picture as the camera of a staged film takes it; what its light falls on stays, the noise changes."""
    light = (np.clip(picture, 0, 255) / 255.0) ** 2.2 * np.array(setting.tint)
    even = np.random.default_rng(setting.seed + 1)
    lit = light * exposure_map(lens, (SIZE, SIZE), even)[..., None]
    taken = take_photo(lit, replace(lens, exposure=1.0, vignette=0.0, mottle=0.0, slope=(0.0, 0.0)), rng)
    return compressed(taken, lens.quality)
