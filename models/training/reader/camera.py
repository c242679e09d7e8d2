"""Cameras and lights as augmentation on the accelerator: blur, noise, colours, hard light, glare, haze, compression."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch.nn import functional


def uniform(count: int, low: float, high: float, device: Any) -> Any:
    """Random numbers (N × 1 × 1 × 1)."""
    return torch.rand(count, 1, 1, 1, device=device) * (high - low) + low


def chosen(count: int, share: float, device: Any) -> Any:
    """Numbers of a random share of so many pictures; how many these are is known without waiting for the device."""
    return torch.randperm(count, device=device)[: round(share * count)]


def blurred(pictures: Any, sigma: Any, reach: int) -> Any:
    """Pictures (N × C × H × W) blurred by Gaussians of their own widths (N pixels), cut at ``reach`` pixels."""
    steps = torch.arange(-reach, reach + 1, device=pictures.device, dtype=torch.float32)
    weights = torch.exp(-(steps**2) / (2 * sigma.float()[:, None] ** 2 + 1e-4))
    weights = (weights / weights.sum(dim=1, keepdim=True)).to(pictures.dtype)
    for axis in (2, 3):
        pad = [reach, reach, 0, 0] if axis == 3 else [0, 0, reach, reach]
        wide = functional.pad(pictures, pad, mode="replicate")
        total = torch.zeros_like(pictures)
        for number in range(2 * reach + 1):
            total = total + weights[:, number, None, None, None] * wide.narrow(axis, number, pictures.shape[axis])
        pictures = total
    return pictures


def photographed(pictures: Any, across: Any, calm: Any) -> Any:
    """Pictures (N × 3 × s × s, blue first, 0 to 255) as a camera leaves them.

    ``across`` are the diameters of their dice in pixels (N), ``calm`` marks those that were photographed before: they
    are blurred less.
    """
    count, device, kind = len(pictures), pictures.device, pictures.dtype

    def some(low: float, high: float) -> Any:
        return uniform(count, low, high, device).to(kind)

    tint = 1 + 0.06 * torch.randn(count, 3, 1, 1, device=device)
    tint = (tint * torch.exp(uniform(count, math.log(0.6), math.log(1.4), device))).to(kind)
    shot = pictures * tint
    shot = _lit(shot)
    moved = chosen(count, 0.08, device)
    if len(moved):
        shot[moved] = _shaken(shot[moved])
    most = torch.where(calm, 0.3 + 0.012 * across, 0.4 + 0.022 * across)
    sigma = 0.1 + torch.rand(count, device=device) * (most - 0.1)
    shot = blurred(shot, torch.where(sigma > 0.25, sigma, 0.02), 5)
    coarse = chosen(count, 0.12, device)
    if len(coarse):
        shot[coarse] = _webcam(shot[coarse])
    evening = (torch.rand(count, 1, 1, 1, device=device) < 0.12).to(kind)
    warm = torch.cat([some(0.4, 0.75), some(0.75, 0.95), some(1.0, 1.25)], dim=1) * some(0.5, 1.0)
    shot = shot * (1 + evening * (warm - 1))
    levels = torch.tensor([0.7, 2.0, 4.0, 9.0], device=device)[torch.randint(4, (count,), device=device)].to(kind)
    grain = torch.randn(shot.shape, device=device, dtype=kind)
    smeared = functional.avg_pool2d(functional.pad(grain, [0, 1, 0, 1], mode="replicate"), 2, 1) * 1.9
    grain = torch.where((torch.rand(count, 1, 1, 1, device=device) < 0.5), smeared, grain)
    shot = (shot + levels[:, None, None, None] * grain).clamp(0, 255)
    bend = torch.where(torch.rand(count, 1, 1, 1, device=device) < 0.35, some(0.7, 1.4), torch.ones_like(some(1, 1)))
    shot = 255 * (shot / 255).clamp(min=1e-3) ** bend
    sharper = torch.where(torch.rand(count, 1, 1, 1, device=device) < 0.35, some(0.3, 1.7), 0 * some(0, 1))
    soft = blurred(shot, torch.full((count,), 1.1, device=device), 3)
    shot = shot + sharper * (shot - soft)
    strong = torch.where(torch.rand(count, 1, 1, 1, device=device) < 0.25, some(0.0, 1.5), 0 * some(0, 1) + 1)
    grey = shot.mean(dim=1, keepdim=True)
    shot = grey + strong * (shot - grey)
    haze = torch.where(torch.rand(count, 1, 1, 1, device=device) < 0.1, some(0.4, 0.85), 0 * some(0, 1) + 1)
    shot = shot * haze + some(0, 255) * (1 - haze)
    shot = shot.clamp(0, 255)
    packed = chosen(count, 0.65, device)
    if len(packed):
        shot[packed] = compressed(shot[packed])
    return shot.round().clamp(0, 255)


def _lit(pictures: Any) -> Any:
    """Light that falls off, or ends at a shadow's edge, on some; glare on others."""
    count, side, device = len(pictures), pictures.shape[-1], pictures.device
    line = torch.linspace(-1, 1, side, device=device)
    turn = torch.rand(count, 1, 1, device=device) * math.tau
    along = torch.cos(turn) * line[None, None, :] + torch.sin(turn) * line[None, :, None]
    along = along + torch.rand(count, 1, 1, device=device) - 0.5
    hard = torch.rand(count, 1, 1, device=device)
    along = torch.where(hard < 0.5, (along * (4 + 32 * hard)).clamp(-1, 1), along)
    often = (torch.rand(count, 1, 1, device=device) < 0.18).float()
    strength = often * (0.2 + 0.4 * torch.rand(count, 1, 1, device=device))
    lit = pictures * (1 + strength * along)[:, None].to(pictures.dtype)
    place = 0.8 * (2 * torch.rand(count, 2, 1, 1, device=device) - 1)
    wide = 0.08 + 0.4 * torch.rand(count, 2, 1, 1, device=device) ** 2
    far = ((line[None, None, :] - place[:, 0]) / wide[:, 0]) ** 2 + (
        (line[None, :, None] - place[:, 1]) / wide[:, 1]
    ) ** 2
    often = (torch.rand(count, 1, 1, device=device) < 0.1).float()
    glare = often * torch.exp(-far) * (40 + 130 * torch.rand(count, 1, 1, device=device))
    return lit + glare[:, None].to(pictures.dtype)


def _shaken(pictures: Any) -> Any:
    """The pictures moved while they were taken: means of shifted ones."""
    count, side = len(pictures), pictures.shape[-1]
    turn, far = (torch.rand(count, device=pictures.device) for _ in range(2))
    way = torch.stack([torch.cos(turn * math.tau), torch.sin(turn * math.tau)], -1) * (0.5 + 4 * far)[:, None] / side
    same = torch.eye(2, 3, device=pictures.device).repeat(count, 1, 1)
    total = torch.zeros_like(pictures)
    for step in (-1.0, -0.5, 0.0, 0.5, 1.0):
        shifted = same.clone()
        shifted[:, :, 2] = step * way
        grid = functional.affine_grid(shifted, list(pictures.shape), align_corners=False)
        total += (
            functional.grid_sample(pictures.float(), grid, padding_mode="border", align_corners=False).to(
                pictures.dtype
            )
            / 5
        )
    return total


def _webcam(pictures: Any) -> Any:
    """Few real pixels."""
    side = pictures.shape[-1]
    small = functional.interpolate(pictures.float(), size=int(side * float(0.45 + 0.4 * torch.rand(()))), mode="area")
    return functional.interpolate(small, size=side, mode="bilinear", align_corners=False).to(pictures.dtype)


_LUMA = (
    (16, 11, 10, 16, 24, 40, 51, 61),
    (12, 12, 14, 19, 26, 58, 60, 55),
    (14, 13, 16, 24, 40, 57, 69, 56),
    (14, 17, 22, 29, 51, 87, 80, 62),
    (18, 22, 37, 56, 68, 109, 103, 77),
    (24, 35, 55, 64, 81, 104, 113, 92),
    (49, 64, 78, 87, 103, 121, 120, 101),
    (72, 92, 95, 98, 112, 100, 103, 99),
)
_CHROMA = (
    (17, 18, 24, 47),
    (18, 21, 26, 66),
    (24, 26, 56, 99),
    (47, 66, 99, 99),
)


def compressed(pictures: Any) -> Any:
    """The pictures as JPEG of a quality between 25 and 96 leaves them, colours at half the resolution."""
    count, side, device = len(pictures), pictures.shape[-1], pictures.device
    blue, green, red = pictures.float().unbind(1)
    light = 0.299 * red + 0.587 * green + 0.114 * blue
    colours = functional.avg_pool2d(torch.stack([0.564 * (blue - light), 0.713 * (red - light)], 1), 2)
    quality = 25 + 71 * torch.rand(count, device=device) ** 0.6
    scale = torch.where(quality < 50, 50 / quality, 2 - quality / 50)
    luma = torch.tensor(_LUMA, dtype=torch.float32, device=device)
    chroma = torch.full((8, 8), 99.0, device=device)
    chroma[:4, :4] = torch.tensor(_CHROMA, dtype=torch.float32, device=device)
    light = _quantised(light[:, None] - 128, (luma * scale[:, None, None]).clamp(min=1))[:, 0] + 128
    colours = _quantised(colours, (chroma * scale[:, None, None]).clamp(min=1))
    colours = functional.interpolate(colours, size=side, mode="bilinear", align_corners=False)
    blue, red = light + colours[:, 0] / 0.564, light + colours[:, 1] / 0.713
    green = (light - 0.299 * red - 0.114 * blue) / 0.587
    return torch.stack([blue, green, red], 1).to(pictures.dtype)


def _quantised(planes: Any, steps: Any) -> Any:
    """Planes (N × C × s × s) with the cosine coefficients of their 8 × 8 blocks rounded to ``steps`` (N × 8 × 8)."""
    count, many, side, _ = planes.shape
    line = torch.arange(8, device=planes.device, dtype=torch.float32)
    basis = torch.cos((2 * line[None] + 1) * line[:, None] * math.pi / 16) / 2
    basis[0] /= math.sqrt(2)
    blocks = planes.reshape(count, many, side // 8, 8, side // 8, 8).transpose(3, 4)
    turned = basis @ blocks @ basis.T
    steps = steps[:, None, None, None]
    blocks = basis.T @ ((turned / steps).round() * steps) @ basis
    return blocks.transpose(3, 4).reshape(planes.shape)
