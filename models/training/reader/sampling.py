"""Pictures of any size in one flat buffer on the accelerator, and pieces of them under affine maps."""

from __future__ import annotations

from typing import Any

import torch

CHUNK = 512
"""Pieces that are taken at once, for memory."""


def turned(angle: Any) -> Any:
    """Rotations by these angles (N radians to N × 2 × 2), clockwise in pictures."""
    cos, sin = torch.cos(angle), torch.sin(angle)
    return torch.stack([torch.stack([cos, -sin], -1), torch.stack([sin, cos], -1)], -2)


def about(linear: Any, onto: Any, centre: Any) -> Any:
    """Affine maps (N × 2 × 3) with these linear parts that take ``centre`` to ``onto`` (both N × 2)."""
    return torch.cat([linear, (onto - (linear @ centre[..., None])[..., 0])[..., None]], dim=-1)


def applied(maps: Any, points: Any) -> Any:
    """Points (N × 2) under affine maps (N × 2 × 3)."""
    return (maps[..., :2] @ points[..., None])[..., 0] + maps[..., 2]


def pieces(flat: Any, offset: Any, size: Any, maps: Any, side: int, fine: int = 1) -> Any:
    """Square pieces (N × 4 × side × side, 0 to 255) of pictures in a flat buffer, continued beyond their edges.

    Args:
        flat: the buffer, P × 4 bytes.
        offset: pixel of the buffer where each picture begins (N).
        size: width and height of each (N × 2).
        maps: from piece to picture, pixels whose first corner is 0 (N × 2 × 3).
        side: pixels each way.
        fine: samples each way in a pixel.

    Returns:
        The pieces, in floats.
    """
    taken = []
    for first in range(0, len(maps), CHUNK):
        own = slice(first, first + CHUNK)
        taken.append(_taken(flat, offset[own], size[own], maps[own], side, fine))
    return torch.cat(taken)


def _taken(flat: Any, offset: Any, size: Any, maps: Any, side: int, fine: int) -> Any:
    total = torch.zeros((), device=flat.device)
    steps = (torch.arange(fine, device=flat.device, dtype=torch.float32) + 0.5) / fine
    line = torch.arange(side, device=flat.device, dtype=torch.float32)
    wide, high = (size[:, axis, None, None] for axis in (0, 1))
    for down in steps:
        for right in steps:
            x, y = (line + right)[None, None, :], (line + down)[None, :, None]
            column, row = (
                maps[:, axis, 0, None, None] * x + maps[:, axis, 1, None, None] * y + maps[:, axis, 2, None, None] - 0.5
                for axis in (0, 1)
            )
            left, top = column.floor(), row.floor()
            part_x, part_y = (column - left)[..., None], (row - top)[..., None]
            left, top = left.long(), top.long()
            x0, x1 = (torch.minimum((left + one).clamp(min=0), wide - 1) for one in (0, 1))
            y0, y1 = (
                offset[:, None, None] + torch.minimum((top + one).clamp(min=0), high - 1) * wide for one in (0, 1)
            )
            upper = torch.lerp(flat[y0 + x0].float(), flat[y0 + x1].float(), part_x)
            lower = torch.lerp(flat[y1 + x0].float(), flat[y1 + x1].float(), part_x)
            one = torch.lerp(upper, lower, part_y)
            total = total + one
    return (total / fine**2).permute(0, 3, 1, 2).contiguous()


def crops(pictures: Any, maps: Any, side: int) -> Any:
    """Crops (N·K × 3 × side × side) of pictures (N × 3 × s × s) by maps from crop to picture (N × K × 2 × 3)."""
    number, count = maps.shape[:2]
    line = torch.arange(side, device=pictures.device, dtype=torch.float32) + 0.5
    y, x = torch.meshgrid(line, line, indexing="ij")
    points = torch.stack([x, y, torch.ones_like(x)], -1)
    grid = torch.einsum("nkij,yxj->nkyxi", maps, points).reshape(number, count * side, side, 2)
    grid = grid * (2 / pictures.shape[-1]) - 1
    taken = torch.nn.functional.grid_sample(pictures.float(), grid, padding_mode="border", align_corners=False)
    taken = taken.reshape(number, 3, count, side, side).transpose(1, 2)
    return taken.reshape(number * count, 3, side, side)
