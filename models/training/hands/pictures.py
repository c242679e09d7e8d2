"""Training pictures of the hand finder: arms composed over tables, and their masks."""

from pathlib import Path

import cv2
import numpy as np

from companion.artwork.faces import CARD_WIDTH
from companion.pictures.arrays import Floats, Matrix, Picture
from models.training.hands.arms import HIGH, SPAN, Arms, draw_arms
from models.training.scenes import variety
from models.training.scenes.drawn_layouts import rotation
from models.training.scenes.grounds import UNDER_HANDS, Grounds, read_grounds
from models.training.scenes.photography import photograph

SIDE = UNDER_HANDS.side
"""A picture's side in pixels."""
HAND = 1
"""Value of the mask at an arm or a thing in a hand; 0 elsewhere."""
HELD_OUT = 0.05
"""Share of the pictures that is held out for validation."""
_NO_ARM_SHARE, _TABLE_COLOURED_SHARE = 0.3, 0.2


def make_pictures(runs: Path, count: int, arms: int, seed: int) -> None:
    """Write ``count`` pictures with masks in ultralytics' layout; existing pictures are kept.

    Args:
        runs: folder of tables; the pictures go to its folder ``set``.
        count: number of pictures.
        arms: number of different arms.
        seed: seed of the run.
    """
    drawn, tables = draw_arms(np.random.default_rng([seed, 15]), arms), read_grounds(runs / "tables")
    for number in range(count):
        part = "val" if number < HELD_OUT * count else "train"
        path, mask = runs / f"set/images/{part}/{number:05d}.jpg", runs / f"set/masks/{part}/{number:05d}.png"
        if path.exists():
            continue
        for file in (path, mask):
            file.parent.mkdir(parents=True, exist_ok=True)
        shown, where = compose_picture(drawn, tables, np.random.default_rng([seed, number, 17]))
        cv2.imwrite(str(mask), where)
        cv2.imwrite(str(path), shown, [cv2.IMWRITE_JPEG_QUALITY, 94])


def compose_picture(arms: Arms, tables: Grounds, rng: np.random.Generator) -> tuple[Picture, Picture]:
    """Return a picture of a table with up to three arms over it, and the mask of these.

    Args:
        arms: arms to choose from.
        tables: tables to choose from.
        rng: the source of randomness.

    Returns:
        BGR pixels (SIDE × SIDE × 3) and the mask (SIDE × SIDE), ``HAND`` where an arm is.
    """
    number = int(rng.integers(len(tables.card)))
    quarter, card = int(rng.integers(4)), float(tables.card[number])
    picture = np.ascontiguousarray(np.rot90(tables.pictures[number], quarter)).astype(np.float32)
    coverage = np.zeros((SIDE, SIDE), np.float32)
    if rng.random() > _NO_ARM_SHARE:
        for _ in range(int(rng.choice([1, 2, 3], p=[0.65, 0.25, 0.1]))):
            _reach(picture, coverage, arms, card, rng)
    shown = photograph(picture, rng, variety.DICE_CAMERA)
    return shown, np.where(coverage > 0.5, HAND, 0).astype(np.uint8)


def _reach(picture: Floats, coverage: Floats, arms: Arms, card: float, rng: np.random.Generator) -> None:
    """Draw an arm over the picture; it may hold a card or dice."""
    number = int(rng.integers(len(arms)))
    scale = min(card, UNDER_HANDS.cards[1]) / CARD_WIDTH * SPAN / HIGH * float(rng.uniform(0.85, 1.3))
    turn, flip = float(rng.uniform(0, 2 * np.pi)), float(rng.choice([-1.0, 1.0]))
    linear = scale * rotation(turn) @ np.diag([flip, 1.0])
    at = rng.uniform(0.02 * SIDE, 0.98 * SIDE, 2)
    matrix = np.column_stack([linear, at - linear @ arms.tips[number]])
    cut = arms.pictures[number]
    shadow = _warped(arms.shadows[number], matrix) / 255
    drawn = _warped(cut, matrix)
    cover = np.asarray(drawn[..., 3] / 255, np.float32)
    if cover.sum() < 20:
        return
    picture *= (1 - float(rng.uniform(0.3, 1.0)) * shadow)[..., None]
    if rng.random() < 0.2:
        _held_card(picture, at, turn, card, rng)
    colours = np.asarray(drawn[..., :3] / np.maximum(cover, 0.02)[..., None], np.float32)
    picture += cover[..., None] * (np.clip(_tinted(colours, cover, picture, rng), 0, 255) - picture)
    np.maximum(coverage, cover, out=coverage)
    if rng.random() < 0.25:
        _held_dice(picture, coverage, at, card, rng)


def _warped(cut: Picture, matrix: Matrix) -> Floats:
    """Return the cutout under an affine transform; colours are premultiplied by their coverage."""
    shown = cut.astype(np.float32)
    if shown.ndim == 3:
        shown[..., :3] *= shown[..., 3:] / 255
    return np.asarray(cv2.warpAffine(shown, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR), np.float32)


def _tinted(colours: Floats, cover: Floats, picture: Floats, rng: np.random.Generator) -> Floats:
    """Return the arm's colours under the table's light; sometimes nearly of the table's colour."""
    gain = float(np.exp(rng.normal(-0.1, 0.25))) * np.exp(rng.normal(0, 0.07, 3))
    if rng.random() < _TABLE_COLOURED_SHARE:
        weight = cover[..., None]
        own = (colours * weight).sum(axis=(0, 1)) / weight.sum()
        under = (picture * weight).sum(axis=(0, 1)) / weight.sum()
        share = float(rng.uniform(0.6, 1.0))
        gain = np.clip(under / np.maximum(own, 4), 0.15, 2.5) ** share * np.exp(rng.normal(0, 0.06, 3))
    return np.asarray(colours * gain, np.float32)


def _held_card(picture: Floats, at: Matrix, turn: float, card: float, rng: np.random.Generator) -> None:
    """Draw a card under the fingertips, cut from the table itself; it is not part of the mask."""
    wide, high = card, 1.39 * card
    left, top = rng.uniform(0, SIDE - 1.5 * card, 2) if card < SIDE / 2 else (0.0, 0.0)
    piece = cv2.getRectSubPix(picture, (round(wide), round(high)), (float(left + wide / 2), float(top + high / 2)))
    linear = rotation(turn + float(rng.normal(0, 0.6)))
    middle = at + linear @ np.array([rng.uniform(-0.4, 0.4) * wide, -0.3 * high])
    matrix = np.column_stack([linear, middle - linear @ np.array([wide / 2, high / 2])])
    drawn = cv2.warpAffine(piece, matrix, (SIDE, SIDE))
    cover = cv2.warpAffine(np.ones(piece.shape[:2], np.float32), matrix, (SIDE, SIDE))
    picture += cover[..., None] * (drawn * float(rng.uniform(0.8, 1.15)) - picture)


def _held_dice(picture: Floats, coverage: Floats, at: Matrix, card: float, rng: np.random.Generator) -> None:
    """Draw simple dice that are on a hand; they are part of the mask."""
    for _ in range(int(rng.integers(1, 4))):
        across = card / CARD_WIDTH * float(rng.uniform(14, 22))
        x, y = at + rng.normal(0, 0.5 * card, 2)
        turn = float(rng.uniform(0, np.pi))
        corners = cv2.boxPoints(((float(x), float(y)), (across, across), float(np.degrees(turn))))
        cover = np.zeros((SIDE, SIDE), np.float32)
        cv2.fillPoly(cover, [np.round(corners * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)
        if (cover * coverage).sum() < 0.6 * cover.sum():
            continue
        body = rng.uniform(0, 255, 3).astype(np.float32)
        picture += cover[..., None] * (body - picture)
        for _ in range(int(rng.integers(1, 6))):
            spot = np.array([x, y]) + rng.normal(0, 0.2 * across, 2)
            ink = (255 - body).tolist()
            cv2.circle(picture, (int(spot[0]), int(spot[1])), max(1, round(0.08 * across)), ink, -1, cv2.LINE_AA)
        np.maximum(coverage, cover, out=coverage)
