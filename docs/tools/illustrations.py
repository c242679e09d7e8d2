"""``python -m docs.tools.illustrations -o companion/app/illustrations``: draws what the app shows beside its entries.

The first screen is drawn without NumPy and OpenCV, so these pictures are files.
"""

import argparse
import math
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.artwork.faces import back, face
from companion.artwork.glyphs import rank_glyph, suit_glyph
from companion.artwork.palette import PAPER, SUIT_INKS, rgb
from companion.artwork.piecepack_faces import tile
from companion.artwork.raster import rasterised, silhouette
from companion.artwork.shapes import D10, D10_FACE, Shape, contour
from companion.artwork.tokens import token
from companion.files import write
from companion.pieces import Card, Rank, Suit
from companion.pieces.piecepack import Tile

Picture = NDArray[np.uint8]
"""Blue, green, red and alpha of each pixel."""
Warp = Callable[[list[tuple[float, float]]], list[tuple[float, float]]]
"""Where corners on the table are in the picture."""
WIDTH, HEIGHT = 480, 270
FINER = 2
"""A picture is drawn so many times as large, and then reduced."""
CARD_WIDTH = 360
"""Of a card before it is placed, in pixels."""
IVORY, WOOD, EDGE, LIGHT = "#efe4c8", "#7d5b3d", "#1b2a20", "#f5c766"


def blank() -> Picture:
    """Return a picture that is transparent everywhere."""
    return np.zeros((HEIGHT * FINER, WIDTH * FINER, 4), np.uint8)


def lay(picture: Picture, piece: Picture, corners: Sequence[tuple[float, float]]) -> None:
    """Lay a piece into the picture, a soft shadow under it.

    Args:
        picture: What it is drawn on.
        piece: The piece.
        corners: Where its corners come to lie, from the upper left one clockwise, in pixels of the finished picture.
    """
    height, width = piece.shape[:2]
    old = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    warp = cv2.getPerspectiveTransform(old, np.array(corners, np.float32) * FINER)
    size = (WIDTH * FINER, HEIGHT * FINER)
    placed = cv2.warpPerspective(piece, warp, size, flags=cv2.INTER_AREA).astype(np.uint8)
    shade = np.zeros_like(placed)
    shade[4 * FINER :, :, 3] = placed[: -4 * FINER, :, 3]
    shade[..., 3] = cv2.GaussianBlur(shade[..., 3], (0, 0), 3.0 * FINER) // 2
    for layer in (shade, placed):
        _over(picture, layer)


def _over(picture: Picture, layer: Picture) -> None:
    alpha, below = layer[..., 3:] / 255.0, picture[..., 3:] / 255.0
    whole = alpha + below * (1 - alpha)
    colours = layer[..., :3] * alpha + picture[..., :3] * below * (1 - alpha)
    picture[..., :3] = np.where(whole > 0, colours / np.maximum(whole, 1e-6), 0)
    picture[..., 3:] = whole * 255


def leaning(x: float, y: float, size: tuple[float, float], turn: float) -> list[tuple[float, float]]:
    """Return the corners of a piece around (x, y), turned clockwise by so many degrees."""
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    half = [(sx * size[0] / 2, sy * size[1] / 2) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return [(x + across * cos - down * sin, y + across * sin + down * cos) for across, down in half]


def card(code: str) -> Picture:
    """Return a printed card with round corners."""
    return _rounded(rasterised(face(Card.parse(code)), CARD_WIDTH), 22)


def _rounded(printed: Picture, radius: int) -> Picture:
    """Return a picture with round corners."""
    height, width = printed.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    cv2.rectangle(mask, (radius, 0), (width - radius, height), 255, -1)
    cv2.rectangle(mask, (0, radius), (width, height - radius), 255, -1)
    for x in (radius, width - radius - 1):
        for y in (radius, height - radius - 1):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return np.dstack([printed, mask]).astype(np.uint8)


def _stand(picture: Picture, piece: Picture, x: float, y: float, width: float, turn: float, warp: Warp = list) -> None:
    """Lay a piece of this width around (x, y), as a viewer sees it."""
    lay(picture, piece, warp(leaning(x, y, (width, width * piece.shape[0] / piece.shape[1]), turn)))


def die(value: int) -> Picture:
    """Return a ten-sided die that shows a value, 2 to 9."""
    return _stacked(
        ((D10,), IVORY), ((D10_FACE,), "#ffffff"), (_smaller(rank_glyph(Rank(str(value))), 0.36, -0.06), EDGE)
    )


def suit_die(suit: Suit) -> Picture:
    """Return a six-sided die that shows a suit."""
    square = Shape((contour([(-0.44, -0.44), (0.44, -0.44), (0.44, 0.44), (-0.44, 0.44)]),), "#ffffff")
    return _stacked(((square,), IVORY), (_smaller((suit_glyph(suit),), 0.62, 0), SUIT_INKS[suit].on_paper))


def _smaller(shapes: tuple[Shape, ...], size: float, down: float) -> tuple[Shape, ...]:
    return tuple(shape.mapped(lambda points: points * size + (0, down), size) for shape in shapes)


def _stacked(*layers: tuple[tuple[Shape, ...], str]) -> Picture:
    piece = np.zeros((300, 300, 4), np.uint8)
    for shapes, colour in layers:
        _over(piece, _tinted(silhouette(shapes, 300), colour))
    return piece


def _tinted(mask: NDArray[np.uint8], colour: str) -> Picture:
    """Return a picture of one colour, as opaque as the mask."""
    layer = np.empty((*mask.shape, 4), np.uint8)
    layer[..., :3], layer[..., 3] = rgb(colour)[::-1], mask
    return layer


def fan(picture: Picture, codes: Sequence[str], *, x: float, y: float, height: float, spread: float) -> None:
    """Lay cards like a hand, around a point far below their middle."""
    for number, code in enumerate(codes):
        turn = (number - (len(codes) - 1) / 2) * spread
        radius = height * 1.25
        cx, cy = x + radius * math.sin(math.radians(turn)), y + radius * (1 - math.cos(math.radians(turn)))
        piece = card(code)
        lay(picture, piece, leaning(cx, cy, (height * piece.shape[1] / piece.shape[0], height), turn))


def new_game(picture: Picture) -> None:
    """Draw three cards in hand and the roll that begins a turn."""
    fan(picture, ("2MK", "5SW", "8WL"), x=200, y=140, height=190, spread=15)
    lay(picture, die(7), leaning(370, 200, (84, 84), -8))
    lay(picture, die(4), leaning(428, 150, (84, 84), 12))


def games(picture: Picture) -> None:
    """Draw a table of Magnate with three districts that was left in the middle of a game."""
    _districts(picture)


COLUMNS = (("5SW", "6MW"), ("8YK", "AL"), ("4WL", "7SK"))
DISTRICTS = ("PMSL", "TSWY", "PMYK")


def _districts(picture: Picture, warp: Warp = list) -> None:
    for column, (far, near) in enumerate(COLUMNS):
        for code, y, turn in ((far, 62, 180), (near, 208, 0), (DISTRICTS[column], 135, 90)):
            _stand(picture, card(code), 132 + column * 108, y, 62, turn, warp)


def other_games(picture: Picture) -> None:
    """Draw cards that Magnate does without."""
    fan(picture, ("TMLY", "CS", "X", "CW"), x=240, y=140, height=190, spread=14)


def sorcerous_futures(picture: Picture) -> None:
    """Draw a secret Crown, and cards that are up for auction."""
    _stand(picture, _rounded(rasterised(back(), CARD_WIDTH), 22), 120, 140, 118, -9)
    fan(picture, ("7WY", "PMYK", "4MS"), x=320, y=146, height=172, spread=14)


TILES = ("TS1", "TM2", "TC5", "TA0", "TS3", "TM4")
TURNS = (-6, 4, -3, 5, -4, 7)
"""Of each tile, in degrees."""


def magistratvm(picture: Picture) -> None:
    """Draw provinces: tiles of a piecepack."""
    for number, code in enumerate(TILES):
        piece = _rounded(rasterised(tile(Tile.parse(code)), 240), 16)
        lay(picture, piece, leaning(132 + number % 3 * 110, 78 + number // 3 * 112, (98, 98), TURNS[number]))


def deck(picture: Picture) -> None:
    """Draw a whole hand of the deck."""
    fan(picture, ("AM", "2SY", "4WL", "6LK", "9WY", "CK"), x=240, y=118, height=160, spread=12)


def dice(picture: Picture) -> None:
    """Draw dice of both kinds."""
    lay(picture, die(3), leaning(130, 150, (120, 120), -10))
    lay(picture, die(8), leaning(245, 120, (120, 120), 9))
    lay(picture, suit_die(Suit.WAVES), leaning(352, 160, (104, 104), 14))


def tokens(picture: Picture) -> None:
    """Draw a token of each suit."""
    for number, suit in enumerate(Suit):
        disc = rasterised(token(suit), 240)
        mask = np.zeros(disc.shape[:2], np.uint8)
        cv2.circle(mask, (120, 120), 118, 255, -1, cv2.LINE_AA)
        x, y = 120 + number % 3 * 120, 76 + number // 3 * 116
        lay(picture, np.dstack([disc, mask]).astype(np.uint8), leaning(x + number // 3 * 8, y, (104, 104), 12 * number))


def learn(picture: Picture) -> None:
    """Draw a card on its way to the district that it may be developed at."""
    for code, x, y, turn in (("PMSL", 300, 160, 90), ("5SW", 150, 132, -12)):
        _stand(picture, card(code), x, y, 118, turn)
    cv2.arrowedLine(picture, _at(176, 40), _at(300, 62), (*rgb(LIGHT)[::-1], 255), 8 * FINER, cv2.LINE_AA, 0, 0.22)


def score_table(picture: Picture) -> None:
    """Draw a photograph of a table."""
    table = blank()
    _polygon(table, ((0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)), WOOD, 1.0)
    _districts(table)
    for piece, size in ((np.full_like(table, 255), (360, 216)), (table, (336, 190))):
        lay(picture, piece, leaning(240, 138, size, -5))


def _at(x: float, y: float) -> tuple[int, int]:
    return round(x * FINER), round(y * FINER)


def camera(picture: Picture) -> None:
    """Draw a camera on an arm, and the table that it sees."""
    far, near = 120.0, 262.0
    table = ((112.0, far), (368.0, far), (452.0, near), (28.0, near))
    flat = np.array(((80, 10), (400, 10), (400, 260), (80, 260)), np.float32)
    warp = cv2.getPerspectiveTransform(flat, np.array(table, np.float32))

    def in_perspective(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
        moved = cv2.perspectiveTransform(np.array([points], np.float32), warp)[0]
        return [(float(x), float(y)) for x, y in moved]

    _polygon(picture, table, WOOD, 1.0)
    _districts(picture, in_perspective)
    lens = (240.0, 62.0)
    _polygon(picture, (lens, table[2], table[3]), LIGHT, 0.16)
    arm = np.array([_at(470, near), _at(470, 26), _at(240, 26), _at(240, 44)], np.int32)
    cv2.polylines(picture, [arm], False, (*rgb(PAPER)[::-1], 255), 6 * FINER, cv2.LINE_AA)
    _polygon(picture, ((206, 34), (274, 34), (274, 62), (206, 62)), PAPER, 1.0)
    cv2.circle(picture, _at(240, 62), 13 * FINER, (*rgb(EDGE)[::-1], 255), -1, cv2.LINE_AA)
    cv2.circle(picture, _at(240, 62), 6 * FINER, (*rgb(LIGHT)[::-1], 255), -1, cv2.LINE_AA)


def _polygon(picture: Picture, corners: Sequence[tuple[float, float]], colour: str, alpha: float) -> None:
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(np.array(corners) * FINER).astype(np.int32)], 255, cv2.LINE_AA)
    _over(picture, _tinted((mask * alpha).astype(np.uint8), colour))


_DRAWN = (new_game, games, other_games, sorcerous_futures, magistratvm, learn, score_table, tokens, dice, deck, camera)
PICTURES: dict[str, Callable[[Picture], None]] = {made.__name__: made for made in _DRAWN}


def draw_illustration(name: str, out: Path) -> None:
    """Draw one picture into the folder."""
    PICTURES[name](picture := blank())
    reduced = cv2.resize(picture, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    write(out / f"{name}.png", cv2.imencode(".png", reduced, (cv2.IMWRITE_PNG_COMPRESSION, 9))[1].tobytes())


def main() -> None:
    """Draw every picture into the folder."""
    parser = argparse.ArgumentParser(prog="python -m docs.tools.illustrations", description="Pictures in the app.")
    parser.add_argument("-o", "--out", type=Path, required=True, help="the folder to put them in")
    out: Path = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    for name in PICTURES:
        draw_illustration(name, out)


if __name__ == "__main__":
    main()
