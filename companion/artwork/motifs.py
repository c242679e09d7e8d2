"""Motifs of several pictures: trees, birds, houses, people, boats, clouds."""

import math

import numpy as np

from companion.artwork.block import Block
from companion.artwork.shapes import arc, contour, curve, ribbon


def pine(block: Block, x: float, y: float, height: float, colour: str, light: str | None = None) -> None:
    """Paint a fir with its foot at (x, y), lit on one side."""
    tiers = 4
    points = [(x, y - height)]
    for side in (1, -1):
        edge = []
        for tier in range(1, tiers + 1):
            level = y - height * (1 - tier / (tiers + 0.35))
            reach = height * 0.3 * tier / tiers
            edge += [(x + side * reach, level), (x + side * reach * 0.5, level - height * 0.03)]
        points += edge if side == 1 else edge[::-1]
    block.fill(points, colour)
    block.box(x - height * 0.035, y - height * 0.1, height * 0.07, height * 0.12, colour)
    if light:
        for tier in range(2, tiers + 1):
            level = y - height * (1 - tier / (tiers + 0.35))
            reach = height * 0.22 * tier / tiers
            block.brush(
                [(x - reach * 0.1, level - height * 0.13), (x - reach, level - height * 0.02)], (0.1, 0.5), light
            )


def round_tree(block: Block, x: float, y: float, height: float, crown: str, trunk: str, light: str) -> None:
    """Paint a broad tree with its foot at (x, y)."""
    block.brush([(x, y), (x + height * 0.02, y - height * 0.5)], (height * 0.12, height * 0.06), trunk)
    radius = height * 0.3
    for dx, dy, r in ((-0.55, 0.25, 0.72), (0.6, 0.2, 0.7), (0, -0.25, 1.0)):
        block.disc(x + dx * radius, y - height * 0.68 + dy * radius, radius * r, crown)
    for k in range(5):
        at = arc(x - radius * 0.1, y - height * 0.7, radius * (0.25 + 0.17 * k), 195 + 8 * k, 262 + 4 * k)
        block.fill(ribbon(at, (0.05, height * 0.025, 0.05)), light)


def bird(block: Block, x: float, y: float, span: float, colour: str, turn: float = 0.0) -> None:
    """Paint a distant gull."""
    wing = np.array([(-0.5, -0.12), (-0.25, -0.22), (0, 0.05), (0.25, -0.24), (0.5, -0.08)])
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    block.brush(
        wing @ np.array([[cos, sin], [-sin, cos]]) * span + (x, y),
        (0.05, span * 0.08, span * 0.1, span * 0.08, 0.05),
        colour,
    )


def cloud(block: Block, x: float, y: float, width: float, colour: str) -> None:
    """Paint a flat-bottomed cloud, (x, y) the middle of its base."""
    h = width * 0.2
    bumps = [
        (-0.5, 0),
        (-0.46, -0.7),
        (-0.22, -0.8),
        (-0.08, -1.6),
        (0.18, -1.3),
        (0.28, -0.75),
        (0.46, -0.6),
        (0.5, 0),
    ]
    skyline = curve([(x + dx * width, y + dy * h) for dx, dy in bumps])
    block.fill(skyline, colour)


def robe(
    block: Block, x: float, y: float, height: float, cloth: str, skin: str, hood: str | None = None, lean: float = 0.0
) -> None:
    """Paint a robed person with the feet at (x, y), leaning by ``lean`` of the height to the right."""
    h, tilt = height, lean * height
    block.soft(
        [
            (x + tilt - 0.08 * h, y - 0.8 * h),
            (x + tilt + 0.08 * h, y - 0.8 * h),
            (x + tilt * 0.6 + 0.17 * h, y - 0.5 * h),
            (x + 0.25 * h, y - 0.04 * h),
            (x + 0.2 * h, y),
            (x - 0.2 * h, y),
            (x - 0.25 * h, y - 0.04 * h),
            (x + tilt * 0.6 - 0.16 * h, y - 0.5 * h),
        ],
        cloth,
    )
    head = (x + tilt * 1.15, y - 0.89 * h)
    if hood:
        block.soft(
            [
                (head[0] - 0.02 * h, head[1] - 0.16 * h),
                (head[0] + 0.12 * h, head[1] - 0.03 * h),
                (head[0] + 0.11 * h, head[1] + 0.13 * h),
                (head[0] - 0.12 * h, head[1] + 0.13 * h),
                (head[0] - 0.12 * h, head[1] - 0.04 * h),
            ],
            hood,
        )
        block.oval(head[0] + 0.02 * h, head[1] + 0.02 * h, 0.065 * h, 0.08 * h, skin)
    else:
        block.disc(*head, 0.095 * h, skin)


def flag(block: Block, x: float, y: float, height: float, cloth: str, pole: str, away: float = 1.0) -> None:
    """Paint a pennant on a pole with its foot at (x, y), blown to the right (``away`` 1) or left (-1)."""
    block.line([(x, y), (x, y - height)], pole, 0.5)
    w, h = away * height * 0.62, height * 0.34
    top = y - height
    block.fill(
        np.concatenate(
            [
                curve([(x, top), (x + w * 0.5, top + h * 0.16), (x + w, top + h * 0.1)]),
                curve(
                    [(x + w * 0.8, top + h * 0.5), (x + w, top + h * 1.0), (x + w * 0.5, top + h * 0.9), (x, top + h)]
                ),
            ]
        ),
        cloth,
    )


def tower(block: Block, x: float, y: float, width: float, height: float, wall: str, shade: str) -> None:
    """Paint a crenellated tower with bricks, (x, y) the middle of its foot."""
    left, top = x - width / 2, y - height
    block.box(left, top, width, height, wall)
    tooth = width * 1.24 / 7
    for k in range(4):
        block.box(x - width * 0.62 + 2 * k * tooth, top - width * 0.22, tooth, width * 0.3, wall)
    block.box(x - width * 0.62, top, width * 1.24, width * 0.16, wall)
    block.fill(
        contour([(x + width * 0.18, top), (x + width / 2, top), (x + width / 2, y), (x + width * 0.18, y)]), shade
    )
    rows = int(height / 2.6)
    for row in range(rows):
        at = left + float(block.rng.uniform(0.06, 0.42)) * width
        block.line([(at, top + 2.2 + row * 2.5), (at + width * 0.16, top + 2.2 + row * 2.5)], shade, 0.35)


def house(block: Block, x: float, y: float, width: float, height: float, wall: str, roof: str, light: str) -> None:
    """Paint a gabled house with two lit windows, (x, y) the middle of its foot."""
    block.box(x - width / 2, y - height, width, height, wall)
    block.fill([(x - width * 0.6, y - height), (x, y - height * 1.75), (x + width * 0.6, y - height)], roof)
    for side in (-0.26, 0.14):
        block.box(x + side * width, y - height * 0.7, width * 0.16, height * 0.3, light)


def flower(block: Block, x: float, y: float, size: float, petals: int, colour: str, heart: str) -> None:
    """Paint an open flower."""
    for k in range(petals):
        angle = 360 * k / petals + 11
        a = math.radians(angle)
        block.oval(
            x + 0.55 * size * math.cos(a), y + 0.55 * size * math.sin(a), 0.42 * size, 0.22 * size, colour, angle
        )
    block.disc(x, y, 0.3 * size, heart)


def grass(block: Block, x: float, y: float, height: float, blades: int, colour: str) -> None:
    """Paint a tuft of grass that grows from (x, y)."""
    for k in range(blades):
        lean = (k - (blades - 1) / 2) / max(1, blades - 1)
        tip = (x + lean * height * 1.1, y - height * (1 - 0.5 * abs(lean)))
        block.brush(
            [(x + lean * height * 0.2, y), (x + lean * height * 0.5, y - height * 0.5), tip],
            (height * 0.1, height * 0.09, 0.05),
            colour,
        )
