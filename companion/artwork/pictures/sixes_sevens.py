"""Pictures of the ranks 6 and 7."""

import numpy as np

from companion.artwork import palette as ink
from companion.artwork.block import Block
from companion.artwork.glyphs import suit_glyph
from companion.artwork.motifs import bird, cloud, flag, flower, robe, round_tree, tower
from companion.artwork.shapes import arc, contour, curve, ribbon
from companion.pieces import Suit


def lunatic(block: Block) -> None:
    """Paint somebody in a rowing boat who fishes for the moon in the water."""
    block.box(0, 0, 63, 88, "#28406f")
    block.stars(34, (13, 8, 60, 34), ink.CREAM, 0.9)
    block.stamp(suit_glyph(Suit.MOONS, ink.CREAM), 48, 18, 12, turn=-30)
    block.hill([(0, 40), (14, 35), (28, 39), (46, 34), (63, 39)], "#1a2a50", 46)
    block.box(0, 43, 63, 45, "#3a6aa6")
    block.ripples(44, 86, 10, "#6d9bd0", 0.8, 1.0)
    for k in range(7):
        y, half = 62 + 2.6 * k, (3.5, 7, 9, 9.6, 8.6, 6.4, 3)[k]
        shift = (0.8, -1, 0.6, -0.7, 1, -0.6, 0.5)[k]
        block.brush(
            [(40 + shift - half, y), (40 + shift, y + 0.4), (40 + shift + half * 0.9, y - 0.2)],
            (0.4, 2.1, 0.4),
            ink.CREAM,
        )
    block.soft([(3, 52), (14, 57), (28, 56), (34, 50), (31, 62), (22, 66), (10, 65)], ink.BARK)
    block.brush([(5, 55), (17, 60), (32, 55)], (0.3, 1.1, 0.3), ink.SAND)
    block.soft([(15, 58), (13, 48), (16, 38), (22, 37), (26, 44), (26, 57)], ink.WYRM)
    block.disc(24, 33, 4, ink.ROSE)
    block.brush([(21, 35), (20, 29), (24, 27), (28, 29.4)], (1.6, 3, 2.4, 0.2), ink.CREAM)
    block.disc(25.8, 33, 0.55, ink.INK)
    block.brush([(21, 42), (29, 45), (34, 43.5)], (3, 2.4, 1.6), ink.WYRM)
    block.disc(34.4, 43.4, 1.3, ink.ROSE)
    block.line([(28, 37), (47, 58)], ink.SAND, 0.9)
    hoop = arc(44, 61.5, 6, 0, 360, 0.45)
    block.line(hoop, ink.SAND, 0.9)
    for k in range(5):
        block.line([(39.6 + 2.2 * k, 63.4 - abs(k - 2) * 0.5), (42 + 1.1 * k, 71)], ink.SNOW, 0.35)
    for k in range(3):
        block.line([(39.6 + k, 65 + 2 * k), (48.6 - k, 65 + 2 * k)], ink.SNOW, 0.35)


def penitent(block: Block) -> None:
    """Paint a hooded figure, barefoot and chained, on a long stair."""
    block.box(0, 0, 63, 88, "#f2c88e")
    block.disc(47, 20, 8, ink.EMBER)
    block.rays(47, 20, 10, 44, 26, "#f7d9a8", 2)
    for k in range(9):
        x, y = 2 + 6.2 * k, 81 - 6 * k
        block.fill([(x, y), (66, y), (66, 90), (x, 90)], ("#8c4a3a", "#9d5843")[k % 2])
        block.line([(x, y), (66, y)], "#c98a62", 0.7)
        block.grain((x + 1, y + 1.5, x + 18, y + 5), 4, "#6f3629", length=5, width=0.5)
    block.soft([(18, 68), (15, 57), (18, 44), (26, 34), (32, 37), (33, 50), (36, 60), (33, 63), (24, 65)], "#5a4034")
    block.soft([(24, 38), (26, 28), (33, 25), (38, 31), (37, 37), (31, 41)], "#3c2a24")
    block.oval(35.6, 33.6, 2.4, 3, ink.ROSE, -20)
    block.grain((18, 42, 32, 62), 18, "#7c5c4b", turn=75, length=6, width=0.6)
    block.brush([(30, 42), (37, 46), (42, 43)], (4, 3, 2), "#5a4034")
    block.disc(43, 42.6, 1.5, ink.ROSE)
    block.brush([(28, 61), (31, 64), (34.6, 63.2)], (1.8, 1.6, 1.2), ink.ROSE)
    block.brush([(20, 65), (20.6, 69), (24, 69.6)], (1.8, 1.6, 1.2), ink.ROSE)
    for k in range(9):
        x, y = 19 - 1.9 * k, 69.5 + 1.1 * k + 0.9 * np.sin(k)
        block.fill(arc(x, y, 1.5, 0, 360, 0.7), ink.INK, arc(x, y, 0.85, 0, 360, 0.6))
    block.disc(3.5, 79.5, 4.2, ink.INK)
    block.brush([(1.4, 78), (3, 76.6)], 0.7, ink.STONE)
    for x, y in ((15, 16), (22, 22), (27, 13)):
        bird(block, x, y, 6, "#8c4a3a", 8)


def market(block: Block) -> None:
    """Paint striped awnings, baskets of fruit, lanterns on a string."""
    x: float
    block.box(0, 0, 63, 88, "#dceadb")
    for x, h, c in ((14, 28, "#b9a3bb"), (27, 36, "#cdb9cb"), (40, 30, "#a98fab"), (54, 38, "#c2adc3")):
        block.box(x - 7, 48 - h, 13.5, h, c)
        block.fill([(x - 8, 48 - h), (x - 0.2, 42 - h), (x + 7.5, 48 - h)], ink.PLUM)
        for row in range(3):
            block.box(x - 4, 52 - h + 7 * row, 2.2, 3.4, ink.CREAM)
            block.box(x + 1.2, 52 - h + 7 * row, 2.2, 3.4, ink.PLUM)
    rope = curve([(10, 17), (24, 24), (38, 23), (60, 15)])
    block.line(rope, ink.BARK, 0.5)
    for k, c in enumerate((ink.GOLD, ink.EMBER, ink.LEAF, ink.GOLD, ink.EMBER)):
        x, y = rope[2 + 4 * k]
        block.oval(x, y + 2.4, 1.7, 2.1, c)
    for left, top, width, one in ((2, 41, 28, ink.LEAF), (32, 47, 30, ink.KNOT)):
        for k in range(7):
            w = width / 7
            x = left + w * k
            scallop = np.concatenate(
                [contour([(x + (w * 0.4), top), (x + w * 1.0, top)]), arc(x + w / 2, top + 8, w / 2, 0, 180)]
            )
            block.fill(scallop, one if k % 2 == 0 else ink.SNOW)
        block.line([(left + 1, top + 8), (left + 1, 80)], ink.BARK, 1)
        block.line([(left + width - 1, top + 8), (left + width - 1, 80)], ink.BARK, 1)
    block.box(3, 62, 26, 12, ink.CLAY)
    block.box(34, 67, 28, 10, ink.CLAY)
    block.hill([(0, 75), (63, 77)], ink.SAND)
    block.grain((2, 77, 60, 86), 26, "#cfa768", length=5, width=0.6)
    for x, y, c in (
        (8, 62, ink.EMBER),
        (16, 62, ink.GOLD),
        (24, 62, ink.LEAF),
        (40, 67, ink.PLUM),
        (49, 67, ink.EMBER),
    ):
        for dx, dy in ((-2, 0), (0, -0.4), (2, 0), (-1, -1.9), (1, -1.9), (0, -3.4)):
            block.disc(x + dx, y - 1 + dy, 1.3, c)
        block.fill([(x - 4, y - 0.6), (x + 4, y - 0.6), (x + 3, y + 3.4), (x - 3, y + 3.4)], ink.BARK)
        block.line([(x - 3.4, y + 1), (x + 3.4, y + 1)], ink.SAND, 0.5)
    robe(block, 17, 85, 21, ink.DEEP, ink.ROSE, ink.DEEP)
    robe(block, 34, 86, 24, ink.WINE, ink.ROSE)
    block.oval(34, 63.6, 6, 1.6, ink.SAND)
    block.oval(34, 62.4, 2.8, 1.8, ink.SAND)


def chance_meeting(block: Block) -> None:
    """Paint two umbrellas that meet under a tree in the rain."""
    block.box(0, 0, 63, 88, "#a9bfc4")
    block.grain((2, 6, 61, 80), 150, "#d6e3e4", turn=112, length=7, width=0.4)
    block.disc(21, 20, 6, ink.CREAM)
    block.rings(21, 20, (8, 10.5), "#c9d6d6", 0.7)
    round_tree(block, 38, 66, 62, "#3d6b52", ink.BARK, "#7fb08a")
    block.hill([(0, 66), (30, 63), (63, 67)], ink.MOSS)
    block.fill(
        np.concatenate([curve([(-2, 76), (24, 70), (63, 72)]), curve([(63, 80), (24, 79), (-2, 90)])]), "#8f8a97"
    )
    for x, y, w in ((14, 80, 5), (40, 76, 6), (27, 75, 3)):
        block.oval(x, y, w, w * 0.22, ink.SKY)
    for x, cloth, top, face in ((20, ink.MOON, ink.WYRM, 1), (40, "#23523f", ink.GOLD, -1)):
        robe(block, x, 76, 24, cloth, ink.ROSE, None, 0.03 * face)
        block.line([(x + 2 * face, 62), (x + 3 * face, 42)], ink.INK, 0.7)
        middle = x + 3 * face
        dome = arc(middle, 51, 11, 180, 360, 0.85)
        scallops = [arc(middle + 11 - 5.5 * k - 2.75, 51, 2.75, 0, -180, 0.5) for k in range(4)]
        block.fill(np.concatenate([dome, *scallops]), top)
        for k in (-5.5, 0, 5.5):
            block.brush([(middle + k, 50), (middle + 0.62 * k, 45), (middle, 41.8)], (0.5, 0.4, 0.1), ink.INK)
        block.box(middle - 0.4, 39.6, 0.8, 2.4, ink.INK)
        block.brush([(x, 61), (x + 3 * face, 62.4), (x + 5.5 * face, 61.4)], (2.4, 2, 1.4), cloth)
    block.brush([(29, 80), (33, 79), (35, 76), (36.4, 77.6), (38, 76.6)], (0.6, 1.8, 2, 1.6, 0.8), ink.INK)
    for x in (31, 34):
        block.line([(x, 79.4), (x, 82)], ink.INK, 0.6)
    block.brush([(29.4, 79.6), (27, 77.6), (27.6, 75)], (0.6, 0.6, 0.3), ink.INK)


def castle(block: Block) -> None:
    """Paint a castle on its rock in the last sun, a road to its gate."""
    block.box(0, 0, 63, 88, "#f8d38c")
    block.disc(22, 25, 9, "#fdf0cf")
    block.rings(22, 25, (11.5, 15, 19, 24), "#fbe4b3", 1)
    for k in range(4):
        cloud(block, (46, 18, 53, 30)[k], (20, 42, 34, 14)[k], (15, 13, 12, 11)[k], "#fdf0cf")
    block.hill([(0, 58), (20, 50), (44, 54), (63, 47)], ink.LAWN)
    block.soft([(8, 78), (14, 62), (26, 57), (46, 57), (56, 66), (62, 84), (30, 90)], ink.SMOKE)
    block.grain((14, 62, 56, 82), 40, "#8d8996", turn=70, length=5, width=0.7)
    tower(block, 47, 60, 9, 25, "#b08fb0", ink.KNOT)
    tower(block, 18.5, 62, 9, 27, "#b08fb0", ink.KNOT)
    block.box(18, 43, 29, 20, "#c3a6c2")
    for k in range(6):
        block.box(18.5 + 5 * k, 40.8, 2.8, 3, "#c3a6c2")
    block.grain((24, 45, 44, 61), 22, ink.KNOT, length=2.4, width=0.5)
    tower(block, 35, 45, 11, 24, "#c3a6c2", ink.KNOT)
    block.fill([(28, 20), (35, 8), (42, 20)], ink.PLUM)
    for x, y in ((33.4, 29), (16.6, 42), (46, 43)):
        block.fill(
            np.concatenate([arc(x, y, 1.3, 180, 360), contour([(x + 1.3, y + 3.4), (x - 1.3, y + 3.4)])]), ink.GOLD
        )
    block.fill(np.concatenate([arc(31, 56, 4, 180, 360), contour([(35, 64), (27, 64)])]), "#3c2a24")
    for k in range(3):
        block.line([(29 + 2 * k, 52.6), (29 + 2 * k, 64)], ink.SAND, 0.4)
    flag(block, 35, 9, 8, ink.EMBER, ink.BARK)
    flag(block, 18.5, 36, 9, ink.EMBER, ink.BARK)
    flag(block, 47, 36, 9, ink.GOLD, ink.BARK)
    road = curve([(31, 64), (35, 69), (25, 74), (31, 80), (20, 92)])
    block.fill(ribbon(road, (4, 4.5, 6, 8, 12)), ink.SAND)
    block.hill([(0, 78), (8, 73), (14, 79), (20, 88)], ink.PINE)
    for x, y in ((6, 80), (12, 84), (40, 84)):
        flower(block, x, y, 2.2, 5, ink.SNOW, ink.GOLD)


def cave(block: Block) -> None:
    """Paint the view out of a cave: stalactites, a still lake, a coiled sleeper."""
    block.box(0, 0, 63, 88, "#2b2a3d")
    mouth = curve([(14, 62), (11, 44), (17, 27), (29, 17), (42, 21), (52, 34), (53, 52), (50, 63)])
    block.fill(mouth, "#8fc4e8")
    block.disc(38, 33, 5, ink.SNOW)
    block.hill([(10, 52), (24, 44), (34, 50), (53, 42)], "#5a93c2", 63)
    block.grain((4, 8, 60, 84), 70, "#454059", turn=78, length=8, width=0.8)
    for x, top, length, w in (
        (17, 26, 16, 4),
        (23, 19, 26, 5),
        (30, 15, 13, 4),
        (36, 17, 21, 4.5),
        (43, 20, 30, 5),
        (49, 28, 14, 4),
    ):
        block.fill(
            [(x - w / 2, top - 6), (x + w / 2, top - 6), (x + 0.4, top + length), (x - 0.3, top + length)], "#3d3953"
        )
        block.line([(x - w * 0.2, top), (x - 0.1, top + length * 0.7)], "#6f6a86", 0.5)
    block.fill(
        np.concatenate([curve([(0, 61), (16, 63), (40, 60), (63, 64)]), contour([(63, 88), (0, 88)])]), "#1a5a94"
    )
    block.ripples(62, 86, 8, "#5f9fd0", 0.7)
    for x, h in ((12, 9), (20, 6), (51, 11)):
        block.fill([(x - 3, 64), (x, 64 - h), (x + 3, 64)], "#2b2a3d")
    coil = curve(
        [(13, 70), (22, 62), (33, 66), (29, 74), (18, 76), (14, 70), (24, 64), (38, 68), (44, 62), (41, 54), (46, 50)]
    )
    block.fill(ribbon(coil[:33], (0.3, 2, 3.6)), "#6b1528")
    block.fill(ribbon(coil[28:], (3.4, 4.6, 5, 5, 4.4, 3.6)), ink.WYRM)
    for k in range(12):
        x, y = coil[32 + 4 * k]
        block.brush([(x - 1, y - 1), (x + 0.6, y + 1)], (0.2, 0.7), "#f0a9a6")
    block.soft([(42, 50), (46, 45.6), (53, 46.6), (57, 50), (51, 52.6), (45, 53)], ink.WYRM)
    block.disc(49.4, 48.6, 0.9, ink.GOLD)
    block.line([(56, 50.4), (59.4, 51.4)], ink.EMBER, 0.5)


PICTURES = {
    "6MW": lunatic,
    "6SY": penitent,
    "6LK": market,
    "7ML": chance_meeting,
    "7SK": castle,
    "7WY": cave,
}
