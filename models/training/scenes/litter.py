"""Litter on game tables: tokens, coins, tiles, cubes without marks, printed pips, pens, fingers."""

import math

import cv2
import numpy as np

from companion.pictures.arrays import Floats, Matrix, Picture
from companion.vision.dice.prediction import NOTHING
from models.training.dice.glyphs import SIDE as MARK
from models.training.dice.glyphs import digits, signs, usable
from models.training.dice.marks import emblem, pip_marks
from models.training.dice.specimens import SIDE, Specimen, What, outline_across
from models.training.scenes import variety
from models.training.scenes.shapes import write_letter
from models.training.scenes.surfaces import Canvas


def litter(rng: np.random.Generator) -> Specimen:
    """Return a thing with its coverage, as a specimen of nothing."""
    patch = np.asarray(_DRAWERS[variety.one_of(rng, variety.LITTER)](rng), np.uint8)
    across = max(8.0, outline_across(patch[..., 3]))
    frame = np.full((3, 2), SIDE / 2, np.float32) + np.array([(0, 0), (across / 3, 0), (0, -across / 3)], np.float32)
    return Specimen(patch, What.NOTHING, -1, -1, frame, False, across, 0.0, 1 << NOTHING)


def _painted(mask: Picture, colour: Floats, rng: np.random.Generator) -> Picture:
    """Return a patch where ``mask`` covers, in a colour with a slope of light over it."""
    ys, xs = np.indices(mask.shape) / SIDE - 0.5
    slope = 1 + xs * float(rng.normal(0, 0.25)) + ys * float(rng.normal(0, 0.25))
    patch = np.zeros((*mask.shape, 4), np.uint8)
    patch[..., :3] = np.clip(colour * slope[..., None] + rng.normal(0, 3, (*mask.shape, 3)), 0, 255)
    patch[..., 3] = mask
    return patch


def _stamp(patch: Picture, mark: Picture, size: float, rng: np.random.Generator) -> None:
    """Print a mark in the patch's middle, turned any way, ``size`` pixels wide."""
    ink = np.asarray(_turned(mark, size, rng), np.float32)[..., None] / 255
    patch[..., :3] = np.asarray(patch[..., :3] + ink * (_colour(rng) - patch[..., :3]), np.uint8)


def _turned(mark: Picture, size: float, rng: np.random.Generator) -> Picture:
    """Return the mark, ``size`` pixels wide, in the middle of a patch, turned any way."""
    turn = np.asarray(
        cv2.getRotationMatrix2D((MARK / 2, MARK / 2), float(rng.uniform(0, 360)), size / MARK), np.float64
    )
    turn[:, 2] = turn[:, 2] + SIDE / 2 - MARK / 2
    return np.asarray(cv2.warpAffine(mark, turn, (SIDE, SIDE)), np.uint8)


def _colour(rng: np.random.Generator) -> Floats:
    colour = rng.uniform(0, 255, 3) if rng.random() < 0.7 else np.full(3, rng.choice([18.0, 128.0, 240.0]))
    return np.asarray(colour, np.float32)


def _mark(rng: np.random.Generator) -> Picture:
    chosen = variety.one_of(rng, usable())
    kind = rng.random()
    if kind < 0.35:
        return emblem(rng)
    if kind < 0.55:
        # A lone spot; a token with a die's five is nobody's.
        return np.asarray(pip_marks(rng).masks[0], np.uint8)
    ink = digits(chosen)
    if kind < 0.85 and ink is not None:
        return np.asarray(ink[int(rng.integers(10))], np.uint8)
    letters = signs(chosen)
    return np.asarray(letters[int(rng.integers(len(letters)))], np.uint8)


def _disc(rng: np.random.Generator) -> Picture:
    """Return a token or a coin: a disc seen at a slant, with a rim and mostly something on it."""
    mask = np.zeros((SIDE, SIDE), np.uint8)
    wide, high = float(rng.uniform(30, 50)), float(rng.uniform(0.7, 1))
    middle, thick = SIDE // 2, int(rng.uniform(0, 10))
    axes = (int(wide), int(wide * high))
    for lift in range(thick + 1):
        cv2.ellipse(mask, (middle, middle + lift), axes, 0, 0, 360, 255, -1, cv2.LINE_AA)
    colour = _colour(rng)
    patch = _painted(mask, colour * np.float32(0.7), rng)
    top = np.zeros_like(mask)
    cv2.ellipse(top, (middle, middle), axes, 0, 0, 360, 255, -1, cv2.LINE_AA)
    patch[top > 127, :3] = _painted(mask, colour, rng)[top > 127, :3]
    if rng.random() < 0.6:
        rim = tuple(map(float, _colour(rng)))
        inner, stroke = (int(wide * 0.85), int(wide * high * 0.85)), int(rng.integers(1, 5))
        shown = np.ascontiguousarray(patch[..., :3])
        patch[..., :3] = cv2.ellipse(shown, (middle, middle), inner, 0, 0, 360, rim, stroke, cv2.LINE_AA)
    if rng.random() < 0.7:
        _stamp(patch, _mark(rng), float(rng.uniform(0.7, 1.5)) * wide, rng)
    return patch


def _button(rng: np.random.Generator) -> Picture:
    """Return a button: a round disc with two or four holes, most often sunk within a rim."""
    mask, reach = np.zeros((SIDE, SIDE), np.uint8), float(rng.uniform(30, 50))
    middle, colour = SIDE // 2, _colour(rng)
    cv2.circle(mask, (middle, middle), int(reach), 255, -1, cv2.LINE_AA)
    patch = _painted(mask, colour, rng)
    shown = np.ascontiguousarray(patch[..., :3])
    if rng.random() < 0.7:
        sunk = tuple(map(float, np.clip(colour * float(rng.uniform(0.7, 1.2)), 0, 255)))
        cv2.circle(shown, (middle, middle), int(reach * rng.uniform(0.5, 0.8)), sunk, -1, cv2.LINE_AA)
    hole, away = max(1, int(reach * rng.uniform(0.06, 0.14))), reach * float(rng.uniform(0.16, 0.34))
    ink, count = tuple(map(float, _colour(rng) * np.float32(0.4))), int(rng.choice((2, 4)))
    for way in float(rng.uniform(0, np.pi)) + np.arange(count) * 2 * np.pi / count:
        spot = int(middle + away * np.cos(way)), int(middle + away * np.sin(way))
        cv2.circle(shown, spot, hole, ink, -1, cv2.LINE_AA)
    patch[..., :3] = shown
    return patch


def _tile(rng: np.random.Generator) -> Picture:
    """Return a flat tile of three to eight corners, often with a digit, a sign or pips printed on it."""
    corners = int(rng.choice([3, 4, 4, 4, 5, 6, 6, 8]))
    angles = float(rng.uniform(0, 2 * np.pi)) + np.arange(corners) * 2 * np.pi / corners
    reach = float(rng.uniform(34, 52))
    outline = np.stack([np.cos(angles), np.sin(angles)], axis=1) * reach * rng.uniform([1, 0.75], 1) + SIDE / 2
    mask = np.zeros((SIDE, SIDE), np.uint8)
    cv2.fillPoly(mask, [outline.astype(np.int32)], 255, cv2.LINE_AA)
    patch = _painted(mask, _colour(rng), rng)
    if rng.random() < 0.75:
        # A square with pips is how a sharp-edged d6 looks from straight above: nobody can tell these apart.
        mark = emblem(rng) if corners == 4 else _mark(rng)
        _stamp(patch, mark, float(rng.uniform(0.6, 1.3)) * reach, rng)
    return patch


def _printed(rng: np.random.Generator) -> Picture:
    """Return a mark printed on whatever lies there: a lone pip, an index, a suit glyph, a number on a mat."""
    patch = np.zeros((SIDE, SIDE, 4), np.uint8)
    size = float(rng.uniform(0.7, 1.3)) * SIDE
    patch[..., :3] = _colour(rng).astype(np.uint8)
    pips = np.asarray(pip_marks(rng).masks[int(rng.integers(6))], np.uint8)
    patch[..., 3] = _turned(pips if rng.random() < 0.2 else _mark(rng), size, rng)
    return patch


def _pen(rng: np.random.Generator) -> Picture:
    mask = np.zeros((SIDE, SIDE), np.uint8)
    turn, wide = float(rng.uniform(0, np.pi)), int(rng.uniform(8, 30))
    along = np.array([np.cos(turn), np.sin(turn)]) * SIDE
    low, high = (SIDE / 2 - along).astype(int), (SIDE / 2 + along * float(rng.uniform(0, 1))).astype(int)
    cv2.line(mask, tuple(map(int, low)), tuple(map(int, high)), 255, wide, cv2.LINE_AA)
    patch = _painted(mask, _colour(rng), rng)
    light = np.zeros_like(mask)
    cv2.line(light, tuple(map(int, low)), tuple(map(int, high)), 255, max(1, wide // 5), cv2.LINE_AA)
    patch[(light > 0) & (mask > 0), :3] = np.minimum(255, patch[(light > 0) & (mask > 0), :3].astype(int) + 60)
    return patch


def _finger(rng: np.random.Generator) -> Picture:
    """Return a fingertip that reaches into the patch, with or without a nail."""
    mask = np.zeros((SIDE, SIDE), np.uint8)
    turn, wide = float(rng.uniform(0, 2 * np.pi)), int(rng.uniform(26, 50))
    along = np.array([np.cos(turn), np.sin(turn)])
    tip = SIDE / 2 + along * 10
    cv2.line(mask, tuple(map(int, tip)), tuple(map(int, tip + along * SIDE)), 255, wide, cv2.LINE_AA)
    skin = np.array([(150, 175, 225), (110, 140, 195), (60, 85, 135), (35, 50, 85)], np.float32)[int(rng.integers(4))]
    patch = _painted(mask, skin * float(rng.uniform(0.8, 1.1)), rng)
    if rng.random() < 0.5:
        nail = tuple(map(float, np.minimum(255, skin * 1.15)))
        box = (tuple(map(float, tip - along * wide * 0.1)), (wide * 0.5, wide * 0.6), float(np.degrees(turn)))
        patch[..., :3] = cv2.ellipse(np.ascontiguousarray(patch[..., :3]), box, nail, -1, cv2.LINE_AA)
    patch[..., :3] = cv2.GaussianBlur(patch[..., :3], (5, 5), 0)
    return patch


def _block(rng: np.random.Generator) -> Picture:
    """Return a wooden cube or prism without marks, as resource cubes are."""
    sides, reach = int(rng.choice([4, 4, 6])), float(rng.uniform(26, 40))
    angles = float(rng.uniform(0, 2 * np.pi)) + np.arange(sides) * 2 * np.pi / sides
    top = np.stack([np.cos(angles), np.sin(angles)], axis=1) * reach + SIDE / 2
    fall = rng.uniform(-22, 22, 2)
    mask = np.zeros((SIDE, SIDE), np.uint8)
    hull = cv2.convexHull(np.concatenate([top, top + fall]).astype(np.int32))
    cv2.fillPoly(mask, [hull], 255, cv2.LINE_AA)
    colour = _colour(rng)
    patch = _painted(mask, colour * np.float32(rng.uniform(0.5, 0.8)), rng)
    lid = np.zeros_like(mask)
    cv2.fillPoly(lid, [top.astype(np.int32)], 255, cv2.LINE_AA)
    patch[lid > 127, :3] = _painted(mask, colour, rng)[lid > 127, :3]
    return patch


_DRAWERS = {
    "disc": _disc,
    "button": _button,
    "tile": _tile,
    "printed": _printed,
    "pen": _pen,
    "finger": _finger,
    "block": _block,
}


def strew_litter(picture: Canvas, owners: Picture, card: float, rng: np.random.Generator) -> None:
    """Draw dice, tokens and pens over the picture, in place.

    Args:
        picture: the picture.
        owners: the number of the card that each pixel shows; 0 where clutter covers it.
        card: a card's width in pixels.
        rng: the source of randomness.
    """
    for _ in range(int(rng.poisson(variety.LITTER_ON_CARDS))):
        centre = rng.uniform(0, picture.shape[1], 2)
        size = card * float(rng.uniform(0.15, 0.5))
        outline = _litter_outline(centre, size, rng)
        _shade(picture, outline + size * 0.12, 0.65)
        colour = rng.uniform(10, 245, 3)
        cv2.fillPoly(picture, [outline.astype(np.int32)], tuple(map(float, colour)), cv2.LINE_AA)
        cv2.fillPoly(owners, [outline.astype(np.int32)], 0)
        mark = tuple(map(float, 255 - colour))
        if rng.random() < 0.4:
            cv2.circle(picture, tuple(centre.astype(int).tolist()), max(1, int(size / 9)), mark, -1, cv2.LINE_AA)
        elif rng.random() < 0.5:
            spot = (int(centre[0] - size / 5), int(centre[1] + size / 5))
            write_letter(picture, spot, size * 0.6, mark, rng)


def _litter_outline(centre: Matrix, size: float, rng: np.random.Generator) -> Matrix:
    kind = rng.choice(["die", "token", "pen"], p=[0.5, 0.35, 0.15])
    turn = float(rng.uniform(0, 2 * math.pi))
    sides = {"die": int(rng.integers(4, 8)), "token": 24, "pen": 4}[str(kind)]
    angles = turn + np.arange(sides) * 2 * math.pi / sides
    shape = np.stack([np.cos(angles), np.sin(angles)], axis=1) * size / 2
    if kind == "pen":
        along, aside = np.array([math.cos(turn), math.sin(turn)]), np.array([-math.sin(turn), math.cos(turn)])
        corners = np.array([[-4, -0.2], [4, -0.2], [4, 0.2], [-4, 0.2]]) * size
        shape = corners[:, :1] * along + corners[:, 1:] * aside
    return np.asarray(shape + centre)


def _shade(picture: Canvas, outline: Matrix, strength: float) -> None:
    x0, y0 = np.maximum(np.floor(outline.min(axis=0)).astype(int) - 6, 0)
    x1, y1 = np.ceil(outline.max(axis=0)).astype(int) + 7
    part = picture[y0:y1, x0:x1]
    if part.size == 0:
        return
    mask = np.zeros(part.shape[:2], np.float32)
    cv2.fillPoly(mask, [(outline - (x0, y0)).astype(np.int32)], 1.0)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), 2.5), np.float32)
    part *= 1 - (1 - strength) * mask[..., None]
