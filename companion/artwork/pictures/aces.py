"""Pictures of the six Aces: the suit itself, large, each with a background of its own."""

import numpy as np

from companion.artwork import palette as ink
from companion.artwork.block import Block
from companion.artwork.glyphs import suit_glyph
from companion.artwork.motifs import bird
from companion.artwork.shapes import curve, ribbon
from companion.pieces import Suit


def moons(block: Block) -> None:
    """Paint a crescent over sleeping hills, and an owl on a bough."""
    block.box(0, 0, 63, 88, "#3b3f6b")
    block.rings(29, 35, (23, 26.5, 30.5, 35, 40.5), "#5a5f91", 0.7)
    block.stars(26, (6, 8, 58, 58), ink.CREAM)
    block.stamp(suit_glyph(Suit.MOONS, ink.SNOW), 32, 36, 36, turn=24)
    block.grain((15, 20, 26, 54), 18, "#c9cbe0", turn=60, length=4, width=0.45)
    block.hill([(0, 66), (14, 60), (30, 66), (46, 58), (63, 63)], ink.NIGHT)
    block.hill([(0, 76), (18, 69), (38, 76), (63, 70)], "#15172c")
    block.brush([(63, 27), (52, 31), (43, 29), (37, 32)], (2.2, 1.4, 0.3), "#15172c")
    block.soft([(47, 30), (44.6, 26), (45, 20.5), (48, 18.6), (51, 20.5), (51.6, 26), (49, 30)], "#15172c")
    block.many(
        [np.array([(45, 21.5), (44.8, 17.6), (47, 19.2)]), np.array([(51, 21.5), (51.2, 17.6), (49, 19.2)])], "#15172c"
    )
    for x in (46.6, 49.6):
        block.disc(x, 22, 1.05, ink.GOLD)
        block.disc(x, 22, 0.45, "#15172c")


def suns(block: Block) -> None:
    """Paint a great sun over furrowed fields."""
    block.box(0, 0, 63, 88, "#fbe0a0")
    block.rays(31, 36, 20, 50, 34, "#f4bd55", 2.4)
    block.stamp(suit_glyph(Suit.SUNS), 31, 36, 40, turn=9)
    block.disc(31, 36, 5.6, ink.EMBER)
    block.grain((24, 29, 38, 43), 12, "#fbe0a0", turn=-40, length=3)
    block.hill([(0, 66), (20, 62), (45, 67), (63, 62)], ink.CLAY)
    for k in range(9):
        x = -14 + 11 * k
        block.brush([(31 + (x - 31) * 0.25, 65), (31 + (x - 31) * 0.7, 75), (x, 90)], (0.2, 0.9, 2.2), ink.SAND)
    for x, size in ((15, 1.0), (20, 0.7), (47, 0.8)):
        bird(block, x, 16 + 5 * size, 6 * size, ink.BARK, 10)


def waves(block: Block) -> None:
    """Paint a breaker, and a small boat in front of it."""
    block.box(0, 0, 63, 88, "#d6e9ee")
    for k in range(9):
        block.line([(14, 12 + 2.6 * k), (60 - 3 * (k % 3), 12 + 2.6 * k)], "#b3d3df", 0.5)
    block.disc(48, 20, 6.5, ink.ROSE)
    block.stamp(suit_glyph(Suit.WAVES), 29, 43, 44)
    block.grain((8, 26, 26, 62), 22, "#7db9ef", turn=-68, length=8, width=0.6)
    for x, y, r in (
        (38, 25.6, 1.3),
        (44, 29, 1.0),
        (49.4, 34, 1.2),
        (51.5, 39.5, 0.8),
        (47, 38.5, 0.7),
        (41, 32.5, 0.6),
    ):
        block.disc(x, y, r, ink.SNOW)
    block.hill([(0, 63), (12, 60.5), (26, 64), (42, 60), (63, 63)], ink.SEA)
    block.hill([(0, 72), (16, 69), (34, 73), (50, 69), (63, 72)], ink.DEEP)
    block.ripples(64, 86, 6, "#8fc3e6")
    block.soft([(40, 60.5), (54, 57.6), (52, 61.6), (43, 62.8)], ink.BARK)
    block.fill([(46, 59), (45, 49), (52, 57.5)], ink.SNOW)


def leaves(block: Block) -> None:
    """Paint one large leaf in the rain among small falling ones."""
    block.box(0, 0, 63, 88, "#e6f0cf")
    block.grain((4, 8, 60, 82), 120, "#b7d3a2", turn=104, length=7, width=0.4)
    for x, y, size, turn, colour in (
        (20, 16, 8, 200, ink.MOSS),
        (49, 21, 7, 80, ink.CLAY),
        (12, 52, 9, 140, ink.SAND),
        (52, 50, 6, 320, ink.MOSS),
        (15, 73, 10, 30, ink.CLAY),
        (38, 75, 8, 250, ink.PINE),
    ):
        block.stamp(suit_glyph(Suit.LEAVES, colour), x, y, size, turn)
    block.stamp(suit_glyph(Suit.LEAVES, ink.PINE), 32.4, 45.2, 40, turn=-14)
    block.stamp(suit_glyph(Suit.LEAVES), 31.5, 43.5, 40, turn=-14)
    block.grain((24, 28, 45, 56), 26, "#9bd3a6", turn=-64, length=4, width=0.5)
    for x, y in ((40, 33), (25, 49), (36, 52)):
        block.disc(x, y, 1.2, ink.SKY)
        block.disc(x - 0.3, y - 0.3, 0.45, ink.SNOW)


def wyrms(block: Block) -> None:
    """Paint the wyrm above smoking peaks."""
    block.box(0, 0, 63, 88, "#f3d9b8")
    for k, x in enumerate((10, 46)):
        plume = [(x, 64), (x + 5, 52), (x - 4 + 3 * k, 40), (x + 4, 26), (x + 1, 10)]
        block.brush(plume, (2, 5, 6, 7, 9), "#dfb894")
        block.brush([(a + 1, b) for a, b in plume], (0.4, 1.0, 1.4, 1.2, 1.5), "#f3d9b8")
    block.stamp(suit_glyph(Suit.WYRMS, ink.WINE), 32.2, 39.2, 42, turn=-8)
    block.stamp(suit_glyph(Suit.WYRMS), 31.4, 38.2, 42, turn=-8)
    for k in range(13):
        t = k / 12
        block.oval(26 + 14 * t + 1.5 * np.sin(6 * t), 32 + 12 * t + 2 * np.sin(4 * t), 0.8, 0.45, "#e88a8e", 40)
    for points, colour in (
        ([(-4, 88), (10, 62), (14, 66), (28, 88)], ink.PLUM),
        ([(32, 88), (44, 61), (49, 65), (66, 88)], ink.PLUM),
        ([(12, 88), (28, 70), (31, 73), (44, 88)], "#3b2440"),
    ):
        block.fill(points, colour)
    block.grain((2, 66, 60, 82), 36, "#8d5f83", turn=62, length=5, width=0.5)
    block.brush([(10, 62), (11.5, 67), (9.5, 72), (13, 79)], (1.2, 0.9, 0.9, 0.2), ink.EMBER)
    block.brush([(45, 61.5), (46, 67), (44, 73), (48, 80)], (1.2, 0.9, 0.9, 0.2), ink.EMBER)


def knots(block: Block) -> None:
    """Paint a knot on a plaited wall, with a tassel below."""
    block.box(0, 0, 63, 88, "#efe3ee")
    for row in range(13):
        for column in range(10):
            x, y = 1 + 7 * column, 4 + 7 * row
            turn = (row + column) % 2
            for k in range(3):
                a = (x + 1.4 + 1.8 * k, y + 0.7) if turn else (x + 0.7, y + 1.4 + 1.8 * k)
                b = (a[0], a[1] + 5.4) if turn else (a[0] + 5.4, a[1])
                block.line([a, b], "#d3bdd3" if k != 1 else "#c3a8c4", 0.7)
    rope = curve([(34, 0), (31, 8), (33, 15), (31.5, 24)])
    block.fill(ribbon(rope, 2.6), ink.PLUM)
    block.stamp(suit_glyph(Suit.KNOTS, ink.PLUM), 32.4, 41.2, 42, turn=16)
    block.stamp(suit_glyph(Suit.KNOTS), 31.5, 40, 42, turn=16)
    for k in range(11):
        block.brush(
            [(31 + 0.3 * k - 1.5, 63), (26 + 1.1 * k, 72), (24 + 1.5 * k, 82 - 0.5 * abs(k - 6))],
            (0.5, 0.9, 0.4),
            ink.PLUM,
        )
    block.oval(31.4, 63, 3, 2.4, ink.GOLD)


PICTURES = {"AM": moons, "AS": suns, "AW": waves, "AL": leaves, "AY": wyrms, "AK": knots}
