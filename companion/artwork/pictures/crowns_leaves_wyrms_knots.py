"""Pictures of the Crowns of Leaves, Wyrms and Knots."""

import numpy as np

from companion.artwork import palette as ink
from companion.artwork.block import Block
from companion.artwork.shapes import arc, circle, contour, curve, ellipse, ribbon


def end(block: Block) -> None:
    """Paint a bare tree with its last leaf falling, and an empty hourglass below."""
    block.box(0, 0, 63, 88, "#dfd8c6")
    block.disc(20, 45, 12, "#eee7d4")
    block.grain((4, 8, 60, 70), 60, "#cfc5ad", length=12, width=0.6)
    block.hill([(0, 72), (24, 66), (63, 73)], "#8d8468")
    block.hill([(0, 80), (36, 75), (63, 79)], "#5f5a45")
    trunk = [(48, 84), (45, 70), (46, 56), (42, 42)]
    block.brush(trunk, (10, 6.4, 5, 3.4), ink.INK)
    for points, w in (
        ([(46, 58), (54, 46), (60, 38)], 2.6),
        ([(43, 46), (34, 36), (22, 33), (16, 28)], 2.8),
        ([(42, 43), (44, 30), (41, 18), (44, 8)], 3),
        ([(33, 35.6), (28, 26), (29, 17)], 1.5),
        ([(44, 30), (52, 22), (58, 20)], 1.7),
        ([(41.6, 20), (35, 13), (33, 8)], 1.2),
        ([(55, 45), (54, 36), (57, 30)], 1.2),
        ([(24, 33.4), (20, 38), (15, 39)], 1.1),
        ([(52, 22), (53, 15), (51, 11)], 0.9),
        ([(28.4, 25), (23, 21), (20, 16)], 0.9),
    ):
        block.brush(points, (w, w * 0.6, 0.2), ink.INK)
    block.grain((44, 52, 48, 82), 10, ink.SMOKE, turn=86, length=7, width=0.5)
    leaf = curve([(24, 50), (25, 43.6), (31, 41), (32.6, 46), (29, 51)], closed=True)
    block.fill(leaf, ink.LEAF)
    block.brush([(22, 53.6), (26, 48), (31.6, 42)], (0.7, 0.5, 0.1), ink.PINE)
    block.brush([(30, 56), (34, 60), (29, 63), (33, 66)], (0.1, 0.5, 0.1), "#8d8468")
    for k in range(18):
        x, y = block.rng.uniform(3, 48), block.rng.uniform(76, 86)
        block.oval(x, y, 1.9, 0.9, (ink.LEAF, ink.CLAY, ink.MOSS, ink.SAND)[k % 4], block.rng.uniform(-50, 50))
    x, y = 23, 71
    for dy in (-10, 10):
        block.box(x - 6.4, y + dy - 1, 12.8, 2, ink.BARK, 0.7)
    for side in (-5.2, 5.2):
        block.line([(x + side, y - 10), (x + side, y + 10)], ink.BARK, 1)
    glass = [
        (x - 4, y - 9),
        (x + 4, y - 9),
        (x + 3.4, y - 4),
        (x + 0.6, y),
        (x + 3.4, y + 4),
        (x + 4, y + 9),
        (x - 4, y + 9),
        (x - 3.4, y + 4),
        (x - 0.6, y),
        (x - 3.4, y - 4),
    ]
    block.fill(glass, ink.SKY)
    block.soft([(x - 4, y + 9), (x - 2, y + 5.6), (x, y + 4), (x + 2, y + 5.6), (x + 4, y + 9)], ink.GOLD)
    block.brush([(x - 2.6, y - 7), (x - 2, y - 4)], 0.6, ink.SNOW)
    block.soft([(12, 24), (14, 20.6), (19, 20.4), (21.4, 23), (25, 24), (19, 26.6), (14.6, 27.6)], ink.INK)
    block.fill([(12.4, 22.4), (9, 24.4), (12.4, 25)], ink.SMOKE)
    block.disc(14.6, 22.6, 0.5, ink.GOLD)


def calamity(block: Block) -> None:
    """Paint a mountain that erupts over a town, with lightning in the ash."""
    block.box(0, 0, 63, 88, "#5a1526")
    block.disc(34, 36, 24, "#7d1f2b")
    block.disc(34, 36, 17, "#a83226")
    block.disc(34, 36, 10, ink.EMBER)
    for x, y, r in (
        (18, 14, 8),
        (30, 10, 10),
        (44, 12, 9),
        (56, 16, 8),
        (25, 19, 7),
        (38, 19, 8),
        (50, 22, 6),
        (34, 27, 6),
    ):
        block.disc(x, y, r, "#33202f")
        block.fill(ribbon(arc(x, y, r * 0.72, 190, 280), (0.1, 0.9, 0.1)), "#6d4350")
    bolt = [(21, 22), (14, 33), (19, 33), (13, 45), (25, 31), (20, 31), (25, 23)]
    block.fill(bolt, "#fbe3a6")
    block.fill([(52, 25), (56, 34), (53, 34), (58, 44), (50, 33), (53, 33), (49.6, 26)], "#fbe3a6")
    block.fill(
        curve(
            [
                (-4, 82),
                (12, 66),
                (22, 50),
                (28, 39),
                (31, 41),
                (34, 38.6),
                (38, 41.6),
                (41, 38),
                (48, 52),
                (56, 64),
                (68, 78),
                (68, 92),
                (-4, 92),
            ],
            steps=4,
        ),
        "#2a1626",
    )
    for points, w in (
        ([(34, 40), (33, 50), (38, 58), (34, 70), (40, 84)], 3),
        ([(30, 41), (27, 52), (20, 60), (16, 74)], 2.2),
        ([(40, 40), (45, 54), (52, 64)], 2.2),
        ([(37, 60), (46, 68), (47, 80)], 1.6),
    ):
        block.brush(points, (w, w * 0.8, w, w * 0.6), ink.EMBER)
        block.brush(points, (w * 0.4, w * 0.2, w * 0.3, 0.1), ink.GOLD)
    for k in range(13):
        a = np.radians(205 + 11 * k)
        r = 12 + 5 * (k % 3)
        x, y = 35 + r * np.cos(a), 40 + r * np.sin(a)
        block.brush([(x, y), (x + 2.6 * np.cos(a), y + 2.6 * np.sin(a))], (0.3, 1.7), ink.GOLD)
    block.grain((4, 56, 60, 84), 40, "#52304a", turn=64, length=5, width=0.6)
    for x, y, w, h in ((6, 84, 8, 9), (14, 86, 7, 12), (23, 87, 9, 8), (32, 88, 6, 10), (43, 87, 9, 9)):
        block.box(x - w / 2, y - h, w, h + 4, "#120a14")
        block.fill([(x - w * 0.6, y - h), (x, y - h - w * 0.55), (x + w * 0.6, y - h)], "#120a14")
        block.box(x - 1, y - h * 0.7, 1.8, 2.2, ink.EMBER)
    block.fill([(16, 70), (13, 86), (12, 86)], "#120a14")


def windfall(block: Block) -> None:
    """Paint apples that fall into a wicker basket, and a purse with them."""
    x: float
    y: float
    block.box(0, 0, 63, 88, "#e6dcea")
    for k in range(11):
        block.brush([(6 * k - 2, 0), (6 * k + 3, 44), (6 * k - 1, 90)], (1.4, 2, 1.4), "#dccfe1")
    block.hill([(0, 72), (30, 68), (63, 74)], ink.LAWN)
    block.grain((2, 74, 60, 86), 40, ink.MOSS, turn=84, length=3, width=0.5)
    block.brush([(66, 12), (50, 16), (36, 13), (24, 19), (14, 18)], (5, 3.6, 2.6, 1.6, 0.6), ink.BARK)
    block.brush([(44, 15), (38, 22), (30, 25)], (1.8, 1.2, 0.4), ink.BARK)
    for x, y, t in (
        (18, 14, 30),
        (27, 13, 150),
        (33, 20, 20),
        (41, 10, 160),
        (47, 21, 40),
        (55, 11, 10),
        (25, 25, 120),
        (52, 25, 60),
        (58, 21, 140),
    ):
        block.oval(x, y, 4, 1.9, ink.LEAF if t % 20 else ink.MOSS, t)
        a = np.radians(t)
        block.line([(x - 3 * np.cos(a), y - 3 * np.sin(a)), (x + 3 * np.cos(a), y + 3 * np.sin(a))], ink.PINE, 0.35)
    for x, y, r, c in (
        (22, 34, 4.2, ink.WYRM),
        (41, 31, 4, ink.EMBER),
        (33, 43, 4.4, ink.WYRM),
        (52, 36, 3.8, ink.GOLD),
    ):
        block.many(
            [ribbon(contour([(x + d, y - r - 1.5), (x + d, y - r - 5 - abs(d))]), (0.6, 0.05)) for d in (-2.4, 0, 2.4)],
            ink.SMOKE,
        )
        block.fill(
            curve(
                [
                    (x - r, y),
                    (x - r * 0.6, y - r * 0.85),
                    (x, y - r * 0.6),
                    (x + r * 0.6, y - r * 0.85),
                    (x + r, y),
                    (x + r * 0.5, y + r),
                    (x, y + r * 0.85),
                    (x - r * 0.5, y + r),
                ],
                closed=True,
            ),
            c,
        )
        block.brush([(x, y - r * 0.6), (x + 0.8, y - r * 1.2)], 0.6, ink.BARK)
        block.oval(x - r * 0.4, y - r * 0.2, r * 0.22, r * 0.4, ink.SNOW, 20)
    for x, y, c in ((21, 58, ink.WYRM), (28, 56, ink.GOLD), (35, 57.4, ink.WYRM), (42, 58, ink.EMBER)):
        block.disc(x, y, 4.4, c)
        block.oval(x - 1.6, y - 1.4, 0.9, 1.6, ink.SNOW, 20)
    basket = contour([(11, 60), (51, 60), (46, 82), (16, 82)])
    block.fill(basket, ink.KNOT)
    for row in range(5):
        for k in range(9):
            x, y = 13.4 + 4.4 * k + (2.2 if row % 2 else 0) - 0.2 * row, 62.6 + 4.2 * row
            if 12 + 0.24 * (y - 60) < x < 50 - 0.24 * (y - 60):
                block.fill(
                    ellipse(x, y, 2.3, 1.5, 35 if row % 2 else -35),
                    ink.LILAC,
                    ellipse(x, y, 1.2, 0.6, 35 if row % 2 else -35),
                )
    block.box(9.4, 57.8, 43.2, 3.4, ink.PLUM, 1.6)
    block.fill(ribbon(arc(31, 60, 19.6, 196, 344, 1.0), (2.2, 1.8, 1.8, 2.2)), ink.PLUM)
    for k in range(9):
        a = np.radians(204 + 16.4 * k)
        block.line(
            [
                (31 + 18.6 * np.cos(a), 60 + 18.6 * np.sin(a)),
                (31 + 20.6 * np.cos(a + 0.08), 60 + 20.6 * np.sin(a + 0.08)),
            ],
            ink.LILAC,
            0.6,
        )
    for x, y in ((10, 80), (6, 85), (14, 86), (48, 84)):
        block.disc(x, y, 2, "#b97a1c")
        block.fill(circle(x - 0.2, y - 0.3, 1.8), ink.GOLD, circle(x - 0.2, y - 0.3, 0.7))


PICTURES = {"CL": end, "CY": calamity, "CK": windfall}
