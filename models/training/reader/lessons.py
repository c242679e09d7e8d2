"""Batches for the die reader, composed and photographed on the accelerator: crops and what is true of them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import torch
from torch.nn import functional

from companion.vision.dice.crops import RISE, SIDE, TILTS, VIEW
from companion.vision.dice.prediction import ANSWERS, LEANS, NEIGHBOUR, NOTHING, TURNED
from models.training.dice.specimens import SIDE as PATCH
from models.training.reader.camera import blurred, chosen, photographed
from models.training.reader.sampling import about, crops, pieces, turned
from models.training.reader.shelf import Pictures, Stock

UPRIGHT, AMISS, ANYWAY = math.radians(14.0), math.radians(27.0), math.radians(50.0)
"""A digit is upright within the first angle and not beyond the second; a neighbour's is about the third off."""
SIZES = ((19.0, 40.0, 96), (40.0, 86.0, 176))
"""Diameters of dice, and the side of the pictures that they are composed in, pixels."""
KNOWN, KNOWN_LEANING = 0.65, 0.92
"""How often the camera pose is known, and for a leaning die: without it that and a die seen from aside are alike."""
OF_SPECIMENS = (0.55, 0.13, 0.16, 0.1, 0.06)
"""Shares of the shelves: digits, pips, leaning or covered dice, other dice, no dice."""
COLOURS_CHANGED = 0.35
"""How often red, green and blue of a picture change places."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Numbers in half a batch: specimens, and dice of each group of pictures."""

    specimens: int
    groups: tuple[int, ...]


@dataclass(slots=True, eq=False)
class Dice:
    """Dice in pictures of their own.

    Pictures (N × 3 × s × s), middle (N × 2), diameter, digit, the way that it stands (N × 2, NaN unknown), those of
    neighbours (N × 4 × 2), whether it looks the same upside down, answers as bits, tilt and its direction (N × 2).
    """

    pictures: Any
    middle: Any
    across: Any
    digit: Any
    up: Any
    others: Any
    half_turn: Any
    bits: Any
    tilt: Any
    lean: Any


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Crops (N × 6 × 96 × 96), and the answers true of each (N × 21)."""

    crops: Any
    true: Any


def batch(stock: Stock, pictures: Pictures, sizes: Sizes, half: bool) -> Batch:
    """A batch: two crops of every die, small dice and large ones."""
    parts = []
    for low, high, side in SIZES:
        dice = _specimens(stock, pictures, sizes, low, high, side, half)
        calm = torch.arange(sizes.specimens + sum(sizes.groups), device=stock.device) >= len(dice.digit)
        dice = _both(dice, _of_pictures(pictures, sizes.groups, low, high, side, half))
        dice.pictures = photographed(dice.pictures, dice.across, calm)
        parts.append(_cut(dice))
    return Batch(*(torch.cat([getattr(one, name) for one in parts]) for name in Batch.__dataclass_fields__))


def _both(one: Dice, other: Dice) -> Dice:
    return Dice(*(torch.cat([getattr(one, name), getattr(other, name)]) for name in Dice.__dataclass_fields__))


def _sizes(count: int, low: float, high: float, device: Any) -> Any:
    return torch.exp(torch.rand(count, device=device) * math.log(high / low) + math.log(low))


def _specimens(
    stock: Stock,
    pictures: Pictures,
    sizes: Sizes,
    low: float,
    high: float,
    side: int,
    half: bool,
) -> Dice:
    """Specimens on grounds, some nearby others."""
    device = stock.device
    counts = [round(sizes.specimens * share) for share in OF_SPECIMENS]
    counts[0] += sizes.specimens - sum(counts)
    drawn = [
        shelf[torch.randint(len(shelf), (count,), device=device)]
        for shelf, count in zip(stock.shelves, counts, strict=True)
    ]
    number = torch.cat(drawn)
    count = len(number)
    across = _sizes(count, low, high, device)
    spin = torch.rand(count, device=device) * math.tau
    middle = side / 2 + 4 * (torch.rand(count, 2, device=device) - 0.5)
    shot = _ground(pictures, across, side, half)
    empty = torch.rand(count, device=device) < 0.02
    fall = torch.rand(count, device=device) * math.tau
    fall = torch.stack([torch.cos(fall), torch.sin(fall)], -1) * (0.45 * torch.rand(count, device=device))[:, None]
    nearby = chosen(count, 0.35, device)
    if len(nearby):
        away = torch.rand(len(nearby), device=device) * math.tau
        size = across[nearby] * (0.75 + 0.55 * torch.rand(len(nearby), device=device))
        far = (1.02 + 0.48 * torch.rand(len(nearby), device=device)) * (size + across[nearby]) / 2
        there = middle[nearby] + torch.stack([torch.cos(away), torch.sin(away)], -1) * far[:, None]
        other = torch.randint(len(stock), (len(nearby),), device=device)
        shot[nearby] = _laid(stock, shot[nearby], other, size, 3 * away + spin[nearby], there, fall[nearby])
    laid = _laid(stock, shot, number, across, spin, middle, fall)
    shot = torch.where(empty[:, None, None, None], shot, laid)
    columns = {name: column[number] for name, column in stock.columns.items()}
    frame = columns["frame"]
    around = turned(spin)
    up = (around @ (frame[:, 2] - frame[:, 0])[..., None])[..., 0]
    lean = (around @ torch.tensor([0.0, -1.0], device=device)[:, None])[..., 0]
    digit = torch.where(empty, -1, columns["digit"])
    bits = torch.where(empty, 1 << NOTHING, columns["bits"])
    unknown = torch.full((count, 4, 2), torch.nan, device=device)
    return Dice(shot, middle, across, digit, up, unknown, columns["half_turn"], bits, columns["tilt"], lean)


def _ground(pictures: Pictures, across: Any, side: int, half: bool) -> Any:
    """Pieces of grounds on which cards are about 3.5 dice wide, turned by any angle."""
    count, device = len(across), across.device
    number = torch.randint(pictures.grounds, (count,), device=device)
    zoom = across * 3.5 / pictures.card[number] * torch.exp(0.3 * torch.randn(count, device=device))
    whole = pictures.size[pictures.first_ground + number].float()
    zoom = torch.maximum(zoom, 1.1 * side / whole[:, 0])
    halved = zoom < 0.6
    which = pictures.first_ground + number + halved * pictures.grounds
    size = pictures.size[which]
    scale = torch.where(halved, 2 * zoom, zoom)
    linear = turned(torch.rand(count, device=device) * math.tau) / scale[:, None, None]
    reach = (side / 2 / scale)[:, None]
    room = (size.float() - 2 * reach).clamp(min=0)
    centre = reach.clamp(max=size.float() / 2) + room * torch.rand(count, 2, device=device)
    maps = about(linear, centre, torch.full((count, 2), side / 2, device=device))
    shown = pieces(pictures.flat, pictures.offset[which], size, maps, side)[:, :3]
    return _recoloured(shown).to(torch.float16 if half else torch.float32)


def _recoloured(pictures: Any) -> Any:
    order = torch.argsort(torch.rand(len(pictures), 3, device=pictures.device), dim=1)
    same = torch.rand(len(pictures), 1, device=pictures.device) >= COLOURS_CHANGED
    order = torch.where(same, torch.arange(3, device=pictures.device)[None], order)
    return torch.gather(pictures, 1, order[:, :, None, None].expand_as(pictures))


def _laid(stock: Stock, shot: Any, number: Any, across: Any, spin: Any, middle: Any, fall: Any) -> Any:
    """The pictures with a specimen and its shadow in each."""
    count, side, device = len(number), shot.shape[-1], shot.device
    scale = across / stock.columns["across"][number]
    centre = torch.full((count, 2), PATCH / 2, device=device)
    maps = about(turned(-spin) / scale[:, None, None], centre, middle)
    offset = number * (PATCH * PATCH)
    size = torch.full((count, 2), PATCH, dtype=torch.long, device=device)
    shown = pieces(stock.patches, offset, size, maps, side, fine=2).to(shot.dtype)
    cover = shown[:, 3:] / 255
    small = functional.avg_pool2d((2 * cover).clamp(max=1), 4)
    soft = across / 4 * (0.03 + 0.15 * torch.rand(count, device=device))
    far = blurred(small, soft.clamp(min=0.2), 6)
    near = blurred(small, (0.07 * across / 4).clamp(min=0.2), 4)
    moved = torch.eye(2, 3, device=device).repeat(count, 1, 1)
    moved[:, :, 2] = -2 * fall * across[:, None] / side
    grid = functional.affine_grid(moved, list(far.shape), align_corners=False)
    far = functional.grid_sample(far.float(), grid, align_corners=False).to(shot.dtype)
    dark = (1 - (0.1 + 0.55 * _random(count, shot)) * far) * (1 - 0.5 * _random(count, shot) * near)
    shot = shot * functional.interpolate(dark.float(), size=side, mode="bilinear", align_corners=False).to(shot.dtype)
    return shot + cover * (shown[:, :3] - shot)


def _random(count: int, like: Any) -> Any:
    return torch.rand(count, 1, 1, 1, device=like.device).to(like.dtype)


def _of_pictures(pictures: Pictures, groups: tuple[int, ...], low: float, high: float, side: int, half: bool) -> Dice:
    """Dice and other things of pictures, at any turn, shrunk or as large as they are."""
    device = pictures.flat.device
    number = torch.cat(
        [
            group[torch.randint(len(group), (count,), device=device)]
            for group, count in zip(pictures.groups, groups, strict=True)
        ]
    )
    own = {name: column[number] for name, column in pictures.table.items()}
    count = len(number)
    zoom = (_sizes(count, low, high, device) / own["across"]).clamp(max=1.15)
    across = zoom * own["across"]
    spin = torch.rand(count, device=device) * math.tau
    middle = side / 2 + 4 * (torch.rand(count, 2, device=device) - 0.5)
    maps = about(turned(-spin) / zoom[:, None, None], own["middle"], middle)
    which = own["picture"]
    shown = pieces(pictures.flat, pictures.offset[which], pictures.size[which], maps, side, fine=2)[:, :3]
    shown = _recoloured(shown).to(torch.float16 if half else torch.float32)
    around = turned(spin)

    def way(vectors: Any) -> Any:
        return torch.einsum("nij,n...j->n...i", around, vectors)

    fresh = own["bits"] == 1 << NOTHING
    anyhow = torch.rand(count, device=device) * math.tau
    lean = torch.where(fresh[:, None], torch.stack([torch.cos(anyhow), torch.sin(anyhow)], -1), way(own["lean"]))
    steep = (torch.rand(count, device=device) + torch.rand(count, device=device)) * math.radians(20)
    tilt = torch.where(fresh, steep, own["tilt"])
    return Dice(
        shown,
        middle,
        across,
        own["digit"],
        way(own["up"]),
        way(own["others"]),
        torch.zeros(count, dtype=torch.bool, device=device),
        own["bits"],
        tilt,
        lean,
    )


def _cut(dice: Dice) -> Batch:
    """Two crops of every die: the first upright; the second at another turn, of a 6 or a 9 most often upside down."""
    count, device = len(dice.digit), dice.across.device
    often = torch.where((dice.bits >> LEANS) & 1 > 0, KNOWN_LEANING, KNOWN)
    known = (torch.rand(count, device=device) < often) & torch.isfinite(dice.tilt)
    tilt, lean = _estimated(dice, known)
    level = _level(tilt, lean)
    up, others = (
        _angle(torch.einsum("nij,nj->ni", level, dice.up)),
        _angle(torch.einsum("nij,nkj->nki", level, dice.others)),
    )
    upright = torch.where(torch.isfinite(up), -math.pi / 2 - up, 0.0)
    nearby = -math.pi / 2 - others
    turns = _turns(dice, upright, nearby)
    true = _true(dice, torch.isfinite(up), upright, nearby, turns)
    astray = torch.where(torch.rand(count, 2, 1, device=device) < 0.8, 0.05, 0.1)
    spot = dice.middle[:, None] + torch.randn(count, 2, 2, device=device) * astray * dice.across[:, None, None]
    size = dice.across[:, None] * torch.exp(0.08 * torch.randn(count, 2, device=device))
    rise = (RISE * torch.sin(tilt))[:, None, None] * size[..., None] * lean[:, None]
    shown = _crops(dice.pictures, spot + rise, size, turns, level)
    whole = turned(turns) @ level[:, None]
    way = torch.einsum("nkij,nj->nki", whole, lean)
    way = way / way.norm(dim=-1, keepdim=True).clamp(min=1e-6) * (tilt / TILTS)[:, None, None]
    planes = torch.cat([way * known[:, None, None], known.float()[:, None, None].expand(count, 2, 1)], -1)
    return Batch(_with_planes(shown, planes), true.reshape(2 * count, ANSWERS))


def _with_planes(shown: Any, planes: Any) -> Any:
    planes = planes.reshape(-1, 3, 1, 1).expand(-1, 3, *shown.shape[2:])
    return torch.cat([shown, planes], dim=1)


def _crops(pictures: Any, spot: Any, size: Any, turns: Any, level: Any) -> Any:
    """Crops as :func:`companion.vision.dice.crops.crop_map` maps them: red, green, blue, mean 0, spread 1."""
    scale = SIDE / (VIEW * size * torch.linalg.det(level).sqrt()[:, None])
    linear = scale[..., None, None] * (turned(turns) @ level[:, None])
    back = torch.linalg.inv(linear)
    centre = torch.full_like(spot, SIDE / 2)
    shown = crops(pictures, about(back, spot, centre), SIDE).flip(1)
    shown = shown - shown.mean(dim=(1, 2, 3), keepdim=True)
    return shown / (shown.std(dim=(1, 2, 3), keepdim=True, correction=0) + 4)


def _estimated(dice: Dice, known: Any) -> tuple[Any, Any]:
    """Tilt and its direction as a camera pose tells them, a little off; 0 where it is unknown."""
    count, device = len(known), known.device
    tilt = torch.nan_to_num(dice.tilt)
    off = torch.randn(count, device=device) * (math.radians(5) + math.radians(1.2) / tilt.clamp(min=0.03))
    estimate = tilt * torch.exp(0.15 * torch.randn(count, device=device))
    estimate = (estimate + math.radians(1.5) * torch.randn(count, device=device)).abs().clamp(max=1.0)
    lean = torch.einsum("nij,nj->ni", turned(off), torch.nan_to_num(dice.lean, nan=0.0))
    missing = lean.norm(dim=1) < 0.5
    lean = torch.where(missing[:, None], torch.tensor([1.0, 0.0], device=device), lean)
    return torch.where(known, estimate, 0.0), lean


def _level(tilt: Any, lean: Any) -> Any:
    """The maps (N × 2 × 2) that stretch along the tilt."""
    outer = lean[:, :, None] * lean[:, None, :]
    return torch.eye(2, device=tilt.device) + (1 / torch.cos(tilt) - 1)[:, None, None] * outer


def _angle(vectors: Any) -> Any:
    return torch.atan2(vectors[..., 1], vectors[..., 0])


def _turns(dice: Dice, upright: Any, nearby: Any) -> Any:
    """Two turns of every die (N × 2)."""
    count, device = len(upright), upright.device

    def near() -> Any:
        return (2 * torch.rand(count, device=device) - 1) * UPRIGHT

    anyhow = torch.rand(count, 2, device=device) * math.tau
    first = torch.where(dice.digit >= 0, upright + near(), anyhow[:, 0])
    known = torch.isfinite(nearby)
    pick = torch.where(known.any(dim=1), (torch.rand(count, 4, device=device) * known).argmax(dim=1), 0)
    neighbour = torch.gather(nearby, 1, pick[:, None])[:, 0]
    side = torch.where(torch.rand(count, device=device) < 0.5, 1.0, -1.0)
    neighbour = torch.where(torch.isfinite(neighbour), neighbour, upright + side * ANYWAY)
    luck = torch.rand(count, device=device)
    second = torch.where(luck < 0.5, neighbour + near(), anyhow[:, 1])
    confused = ((dice.digit == 6) | (dice.digit == 9)) & (luck < 0.6)
    second = torch.where(confused, upright + math.pi + near(), second)
    second = torch.where(luck > 0.9, upright + near(), second)
    return torch.stack([first, torch.where(dice.digit >= 0, second, anyhow[:, 1])], dim=1)


def _true(dice: Dice, stands: Any, upright: Any, nearby: Any, turns: Any) -> Any:
    """The answers true of every crop (N × 2 × 21); several where nobody should be asked."""
    device = turns.device
    true = (dice.bits[:, None] >> torch.arange(ANSWERS, device=device)[None]) & 1 > 0
    true = true[:, None].repeat(1, 2, 1)
    digit = dice.digit.clamp(min=0)[:, None].expand(-1, 2)
    off = _between(turns, upright[:, None])
    off = torch.where(dice.half_turn[:, None], torch.minimum(off, math.pi - off), off)
    alike = (digit == 0) | (digit == 1) | (digit == 8)
    nearest = _between(turns[:, :, None], nearby[:, None]).nan_to_num(nan=9.0).amin(dim=-1)
    others = torch.isfinite(nearby).any(dim=1)[:, None]
    clear = off <= UPRIGHT
    unclear = ~clear & ((off < AMISS) | (alike & (math.pi - off < AMISS)))
    rest = ~clear & ~unclear
    own = torch.zeros_like(true)
    own.scatter_(2, digit[..., None], (clear | unclear)[..., None])
    own[..., TURNED] = unclear | (rest & (~others | (nearest > UPRIGHT)))
    own[..., NEIGHBOUR] = rest & (~others | (nearest < AMISS))
    anyhow = torch.zeros_like(true)
    anyhow.scatter_(2, digit[..., None], torch.ones_like(digit[..., None], dtype=torch.bool))
    anyhow[..., TURNED] = anyhow[..., NEIGHBOUR] = True
    own = torch.where(stands[:, None, None], own, anyhow)
    return torch.where((dice.digit >= 0)[:, None, None], own, true)


def _between(one: Any, other: Any) -> Any:
    return ((one - other + math.pi) % math.tau - math.pi).abs()
