"""Pictures of the ranks 8 and 9."""

import numpy as np

from companion.artwork import palette as ink
from companion.artwork.block import Block
from companion.artwork.glyphs import suit_glyph
from companion.artwork.motifs import grass, house, round_tree
from companion.artwork.shapes import arc, circle, contour, curve, ribbon
from companion.pieces import Suit


def diplomat(block: Block) -> None:
    """Paint a dove that brings an olive twig to two cups on one table."""
    x: float
    y: float
    block.box(0, 0, 63, 88, "#f3dfae")
    for row in range(9):
        for column in range(8):
            x, y = 4 + 8 * column + 4 * (row % 2), 6 + 7 * row
            block.fill([(x, y - 2), (x + 1.6, y), (x, y + 2), (x - 1.6, y)], "#e8cd8c")
    block.box(0, 64, 63, 24, ink.MOON)
    block.grain((2, 66, 60, 84), 30, "#686a88", length=9, width=0.5)
    block.fill([(9, 64), (31, 64), (27, 84), (5, 84)], "#d5d4e0")
    block.fill([(36, 64), (56, 64), (60, 84), (40, 84)], ink.SUN)
    for k in range(6):
        block.line([(10 - 0.7 * k, 66 + 3 * k), (29 - 0.6 * k, 66 + 3 * k)], ink.STONE, 0.4)
        block.line([(38 + 0.5 * k, 66 + 3 * k), (56 + 0.5 * k, 66 + 3 * k)], ink.CLAY, 0.4)
    body = [
        (14, 45),
        (22, 38),
        (32, 33),
        (39, 26),
        (44, 24),
        (47, 27),
        (45, 33),
        (41, 42),
        (33, 49),
        (23, 51),
        (10, 54),
    ]
    block.soft([(x + 0.8, y + 1) for x, y in body], "#caa860")
    block.soft(body, ink.SNOW)
    block.fill([(46.4, 25.6), (50.4, 28), (46.4, 28.8)], ink.CLAY)
    block.disc(44.2, 27.2, 0.8, ink.INK)
    wing = [
        (36, 38),
        (34, 28),
        (27, 17),
        (18, 11),
        (18.6, 17),
        (15.4, 17),
        (17.6, 22),
        (15, 23.4),
        (19, 29),
        (17, 31),
        (24, 38),
        (29, 43),
    ]
    block.fill(curve(wing, closed=True, steps=4), "#e6e2ea")
    for k in range(5):
        block.brush([(20 + 1.2 * k, 15.5 + 3.6 * k), (27 + k, 25 + 2.6 * k), (33, 37)], (0.1, 0.8, 0.2), ink.STONE)
    for k in range(4):
        block.brush([(12, 53 - 2.4 * k), (20, 49 - 2 * k)], (0.3, 0.7), ink.STONE)
    block.brush([(49, 28.5), (53, 34), (52, 42)], (0.7, 0.6, 0.3), ink.PINE)
    for x, y, turn in ((50.5, 31, 120), (54, 34, 20), (51, 37, 150), (54.4, 39.5, 40), (52, 43.6, 95)):
        block.oval(x, y, 2.1, 0.9, ink.MOSS, turn)
    for x, c, d in ((19, "#686a88", ink.MOON), (43, "#f0b54a", "#b97a1c")):
        block.fill(curve([(x - 5, 55), (x - 4.2, 60), (x, 62.6), (x + 4.2, 60), (x + 5, 55)]), c)
        block.oval(x, 55, 5, 1.3, d)
        block.line([(x, 62), (x, 68)], c, 1.4)
        block.oval(x, 68.6, 4, 1.2, c)
        block.brush([(x - 3.4, 57), (x - 2.6, 60), (x - 0.6, 61.4)], (0.2, 0.7, 0.2), ink.SNOW)


def mill(block: Block) -> None:
    """Paint a water mill, its wheel turning in the stream."""
    block.box(0, 0, 63, 88, "#cfe7f0")
    block.grain((13, 8, 60, 30), 24, "#eaf5f8", length=12, width=0.9)
    block.hill([(0, 38), (20, 31), (42, 37), (63, 30)], ink.LAWN)
    round_tree(block, 15, 58, 28, ink.LEAF, ink.BARK, ink.LAWN)
    round_tree(block, 55, 46, 18, ink.MOSS, ink.BARK, ink.LAWN)
    block.hill([(0, 56), (30, 50), (63, 52)], ink.MOSS)
    house(block, 40, 62, 27, 22, ink.CREAM, ink.CLAY, ink.DEEP)
    for k in range(6):
        block.line([(26.5 + 2.2 * k, 38.6 - 2.6 * k), (53.5 - 2.2 * k, 38.6 - 2.6 * k)], "#a85a39", 0.5)
    for a, b in (((27, 48), (53, 48)), ((40, 41), (40, 62)), ((27, 62), (40, 48)), ((53, 62), (40, 48))):
        block.line([a, b], ink.BARK, 1.1)
    block.box(46, 26, 4, 9, ink.CLAY)
    for x, y, r in ((49, 23.5, 1.5), (50.5, 20.6, 1.9), (53, 17.6, 2.4), (56, 14, 3)):
        block.disc(x, y, r, ink.SNOW)
    stream = curve([(-4, 62), (14, 66), (30, 71), (48, 70), (66, 76)])
    block.fill(np.concatenate([stream, contour([(66, 92), (-4, 92)])]), ink.SEA)
    block.ripples(69, 87, 7, "#9fd0ea")
    x, y, r = 25, 61, 15
    for k in range(12):
        angle = 2 * np.pi * k / 12 + 0.13
        d = np.array([np.cos(angle), np.sin(angle)])
        block.line([(x, y), (x + d[0] * r, y + d[1] * r)], ink.BARK, 1)
        side = np.array([-d[1], d[0]]) * 2.8
        tip = np.array([x, y]) + d * (r + 1)
        block.fill([tip - side - d * 2, tip + side - d * 2, tip + side + d * 1.2, tip - side + d * 1.2], "#3c2a24")
    block.fill(circle(x, y, r), ink.BARK, circle(x, y, r - 1.9))
    block.fill(circle(x, y, r * 0.55), ink.BARK, circle(x, y, r * 0.55 - 1.2))
    block.disc(x, y, 2.4, "#3c2a24")
    for k in range(9):
        block.disc(10 + 3.7 * k % 30, 76.5 + (k * 5) % 4, 0.8 + 0.3 * (k % 3), ink.SNOW)
    block.hill([(0, 84), (20, 80), (34, 88)], ink.PINE)
    for px in (5, 11, 17):
        grass(block, px, 83, 9, 5, ink.LEAF)


def betrayal(block: Block) -> None:
    """Paint a dagger in a sealed letter, and a spilt cup."""
    block.box(0, 0, 63, 88, "#4b2338")
    block.grain((2, 6, 61, 82), 90, "#683650", turn=-24, length=14, width=0.6)
    block.fill([(13, 46), (45, 36), (53, 66), (21, 76)], "#2b1220")
    block.fill([(12, 44), (44, 34), (52, 64), (20, 74)], ink.CREAM)
    block.line([(12, 44), (34, 56), (44, 34)], "#d2b98c", 0.7)
    for k in range(3):
        block.brush(
            [(22 + k, 66 + 0.4 * k - 3 * k), (32, 62.4 - 3 * k), (40 - 4 * k, 60 - 2 * k)], (0.3, 0.7, 0.2), ink.SMOKE
        )
    block.disc(34, 56, 4.4, ink.WYRM)
    block.stamp(suit_glyph(Suit.KNOTS, ink.WINE), 34, 56, 5.4)
    block.fill([(25, 26), (29.4, 24.4), (35.6, 55), (33.4, 55.6)], ink.MIST)
    block.fill([(27.2, 25.2), (29.4, 24.4), (35.6, 55), (34.5, 55.3)], ink.STONE)
    block.brush([(18, 28.6), (27, 26), (36, 21)], (1.8, 2.8, 1.8), ink.GOLD)
    block.brush([(26.6, 25), (25, 18), (23.6, 12)], (3, 3.4, 2.6), ink.PLUM)
    for k in range(4):
        block.line([(24 + 0.5 * k - 1.4, 14 + 2.6 * k), (26.6 + 0.5 * k, 13.4 + 2.6 * k)], ink.LILAC, 0.6)
    block.disc(23.2, 10.6, 2.3, ink.GOLD)
    pool = [(45, 76), (38, 80), (24, 79), (18, 83), (28, 87), (44, 86), (50, 82)]
    block.soft(pool, ink.WYRM)
    block.brush([(26, 82), (34, 82.6), (42, 81)], (0.2, 1, 0.2), "#e88a8e")
    block.fill(curve([(40, 26), (50, 24), (58, 30), (57, 38), (50, 43)], steps=8), ink.GOLD)
    block.oval(44.6, 34.4, 4, 9.4, "#8a5a1c", -32)
    block.oval(45.6, 34.2, 2.8, 7.6, ink.WYRM, -32)
    block.brush([(57, 33), (61, 32), (64, 31)], (2, 1.6, 2), ink.GOLD)
    for x, y, r in ((15, 66, 1.3), (12, 70, 0.8), (40, 48, 1.0), (43, 51, 0.7), (38, 73, 1.2)):
        block.oval(x, y, r, r * 0.8, ink.WYRM, 30)
    coil = curve([(4, 40), (9, 46), (5, 53), (10, 60), (6, 67), (9, 74)])
    block.fill(ribbon(coil, (0.4, 1.8, 2.4, 2.6, 2.2, 1.8)), ink.KNOT)
    block.oval(9.6, 75.4, 2, 2.7, ink.KNOT, -20)
    block.disc(9, 76, 0.5, ink.GOLD)


def pact(block: Block) -> None:
    """Paint a scroll with two seals, the sun's and the moon's, and crossing ribbons."""
    block.box(0, 0, 63, 88, "#8d93b8")
    block.box(0, 0, 63, 88, "#676d96")
    for k in range(15):
        block.brush([(-4, 6 * k - 8), (22, 6 * k), (44, 6 * k - 9), (66, 6 * k - 2)], (0.6, 1.4, 1.1, 0.6), "#7a80a8")
    page = np.concatenate(
        [
            curve([(15, 17), (30, 20), (50, 15)]),
            curve([(52, 40), (49, 54), (52, 66)]),
            curve([(34, 70), (14, 67)]),
            curve([(12, 50), (16, 34), (15, 17)]),
        ]
    )
    block.fill(page + (1.4, 1.6), "#3a3e60")
    block.fill(page, ink.CREAM)
    block.grain((15, 19, 50, 66), 50, "#ead6ac", turn=4, length=6, width=0.6, within=page)
    for x, y, tilt in ((32.6, 15.6, -5), (32.6, 69, 2)):
        block.oval(x, y, 21, 3.3, ink.SAND, tilt)
        block.oval(x - 1, y + 0.4, 19, 1.4, ink.CREAM, tilt)
        for side in (-1, 1):
            block.oval(x + side * 21, y + side * tilt * 0.36, 2.4, 3.4, ink.CLAY)
    for row in range(6):
        y = 24.6 + 3.4 * row
        block.brush(
            [(19 + 1.4 * (row % 2), y), (30, y + 0.9), (46 - 5 * ((row * 2) % 3), y - 0.5)], (0.3, 0.9, 0.3), ink.SMOKE
        )
    block.brush([(19, 50), (30, 58), (44, 64), (50, 76), (46, 86)], (3, 3, 3.2, 3.4, 3), ink.SUN)
    block.brush([(46, 48), (36, 57), (22, 63), (14, 74), (18, 86)], (3, 3, 3.2, 3.4, 3), ink.MOON)
    block.disc(22, 51.6, 7, ink.MOON)
    block.rings(22, 51.6, (6,), "#8d93b8", 0.7)
    block.stamp(suit_glyph(Suit.MOONS, ink.SNOW), 22.6, 51.6, 8, turn=-14)
    block.disc(43, 49.6, 7, "#d98a12")
    block.rings(43, 49.6, (6,), "#fbe3a6", 0.7)
    block.stamp(suit_glyph(Suit.SUNS, ink.SNOW), 43, 49.6, 9.4)
    block.brush([(30, 45), (34, 43), (38, 45)], (0.4, 0.8, 0.2), ink.SMOKE)


def darkness(block: Block) -> None:
    """Paint the deep sea: one lantern fish, and what its light shows."""
    block.box(0, 0, 63, 88, "#10182f")
    for k, tone in enumerate(("#16233f", "#1d3352", "#2a4a68", "#44708a")):
        block.disc(22, 40, 26 - 6.2 * k, tone)
    block.grain((2, 6, 61, 84), 60, "#22345a", length=9, width=0.5)
    block.disc(22, 40, 3, ink.CREAM)
    block.rays(22, 40, 4, 8, 14, ink.GOLD, 0.8)
    body = curve([(28, 58), (30, 46), (40, 38), (52, 42), (60, 54), (58, 66), (46, 73), (34, 70)], closed=True)
    block.fill(body, "#4a1a38")
    block.grain((28, 40, 60, 72), 46, "#74305a", turn=30, length=4, width=0.7, within=body)
    block.brush([(43, 39), (38, 27), (27, 26), (22, 36)], (1.8, 1.1, 0.8, 0.5), "#74305a")
    jaw = np.concatenate([curve([(28, 55), (36, 54), (45, 59)]), curve([(45, 59), (38, 67), (30, 66)])])
    block.fill(jaw, "#05080f")
    for k in range(6):
        x = 29 + 2.5 * k
        block.fill([(x, 54.6 + 0.15 * k * k * 0.6), (x + 1.5, 54.6 + 0.16 * k * k * 0.6), (x + 0.6, 59.4)], ink.CREAM)
        block.fill(
            [(x + 1, 66.4 - 0.9 * max(0, k - 2)), (x + 2.4, 66 - 0.9 * max(0, k - 2)), (x + 1.4, 61.4)], ink.CREAM
        )
    block.disc(39, 48.6, 3.4, "#d6e06a")
    block.disc(38.2, 48.6, 1.5, "#05080f")
    block.fill([(48, 41), (56, 30), (58, 44)], "#74305a")
    block.fill([(46, 64), (54, 72), (44, 76)], "#74305a")
    for x, y, s in ((14, 26, 1), (31, 24, 0.7), (12, 52, 0.9), (24, 60, 0.8)):
        block.soft([(x - 2.6 * s, y), (x, y - 1.3 * s), (x + 2.4 * s, y), (x, y + 1.3 * s)], "#8fc3e6")
        block.fill([(x + 1.8 * s, y), (x + 4 * s, y - 1.4 * s), (x + 4 * s, y + 1.4 * s)], "#8fc3e6")
        block.disc(x - 1.4 * s, y - 0.2, 0.35, "#10182f")
    block.hill([(0, 78), (12, 72), (24, 80), (44, 76), (63, 82)], "#070b18")
    for x, h in ((8, 16), (14, 11), (28, 9), (5, 22)):
        block.brush([(x, 82), (x + 2, 82 - h * 0.5), (x - 1.4, 82 - h)], (1.4, 1.2, 0.2), "#1d5a6e")
    for _ in range(16):
        block.disc(block.rng.uniform(4, 60), block.rng.uniform(8, 80), 0.35, "#5f9fd0")


def merchant(block: Block) -> None:
    """Paint a pair of scales on which leaves outweigh rings, and coins in front."""
    block.box(0, 0, 63, 88, "#d9e8d3")
    for k in range(16):
        block.box(4 * k, 0, 2, 88, "#cbdec6")
    block.box(0, 68, 63, 20, ink.BARK)
    block.grain((2, 70, 60, 84), 36, "#7b5b49", length=10, width=0.6)
    block.brush([(33, 70), (33, 40), (33, 15)], (3.2, 2.0, 1.4), ink.GOLD)
    block.brush([(23, 70), (33, 66.4), (43, 70)], (2.4, 4.4, 2.4), ink.GOLD)
    block.brush([(13, 28), (24, 21.6), (33, 19), (43, 16.4), (53, 16.6)], (1.2, 1.8, 2.6, 1.8, 1.2), "#b97a1c")
    block.disc(33, 17.6, 2.8, ink.GOLD)
    block.disc(33, 17.6, 1.1, ink.BARK)
    block.fill([(33, 7), (34.4, 15), (31.6, 15)], "#b97a1c")
    for x, top, pan in ((15, 28, 52), (51, 17, 41)):
        for side in (-8, 0, 8):
            block.line([(x, top), (x + side, pan)], ink.BARK, 0.4)
        block.fill(np.concatenate([arc(x, pan, 9.5, 0, 180, 0.55)]), ink.GOLD)
        block.brush([(x - 7, pan + 1.6), (x, pan + 4), (x + 6, pan + 2)], (0.2, 0.8, 0.2), ink.SNOW)
    for dx, dy, turn in ((-5, -2, 10), (0, -2.6, 60), (5, -2, 120), (-2.6, -6.4, 30), (3, -6.2, 90), (0.4, -10, 40)):
        block.stamp(
            suit_glyph(Suit.LEAVES, (ink.LEAF, ink.PINE, ink.MOSS)[int(turn / 10) % 3]), 15 + dx, 52 + dy, 7, turn
        )
    for dx, dy in ((-3.6, -2.2), (3.4, -2.2), (0, -6.2)):
        block.stamp(suit_glyph(Suit.KNOTS), 51 + dx, 41 + dy, 7, 25 * dx)
    for x, n in ((22, 3), (29, 5), (40, 4)):
        for k in range(n):
            block.oval(x, 75 - 2 * k, 3.6, 1.5, "#b97a1c")
            block.oval(x, 74.4 - 2 * k, 3.6, 1.5, ink.GOLD)
            block.oval(x, 74.4 - 2 * k, 2.2, 0.8, "#f6d27a")
    block.soft([(6, 80), (8, 70), (10, 66), (9, 62), (15, 62), (14, 66), (17, 71), (18, 80), (12, 83)], ink.CLAY)
    block.brush([(9.4, 66), (12, 67), (14.6, 66)], 1, ink.CREAM)


PICTURES = {
    "8MS": diplomat,
    "8WL": mill,
    "8YK": betrayal,
    "9MS": pact,
    "9WY": darkness,
    "9LK": merchant,
}
