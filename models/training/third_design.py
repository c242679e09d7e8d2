"""A third design of the deck, which no network is trained on, as an example of a player's own deck.

It differs from the two known designs in everything: the index runs along the top edge from the right corner, suits
are plain figures in other colours, pictures are rosettes. ``python -m models.training.third_design --faces FOLDER``
writes its faces (CODE.png), ``--photos FOLDER`` one photo of each card, as a player would take them for
``companion deck enroll``.
"""

import argparse
import math
from pathlib import Path

import cv2
import numpy as np

from companion.files import write
from companion.pictures.arrays import Picture
from companion.pieces import DECK, Card, Suit
from models.training.common.decks import HEIGHT, WIDTH, Deck, Face
from models.training.scenes.camera import aim_camera
from models.training.scenes.lens import encode_jpeg, random_lens, take_photo
from models.training.scenes.magnate import random_lamp
from models.training.scenes.render import render_table
from models.training.scenes.surfaces import paint_tabletop
from models.training.scenes.table_layout import LaidCard, Table

PHOTO = (1200, 900)
"""Width and height of a photo of one card, in pixels."""

_COLOURS = {
    Suit.MOONS: (170, 150, 40),
    Suit.SUNS: (30, 80, 220),
    Suit.WAVES: (150, 60, 60),
    Suit.LEAVES: (60, 150, 20),
    Suit.WYRMS: (140, 30, 140),
    Suit.KNOTS: (40, 60, 110),
}
"""Blue, green, red."""

_SIDES = {Suit.MOONS: 40, Suit.SUNS: 3, Suit.WAVES: 4, Suit.LEAVES: 5, Suit.WYRMS: 6, Suit.KNOTS: 8}


def third_deck() -> Deck:
    """Return its 45 faces and one back."""
    fronts = tuple(Face.from_picture(card.code, _face(card)) for card in DECK)
    return Deck("third", fronts, (Face.from_picture(None, _back(), back=True),))


def _face(card: Card) -> Picture:
    ground = (214, 232, 238) if card.suits else (235, 225, 215)
    face = np.full((HEIGHT, WIDTH, 3), ground, np.uint8)
    _rosette(face, card)
    half = np.full((58, WIDTH, 3), ground, np.uint8)
    letter = "E" if not card.suits else card.code[0]
    cv2.putText(half, letter, (WIDTH - 44, 46), cv2.FONT_HERSHEY_COMPLEX, 1.4, (40, 20, 20), 3, cv2.LINE_AA)
    for place, suit in enumerate(card.suits):
        _figure(half, suit, (WIDTH - 70 - 38 * place, 30), 15)
    face[:58] = half
    face[-58:] = half[::-1, ::-1]
    return np.asarray(face, np.uint8)


def _figure(picture: Picture, suit: Suit, spot: tuple[int, int], radius: float) -> None:
    sides = _SIDES[suit]
    angles = np.arange(sides) * 2 * math.pi / sides - math.pi / 2
    points = np.stack([np.cos(angles), np.sin(angles)], axis=1) * radius + spot
    cv2.fillPoly(picture, [np.round(points).astype(np.int32)], _COLOURS[suit], cv2.LINE_AA)
    cv2.polylines(picture, [np.round(points).astype(np.int32)], True, (30, 30, 30), 1, cv2.LINE_AA)


def _rosette(picture: Picture, card: Card) -> None:
    """Draw curves in the colours of the card's suits, their shape seeded by the card."""
    rng = np.random.default_rng([31, DECK.index(card)])
    cv2.rectangle(picture, (22, 62), (WIDTH - 23, HEIGHT - 63), tuple(map(float, rng.uniform(60, 240, 3))), -1)
    suits = card.suits or tuple(Suit)
    middle = np.array([WIDTH / 2, HEIGHT / 2])
    for ring in range(4):
        petals, depth = int(rng.integers(2, 9)), float(rng.uniform(0.15, 0.9))
        angles = np.linspace(0, 2 * math.pi, 240) + float(rng.uniform(0, 3))
        reach = (150 - 34 * ring) * (1 - depth * (0.5 + 0.5 * np.cos(petals * angles)))
        stretch = np.array([0.85, 1.0]) if ring % 2 else np.array([0.8, float(rng.uniform(0.7, 1.0))])
        shift = rng.uniform(-14, 14, 2)
        points = np.stack([np.cos(angles), np.sin(angles)], axis=1) * reach[:, None] * stretch + middle + shift
        colour = np.array(_COLOURS[suits[ring % len(suits)]]) + rng.uniform(-30, 60, 3)
        cv2.fillPoly(picture, [np.round(points).astype(np.int32)], tuple(map(float, np.clip(colour, 0, 255))))
        cv2.polylines(picture, [np.round(points).astype(np.int32)], True, (20, 20, 20), 2, cv2.LINE_AA)


def _back() -> Picture:
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
    chequers = ((x // 15 + y // 15) % 2)[..., None]
    back = np.where(chequers, np.array([60, 120, 30]), np.array([150, 200, 170])).astype(np.uint8)
    return np.asarray(cv2.rectangle(back, (0, 0), (WIDTH - 1, HEIGHT - 1), (230, 235, 235), 18), np.uint8)


def photograph_card(card: Card | None, deck: Deck, seed: int) -> bytes:
    """Return a JPEG of one card on a random table, slightly rotated, under a random lamp.

    Args:
        card: the card, or None for a card face down.
        deck: its deck.
        seed: the same seed gives the same photo.

    Returns:
        The JPEG file's bytes.
    """
    rng = np.random.default_rng([17, seed])
    laid = LaidCard(card, float(rng.normal(0, 4)), float(rng.normal(0, 4)), float(rng.normal(0, 8)), "loose")
    camera = aim_camera(
        (-58.0, -66.0, 58.0, 66.0),
        PHOTO,
        tilt=float(rng.uniform(0, 15)),
        towards=float(rng.uniform(0, 360)),
        roll=float(rng.normal(0, 4)),
        slack=float(rng.uniform(1.0, 1.5)),
    )
    canvas = render_table(Table((laid,)), deck, camera, paint_tabletop((1000, 900), rng), random_lamp(rng), rng)
    lens = random_lens(rng)
    return encode_jpeg(take_photo(canvas.to_linear_light(), lens, rng), lens)


def main() -> None:
    """Write faces or photos into a folder, named by card."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faces", type=Path, help="write CODE.png and back.png here")
    parser.add_argument("--photos", type=Path, help="write a photo of every card here, CODE.jpg and back.jpg")
    parser.add_argument("--seed", type=int, default=0, help="another light and table")
    chosen = parser.parse_args()
    deck = third_deck()
    if chosen.faces:
        chosen.faces.mkdir(parents=True, exist_ok=True)
        for face in (*deck.fronts, *deck.backs):
            write(chosen.faces / f"{face.code or 'back'}.png", cv2.imencode(".png", face.sizes[0])[1].tobytes())
    if chosen.photos:
        chosen.photos.mkdir(parents=True, exist_ok=True)
        for number, card in enumerate((*DECK, None)):
            photo = photograph_card(card, deck, 1000 * chosen.seed + number)
            write(chosen.photos / f"{card.code if card else 'back'}.jpg", photo)


if __name__ == "__main__":
    main()
