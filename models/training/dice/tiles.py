"""What the finder learns from: pieces of tables with several dice, and where these lie."""

from dataclasses import replace

import cv2
import numpy as np

from companion.pictures.arrays import Floats, Picture
from models.training.dice.composing import CARDS_TO_A_DIE, Laid, lay_all, placed
from models.training.dice.specimens import What
from models.training.dice.stock import Stock
from models.training.scenes import variety
from models.training.scenes.grounds import Grounds
from models.training.scenes.photography import photograph

_EMPTY = 0.18


def tile(
    stock: Stock,
    grounds: Grounds,
    rng: np.random.Generator,
    side: int,
    sizes: tuple[float, float],
) -> tuple[Picture, list[Laid]]:
    """Return a picture of a part of a table with dice on it.

    Args:
        stock: the specimens; things that are no dice lie there too.
        grounds: what they lie on.
        rng: the source of randomness.
        side: the picture's side in pixels.
        sizes: smallest and largest diameter of the dice, in pixels.

    Returns:
        The picture, and the dice.
    """
    across = variety.log_drawn(rng, sizes)
    # Painted finer and shrunk, as a camera's picture is before the finder sees it.
    finer = 1 if across > 18 or rng.random() < 0.3 else 2
    picture = grounds.cut(side * finer, CARDS_TO_A_DIE * across * finer, rng)
    many = 0 if rng.random() < _EMPTY else 1 + int(rng.poisson(4))
    things: list[Laid] = []
    for _ in range(many):
        laid = _somewhere(stock, across * finer, side * finer, things, rng)
        if laid is not None:
            things.append(_coloured_alike(laid, picture, rng) if rng.random() < variety.COLOURED_ALIKE else laid)
    lay_all(picture, things, rng)
    blur = float(rng.uniform(0.2, 0.45 + 0.02 * across)) * finer
    shot = photograph(picture, rng, variety.DICE_CAMERA, blur)
    if finer > 1:
        shot = np.asarray(cv2.resize(shot, (side, side), interpolation=cv2.INTER_AREA), np.uint8)
        things = [Laid(one.specimen, one.matrix / finer, one.across / finer) for one in things]
    return shot, [one for one in things if one.specimen.what != What.NOTHING]


def _somewhere(stock: Stock, across: float, side: int, things: list[Laid], rng: np.random.Generator) -> Laid | None:
    """Return a specimen that lies on no other; sometimes right next to one."""
    specimen = stock[int(rng.integers(len(stock)))]
    size = across * float(np.exp(rng.normal(0, 0.12)))
    for _ in range(6):
        x, y = (float(value) for value in rng.uniform(-0.2 * size, side + 0.2 * size, 2))
        if things and rng.random() < 0.3:
            turn, near = float(rng.uniform(0, 2 * np.pi)), variety.one_of(rng, things)
            away = float(rng.uniform(1.0, 1.4)) * (size + near.across) / 2
            x, y = (float(value) for value in near.middle + away * np.array([np.cos(turn), np.sin(turn)]))
        if all(np.hypot(*(one.middle - (x, y))) > 0.5 * (size + one.across) for one in things):
            return placed(specimen, (x, y), size, float(rng.uniform(0, 2 * np.pi)))
    return None


def _coloured_alike(laid: Laid, picture: Floats, rng: np.random.Generator) -> Laid:
    """Return the thing with most of the difference between its own mean colour and its ground's taken away."""
    low, high = np.floor(laid.middle - laid.across / 2).astype(int), np.ceil(laid.middle + laid.across / 2).astype(int)
    ground = picture[max(low[1], 0) : max(high[1], 1), max(low[0], 0) : max(high[0], 1)].reshape(-1, 3)
    if not len(ground):
        return laid
    patch = laid.specimen.patch
    cover = patch[..., 3:].astype(np.float32) / 255
    own = (patch[..., :3] * cover).sum(axis=(0, 1)) / max(float(cover.sum()), 1.0)
    nearer = float(rng.uniform(0.5, 1.0)) * (ground.mean(axis=0) - own)
    coloured = np.clip(patch[..., :3] + nearer + 0.5, 0, 255).astype(np.uint8)
    return Laid(replace(laid.specimen, patch=np.dstack([coloured, patch[..., 3]])), laid.matrix, laid.across)
