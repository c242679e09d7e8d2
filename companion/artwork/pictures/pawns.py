"""Pictures of the four Pawns and the Excuse: the districts of a Magnate table."""

import numpy as np

from companion.artwork import palette as ink
from companion.artwork.block import Block
from companion.artwork.glyphs import suit_glyph
from companion.artwork.motifs import bird, cloud, flag, grass, pine, round_tree, tower
from companion.artwork.shapes import arc, contour, curve, ribbon
from companion.pieces import Suit


def harvest(block: Block) -> None:
    """Paint sheaves on stubble between a setting sun and a rising moon, a sickle in front."""
    block.box(0, 0, 63, 88, "#f5c56f")
    for k, tone in enumerate(("#f7d08a", "#f9dca5", "#fbe7c2")):
        block.disc(49, 33, 25 - 6 * k, tone)
    block.disc(49, 33, 8, ink.EMBER)
    block.stamp(suit_glyph(Suit.MOONS, ink.SNOW), 21, 17, 10, turn=30)
    for x, y in ((30, 14), (35, 18), (26, 23)):
        bird(block, x, y, 5, ink.BARK)
    block.hill([(0, 42), (18, 37), (36, 42), (63, 36)], ink.MOSS)
    for x, h in ((5, 9), (15, 11), (24, 7), (58, 9)):
        round_tree(block, x, 43, h, ink.PINE, ink.BARK, ink.MOSS)
    block.hill([(0, 48), (30, 44), (63, 49)], "#e0a23c")
    for k in range(12):
        x = -30 + 11 * k
        block.brush([(31 + (x - 31) * 0.16, 47), (31 + (x - 31) * 0.5, 62), (x, 90)], (0.2, 0.8, 2), "#c07f25")
    for x, y, s in ((16, 58, 0.62), (33, 55, 0.5), (47, 58, 0.6), (24, 73, 1.0)):
        for k in range(11):
            lean = (k - 5) / 5
            stalk = [
                (x + 4 * lean * s, y + 9 * s),
                (x + 1.2 * lean * s, y),
                (x + 8.5 * lean * s, y - 12 * s + 3.5 * abs(lean) * s),
            ]
            block.brush(stalk, (0.9 * s, 1.1 * s, 0.8 * s), ("#f6d27a", "#d99a2e")[k % 2])
            ear = np.array(stalk[2])
            block.oval(
                ear[0] + 0.7 * lean * s, ear[1] - 1.6 * s, 0.95 * s, 2.8 * s, ("#f9e0a0", "#e8b04a")[k % 2], 38 * lean
            )
        block.brush([(x - 2.4 * s, y + 0.6 * s), (x, y + 1.4 * s), (x + 2.4 * s, y + 0.4 * s)], 1.5 * s, ink.CLAY)
    block.fill(ribbon(arc(44, 69, 8, 150, 372), (0.2, 1.6, 2.4, 1.8, 0.3)), ink.MIST)
    block.brush([(37.6, 73), (35.4, 79), (34.6, 84)], (1.6, 2.0, 2.2), ink.BARK)


def watchman(block: Block) -> None:
    """Paint a watchman with a lantern on the wall at night, the sleeping roofs below."""
    x: float
    block.box(0, 0, 63, 88, "#2d2b4f")
    block.stars(30, (13, 8, 60, 40), ink.CREAM, 0.8)
    for k, tone in enumerate(("#3b355c", "#54456a", "#7a5d74", "#a87f78")):
        block.disc(45, 38, 24 - 5.4 * k, tone)
    for x, y, w, h in ((6, 58, 13, 15), (18, 61, 10, 11), (55, 57, 15, 14)):
        block.box(x - w / 2, y - h, w, h, "#211d3c")
        block.fill([(x - w * 0.62, y - h), (x, y - h - w * 0.5), (x + w * 0.62, y - h)], "#3d2240")
        block.box(x - 1, y - h * 0.7, 2, 2.6, ink.GOLD)
    block.box(0, 57, 63, 31, "#6a5570")
    for k in range(6):
        block.box(-2 + 12 * k, 52, 7, 6, "#6a5570")
    for row in range(5):
        for column in range(8):
            x = -4 + 9.4 * column + 4.7 * (row % 2)
            block.box(x, 59.5 + 5.6 * row, 8.4, 4.6, ("#7b657f", "#5d4963", "#876f88")[(row * 5 + column * 2) % 3], 0.7)
    block.line([(22.6, 12), (21, 66)], ink.SAND, 1.1)
    block.fill([(22.8, 5), (25, 12), (22.4, 16), (20.4, 12)], ink.MIST)
    block.fill([(22, 15), (14.6, 13.8), (12.8, 20), (15.4, 25), (21.8, 22)], ink.MIST)
    block.soft([(25, 62), (23, 48), (26, 36), (34, 34), (39, 40), (40, 52), (42, 62)], ink.WYRM)
    block.grain((26, 38, 38, 60), 14, "#d76a72", turn=84, length=6, width=0.6)
    block.soft([(28, 60), (31, 44), (34, 36), (35.6, 46), (34, 60)], "#7d1f35")
    block.oval(32, 29, 4.2, 5, ink.ROSE)
    block.soft([(25.6, 27), (28, 21), (34, 20), (39, 24), (40, 28), (33, 26.4)], ink.KNOT)
    block.disc(34.6, 29, 0.6, ink.INK)
    block.brush([(29, 33), (32, 35.6), (35.6, 33)], (1, 2.4, 1), ink.CREAM)
    block.brush([(37, 40), (41.6, 38), (45, 33)], (3.4, 2.8, 2), ink.WYRM)
    block.disc(45, 32.4, 1.4, ink.ROSE)
    block.brush([(26.6, 40), (23.6, 44), (22, 46)], (3.4, 2.8, 2), ink.WYRM)
    block.disc(22, 46, 1.4, ink.ROSE)
    block.fill(arc(45, 36, 2.4, 180, 360), ink.INK)
    block.box(42.4, 36, 5.2, 7, ink.GOLD, 0.6)
    block.oval(45, 39.6, 1.1, 2.3, ink.SNOW)
    for x in (42.4, 45, 47.6):
        block.line([(x, 36), (x, 43)], ink.INK, 0.35)
    block.box(41.8, 42.8, 6.4, 1.4, ink.INK)


def light_keeper(block: Block) -> None:
    """Paint a striped lighthouse on a rock, its beam over the evening sea."""
    block.box(0, 0, 63, 88, "#3c5a8c")
    block.box(0, 34, 63, 20, "#7d86ac")
    block.box(0, 44, 63, 12, "#e0a58a")
    block.disc(17, 53, 6, ink.SUN)
    block.fill([(38, 20), (-6, 8), (-6, 36)], "#f7e3a1")
    block.fill([(38, 20), (70, 12), (70, 26)], "#f7e3a1")
    block.grain((13, 10, 30, 32), 16, "#e0c067", turn=4, length=7, width=0.5)
    block.box(0, 54, 63, 34, ink.SEA)
    block.brush([(11, 56), (17, 58), (23, 56.6)], (0.3, 1.1, 0.3), ink.GOLD)
    block.brush([(13, 60), (17, 61), (22, 60)], (0.3, 1.1, 0.3), ink.GOLD)
    block.ripples(56, 86, 9, "#8fc3e6")
    block.soft([(20, 80), (24, 70), (31, 66), (46, 65), (53, 71), (58, 80), (66, 92), (16, 92)], "#3a3247")
    block.grain((22, 68, 58, 84), 30, "#6a5f7c", turn=58, length=5, width=0.8)
    wall = np.array([(34, 26), (42, 26), (45.6, 68), (30.4, 68)])
    block.fill(wall, ink.SNOW)
    for k in range(3):
        a, b = 31.5 + 13 * k, 38 + 13 * k
        wide, wider = 4 + 3.6 * (a - 26) / 42, 4 + 3.6 * (b - 26) / 42
        block.fill([(38 - wide, a), (38 + wide, a), (38 + wider, b), (38 - wider, b)], ink.KNOT)
    block.grain((38, 28, 45, 66), 16, ink.STONE, turn=86, length=5, width=0.6, within=wall)
    block.box(31.6, 24, 12.8, 2.4, ink.INK, 0.6)
    block.box(34.4, 16, 7.2, 8.2, ink.GOLD)
    for x in (34.6, 38, 41.4):
        block.line([(x, 16), (x, 24)], ink.INK, 0.5)
    block.fill([(33, 16.4), (38, 10.6), (43, 16.4)], ink.WYRM)
    block.disc(38, 10.2, 0.9, ink.INK)
    for y in (36, 50):
        block.fill(np.concatenate([arc(37, y, 1.1, 180, 360), contour([(38.1, y + 3), (35.9, y + 3)])]), ink.DEEP)
    block.fill(np.concatenate([arc(38, 62, 2, 180, 360), contour([(40, 68), (36, 68)])]), ink.BARK)
    block.soft([(26, 68), (25.6, 60), (29, 59.6), (29.4, 67)], ink.SUN)
    block.disc(27.4, 57.8, 1.7, ink.ROSE)
    block.brush([(25.2, 57), (27.4, 55.4), (29.8, 56.8)], (0.5, 1.4, 0.5), ink.DEEP)
    for x, y, s in ((18, 40, 6), (24, 45, 4.4), (54, 38, 5)):
        bird(block, x, y, s, ink.SNOW, 8)
    for x, y, r in ((21, 80, 1.2), (18, 83, 1.6), (25, 84, 1.0), (29, 82, 0.8)):
        block.disc(x, y, r, ink.SNOW)


def borderland(block: Block) -> None:
    """Paint a dry-stone wall between wood and marsh, a signpost, and an open gate."""
    block.box(0, 0, 63, 88, "#d8e6c4")
    cloud(block, 44, 19, 26, ink.SNOW)
    block.hill([(0, 40), (20, 32), (44, 38), (63, 30)], "#9fc08c")
    for k in range(8):
        pine(block, 15 + 6.4 * k, 42 - 2 * ((k * 3) % 3), 11 + 2 * (k % 3), ink.PINE, "#4d7f63")
    block.hill([(0, 48), (30, 42), (63, 46)], ink.LEAF)
    block.grain((12, 46, 60, 58), 30, ink.LAWN, turn=80, length=3, width=0.5)
    block.fill(np.concatenate([curve([(-2, 60), (20, 66), (38, 76), (44, 90)]), contour([(-2, 90)])]), "#2f7fb0")
    block.ripples(64, 87, 6, "#9fd0ea", 0.7)
    block.fill(
        np.concatenate([curve([(30, 70), (44, 66), (63, 69)]), contour([(63, 90), (44, 90), (40, 80)])]), ink.MOSS
    )
    wall = curve([(66, 48), (48, 51), (34, 50), (22, 56), (27, 66), (40, 74), (50, 92)])
    block.fill(ribbon(wall + (0.6, 1.4), (4, 5, 5.4, 6, 7.6, 9.4, 12)), "#4c4757")
    for k in range(2, len(wall) - 2):
        size = 1.7 + 2.2 * (k / len(wall)) ** 1.5
        for row in range(3):
            x, y = wall[k] + (0, (row - 1.2) * size * 1.05)
            tone = (ink.STONE, ink.MIST, "#8b8594", "#b9b2bf")[(k * 3 + row * 5) % 4]
            block.oval(
                x + (0.5 if row % 2 else -0.3) * size, y, size * 0.85, size * 0.5, tone, (k * 37 + row * 61) % 30 - 15
            )
    block.line([(45, 26), (46, 70)], ink.BARK, 2)
    block.fill([(46, 29), (33, 27), (29.6, 30), (33, 33), (46, 34)], ink.SAND)
    block.fill([(44, 37), (56, 35.4), (59.6, 38.2), (56.4, 41), (44, 42)], ink.CLAY)
    block.fill([(46, 45), (35, 45.6), (31, 48.4), (35, 51), (46, 50)], ink.WYRM)
    for y, x in ((30.4, 35), (38.6, 48), (48, 37)):
        block.brush([(x, y), (x + 4, y + 0.4), (x + 7.6, y)], (0.3, 0.7, 0.2), ink.BARK)
    block.soft([(43.6, 25), (45, 20.6), (48, 20), (49, 23), (47.6, 26), (52, 28.4), (46, 27)], ink.INK)
    block.fill([(48.6, 21), (51.6, 22), (48.8, 23)], ink.GOLD)
    for x, y, h in ((6, 66, 14), (10, 74, 12), (15, 80, 10), (4, 84, 16)):
        for k in range(3):
            tip = (x + 2.6 * (k - 1) + 1, y - h * (1 - 0.14 * k))
            block.brush([(x, y), (x + 1.2 * (k - 1), y - h * 0.5), tip], (0.6, 0.5, 0.4), ink.PINE)
            block.oval(tip[0], tip[1], 0.9, 2.4, ink.BARK, 8)
    tail = curve([(20, 74), (24, 72), (27, 75), (31, 73), (34, 77), (37, 76)])
    block.fill(ribbon(tail, (0.3, 1.6, 2.0, 1.8, 1.4)), ink.WYRM)
    block.oval(37.6, 75.6, 2, 1.3, ink.WYRM, -20)
    grass(block, 52, 84, 7, 5, ink.LAWN)


def excuse(block: Block) -> None:
    """Paint a fool on a rope who juggles the six suits over the town."""
    x: float
    y: float
    block.box(0, 0, 63, 88, "#f3ead2")
    for k in range(16):
        a, b = np.radians(22.5 * k), np.radians(22.5 * k + 11)
        block.fill(
            [(32, 38), (32 + 70 * np.cos(a), 38 + 70 * np.sin(a)), (32 + 70 * np.cos(b), 38 + 70 * np.sin(b))],
            "#ecdcb6",
        )
    for x, w, h, c in (
        (7, 12, 16, ink.KNOT),
        (18, 10, 11, ink.CLAY),
        (29, 12, 14, ink.TEAL),
        (42, 13, 10, ink.WYRM),
        (56, 12, 15, ink.MOSS),
    ):
        block.box(x - w / 2, 84 - h, w, h + 4, ink.CREAM)
        block.fill([(x - w * 0.58, 84 - h), (x, 84 - h - w * 0.6), (x + w * 0.58, 84 - h)], c)
        for side in (-0.28, 0.1):
            block.box(x + side * w, 88 - h, w * 0.18, 3, ink.DEEP)
    tower(block, 48, 86, 6, 24, ink.SAND, ink.CLAY)
    flag(block, 48, 62, 8, ink.EMBER, ink.BARK)
    block.line(curve([(-2, 62), (30, 66.4), (66, 60)]), ink.BARK, 0.9)
    for k, suit in enumerate(Suit):
        angle = np.radians(196 + 33.5 * k)
        x, y = 32 + 22 * np.cos(angle), 40 + 26 * np.sin(angle)
        block.stamp(suit_glyph(suit), x, y, 9.4, turn=-20 + 14 * k)
    block.brush([(33, 54), (30, 60), (31.6, 66)], (3.4, 2.8, 2), ink.WYRM)
    block.brush([(34, 54), (40, 57), (44, 53.4), (48, 55)], (3.4, 2.8, 2, 0.8), ink.GOLD)
    block.brush([(31.6, 65.4), (28, 65), (26.4, 63.4)], (1.8, 1.4, 0.4), ink.WYRM)
    body = curve([(29, 42), (36, 41), (38.6, 48), (37, 56), (29, 56), (27.4, 49)], closed=True)
    block.fill(body, ink.GOLD)
    block.fill(curve([(29, 42), (33, 41.6), (33, 56), (29, 56), (27.4, 49)], closed=True), ink.WYRM)
    for x, y, c in ((30.4, 46, ink.GOLD), (30.4, 52, ink.GOLD), (35.6, 46, ink.WYRM), (35.4, 52, ink.WYRM)):
        block.fill([(x, y - 2), (x + 1.4, y), (x, y + 2), (x - 1.4, y)], c)
    block.brush([(29, 44), (23, 42.6), (18.6, 37)], (2.8, 2.4, 1.6), ink.GOLD)
    block.brush([(36, 43.6), (42, 42), (46, 36.6)], (2.8, 2.4, 1.6), ink.WYRM)
    block.disc(18, 36.2, 1.4, ink.ROSE)
    block.disc(46.4, 35.8, 1.4, ink.ROSE)
    for k in range(5):
        block.fill([(27.4 + 2.6 * k, 41.6), (30 + 2.6 * k, 41.6), (28.7 + 2.6 * k, 44.6)], ink.TEAL)
    block.oval(33, 36.6, 4.2, 4.8, ink.ROSE, 8)
    block.brush([(31.4, 39), (33.4, 40), (35.4, 38.6)], (0.3, 0.8, 0.2), ink.WINE)
    for x in (31.6, 35):
        block.disc(x, 36, 0.6, ink.INK)
    block.soft([(29, 34), (25, 30), (22, 33.6), (23, 27.4), (28, 26.4), (32, 30)], ink.WYRM)
    block.soft([(36.6, 33), (41, 28), (45, 30.6), (42.6, 25.4), (37, 25), (33, 30)], ink.GOLD)
    block.soft([(30, 33), (31, 26), (36, 22), (37, 27), (37, 32.6)], ink.TEAL)
    for x, y in ((22, 34.4), (45.4, 31.4), (36.4, 21.4)):
        block.disc(x, y, 1.2, ink.SNOW)
        block.disc(x, y + 0.3, 0.5, ink.BARK)


PICTURES = {"PMSL": harvest, "PMYK": watchman, "PSWK": light_keeper, "PWLY": borderland, "X": excuse}
