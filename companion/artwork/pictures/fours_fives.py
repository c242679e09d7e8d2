"""Pictures of the ranks 4 and 5."""

import numpy as np

from companion.artwork import palette as ink
from companion.artwork.block import Block
from companion.artwork.glyphs import suit_glyph
from companion.artwork.motifs import bird, cloud, flag, grass, pine
from companion.artwork.shapes import arc, contour, curve, ribbon
from companion.pieces import Suit


def mountain(block: Block) -> None:
    """Paint one peak between the sun on one side and the moon on the other."""
    block.box(0, 0, 63, 88, "#dfe3ee")
    block.box(32, 0, 31, 88, "#fae1ac")
    block.box(0, 0, 32, 88, "#7076a3")
    block.disc(49, 27, 6, ink.SUN)
    block.rays(49, 27, 7.4, 16, 22, "#eeb64e", 1.3)
    block.stamp(suit_glyph(Suit.MOONS, ink.SNOW), 21, 20, 10)
    block.stars(16, (14, 9, 30, 50), ink.CREAM, 0.9)
    block.fill(
        [
            (32, 13),
            (38, 28),
            (42, 32),
            (50, 52),
            (56, 60),
            (66, 82),
            (66, 90),
            (-4, 90),
            (8, 62),
            (14, 56),
            (22, 36),
            (26, 31),
        ],
        ink.SMOKE,
    )
    block.fill(
        [
            (32, 13),
            (38, 28),
            (42, 32),
            (50, 52),
            (56, 60),
            (66, 82),
            (66, 90),
            (36, 90),
            (40, 70),
            (33, 58),
            (36, 44),
            (30, 34),
        ],
        ink.SAND,
    )
    block.fill(
        [(32, 13), (38, 28), (41.2, 31), (37, 33), (36, 39), (32, 33), (28, 38), (26, 33), (22.8, 35), (26, 31)],
        ink.SNOW,
    )
    block.fill([(32, 13), (26, 31), (22.8, 35), (26, 33), (28, 38), (31, 34.4), (30, 34)], "#b9bdd8")
    block.grain((4, 50, 34, 84), 40, "#8d8996", turn=118, length=6, width=0.6)
    block.grain((40, 48, 60, 84), 40, ink.CLAY, turn=62, length=6, width=0.6)
    block.hill([(0, 76), (14, 71), (30, 77), (46, 72), (63, 78)], ink.PINE)
    for k in range(11):
        pine(block, 2 + 6 * k, 80 + 2.5 * (k % 3), 8 + 3 * ((k * 7) % 3), "#173a2d", "#4d7f63")


def sailor(block: Block) -> None:
    """Paint a small boat under a leaf-green sail, heeling in a fresh wind."""
    block.box(0, 0, 63, 88, "#e4f1ef")
    cloud(block, 24, 17, 22, ink.SNOW)
    cloud(block, 50, 27, 18, ink.SNOW)
    block.grain((14, 8, 60, 40), 30, "#bfdfe0", turn=-6, length=12, width=0.5)
    for x, y, s in ((50, 14, 7), (56, 19, 5), (44, 20, 4)):
        bird(block, x, y, s, ink.SMOKE, -12)
    block.hill([(0, 62), (20, 59), (40, 63), (63, 58)], ink.TEAL)
    block.line([(27, 66), (34, 15)], ink.BARK, 1.2)
    sail = np.concatenate([curve([(34.4, 17), (48, 34), (50, 55)]), curve([(50, 55), (40, 59), (29.6, 58)])])
    block.fill(sail, ink.LEAF)
    for k in range(5):
        block.brush(
            [(32.4 - 0.5 * k, 28 + 6 * k), (39, 30 + 5.6 * k), (45.5 + k, 33 + 4.6 * k)], (0.1, 0.8, 0.1), ink.LAWN
        )
    block.fill(
        np.concatenate([curve([(32, 19), (20, 40), (12, 56)]), curve([(12, 56), (20, 58), (27, 57)])]), ink.CREAM
    )
    block.soft([(8, 63), (20, 65), (38, 66), (54, 61), (48, 70), (30, 74), (14, 71)], ink.CLAY)
    block.brush([(10, 65.5), (30, 69), (51, 64)], (0.4, 1.4, 0.4), ink.CREAM)
    block.disc(42, 56, 2.4, ink.ROSE)
    block.soft([(39.6, 63), (39.8, 58.6), (44, 58), (46, 62.5)], ink.DEEP)
    block.brush([(39, 55), (42, 53.4), (45.4, 54.8)], (0.6, 2.0, 0.6), ink.DEEP)
    block.hill([(0, 72), (12, 69), (26, 74), (42, 69), (63, 74)], ink.SEA)
    block.hill([(0, 80), (18, 76), (40, 81), (63, 77)], ink.DEEP)
    block.ripples(66, 87, 7, "#a8d8e0")


def battle(block: Block) -> None:
    """Paint spears and banners of two hosts under arrows."""
    x: float
    y: float
    block.box(0, 0, 63, 88, "#f1cfa6")
    block.grain((14, 8, 60, 44), 40, "#e3a982", turn=-14, length=10, width=0.7)
    for k in range(9):
        x, y = 22 + 4.2 * k, 10 + (k * 5) % 13
        block.line([(x, y), (x + 7, y + 4)], ink.BARK, 0.5)
        block.fill([(x + 7, y + 4), (x + 5, y + 3.9), (x + 6, y + 2.4)], ink.BARK)
    for k in range(8):
        x = 4 + 3.6 * k
        block.line([(x - 4, 74), (x + 10, 28 + 3 * (k % 3))], ink.WINE, 0.8)
        block.fill([(x + 9, 31 + 3 * (k % 3)), (x + 11.2, 24 + 3 * (k % 3)), (x + 11.2, 32 + 3 * (k % 3))], ink.STONE)
    for k in range(7):
        x = 62 - 3.8 * k
        block.line([(x + 4, 76), (x - 12, 33 + 3 * (k % 2))], ink.PLUM, 0.8)
        block.fill([(x - 11, 36 + 3 * (k % 2)), (x - 13.4, 29 + 3 * (k % 2)), (x - 13.2, 37 + 3 * (k % 2))], ink.STONE)
    flag(block, 22, 66, 40, ink.WYRM, ink.BARK, 0.8)
    flag(block, 48, 70, 36, ink.KNOT, ink.BARK, -0.7)
    for k in range(7):
        x, y = 3 + 4.8 * k, 74 - 2.2 * ((k * 3) % 3)
        block.soft([(x - 3, y + 14), (x - 2.4, y), (x + 2.4, y), (x + 3, y + 14)], ink.WINE)
        block.disc(x, y - 2, 2.4, ink.STONE)
        block.fill([(x - 2.4, y - 2), (x, y - 6.6), (x + 2.4, y - 2)], "#6b1528")
        block.oval(x + 1.4, y + 6, 2.6, 4, ink.GOLD)
    for k in range(5):
        x, y = 60 - 5 * k, 77 - 2.0 * ((k * 2) % 3)
        block.soft([(x - 3, y + 14), (x - 2.4, y), (x + 2.4, y), (x + 3, y + 14)], ink.PLUM)
        block.disc(x, y - 2, 2.4, ink.STONE)
        block.box(x - 2.6, y - 5, 5.2, 2.6, "#3f2443", 1)
        block.oval(x - 1.4, y + 6, 2.8, 2.8, ink.LILAC)
    grass(block, 32, 86, 6, 5, ink.BARK)


def forest(block: Block) -> None:
    """Paint tall trunks by moonlight, glowing eyes between them, a fox on the path."""
    block.box(0, 0, 63, 88, "#7fa58c")
    block.disc(36, 26, 11, ink.CREAM)
    block.rings(36, 26, (14, 17.5, 21.5, 26), "#a3c4a8", 0.8)
    for x, w in ((16, 2.4), (25, 1.8), (34, 2.0), (44, 2.2), (53, 1.8), (6, 2)):
        block.brush([(x + 1, 0), (x, 40), (x - 0.6, 74)], (w * 0.7, w, w * 1.7), "#4f7d68")
    block.hill([(0, 66), (20, 70), (40, 65), (63, 69)], "#3d6b52")
    for x, w, lean in ((11, 5, 2), (29, 4, -2), (50, 6, 1)):
        trunk = curve([(x + lean, -4), (x + lean * 0.4, 30), (x, 60), (x - 1, 80)])
        block.fill(ribbon(trunk, (w * 0.7, w * 0.8, w, w * 1.9)), ink.PINE)
        block.grain((x - w * 0.3, 8, x + w * 0.3, 76), 14, "#4d7f63", turn=90, length=6, width=0.5)
    for points in (
        [(29, 34), (22, 28), (18, 18)],
        [(28, 26), (35, 19), (36, 9)],
        [(50, 40), (42, 36), (38, 40)],
        [(51, 26), (57, 20), (63, 18)],
    ):
        block.brush(points, (2, 1.4, 0.2), ink.PINE)
    for x, y in ((19, 53), (39, 48), (58, 57)):
        for dx in (0, 3.2):
            block.oval(x + dx, y, 1.3, 0.9, ink.GOLD, 12)
            block.oval(x + dx, y, 0.35, 0.85, "#122c22")
    block.soft([(31, 74), (37, 67), (46, 67), (47, 74), (44, 77), (34, 77)], ink.EMBER)
    block.fill([(33, 70), (26, 72.5), (24.4, 69), (26, 64), (28, 66.6), (31, 64.4), (32.4, 68)], ink.EMBER)
    block.fill([(26, 72.5), (24.4, 69.6), (29, 71)], ink.SNOW)
    block.brush([(46, 72), (53, 70), (56, 75), (51, 79)], (1.5, 4.5, 4, 0.3), ink.EMBER)
    block.brush([(54.6, 76), (51, 79)], (2.5, 0.2), ink.SNOW)
    for x in (35, 38, 43):
        block.line([(x, 75), (x - 0.4, 80)], "#5a2a1c", 1.1)
    block.hill([(0, 82), (30, 79), (63, 83)], "#173a2d")
    for x in (8, 18, 27, 41, 47):
        grass(block, x, 83, 6, 5, ink.MOSS)


def discovery(block: Block) -> None:
    """Paint an open shell with a shining pearl on the sea's floor."""
    block.box(0, 0, 63, 88, "#5fa6c9")
    for k in range(7):
        x = 16 + 7 * k
        block.fill([(x, 0), (x + 4, 0), (x - 4 - 3 * k % 5, 62), (x - 12, 62)], "#86c1db")
    block.ripples(6, 14, 2, ink.SNOW)
    block.hill([(0, 66), (18, 62), (40, 67), (63, 62)], ink.SAND)
    block.grain((2, 68, 60, 84), 40, "#d3a966", turn=6, length=5, width=0.6)
    block.rays(33, 50, 8, 27, 26, "#fbe3a6", 1.5)
    lid = np.concatenate([arc(33, 51, 19, 188, 352, 1.15), contour([(33, 60)])])
    block.fill(lid, ink.ROSE)
    for k in range(7):
        angle = np.radians(200 + 23.3 * k)
        block.brush(
            [
                (33, 58),
                (33 + 9 * np.cos(angle), 53 + 12 * np.sin(angle)),
                (33 + 17.5 * np.cos(angle), 51 + 20 * np.sin(angle)),
            ],
            (0.4, 1.2, 0.3),
            "#c8746c",
        )
    block.oval(33, 58, 13, 6, "#f9dcd2")
    block.disc(33, 53.6, 6, ink.SNOW)
    block.brush([(29.4, 55.5), (31, 58), (34, 58.6)], (0.1, 0.9, 0.1), ink.LILAC)
    block.disc(31.2, 51.6, 1.3, "#ffffff")
    block.fill(np.concatenate([arc(33, 60, 19.5, 0, 180, 0.72), contour([(13.5, 60)])]), "#d98279")
    for k in range(6):
        angle = np.radians(28 + 25 * k)
        block.brush([(33, 60), (33 + 18 * np.cos(angle), 60 + 12 * np.sin(angle))], (0.3, 1.2), "#b9605c")
    for x, y, s, c in (
        (20, 24, 1, ink.SUN),
        (46, 18, 0.8, ink.SUN),
        (49, 34, 1.1, ink.SNOW),
        (15, 42, 0.9, ink.SNOW),
    ):
        block.soft([(x - 4.5 * s, y), (x, y - 2.3 * s), (x + 4 * s, y), (x, y + 2.3 * s)], c)
        block.fill([(x + 3 * s, y), (x + 6.4 * s, y - 2.2 * s), (x + 6.4 * s, y + 2.2 * s)], c)
        block.disc(x - 2.6 * s, y - 0.4, 0.5, ink.DEEP)
    for x, h in ((5, 26), (9, 18), (56, 17), (59, 24)):
        block.brush(
            [(x, 70), (x - 2, 70 - h * 0.4), (x + 2, 70 - h * 0.7), (x - 1, 70 - h)], (1.6, 1.8, 1.4, 0.2), ink.PINE
        )
    for x, y, r in ((40, 40, 1.2), (42, 33, 0.9), (41, 26, 0.7), (24, 36, 0.8), (14, 78, 1.6)):
        block.disc(x, y, r, ink.SNOW)
        block.disc(x, y, r * 0.65, "#86c1db")


def soldier(block: Block) -> None:
    """Paint a crested helmet above a round shield, a spear behind."""
    block.box(0, 0, 63, 88, "#e9d6d9")
    block.grain((4, 8, 60, 82), 90, "#d9bcc4", turn=52, length=8, width=0.6)
    block.line([(52, 6), (44, 84)], ink.BARK, 1.7)
    block.fill([(52.6, 1), (55.6, 16), (51.6, 20), (48.6, 15)], ink.SMOKE)
    plume = curve([(22, 10), (34, 6.5), (46, 15), (49, 30), (47, 46), (44, 34), (38, 23), (30, 18), (20, 18)])
    block.fill(plume, ink.WYRM)
    for k in range(8):
        at = np.array([24 + 3.1 * k, 10 + 0.55 * k * k * 0.9])
        block.brush([at, at + (1.0, 4), at + (0.4, 8)], (0.2, 0.8, 0.1), "#7d1f35")
    block.soft(
        [(20, 34), (17.6, 41), (15, 47.6), (18, 49), (18, 53), (19.4, 58), (25, 60), (27, 66), (38, 66), (38, 40)],
        ink.ROSE,
    )
    block.brush([(18.6, 53.4), (21, 53.2), (22.6, 52.4)], (0.3, 0.9, 0.1), ink.WINE)
    block.oval(21.6, 42.6, 1.5, 0.9, ink.SNOW)
    block.disc(21, 42.6, 0.8, ink.INK)
    block.brush([(18.6, 40.4), (21, 39.4), (24.4, 40.4)], (0.3, 1, 0.3), ink.BARK)
    helm = curve([(17.4, 38), (18, 26), (25, 17), (35, 18), (42, 28), (44, 44), (45, 56), (36, 60)])
    block.fill(np.concatenate([helm, contour([(28, 60), (24, 52), (29, 44), (28, 38)])]), ink.GOLD)
    block.fill([(17.4, 38), (21, 37.6), (20.4, 48), (18, 47)], ink.GOLD)
    block.brush([(17, 36.6), (26, 36.4), (36, 38), (43, 40)], (1, 1.4, 1.4, 0.6), "#b97a1c")
    block.brush([(29, 44), (26, 52), (30, 59)], (0.4, 1, 0.4), "#b97a1c")
    block.grain((24, 20, 42, 38), 14, "#fbe3a6", turn=50, length=5, width=0.6)
    block.soft([(10, 88), (16, 68), (30, 63), (46, 67), (55, 88)], ink.PLUM)
    block.disc(25, 76, 15.5, "#3f2443")
    block.disc(25, 75, 14.5, ink.KNOT)
    block.rings(25, 75, (12.4,), ink.CREAM, 1)
    for k in range(6):
        turn = np.radians(60 * k + 12)
        block.brush(
            [
                (25, 75),
                (25 + 4 * np.cos(turn + 0.5), 75 + 4 * np.sin(turn + 0.5)),
                (25 + 10 * np.cos(turn), 75 + 10 * np.sin(turn)),
            ],
            (3, 2.6, 0.1),
            ink.WINE,
        )
    block.disc(25, 75, 3, ink.GOLD)


PICTURES = {
    "4MS": mountain,
    "4WL": sailor,
    "4YK": battle,
    "5ML": forest,
    "5SW": discovery,
    "5YK": soldier,
}
