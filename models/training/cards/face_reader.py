"""Face reader: which card's picture is at a place, without its indices, and its exact corners."""

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from companion.pictures.arrays import Floats, Picture
from companion.vision.cards.face_reader import CLASS_COUNT, NO_CARD, SHOWN, crop_faces
from companion.vision.cards.index_strips import corner_offsets
from models.training.cards.augmentation import vary_crop
from models.training.cards.shards import TILE, Shard, read_shard, sample_weighted
from models.training.common.training_loop import Loss, crop_reader, run_network
from models.training.scenes import variety
from models.training.scenes.drawn_layouts import rotation

BATCH = 64
MIN_VISIBLE = 0.2
"""Minimum visible share of a card that is learnt as that card."""

_NOTHING_SHARE = 0.2


def build() -> Any:
    """Return the network: N × 3 × 100 × 72 crops to N × 102 outputs (93 logits, 8 corner offsets, visible share)."""
    return crop_reader((24, 32, 48, 64, 96, 96), 24, 13 * 9, 144, CLASS_COUNT + 9)


def loss_on(paths: list[Path]) -> Loss:
    """Return the face reader's loss on cards cropped from shards, each time with new variations."""

    def loss(network: Any, step: int, rng: np.random.Generator) -> Any:
        shard = read_shard(variety.one_of(rng, paths))
        crops, kinds, truth = draw_batch(shard, rng)
        return face_loss(
            run_network(network, torch.from_numpy(crops)), torch.from_numpy(kinds), torch.from_numpy(truth)
        )

    return loss


def face_loss(answer: Any, kinds: Any, truth: Any) -> Any:
    """Return the loss: cross-entropy of the kinds, and the errors of offsets and visible share of cards.

    Args:
        answer: the network's output, N × 102.
        kinds: true kinds, N.
        truth: true offsets and visible shares, N × 9.

    Returns:
        A scalar tensor.
    """
    cards = kinds != NO_CARD
    off = functional.smooth_l1_loss(answer[cards, CLASS_COUNT : CLASS_COUNT + 8], truth[cards, :8], beta=0.05)
    share = functional.binary_cross_entropy_with_logits(answer[cards, CLASS_COUNT + 8], truth[cards, 8])
    return functional.cross_entropy(answer[:, :CLASS_COUNT], kinds) + 5 * off + 0.3 * share


def draw_batch(shard: Shard, rng: np.random.Generator) -> tuple[Floats, NDArray[np.int64], Floats]:
    """Return a batch of crops (N × 3 × 100 × 72), their kinds (N) and their offsets and visible shares (N × 9)."""
    crops, kinds = [], []
    truths = np.zeros((BATCH, 9), np.float32)
    visible_cards = np.nonzero(shard.card_visible >= MIN_VISIBLE)[0]
    chosen = sample_weighted(visible_cards, shard.card_kind[visible_cards], int(BATCH * (1 - _NOTHING_SHARE)), rng)
    for row, number in enumerate(chosen):
        truth = np.roll(shard.card_corners[number], 2 * int(rng.integers(2)), axis=0)
        quad = shift_outline(truth, rng)
        crops.append(_crop(shard.tiles[shard.card_tile[number]], quad, rng))
        kinds.append(int(shard.card_kind[number]))
        truths[row, :8], truths[row, 8] = corner_offsets(quad, truth), shard.card_visible[number]
    while len(kinds) < BATCH:
        tile, quad = _nothing(shard, rng)
        if not is_card(shard, tile, quad):
            crops.append(_crop(shard.tiles[tile], quad, rng))
            kinds.append(NO_CARD)
    return np.concatenate(crops), np.array(kinds, np.int64), truths


def shift_outline(quad: Floats, rng: np.random.Generator) -> Floats:
    """Return a card's outline with the errors that the strips or the finder make."""
    size = float(np.linalg.norm(quad[1] - quad[0]))
    error_scale = float(rng.choice([0.3, 1.0, 2.0]))
    angle, scale = rng.normal(0, 0.025 * error_scale), np.exp(rng.normal(0, 0.03 * error_scale))
    spin = scale * rotation(angle)
    middle = quad.mean(axis=0)
    moved = (quad - middle) @ spin.T + middle + rng.normal(0, 0.03 * error_scale * size, 2)
    return np.asarray(moved + rng.normal(0, 0.02 * error_scale * size, (4, 2)), np.float32)


def is_card(shard: Shard, tile: int, quad: Floats) -> bool:
    """Return True if a partly visible card has this outline, either way up."""
    is_visible = (shard.card_tile == tile) & (shard.card_visible >= MIN_VISIBLE / 2)
    size = float(np.linalg.norm(quad[1] - quad[0]))
    outlines = shard.card_corners[is_visible]
    distances = [np.linalg.norm(np.roll(outlines, turn, axis=1) - quad, axis=2).mean(axis=1) for turn in (0, 2)]
    return bool((np.minimum(*distances) < 0.45 * size).any())


def _crop(tile: Picture, quad: Floats, rng: np.random.Generator) -> Floats:
    return vary_crop(crop_faces(tile, quad[None]), rng) * SHOWN


def _nothing(shard: Shard, rng: np.random.Generator) -> tuple[int, Floats]:
    """Return an outline that fits no card: shifted, rotated, of the wrong size, or random."""
    number = int(rng.integers(len(shard.card_tile)))
    tile, quad = int(shard.card_tile[number]), shard.card_corners[number]
    middle = quad.mean(axis=0)
    kind = float(rng.random())
    if kind < 0.2:
        return tile, quad
    if kind < 0.45:
        step = (quad[1] - quad[0]) * rng.uniform(-1.2, 1.2) + (quad[3] - quad[0]) * rng.uniform(-0.8, 0.8)
        return tile, np.asarray(quad + step, np.float32)
    if kind < 0.65:
        spin = rotation(float(rng.uniform(0.35, np.pi - 0.35)))
        return tile, np.asarray((quad - middle) @ spin.T + middle, np.float32)
    if kind < 0.8:
        scale = float(rng.choice([rng.uniform(0.4, 0.65), rng.uniform(1.6, 2.2)]))
        return tile, np.asarray((quad - middle) * scale + middle, np.float32)
    return int(rng.integers(len(shard.tiles))), np.asarray(quad - middle + rng.uniform(0, TILE, 2), np.float32)
