"""Pictures of the four Courts."""

import numpy as np

from companion.artwork import palette as ink
from companion.artwork.block import Block
from companion.artwork.motifs import bird, cloud, flower, robe
from companion.artwork.shapes import arc, contour, curve, ribbon


def consul(block: Block) -> None:
    """Paint a robed man between columns on steps, a fountain and the harbour behind."""
    block.box(0, 0, 63, 88, "#b9d6ea")
    block.stars(1, (50, 12, 54, 16), ink.SNOW, 3)
    block.hill([(0, 40), (18, 33), (40, 39), (63, 34)], "#7f86a8")
    block.box(0, 42, 63, 14, ink.WAVE)
    block.ripples(42, 55, 4, "#8fc3e6", 0.6)
    block.fill([(27, 47), (27, 33), (34, 44)], ink.SNOW)
    block.soft([(23, 47), (36, 46), (34, 50), (26, 50)], ink.BARK)
    for k in range(6):
        block.box(-2, 56 + 5.6 * k, 68, 5.7, ("#e2d9dd", "#cfc4cc")[k % 2])
        block.line([(-2, 56 + 5.6 * k), (66, 56 + 5.6 * k)], "#a99cab", 0.5)
    for x, w in ((18, 7), (54, 7.6)):
        block.box(x - w / 2, 12, w, 50, ink.SNOW)
        for k in range(4):
            block.line([(x - w * 0.36 + k * w * 0.24, 15), (x - w * 0.36 + k * w * 0.24, 59)], "#c9bdc6", 0.6)
        block.box(x + w * 0.22, 12, w * 0.28, 50, "#d6cbd2")
        block.box(x - w * 0.75, 8, w * 1.5, 4.6, ink.KNOT, 1)
        block.box(x - w * 0.75, 60, w * 1.5, 4, ink.KNOT, 1)
    block.box(0, 0, 63, 9, ink.MOON)
    for k in range(11):
        block.fill([(2 + 6 * k, 8), (5 + 6 * k, 5), (8 + 6 * k, 8)], ink.LILAC)
    robe(block, 36, 82, 50, ink.SNOW, ink.ROSE)
    block.grain((28, 46, 44, 80), 24, "#d3ccd8", turn=86, length=8, width=0.6)
    block.brush([(29, 44), (33, 54), (42, 62), (47, 78)], (3, 5.6, 6, 5), ink.KNOT)
    block.brush([(29, 44), (33, 54), (42, 62), (47, 78)], (0.3, 0.6, 0.7, 0.4), ink.GOLD)
    for side in (-1, 1):
        for k in range(5):
            a = np.radians(200 + 24 * k) if side < 0 else np.radians(340 - 24 * k)
            block.oval(36 + 5.3 * np.cos(a), 37.6 + 5.3 * np.sin(a), 1.9, 0.8, ink.LEAF, np.degrees(a) + 60)
    block.disc(34.4, 38, 0.6, ink.INK)
    block.disc(38, 38, 0.6, ink.INK)
    block.brush([(34.6, 41), (36.2, 41.6), (38, 41)], (0.2, 0.7, 0.2), ink.WINE)
    block.brush([(32, 50), (27.4, 55.4), (24.4, 58.4)], (5, 4, 2.4), ink.SNOW)
    block.line([(23, 30), (25, 80)], ink.GOLD, 1.3)
    block.fill([(23, 22), (26.4, 27), (23, 33), (19.8, 27)], ink.GOLD)
    block.disc(24.4, 58.6, 1.7, ink.ROSE)


def rite(block: Block) -> None:
    """Paint cloaked figures at a fire under standing stones; the smoke is a wyrm."""
    x: float
    w: float
    h: float
    block.box(0, 0, 63, 88, "#233a44")
    block.disc(46, 18, 6, ink.CREAM)
    block.rings(46, 18, (8.4, 11.5, 15), "#3f5a60", 0.8)
    block.stars(14, (14, 8, 40, 30), ink.CREAM, 0.7)
    block.hill([(0, 54), (20, 48), (44, 52), (63, 47)], "#2c5a41")
    for x, y, w, h, lean in ((9, 64, 8, 27, 1), (24, 56, 6, 19, -1), (40, 55, 6, 20, 0.6), (56, 62, 8, 28, -1.4)):
        stone = [
            (x - w / 2, y),
            (x - w * 0.42 + lean, y - h * 0.9),
            (x + lean, y - h),
            (x + w * 0.44 + lean, y - h * 0.86),
            (x + w / 2, y),
        ]
        block.fill(stone, "#6d7480")
        block.fill(
            [(x + w * 0.1 + lean, y - h), (x + w * 0.44 + lean, y - h * 0.86), (x + w / 2, y), (x + w * 0.16, y)],
            "#4a505e",
        )
        block.grain(
            (x - w * 0.4, y - h * 0.8, x, y - 2), 7, "#8f96a0", turn=80, length=4, width=0.5, within=contour(stone)
        )
    block.box(22, 35, 21, 4, "#6d7480", 1)
    block.hill([(0, 70), (30, 64), (63, 71)], "#3d8f56")
    block.hill([(0, 80), (30, 77), (63, 82)], "#1f4a35")
    for k, tone in enumerate(("#5f8f4c", "#a8a04a", "#e3b24a")):
        block.oval(31, 73, 20 - 5 * k, 6.4 - 1.6 * k, tone)
    smoke = curve([(31, 60), (38, 52), (25, 46), (37, 40), (30, 31), (20, 30), (20, 22), (29, 19)])
    block.fill(ribbon(smoke, (1, 3, 4, 4.4, 4.4, 4, 3.4, 2.6)), ink.WYRM)
    block.fill(ribbon(smoke, (0.2, 0.7, 0.9, 0.9, 0.8, 0.6, 0.3)), "#e88a8e")
    block.soft([(27, 20), (30, 15.4), (36, 17), (38.6, 20), (33, 22), (28.6, 22)], ink.WYRM)
    block.disc(32, 18.4, 0.8, ink.GOLD)
    for x, h, w, c in (
        (31, 17, 8, ink.EMBER),
        (27, 10, 5, ink.EMBER),
        (35.6, 11, 5, ink.EMBER),
        (31, 11, 5, ink.GOLD),
        (31.4, 6, 2.6, ink.SNOW),
    ):
        block.soft(
            [
                (x - w / 2, 73),
                (x - w * 0.42, 73 - h * 0.4),
                (x + w * 0.1, 73 - h),
                (x + w * 0.46, 73 - h * 0.4),
                (x + w / 2, 73),
            ],
            c,
        )
    for a, b in (((24, 75), (37, 71)), ((25, 71), (38, 75))):
        block.brush([a, b], 1.6, ink.BARK)
    robe(block, 14, 81, 25, ink.MOON, "#e3b24a", ink.MOON, 0.05)
    robe(block, 46, 80, 24, ink.MOON, "#e3b24a", ink.MOON, -0.05)
    robe(block, 24, 88, 25, "#23202b", "#23202b", "#23202b", 0.03)
    robe(block, 38, 89, 26, "#33283f", "#33283f", "#33283f", -0.03)


def island(block: Block) -> None:
    """Paint an island from the air: beach, wood, a smoking cone, and something swimming in a circle."""
    block.box(0, 0, 63, 88, ink.WAVE)
    block.ripples(4, 86, 17, "#4a9be8", 0.8, 0.9)
    land = [(13, 46), (16, 33), (27, 26), (39, 28), (50, 36), (53, 49), (47, 61), (36, 68), (23, 66), (15, 58)]
    middle = np.array([33.0, 46.0])

    def shore(scale: float) -> list[tuple[float, float]]:
        return [(float(x), float(y)) for x, y in (np.array(land) - middle) * scale + middle]

    for scale, tone in ((1.28, "#4fa8e8"), (1.15, "#8fd0ea"), (1.0, ink.SAND), (0.86, "#7fb069"), (0.6, ink.MOSS)):
        block.soft(shore(scale), tone)
    block.grain((15, 30, 50, 64), 40, "#5a8f4c", turn=70, length=2.6, width=0.7, within=curve(shore(0.82), closed=True))
    block.fill([(22, 54), (31, 31), (37, 31), (48, 55), (36, 59)], "#7d4a3f")
    block.fill([(37, 31), (48, 55), (36, 59), (35, 38)], "#5a332e")
    block.oval(34, 31, 3.4, 1.3, ink.EMBER)
    block.brush([(34, 31), (33, 39), (30, 46), (31, 53)], (1.6, 1.3, 1.4, 0.3), ink.EMBER)
    for x, y, r in ((35, 26, 2.6), (38, 22, 3.2), (42.6, 18, 3.8), (48.6, 15.4, 4.4)):
        block.disc(x, y, r, ink.SNOW)
        block.fill(ribbon(arc(x, y, r * 0.6, 20, 150), (0.1, 0.6, 0.1)), ink.MIST)
    for x, y in ((20, 45), (24, 60), (43, 62), (18, 52)):
        block.brush([(x, y), (x + 0.6, y - 3), (x + 1.8, y - 6)], (0.9, 0.7, 0.5), ink.BARK)
        for k in range(6):
            a = np.radians(150 + 48 * k)
            block.brush(
                [
                    (x + 1.8, y - 6),
                    (x + 1.8 + 2.2 * np.cos(a), y - 6.9 + 1.6 * np.sin(a)),
                    (x + 1.8 + 4 * np.cos(a), y - 5.2 + 2.4 * np.sin(a)),
                ],
                (0.3, 1.1, 0.1),
                ink.PINE,
            )
    block.box(35, 60.4, 5.4, 3.4, ink.CREAM)
    block.fill([(34, 60.4), (37.6, 57), (41.4, 60.4)], ink.CLAY)
    for x, y, w in ((9, 74, 9), (21, 79, 8), (31, 79.6, 6)):
        block.fill(ribbon(arc(x, y, w / 2, 180, 360, 1.1), (1.6, 2.4, 1.6)), ink.WYRM)
    block.brush([(36, 80), (38, 73), (41, 71), (44.6, 72)], (1.8, 2.4, 2.8, 0.6), ink.WYRM)
    block.disc(41.4, 70.9, 0.5, ink.GOLD)
    block.fill([(4, 75), (1, 69), (6, 71)], ink.WYRM)
    block.fill([(17, 18), (17, 9), (22.4, 16)], ink.SNOW)
    block.soft([(14, 18.4), (23, 17.6), (21.4, 20.6), (16, 20.8)], ink.BARK)
    block.rays(53, 10.6, 3, 7.4, 14, ink.GOLD, 1.2)
    block.disc(53, 10.6, 3.4, ink.SUN)
    bird(block, 30, 14, 5, ink.SNOW)


def window(block: Block) -> None:
    """Paint a tall window of coloured panes over a garden, a vase on its sill."""
    block.box(0, 0, 63, 88, "#d8c6d8")
    for row in range(15):
        for column in range(6):
            x = -6 + 13 * column + 6.5 * (row % 2)
            block.box(x, 1 + 6 * row, 12.4, 5.4, ("#cdb8cd", "#e0d0e0", "#c4adc5")[(row * 7 + column * 3) % 3], 0.5)
    outer = np.concatenate(
        [arc(32, 33, 20, 180, 270, 1.2), arc(32, 33, 20, 270, 360, 1.2), contour([(52, 72), (12, 72)])]
    )
    block.fill(outer, ink.PLUM)
    inner = np.concatenate([arc(32, 33, 17.6, 180, 360, 1.2), contour([(49.6, 70), (14.4, 70)])])
    block.fill(inner, "#cfe8f2")
    block.fill(
        np.concatenate([curve([(14.4, 56), (26, 50), (38, 55), (49.6, 49)]), contour([(49.6, 70), (14.4, 70)])]),
        ink.LEAF,
    )
    block.fill(np.concatenate([curve([(14.4, 64), (30, 59), (49.6, 62)]), contour([(49.6, 70), (14.4, 70)])]), ink.MOSS)
    block.disc(40, 42, 5, ink.SUN)
    block.rays(40, 42, 6, 10, 14, ink.GOLD, 1)
    cloud(block, 24, 46, 12, ink.SNOW)
    centre = np.array([32.0, 27.0])
    tones = (ink.SUN, ink.WYRM, ink.WAVE, ink.LEAF, ink.KNOT, ink.CREAM, ink.ROSE, ink.TEAL)
    for k in range(8):
        a, b = 45 * k + 6, 45 * k + 45
        block.fill(np.concatenate([arc(32, 27, 11.4, a, b), arc(32, 27, 5.4, b, a)]), tones[k])
        spot = centre + 8.6 * np.array([np.cos(np.radians((a + b) / 2)), np.sin(np.radians((a + b) / 2))])
        block.disc(float(spot[0]), float(spot[1]), 1.3, tones[(k + 3) % 8])
    flower(block, 32, 27, 5, 6, ink.SUN, ink.WYRM)
    for radius in (5.4, 11.8):
        block.line(arc(32, 27, radius, 0, 360), ink.INK, 0.9)
    for x in (23, 32, 41):
        block.line([(x, 38.6 if x == 32 else 34), (x, 70)], ink.INK, 0.9)
    for y in (50, 60):
        block.line([(14.4, y), (49.6, y)], ink.INK, 0.7)
    for k, (x, y) in enumerate(((14.4, 40), (14.4, 50), (14.4, 60), (23, 60), (41, 50))):
        block.fill([(x + 0.6, y + 0.6), (x + 8, y + 0.6), (x + 0.6, y + 9)], tones[(k * 3 + 1) % 8])
    block.box(7, 70, 50, 5, ink.PLUM, 0.8)
    block.box(9, 75, 46, 3, "#3f2443")
    block.soft([(18, 71), (15.6, 65), (18, 60), (17.4, 57), (25, 57), (24.4, 60), (26.6, 65), (24.4, 71)], ink.WAVE)
    block.brush([(17, 64), (21, 66), (25.6, 64)], (0.3, 1.3, 0.3), ink.SNOW)
    for x, y, c in ((17, 50, ink.WYRM), (22, 47, ink.SNOW), (27, 52, ink.GOLD)):
        block.brush([(21, 58), ((21 + x) / 2, 54), (x, y)], (0.7, 0.6, 0.5), ink.PINE)
        flower(block, x, y, 3, 6, c, ink.CLAY)
    for start, end in (((46, 70), (42, 88)), ((49, 70), (50, 88))):
        block.brush([start, (start[0] + 2, 78), end], (0.6, 0.8, 0.4), ink.PINE)
        for k in range(4):
            side = 1 if k % 2 else -1
            block.oval(start[0] + 1.2 * side, 76 + 3 * k, 1.7, 1.0, ink.LEAF, 40 * side)


PICTURES = {"TMWK": consul, "TMLY": rite, "TSWY": island, "TSLK": window}
