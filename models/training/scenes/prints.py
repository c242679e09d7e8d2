"""What is printed on a ground: a mat's pattern, a page's letters, or cards, strewn. Pure."""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from companion.pictures.arrays import Picture
from models.training.common.decks import own_deck
from models.training.scenes import variety
from models.training.scenes.shapes import draw_shape
from models.training.scenes.surfaces import noise

Colour = tuple[float, float, float]
"""Red, green and blue, 0 to 1, linear."""
SIDE = 1024
"""Pixels of the picture's side."""
CARD = 273.0
"""Pixels of a card's width: four dice."""
ROWS = {1: "....o....", 2: "o.......o", 3: "o...o...o", 4: "o.o...o.o", 5: "o.o.o.o.o", 6: "o.oo.oo.o"}
"""Where spots are, three rows of three."""


def drawn_sheet(rng: np.random.Generator, decks: Sequence[Sequence[Picture]] = (), kind: str | None = None) -> Picture:
    """Return a printed sheet in any colours, of any kind if none is given; ``decks`` as for :func:`printed`."""
    colours = [(float(r), float(g), float(b)) for r, g, b in rng.uniform(0.01, 0.9, (3, 3))]
    return printed(kind or str(rng.choice(variety.PRINTS)), (colours[0], colours[1], colours[2]), rng, decks)


def printed(
    kind: str,
    colours: tuple[Colour, Colour, Colour],
    rng: np.random.Generator,
    decks: Sequence[Sequence[Picture]] = (),
) -> Picture:
    """Return a printed sheet (1024 × 1024 × 3, blue first).

    Args:
        kind: one of :data:`~models.training.scenes.variety.PRINTS`: a mat with shapes, a page with letters and digits,
            cards strewn, or a cloth with one motif again and again.
        colours: of the sheet and of what is printed.
        rng: the source of randomness.
        decks: faces of other decks, whose cards are strewn as well as ours.

    Returns:
        The picture.
    """
    base = np.array([255 * one ** (1 / 2.2) for one in colours[0]])[::-1]
    if kind == "paper":
        base = np.array([238, 242, 244]) * float(rng.uniform(0.8, 1.0))
    picture = np.full((SIDE, SIDE, 3), base, np.float64).astype(np.uint8)
    if kind == "cards":
        sides = [side.sizes[0] for side in (*own_deck().fronts, *own_deck().backs)]
        of = (sides, *decks)[int(rng.integers(len(decks) + 1))]
        for _ in range(int(rng.integers(5, 20))):
            _card(picture, variety.one_of(rng, of), rng)
    for _ in range(int(rng.integers(3, 16)) if rng.random() < variety.SQUARED else 0):
        _spotted(picture, rng)
    if kind == "cloth":
        _repeated(picture, rng)
    if kind in ("cards", "cloth"):
        return picture
    if kind != "paper":
        for _ in range(int(rng.integers(4, 40))):
            shade = np.array(variety.one_of(rng, colours[1:]))[::-1] ** (1 / 2.2) * 255 * float(rng.uniform(0.6, 1.2))
            draw_shape(picture, float(rng.uniform(20, 400)), rng, tuple(np.clip(shade, 0, 255).tolist()))
    if kind != "mat":
        for _ in range(int(rng.integers(30, 160))):
            _text(picture, rng)
    return picture


def _repeated(picture: Picture, rng: np.random.Generator) -> None:
    """Print flowers, tiles, rings or dots on a lattice, each as wide as dice are, or dots as wide as pips."""
    if rng.random() < variety.CHECKED:
        _checked(picture, rng)
    dotted = rng.random() < variety.DOTTED
    wide = variety.drawn(rng, variety.DOT if dotted else variety.MOTIF)
    kind = "dot" if dotted else str(rng.choice(("tile", "ring", "flower", "dot")))
    pitch = wide * float(rng.uniform(1.6, 4) if dotted else rng.uniform(1.02, 2.5))
    colours = [tuple(map(float, rng.uniform(0, 255, 3))) for _ in range(2)]
    heart, petals = (0.0 if dotted else float(rng.uniform(0.08, 0.25)) * wide), int(rng.integers(4, 9))
    turn = float(rng.uniform(0, np.pi / 2))
    round_about = np.linspace(0, 2 * np.pi, petals, endpoint=False)
    for x, y in _lattice(pitch, turn, wide, rng):
        match kind:
            case "tile":
                box = cv2.boxPoints(((x, y), (wide, wide), float(np.degrees(turn))))
                cv2.fillPoly(picture, [box.astype(np.int32)], colours[0], cv2.LINE_AA)
            case "ring":
                cv2.circle(picture, (int(x), int(y)), int(wide / 2), colours[0], max(1, int(wide / 12)), cv2.LINE_AA)
            case "dot":
                cv2.circle(picture, (int(x), int(y)), int(wide / 2), colours[0], -1, cv2.LINE_AA)
            case _:
                for way in round_about:
                    spot = int(x + wide / 3.5 * np.cos(way)), int(y + wide / 3.5 * np.sin(way))
                    cv2.circle(picture, spot, int(wide / 5), colours[0], -1, cv2.LINE_AA)
        if heart:
            cv2.circle(picture, (int(x), int(y)), int(heart), colours[1], -1, cv2.LINE_AA)


def _lattice(pitch: float, turn: float, margin: float, rng: np.random.Generator) -> Iterator[tuple[float, float]]:
    """Yield the points of a lattice, every second row of some moved by half a step, some points astray or left out."""
    staggered = 0.5 if rng.random() < 0.5 else 0.0
    irregular = rng.random() < 0.3
    astray, left_out = (float(rng.uniform(0, 0.3)) * pitch, float(rng.uniform(0, 0.5))) if irregular else (0.0, 0.0)
    along, down = pitch * np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    reach = range(-int(1.5 * SIDE / pitch), int(1.5 * SIDE / pitch) + 1)
    for row in reach:
        for column in reach:
            x, y = SIDE / 2 + (column + staggered * (row % 2)) * along + row * down
            if -margin < x < SIDE + margin and -margin < y < SIDE + margin and rng.random() >= left_out:
                yield float(x + rng.normal(0, astray)), float(y + rng.normal(0, astray))


def _checked(picture: Picture, rng: np.random.Generator) -> None:
    """Weave checks, gingham, plaid or stripes over the picture."""
    side, turn = variety.log_drawn(rng, variety.CHECK), float(rng.uniform(0, np.pi))
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    cells = [
        np.floor((x * np.cos(way) + y * np.sin(way) + 2 * SIDE) / side).astype(int) for way in (turn, turn + np.pi / 2)
    ]
    bands = rng.uniform(0, 1, int(rng.integers(2, 9)))
    kind = str(rng.choice(("checks", "crossed", "stripes")))
    if kind == "checks":
        share = (cells[0] + cells[1]) % 2
    else:
        woven = [bands[one % len(bands)] for one in cells]
        share = woven[0] if kind == "stripes" else (woven[0] + woven[1]) / 2
    colour = rng.uniform(0, 255, 3)
    picture[:] = np.clip(picture + share[..., None] * (colour - picture), 0, 255).astype(np.uint8)


def draped(sheet: Picture, rng: np.random.Generator) -> Picture:
    """Return a cloth as it lies: pulled awry, with threads, its folds in light and shade."""
    height, width = sheet.shape[:2]
    grain = float(rng.uniform(80, 400))
    pull = float(rng.uniform(0, 0.12)) * grain
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    astray = [pull * noise(height, width, (grain, grain), rng) for _ in range(2)]
    pulled = cv2.remap(sheet, x + astray[0], y + astray[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    shade = 1 + float(rng.uniform(0, 0.15)) * noise(height, width, (grain, grain), rng)
    threads = rng.normal(0, float(rng.uniform(0, 9)), (height, width))
    return np.asarray(np.clip(pulled * shade[..., None] + threads[..., None], 0, 255), np.uint8)


def _card(picture: Picture, face: Picture, rng: np.random.Generator) -> None:
    height, width = face.shape[:2]
    turn, scale = float(rng.uniform(0, 360)), CARD / width
    onto = np.array(cv2.getRotationMatrix2D((width / 2, height / 2), turn, scale), np.float64)
    onto[:, 2] += rng.uniform(0, SIDE, 2) - (width / 2, height / 2)
    cv2.warpAffine(face, onto, (SIDE, SIDE), picture, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT)


def _spotted(picture: Picture, rng: np.random.Generator) -> None:
    """Print a square with one spot, or with as many as a die has on a face."""
    count = 1 if rng.random() < 0.5 else int(rng.integers(2, 7))
    wide, turn = variety.drawn(rng, variety.SQUARE), float(rng.uniform(0, 90))
    middle = (float(rng.uniform(0, SIDE)), float(rng.uniform(0, SIDE)))
    paper, ink = (tuple(map(float, rng.uniform(low, low + 120, 3))) for low in rng.permutation([0.0, 135.0]))
    box = cv2.boxPoints((middle, (wide, wide), turn))
    cv2.fillPoly(picture, [box.astype(np.int32)], paper, cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.polylines(picture, [box.astype(np.int32)], True, ink, int(rng.integers(1, 4)), cv2.LINE_AA)
    right, down = (box[1] - box[0]) / wide, (box[3] - box[0]) / wide
    spread, size = float(rng.uniform(0.2, 0.32)) * wide, float(rng.uniform(0.07, 0.12)) * wide
    for number, spot in enumerate(ROWS[count]):
        if spot == "o":
            x, y = middle + spread * ((number % 3 - 1) * right + (number // 3 - 1) * down)
            cv2.circle(picture, (int(x), int(y)), int(size * (1.5 if count == 1 else 1)), ink, -1, cv2.LINE_AA)


def _text(picture: Picture, rng: np.random.Generator) -> None:
    letters = "0123456789" if rng.random() < 0.4 else "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ"
    text = "".join(rng.choice(list(letters), int(rng.integers(1, 12))))
    level = int(rng.integers(0, 120))
    size = variety.log_drawn(rng, (0.5, 4))
    where = (int(rng.integers(-50, 1000)), int(rng.integers(0, SIDE)))
    cv2.putText(picture, text, where, int(rng.integers(0, 5)), size, (level,) * 3, max(1, int(size * 2)), cv2.LINE_AA)
