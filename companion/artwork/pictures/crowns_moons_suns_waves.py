"""Pictures of the Crowns of Moons, Suns and Waves."""

import numpy as np

from companion.artwork import palette as ink
from companion.artwork.block import Block
from companion.artwork.motifs import bird, cloud, grass, pine
from companion.artwork.shapes import contour, curve, ellipse, ribbon


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


PICTURES = {"CM": huntress, "CS": bard, "CW": sea}
