"""Pictures of the ranks 2 and 3."""

import numpy as np

from companion.artwork import palette as ink
from companion.artwork.block import Block
from companion.artwork.motifs import pine, robe
from companion.artwork.shapes import arc, circle, curve, ribbon


def author(block: Block) -> None:
    """Paint a desk by night: candle, inkpot, a written page and a quill."""
    block.box(0, 0, 63, 88, "#4a3c5e")
    block.grain((4, 8, 60, 56), 70, "#5c4d72", turn=90, length=6, width=0.5)
    block.box(38, 10, 19, 27, ink.BARK, 1)
    block.box(39.5, 11.5, 16, 24, ink.NIGHT)
    block.fill(arc(49, 19, 4.6, 40, 320), ink.CREAM, circle(51, 18, 3.9))
    block.stars(9, (40, 13, 55, 34), ink.CREAM, 0.8)
    block.line([(47.5, 11), (47.5, 36)], ink.BARK, 1)
    block.rings(20, 40, (7, 10.5, 14.5), "#8a6a70", 0.8)
    block.box(17.6, 46, 5, 15, ink.SNOW)
    block.soft([(20, 34), (22.4, 40), (21.4, 44), (20, 45), (18.6, 44), (17.8, 40)], ink.GOLD)
    block.soft([(20, 39), (21, 42), (20, 44.4), (19, 42)], ink.EMBER)
    block.hill([(0, 60), (63, 57)], ink.BARK)
    block.grain((2, 61, 60, 81), 34, "#7b5b49", turn=-3, length=10, width=0.5)
    page = np.array([(15, 70), (38, 62), (47, 76), (23, 84)])
    block.fill(page + (1, 1.4), "#3c2a24")
    block.fill(page, ink.CREAM)
    for k in range(5):
        start = np.array([19.5 + 1.8 * k, 70.6 + 2.5 * k])
        block.brush([start, start + (7, -2), start + (17 - 2 * (k % 2), -5.8)], (0.5, 0.7, 0.3), ink.SMOKE)
    block.soft([(45, 58), (54, 58), (55.5, 67), (44, 67)], ink.NIGHT)
    block.oval(49.5, 58, 4.4, 1.4, "#0f1122")
    quill = curve([(49, 58), (44, 46), (36, 32), (27, 19)])
    block.fill(ribbon(quill, (0.6, 1.0, 7.5, 6.5, 0.3)), ink.SNOW)
    block.fill(ribbon(quill, (0.5, 0.8, 0.5, 0.2)), ink.LILAC)
    for k in range(5):
        at = quill[8 + 3 * k]
        block.line([at, at + (3.2, -0.8)], "#4a3c5e", 0.35)


def desert(block: Block) -> None:
    """Paint dunes, a low sun, a line of footprints and one bleached skull."""
    block.box(0, 0, 63, 88, "#f6c77d")
    block.disc(41, 24, 9, ink.EMBER)
    for k in range(5):
        block.line([(31 + 2 * k, 19 + 2.9 * k), (52 - k, 19 + 2.9 * k)], "#f6c77d", 0.7)
    block.grain((13, 8, 59, 30), 36, "#fbdca5", length=12, width=0.6)
    block.hill([(0, 40), (12, 36), (24, 40), (40, 33), (63, 41)], "#d98f4e")
    block.hill([(0, 48), (18, 54), (34, 42), (48, 51), (63, 46)], "#e6ad66")
    block.fill(np.concatenate([curve([(34, 42), (42, 47), (48, 51), (63, 46)]), [(63, 60), (30, 60)]]), "#b8683c")
    block.hill([(0, 66), (20, 56), (40, 64), (63, 58)], "#f0c888")
    block.fill(np.concatenate([curve([(20, 56), (26, 64), (18, 74), (30, 88)]), [(0, 88), (0, 66)]]), "#d9985a")
    block.grain((24, 62, 60, 84), 30, "#dba766", turn=14, length=9, width=0.5)
    for k in range(9):
        block.oval(56 - 3.6 * k + (k % 2), 56 + 1.4 * k, 0.9, 0.45, ink.BARK, -25)
    block.soft([(31, 76), (35, 72.5), (40, 73.5), (42, 77), (38, 79.5), (34, 80)], ink.SNOW)
    block.brush([(40, 73.5), (45, 70), (47, 66.5)], (1.6, 1.2, 0.1), ink.SNOW)
    block.brush([(34, 73), (32, 69), (33, 65.5)], (1.4, 1.1, 0.1), ink.SNOW)
    block.disc(36.6, 76.4, 0.9, ink.BARK)
    block.brush([(19, 48), (19, 40), (19.2, 33)], (2.4, 2.6, 2.2), ink.PINE)
    block.brush([(19, 43), (14.6, 42), (14.4, 37)], (1.6, 1.7, 1.3), ink.PINE)
    block.brush([(19, 41), (23.2, 40), (23.4, 35.5)], (1.5, 1.6, 1.2), ink.PINE)


def origin(block: Block) -> None:
    """Paint a seed that opens in dark earth at a spring, and a sprout in the light."""
    block.box(0, 0, 63, 88, "#dff0ea")
    block.rings(33, 28, (10, 14, 18.5, 24), "#b5dccb", 0.8)
    block.hill([(0, 44), (20, 41), (44, 45), (63, 42)], ink.BARK)
    block.hill([(0, 58), (24, 54), (63, 60)], "#463027")
    block.hill([(0, 72), (30, 69), (63, 74)], "#2f211d")
    block.grain((3, 46, 60, 82), 60, "#7d5f4c", turn=4, length=4, width=0.7)
    for x, y, r in ((14, 52, 1.8), (50, 50, 1.4), (46, 78, 2.2), (17, 78, 1.5), (55, 66, 1.6)):
        block.oval(x, y, r * 1.4, r, ink.STONE, 20)
    pool = [
        (44, 43.5),
        (48, 49),
        (42, 55),
        (47, 62),
        (40, 70),
        (46, 88),
        (58, 88),
        (54, 70),
        (58, 60),
        (55, 50),
        (60, 43),
    ]
    block.soft(pool, ink.SEA)
    for k in range(6):
        block.brush(
            [(51 - k % 2, 47 + 6.5 * k), (49 + 2 * (k % 2), 50 + 6.5 * k), (52, 52.5 + 6.5 * k)],
            (0.1, 1, 0.1),
            "#8fc3e6",
        )
    block.oval(27, 63, 7.4, 5.2, ink.SAND, -25)
    block.oval(28, 61.6, 4.4, 2.4, ink.CREAM, -25)
    for points in (
        [(26, 67), (23, 73), (25, 79), (22, 84)],
        [(24, 67), (17, 70), (13, 69)],
        [(29, 67), (33, 73), (32, 80)],
        [(24, 74), (19, 76), (17, 81)],
    ):
        block.brush(points, (1.2, 0.8, 0.2), ink.CREAM)
    block.brush([(28, 59), (33, 50), (29, 40), (33, 27)], (2.6, 2.2, 1.8, 1.2), ink.LEAF)
    for side, y, size in ((1, 36, 14), (-1, 31, 13), (1, 24, 10)):
        tip = (32 + side * size, y - 9)
        blade = [(31.5, y), (32 + side * size * 0.35, y - 9), tip, (32 + side * size * 0.75, y - 1.5)]
        block.soft(blade, ink.MOSS if side > 0 else ink.LEAF)
        block.brush([(32, y), (32 + side * size * 0.5, y - 5), tip], (0.6, 0.2), ink.LAWN)


def journey(block: Block) -> None:
    """Paint a road from a traveller's feet to the moon between the hills."""
    block.box(0, 0, 63, 88, "#8c93bd")
    block.disc(40, 21, 8.5, ink.CREAM)
    block.rings(40, 21, (11, 14, 17.5, 22), "#a9afd2", 0.7)
    for x, y in ((38, 18), (43, 23), (39, 25)):
        block.disc(x, y, 1.2, "#e2d3b4")
    block.hill([(0, 38), (16, 28), (30, 36), (50, 27), (63, 36)], "#646c9c")
    block.hill([(0, 46), (14, 42), (34, 38), (63, 47)], "#3d4a7c")
    block.hill([(0, 56), (26, 46), (46, 50), (63, 56)], "#2b6d9a")
    block.hill([(0, 66), (20, 60), (50, 56), (63, 64)], "#1e4f74")
    road = curve([(38, 37), (34, 40), (42, 44), (50, 48), (40, 53), (22, 58), (18, 64), (30, 71), (44, 78), (40, 92)])
    block.fill(ribbon(road, (0.5, 1.0, 1.6, 2.4, 3.6, 5, 6.5, 8.5, 11, 14)), ink.SAND)
    block.fill(ribbon(road, (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8)), ink.CLAY)
    for x, y, h in ((12, 58, 9), (8, 62, 12), (54, 60, 10), (58, 66, 13), (52, 46, 5), (22, 46, 5)):
        pine(block, x, y, h, "#12324a", "#4a84a8")
    robe(block, 27, 80, 19, ink.WINE, ink.ROSE, ink.WINE, 0.06)
    block.line([(34, 61), (36, 81)], ink.BARK, 0.9)
    block.soft([(20, 68), (23.4, 66), (24.6, 71), (21.6, 73.6)], ink.CLAY)
    block.grain((4, 70, 20, 84), 16, "#4a84a8", turn=30, length=4)


def painter(block: Block) -> None:
    """Paint an easel with a sunlit canvas, palette and brushes in front."""
    block.box(0, 0, 63, 88, "#ead9e3")
    block.grain((4, 8, 60, 60), 70, "#d8c0d3", turn=45, length=6, width=0.6)
    block.hill([(0, 70), (63, 66)], ink.CLAY)
    for k in range(7):
        block.line([(9 * k - 4, 90), (31 + (9 * k - 31) * 0.5, 68)], "#a85a39", 0.5)
    for a, b in (((31, 8), (17, 84)), ((33, 8), (49, 82)), ((32, 20), (33, 78))):
        block.brush([a, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), b], 1.8, ink.BARK)
    block.box(14.5, 17, 37, 38, "#3c2a24")
    block.box(16, 18.5, 34, 35, ink.SKY)
    block.disc(40, 28.4, 4.6, ink.SUN)
    block.rays(40, 28.4, 5.4, 9, 16, ink.SUN, 1.1)
    block.fill(
        np.concatenate([curve([(16, 44), (24, 36), (33, 43), (42, 37), (50, 42)]), [(50, 53.5), (16, 53.5)]]), ink.MOSS
    )
    block.fill(np.concatenate([curve([(16, 50), (28, 45), (50, 51)]), [(50, 53.5), (16, 53.5)]]), ink.PINE)
    block.box(24, 35, 5, 8, ink.SNOW)
    block.fill([(23, 35), (26.5, 30), (30, 35)], ink.EMBER)
    block.box(14, 55, 38, 2.4, ink.BARK)
    block.soft([(10, 70), (20, 62), (34, 65), (37, 74), (28, 76), (25, 81), (14, 80)], ink.SAND)
    block.oval(29.6, 71, 2.6, 2, ink.CLAY)
    for x, y, colour in (
        (15, 71, ink.EMBER),
        (20, 67, ink.SEA),
        (26, 67, ink.GOLD),
        (15.5, 76, ink.PINE),
        (20.5, 77, ink.PLUM),
    ):
        block.disc(x, y, 2, colour)
    for k, colour in enumerate((ink.EMBER, ink.SEA, ink.SNOW)):
        tip = np.array([38.0 + 6.5 * k, 58 - 2 * k])
        block.line([(36 + 2.5 * k, 82), tip], ink.BARK, 1.0)
        block.brush([tip + (0, 1), tip + (0.6, -3.5)], (1.8, 1.5), ink.STONE)
        block.brush([tip + (0.5, -3), tip + (0.8, -5.5), tip + (1.6, -8)], (1.8, 2.2, 0.1), colour)


def savage(block: Block) -> None:
    """Paint a painted mask between leaves."""
    block.box(0, 0, 63, 88, "#17382d")
    for _ in range(16):
        x, y = block.rng.uniform(2, 61), block.rng.uniform(6, 82)
        turn = block.rng.uniform(0, 360)
        reach = np.array([np.cos(turn), np.sin(turn)]) * 16
        block.brush(
            [(x, y), (x + reach[0] * 0.5, y + reach[1] * 0.5), (x + reach[0], y + reach[1])], (0.3, 4.5, 0.1), "#23523f"
        )
    face = curve(
        [(31, 16), (43, 19), (48, 33), (45, 50), (38, 63), (31, 68), (24, 63), (18, 50), (15, 33), (20, 19)],
        closed=True,
    )
    block.fill(face + (1.2, 1.4), "#0d1f19")
    block.fill(face, ink.SAND)
    block.grain((16, 18, 47, 66), 60, "#d2a86c", turn=84, length=5, width=0.5, within=face)
    block.fill(
        curve([(31, 16), (43, 19), (46.5, 28), (38, 30), (31, 27), (24, 30), (16.5, 28), (20, 19)], closed=True),
        ink.WINE,
    )
    for k in range(5):
        block.brush([(22 + 4.5 * k, 18.5), (22.5 + 4.2 * k, 23), (23 + 4 * k, 27)], (0.9, 0.7, 0.2), ink.SAND)
    for x, tilt in ((24, 14), (38, -14)):
        block.oval(x, 37, 5, 3, "#241714", tilt)
        block.oval(x + 0.4, 37, 1.9, 1.9, "#d6e06a")
        block.oval(x + 0.4, 37, 0.6, 1.8, "#241714")
    block.fill([(31, 34), (34.5, 48), (31, 50.5), (27.5, 48)], ink.CLAY)
    block.oval(31, 57.5, 8, 3.8, "#241714")
    for k in range(6):
        x = 24.6 + 2.3 * k
        block.fill([(x, 54.6), (x + 2, 54.6), (x + 1, 57.8)], ink.SNOW)
    for k, y in enumerate((44, 47, 50)):
        block.brush([(17 + k, y), (21, y + 1), (26, y + 0.5)], (0.3, 1.2, 0.3), ink.WYRM)
        block.brush([(46 - k, y - 1), (41, y), (36.5, y + 0.5)], (0.3, 1.2, 0.3), ink.PINE)
    for start, bend, end in (
        ((2, 88), (12, 70), (26, 66)),
        ((0, 66), (9, 60), (19, 62)),
        ((63, 86), (52, 66), (40, 68)),
        ((64, 60), (54, 52), (46, 56)),
        ((62, 12), (52, 14), (45, 24)),
        ((14, 4), (20, 8), (22, 16)),
        ((30, 90), (33, 80), (42, 74)),
    ):
        block.brush([start, bend, end], (0.5, 9, 0.1), "#3f8a4e")
        block.brush([start, bend, end], (0.1, 0.9, 0.1), ink.LAWN)


PICTURES = {
    "2MK": author,
    "2SY": desert,
    "2WL": origin,
    "3MW": journey,
    "3SK": painter,
    "3LY": savage,
}
