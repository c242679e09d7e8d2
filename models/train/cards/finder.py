"""The finder: where index strips lie, each by its four corners, from one look at a tile."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from companion.vision.strips import CELL, REACH
from models.train.cards.shards import HIDDEN, SEEN, TILE, Shard, read_shard
from models.train.cards.training import Loss, layer

BATCH = 8


def build() -> Any:
    """A stride-8 network for N × 3 × height × width pictures with values 0–1; N × 9 × height/8 × width/8 come out."""
    deep = [part for dilation in (1, 2, 1, 2, 1) for part in layer(64, 64, dilation=dilation)]
    network = nn.Sequential(
        *layer(3, 16, 2), *layer(16, 32, 2), *layer(32, 32), *layer(32, 64, 2), *deep, nn.Conv2d(64, 9, 1)
    )
    with torch.no_grad():
        network[-1].bias[0] = -4.0
    return network


def loss_on(paths: list[Path]) -> Loss:
    """The finder's loss on tiles drawn from shards, turned by quarters and tinted afresh each time."""

    def loss(network: Any, step: int, rng: np.random.Generator) -> Any:
        shard = _shard(paths[int(rng.integers(len(paths)))])
        tiles, targets = draw_batch(shard, rng)
        return finder_loss(network(torch.from_numpy(tiles)), torch.from_numpy(targets))

    return loss


@lru_cache(maxsize=64)
def _shard(path: Path) -> Shard:
    return read_shard(path)


def draw_batch(shard: Shard, rng: np.random.Generator) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Tiles (N × 3 × side × side) and targets (N × 11 × cells × cells), see :func:`target`."""
    picked = rng.permutation(len(shard.tiles))[:BATCH]
    tiles, targets = [], []
    for number in picked:
        quarter = int(rng.integers(4))
        own = shard.tile == number
        tile = np.rot90(shard.tiles[number], quarter)
        tint = (rng.uniform(0.9, 1.1, 3) * rng.uniform(0.8, 1.2) / 255).astype(np.float32)
        tiles.append(np.minimum(tile * tint, 1).transpose(2, 0, 1))
        targets.append(target(_turned(shard.corners[own], quarter), shard.visible[own]))
    return np.stack(tiles), np.stack(targets)


def _turned(corners: NDArray[np.float32], quarter: int) -> NDArray[np.float32]:
    """Points of a tile after ``numpy.rot90`` by so many quarters."""
    for _ in range(quarter):
        corners = np.stack([corners[..., 1], TILE - corners[..., 0]], axis=-1)
    return corners


def target(corners: NDArray[np.float32], visible: NDArray[np.float32], side: int = TILE) -> NDArray[np.float32]:
    """What the finder should answer: strip here (1, 0, or -1: either), a strip's width, 1 at strips, 8 offsets."""
    cells = side // CELL
    wanted = np.zeros((11, cells, cells), np.float32)
    grid = (np.stack(np.meshgrid(np.arange(cells), np.arange(cells)), axis=-1) * CELL + CELL / 2).astype(np.float32)
    for quad, share in sorted(zip(corners, visible, strict=True), key=lambda strip: float(strip[1])):
        if share < HIDDEN:
            continue
        across, along = (quad[1] + quad[2] - quad[0] - quad[3]) / 2, (quad[2] + quad[3] - quad[0] - quad[1]) / 2
        wide, long = float(np.linalg.norm(across)), float(np.linalg.norm(along))
        offset = grid - quad.mean(axis=0)
        u, v = np.abs(offset @ across) / max(wide, 1e-3), np.abs(offset @ along) / max(long, 1e-3)
        near = (u <= max(0.5 * wide, 8)) & (v <= max(0.3 * long, 8))
        wanted[0][near & (wanted[0] == 0)] = -1
        if share >= SEEN:
            heart = (u <= max(0.3 * wide, 5)) & (v <= max(0.12 * long, 5))
            wanted[0][heart], wanted[1][heart], wanted[2][heart] = 1, wide, 1
            wanted[3:, heart] = ((quad[None] - grid[heart][:, None]) / REACH).reshape(-1, 8).T
    return wanted


def finder_loss(answer: Any, wanted: Any) -> Any:
    """Focal cross-entropy of the score, and the corners' error in strip widths, per cell of a strip."""
    is_strip, is_none = wanted[:, 0] == 1, wanted[:, 0] == 0
    strips = is_strip.sum().clamp(min=1)
    logit = answer[:, 0]
    chance = torch.sigmoid(logit)
    hit = ((1 - chance) ** 2 * functional.softplus(-logit))[is_strip].sum()
    false = (chance**2 * functional.softplus(logit))[is_none].sum()
    off = (answer[:, 1:] - wanted[:, 3:]).abs().sum(dim=1) / 8 * REACH / wanted[:, 1].clamp(min=6)
    return (hit + false + 2 * off[is_strip].sum()) / strips
