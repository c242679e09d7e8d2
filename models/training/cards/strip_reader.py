"""Strip reader: which card an index strip belongs to, if any, and its exact corners."""

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from companion.pictures.arrays import Floats, Picture
from companion.vision.cards.index_strips import NO_INDEX, corner_offsets, crop_strips
from models.training.cards.augmentation import vary_crop
from models.training.cards.hard_negatives import is_strip
from models.training.cards.shards import HIDDEN_STRIP, TILE, VISIBLE_STRIP, Shard, read_shard, sample_weighted
from models.training.common.training_loop import Loss, crop_reader, run_network
from models.training.scenes.drawn_layouts import rotation

BATCH = 64
_JUNK_SHARE, _MINED_SHARE = 0.35, 0.7

FalseStrips = tuple[NDArray[np.int64], Floats]
"""Tile numbers and corners of false strips, see :mod:`models.training.cards.hard_negatives`."""


def build() -> Any:
    """Return the network: N × 3 × 104 × 32 crops to N × 54 outputs.

    They are 46 logits, the last for "no index", and 8 offsets, see
    :func:`companion.vision.cards.index_strips.displacement`.
    """
    return crop_reader((32, 48, 64, 96, 96), 32, 13 * 4, 128, NO_INDEX + 9)


def loss_on(paths: list[Path], mined: list[Path]) -> Loss:
    """Return the reader's loss on strips cropped from shards, each time with new variations.

    Args:
        paths: the shards.
        mined: files of false strips, one per shard.

    Returns:
        The loss.
    """

    def loss(network: Any, step: int, rng: np.random.Generator) -> Any:
        number = int(rng.integers(len(paths)))
        crops, codes, offsets = draw_batch(read_shard(paths[number]), _false(mined[number]), rng)
        return reader_loss(
            run_network(network, torch.from_numpy(crops)), torch.from_numpy(codes), torch.from_numpy(offsets)
        )

    return loss


def reader_loss(answer: Any, codes: Any, offsets: Any) -> Any:
    """Return the cross-entropy of the codes plus the offset error where there is a strip."""
    strips = codes != NO_INDEX
    off = functional.smooth_l1_loss(answer[strips, NO_INDEX + 1 :], offsets[strips], beta=0.05)
    return functional.cross_entropy(answer[:, : NO_INDEX + 1], codes) + 5 * off


@lru_cache(maxsize=256)
def _false(path: Path) -> FalseStrips:
    with np.load(path) as kept:
        return kept["tile"], kept["corners"]


def draw_batch(shard: Shard, false: FalseStrips, rng: np.random.Generator) -> tuple[Floats, NDArray[np.int64], Floats]:
    """Return a batch of crops (N × 3 × 104 × 32), their codes (N) and offsets (N × 8), false strips included."""
    visible_strips = np.nonzero(shard.visible >= VISIBLE_STRIP)[0]
    chosen = sample_weighted(visible_strips, shard.code[visible_strips], int(BATCH * (1 - _JUNK_SHARE)), rng)
    shifted = [shift_strip(shard.corners[i], rng) for i in chosen]
    crops = [_crop(shard.tiles[shard.tile[i]], quad, rng) for i, quad in zip(chosen, shifted, strict=True)]
    codes = [int(shard.code[i]) for i in chosen]
    offsets = np.zeros((BATCH, 8), np.float32)
    for row, (i, quad) in enumerate(zip(chosen, shifted, strict=True)):
        offsets[row] = corner_offsets(quad, shard.corners[i])
    while len(codes) < BATCH:
        tile, quad = _junk(shard, false, rng)
        if not is_strip(shard, tile, quad):
            crops.append(_crop(shard.tiles[tile], shift_strip(quad, rng), rng))
            codes.append(NO_INDEX)
    return np.concatenate(crops), np.array(codes, np.int64), offsets


def shift_strip(quad: Floats, rng: np.random.Generator) -> Floats:
    """Return a strip's corners with the errors that the finder makes."""
    across, along = (quad[1] + quad[2] - quad[0] - quad[3]) / 2, (quad[2] + quad[3] - quad[0] - quad[1]) / 2
    size = float(np.linalg.norm(across))
    error_scale = float(rng.choice([0.3, 1.0, 2.5]))
    moved = quad + across * rng.normal(0, 0.07 * error_scale) + along * rng.normal(0, 0.03 * error_scale)
    middle = moved.mean(axis=0)
    angle, scale = rng.normal(0, 0.04 * error_scale), np.exp(rng.normal(0, 0.05 * error_scale))
    spin = scale * rotation(angle)
    return np.asarray((moved - middle) @ spin.T + middle + rng.normal(0, 0.03 * error_scale * size, (4, 2)), np.float32)


def _crop(tile: Picture, quad: Floats, rng: np.random.Generator) -> Floats:
    return vary_crop(crop_strips(tile, quad[None]), rng)


def _junk(shard: Shard, false: FalseStrips, rng: np.random.Generator) -> tuple[int, Floats]:
    """Return the tile and corners of no readable strip: covered, upside down, or another part of the table."""
    if len(false[0]) and rng.random() < _MINED_SHARE:
        picked = int(rng.integers(len(false[0])))
        return int(false[0][picked]), false[1][picked]
    covered = np.nonzero(shard.visible < HIDDEN_STRIP)[0]
    number = int(rng.integers(len(shard.tile)))
    quad = shard.corners[number]
    kind = float(rng.random())
    if kind < 0.3 and len(covered):
        number = int(rng.choice(covered))
        return int(shard.tile[number]), shard.corners[number]
    if kind < 0.5:
        return int(shard.tile[number]), np.roll(quad, 2, axis=0)
    across, along = quad[1] - quad[0], quad[3] - quad[0]
    if kind < 0.8:
        away = float(rng.choice([-1, 1]))
        step = across * away * rng.uniform(0.8, 2.5) if rng.random() < 0.5 else along * away * rng.uniform(0.6, 1.5)
        return int(shard.tile[number]), np.asarray(quad + step, np.float32)
    place = rng.uniform(20, TILE - 20, 2) - quad.mean(axis=0)
    return int(rng.integers(len(shard.tiles))), np.asarray(quad + place, np.float32)
