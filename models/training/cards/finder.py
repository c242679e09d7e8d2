"""Finder: the four corners of index strips and whole cards, in one pass over a picture."""

from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from companion.pictures.arrays import Floats
from companion.vision.cards.finder_output import CARD_HEAD, CELL, STRIP_HEAD
from models.training.cards.augmentation import View, vary_light
from models.training.cards.shards import HIDDEN_STRIP, TILE, VISIBLE_STRIP, Shard, read_shard
from models.training.common.training_loop import Loss, conv_layer, run_network
from models.training.scenes import variety

BATCH = 8
SIDE = 320
"""Side of the part of a tile that is learnt from at a time, in pixels."""

VISIBLE_MIDDLE, HIDDEN_MIDDLE = 0.6, 0.3
"""Visible share of a card's middle from which it is a target, and below which it is none; between, both are right."""

_CHANNELS = 11


class Finder(nn.Module):  # type: ignore[misc]
    """Stride-8 network with a stride-16 branch for context; input N × 3 × height × width, values 0–1.

    The output is N × 18 × height/8 × width/8: 9 channels for strips, then 9 for whole cards, as
    :func:`companion.vision.cards.finder_output.decode` reads them.
    """

    def __init__(self) -> None:
        super().__init__()
        deep = [part for dilation in (1, 2, 1, 2, 1) for part in conv_layer(64, 64, dilation=dilation)]
        self.near = nn.Sequential(
            *conv_layer(3, 16, 2), *conv_layer(16, 32, 2), *conv_layer(32, 32), *conv_layer(32, 64, 2), *deep
        )
        wide = [part for dilation in (2, 4, 2) for part in conv_layer(96, 96, dilation=dilation)]
        self.far = nn.Sequential(*conv_layer(64, 96, 2), *wide)
        self.spread = nn.ConvTranspose2d(96, 64, 2, 2)
        self.strips = nn.Conv2d(64, 9, 1)
        self.cards = nn.Sequential(*conv_layer(64, 64), nn.Conv2d(64, 9, 1))
        with torch.no_grad():
            self.spread.weight.zero_()
            self.strips.bias[0] = -4.0
            self.cards[-1].bias[0] = -4.0

    def forward(self, pictures: Any) -> Any:
        """Return the 18 output maps of pictures."""
        near = self.near(pictures)
        both = near + self.spread(self.far(near))
        return torch.cat([self.strips(both), self.cards(both)], dim=1)


def loss_on(paths: list[Path]) -> Loss:
    """Return the finder's loss on random views of tiles from shards."""

    def loss(network: Any, step: int, rng: np.random.Generator) -> Any:
        tiles, targets = draw_batch(read_shard(variety.one_of(rng, paths)), rng)
        return finder_loss(run_network(network, torch.from_numpy(tiles)), torch.from_numpy(targets))

    return loss


def draw_batch(shard: Shard, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Return tiles (N × 3 × side × side) and targets (N × 22 × cells × cells): :func:`strip_target`, then cards'."""
    tiles, targets = [], []
    for number in rng.permutation(len(shard.tiles))[:BATCH]:
        view = View.random(TILE, SIDE, rng)
        strips, cards = shard.tile == number, shard.card_tile == number
        corners, visible = view.transform(shard.corners[strips], shard.visible[strips])
        outlines, middles = view.transform(shard.card_corners[cards], shard.card_middle[cards])
        tiles.append(vary_light(view.crop(shard.tiles[number]), rng))
        targets.append(np.concatenate([strip_target(corners, visible, SIDE), card_target(outlines, middles, SIDE)]))
    return np.stack(tiles), np.stack(targets)


def strip_target(corners: Floats, visible: Floats, side: int = TILE) -> Floats:
    """Return the target for strips: presence (1, 0, or -1: ignored), width, 1 at strips, 8 corner offsets.

    Args:
        corners: corners of the strips in pixels, N × 4 × 2.
        visible: their visible shares, N.
        side: side of the tile in pixels.

    Returns:
        11 × cells × cells.
    """
    return _target(corners, visible, side, (HIDDEN_STRIP, VISIBLE_STRIP), ((0.5, 0.3), (0.3, 0.12)), STRIP_HEAD.reach)


def card_target(corners: Floats, middle: Floats, side: int = TILE) -> Floats:
    """Return the same target for whole cards.

    Args:
        corners: corners of the cards in pixels, N × 4 × 2.
        middle: visible shares of their middles, N.
        side: side of the tile in pixels.

    Returns:
        11 × cells × cells.
    """
    return _target(corners, middle, side, (HIDDEN_MIDDLE, VISIBLE_MIDDLE), ((0.42, 0.36), (0.2, 0.14)), CARD_HEAD.reach)


def _target(
    corners: Floats,
    visible: Floats,
    side: int,
    shares: tuple[float, float],
    zones: tuple[tuple[float, float], tuple[float, float]],
    reach: float,
) -> Floats:
    cells = side // CELL
    wanted = np.zeros((_CHANNELS, cells, cells), np.float32)
    grid = (np.stack(np.meshgrid(np.arange(cells), np.arange(cells)), axis=-1) * CELL + CELL / 2).astype(np.float32)
    (wide_near, long_near), (wide_heart, long_heart) = zones
    for quad, share in sorted(zip(corners, visible, strict=True), key=lambda one: float(one[1])):
        if share < shares[0]:
            continue
        across, along = (quad[1] + quad[2] - quad[0] - quad[3]) / 2, (quad[2] + quad[3] - quad[0] - quad[1]) / 2
        wide, long = float(np.linalg.norm(across)), float(np.linalg.norm(along))
        offset = grid - quad.mean(axis=0)
        u, v = np.abs(offset @ across) / max(wide, 1e-3), np.abs(offset @ along) / max(long, 1e-3)
        near = (u <= max(wide_near * wide, 8)) & (v <= max(long_near * long, 8))
        wanted[0][near & (wanted[0] == 0)] = -1
        if share >= shares[1]:
            heart = (u <= max(wide_heart * wide, 5)) & (v <= max(long_heart * long, 5))
            wanted[0][heart], wanted[1][heart], wanted[2][heart] = 1, wide, 1
            wanted[3:, heart] = ((quad[None] - grid[heart][:, None]) / reach).reshape(-1, 8).T
    return wanted


def finder_loss(answer: Any, wanted: Any) -> Any:
    """Return the strip loss plus half the card loss; a card's corners may start at either end."""
    cards = answer[:, 9:]
    strips = _loss(answer[:, :9], wanted[:, :_CHANNELS], STRIP_HEAD.reach, either_end=False)
    return strips + 0.5 * _loss(cards, wanted[:, _CHANNELS:], CARD_HEAD.reach, either_end=True)


def _loss(answer: Any, wanted: Any, reach: float, either_end: bool) -> Any:
    """Return the focal cross-entropy of the scores plus the corner error in widths, per cell of an object."""
    is_object, is_background = wanted[:, 0] == 1, wanted[:, 0] == 0
    object_count = is_object.sum().clamp(min=1)
    logit = answer[:, 0]
    chance = torch.sigmoid(logit)
    hit = ((1 - chance) ** 2 * functional.softplus(-logit))[is_object].sum()
    false = (chance**2 * functional.softplus(logit))[is_background].sum()
    predicted, truth = answer[:, 1:], wanted[:, 3:]
    off = (predicted - truth).abs().sum(dim=1)
    if either_end:
        off = torch.minimum(off, (predicted - truth.roll(4, dims=1)).abs().sum(dim=1))
    off = off / 8 * reach / wanted[:, 1].clamp(min=6)
    return (hit + false + (2 if not either_end else 6) * off[is_object].sum()) / object_count
