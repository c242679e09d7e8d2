"""Pictures of the six Crowns."""

from __future__ import annotations

import numpy as np

from companion.artwork import palette as ink
from companion.artwork.block import Block
from companion.artwork.motifs import bird, cloud, grass, pine
from companion.artwork.shapes import arc, circle, contour, curve, ellipse, ribbon


def huntress(block: Block) -> None:
    """Paint a huntress who draws her bow before the moon, and a stag."""
    block.box(0, 0, 63, 88, "#33365c")
    block.stars(24, (12, 8, 60, 52), ink.CREAM, 0.8)
    block.disc(35, 33, 19, "#d5d4e0")
    for x, y, r in ((41, 24, 3), (46, 38, 2.2), (30, 22, 1.6), (38, 45, 2.6), (25, 38, 1.8)):
        block.disc(x, y, r, "#b9bacd")
    block.rings(35, 33, (21.6, 25), "#5a5e8a", 0.8)
    block.hill([(0, 66), (20, 58), (44, 64), (63, 57)], "#20304a")
    for x, y, h in ((5, 66, 20), (13, 65, 13), (58, 62, 22), (51, 64, 12)):
        pine(block, x, y, h, "#15203a", "#3d4f72")
    block.hill([(0, 76), (30, 70), (63, 77)], "#131a30")
    block.soft([(22, 74), (24, 60), (22, 50), (25, 42), (31, 42), (32, 50), (36, 62), (37, 75)], ink.MOON)
    block.soft([(22, 50), (25, 42), (31, 42), (31.6, 47), (27, 54), (20, 66), (14, 70), (18, 58)], ink.WYRM)
    block.oval(29, 36.6, 3.2, 3.9, ink.ROSE)
    block.soft(
        [(25.6, 37), (25, 32), (29, 30.4), (33, 33), (31, 34.4), (28, 36), (27, 42), (22, 47), (20.6, 46), (23, 42)],
        "#23202b",
    )
    block.brush([(31, 44), (38, 42.6), (47, 41)], (3, 2.2, 1.6), ink.ROSE)
    block.brush([(27, 44), (23, 41.6), (28, 41)], (3, 2.2, 1.6), ink.ROSE)
    block.fill(
        ribbon(
            curve([(43, 20), (45.4, 28), (51, 37), (47.6, 41), (50.6, 46), (48, 55), (47, 63)]),
            (0.5, 1.4, 1.7, 2, 1.7, 1.4, 0.5),
        ),
        ink.BARK,
    )
    block.line([(43, 20), (28.4, 41.2), (47, 63)], ink.SNOW, 0.35)
    block.line([(27.4, 41.3), (56, 40)], ink.GOLD, 0.8)
    block.fill([(55, 38), (60, 39.8), (55.2, 41.8)], ink.MIST)
    for k in range(4):
        block.line([(16 + 1.4 * k, 38 + 1.5 * k), (20 + 1.4 * k, 44 + 1.5 * k)], ink.SAND, 0.8)
    block.soft([(41, 78), (42, 72), (49, 70.4), (53, 66), (55.6, 67), (54.6, 72), (52, 77), (44, 79)], ink.CLAY)
    block.soft([(53, 68), (54, 63), (58.6, 63.4), (60, 65.4), (56, 67.4)], ink.CLAY)
    for points in (
        [(54.4, 63.4), (52, 58), (54, 54)],
        [(56.4, 63), (58, 58), (57, 53.4)],
        [(52.4, 59.6), (49.6, 57)],
        [(58, 58.6), (61, 56)],
    ):
        block.brush(points, (0.8, 0.7, 0.2), ink.SAND)
    for x in (43, 46, 51):
        block.line([(x, 77), (x - 0.4, 86)], ink.CLAY, 1)
    for x in (9, 18, 27, 36):
        grass(block, x, 82, 7, 5, "#3d4f72")


def bard(block: Block) -> None:
    """Paint a lute in the sunlight, its tune rising as birds and notes."""
    block.box(0, 0, 63, 88, "#f8cf74")
    for k in range(18):
        a, b = np.radians(20 * k), np.radians(20 * k + 9)
        block.fill(
            [(43, 26), (43 + 80 * np.cos(a), 26 + 80 * np.sin(a)), (43 + 80 * np.cos(b), 26 + 80 * np.sin(b))],
            "#fbdf9f",
        )
    block.disc(43, 26, 10, ink.SUN)
    for k in range(4):
        staff = curve([(12, 62 - 3 * k), (22, 50 - 3 * k), (32, 34 - 3 * k), (46, 24 - 3 * k), (64, 20 - 3 * k)])
        block.line(staff, "#c8744b", 0.45)
    for x, y in ((20, 49), (27, 38), (35, 28), (44, 23), (53, 17)):
        block.oval(x, y, 1.9, 1.4, ink.INK, -20)
        block.line([(x + 1.7, y - 0.4), (x + 2.2, y - 8)], ink.INK, 0.6)
        block.brush([(x + 2.2, y - 8), (x + 4.4, y - 6), (x + 4.2, y - 3.6)], (1, 0.9, 0.2), ink.INK)
    block.hill([(0, 74), (30, 69), (63, 75)], ink.CLAY)
    block.grain((2, 74, 60, 86), 26, "#a85a39", length=9, width=0.6)
    neck = np.array([(39.6, 54), (44, 57.6), (58.4, 36.4), (55.6, 34.2)])
    body = ellipse(31, 66, 17.6, 13.4, -52)
    block.fill(body + (1.2, 1.6), "#8c4a2c")
    block.fill(body, "#a8622f")
    block.fill(ellipse(31, 66, 16, 11.8, -52), "#dc9a4d")
    block.grain((16, 52, 46, 82), 30, "#c5823a", turn=-52, length=8, width=0.6, within=ellipse(31, 66, 15, 11, -52))
    block.fill(neck, ink.BARK)
    block.fill([(55.6, 34.2), (58.4, 36.4), (63, 38), (59, 30)], "#3c2a24")
    block.disc(34, 62, 4.4, "#3c2a24")
    block.rings(34, 62, (5.4,), "#fbdf9f", 0.7)
    for k in range(4):
        block.line([(24.4 + 1.2 * k, 72.6 + 0.9 * k), (56 + 0.6 * k, 34.6 + 0.5 * k)], ink.SNOW, 0.3)
    block.brush([(21.6, 71), (25, 74.6), (28.6, 77.6)], 2, "#3c2a24")
    for k in range(5):
        t = 0.15 + 0.17 * k
        a = neck[0] * (1 - t) + neck[3] * t
        b = neck[1] * (1 - t) + neck[2] * t
        block.line([a, b], ink.GOLD, 0.45)
    block.brush(
        [(12, 64), (18, 66), (24, 60), (29, 63), (26, 70), (20, 78), (12, 80)],
        (0.6, 2, 1.2, 1.6, 2.2, 2, 0.6),
        ink.WYRM,
    )
    for x, y, s, t in ((19, 20, 7, -10), (27, 14, 5.4, 0), (15, 36, 5, -18)):
        bird(block, x, y, s, ink.BARK, t)


def sea(block: Block) -> None:
    """Paint a swell and the flukes of a diving whale."""
    x: float
    y: float
    block.box(0, 0, 63, 88, "#cfe6ee")
    cloud(block, 43, 17, 24, ink.SNOW)
    cloud(block, 22, 23, 14, ink.SNOW)
    tones = ("#9fd0ea", "#6db4e0", "#3f97d8", ink.WAVE, "#125fb4", "#144a86", "#12365f")
    for row, tone in enumerate(tones[:3]):
        y = 31 + 7 * row
        block.hill([(-4, y), (10 + 3 * row, y - 3), (26 - 2 * row, y + 2), (44 + row, y - 3), (68, y + 1)], tone)
    block.soft([(31, 62), (29, 52), (30.6, 43), (34.6, 43), (37, 52), (36, 62)], ink.NIGHT)
    block.soft([(32.6, 46), (26, 40), (17, 37), (10.6, 29), (20, 28), (28, 31), (32.8, 37)], ink.NIGHT)
    block.soft([(32.6, 46), (39, 39), (47, 34), (52, 24), (43, 25), (36, 30), (32.8, 37)], ink.NIGHT)
    for points in (
        [(14, 31), (22, 32), (30, 39)],
        [(49, 27.6), (42, 31), (35, 39)],
        [(31, 46), (30.6, 54)],
        [(34.4, 45), (35.4, 55)],
    ):
        block.brush(points, (0.1, 0.8, 0.2), "#6f78a8")
    for x, y in ((12, 36), (16, 41), (49, 31), (46, 38), (27, 47), (39, 46), (22, 45)):
        block.soft([(x - 0.6, y), (x, y - 1.6), (x + 0.6, y), (x, y + 1)], ink.WAVE)
    for row, tone in enumerate(tones[3:]):
        y = 54 + 8.4 * row
        crest = curve(
            [
                (-4, y + 2),
                (6 + 5 * row, y - 4),
                (15 + 5 * row, y + 2),
                (30 + 3 * row, y + 3),
                (44 - 2 * row, y - 3),
                (54, y + 2),
                (68, y),
            ]
        )
        block.fill(np.concatenate([crest, contour([(68, 92), (-4, 92)])]), tone)
        block.fill(ribbon(crest + (0, 0.9), (0.2, 1.3, 0.5, 1.2, 0.3)), ink.SNOW)
        for k in range(5):
            x = 3 + 13 * k + 4 * row
            block.brush([(x, y + 4), (x + 4, y + 6.4), (x + 9, y + 4.6)], (0.1, 0.8, 0.1), tones[max(0, row + 1)])
    for x, y, s in ((15, 15, 6), (53, 44, 4), (29, 12, 5)):
        bird(block, x, y, s, ink.SMOKE, 6)


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


PICTURES = {"CM": huntress, "CS": bard, "CW": sea, "CL": end, "CY": calamity, "CK": windfall}
