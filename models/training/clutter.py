"""Pictures of tables without Decktet cards: what must not be read as one, cards of other decks and hands too.

``python -m models.training.clutter --seed 0 --count 100 -o FOLDER`` writes FOLDER/000000.jpg and so on.
``--faces DECKS`` is a folder with a folder of face pictures for each deck; 4 to 14 cards of one deck lie on each table.
``--hands`` adds one to three hands, painted as in the staged films.
"""

import argparse
import math
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.artwork.faces import CARD_WIDTH
from companion.files import write
from companion.pictures.arrays import Picture
from models.training.scenes import variety
from models.training.scenes.drawn_layouts import rotation
from models.training.scenes.lighting import light_up
from models.training.scenes.litter import strew_litter
from models.training.scenes.photography import photograph
from models.training.scenes.shapes import draw_shape
from models.training.scenes.surfaces import Canvas, paint_tabletop
from models.training.stage.hand_model import Person, Pose
from models.training.stage.hand_pictures import LEFT, PIXELS_PER_MM, TOP, hand_picture

SIZE = (480, 640)
"""Height and width of a picture, in pixels."""

_WORDS = ("Magnate", "A", "9", "K", "the BARD", "2024", "Score", "6", "Total", "7", "X", "Notes", "8 8", "4")


def clutter_picture(seed: int, decks: Sequence[Sequence[Picture]] = (), hands: bool = False) -> Picture:
    """Return a picture of a table with books, sheets, phones, boxes, coasters, coins, dice and pens.

    Args:
        seed: the same seed gives the same picture.
        decks: card faces of other decks; cards of one of them are added.
        hands: whether hands reach over the table.

    Returns:
        BGR pixels, 480 × 640 × 3.
    """
    rng = np.random.default_rng([41, seed])
    scale = variety.log_drawn(rng, (40, 160))
    picture = paint_tabletop(SIZE[::-1], rng, variety.TABLE_TOPS, scale / CARD_WIDTH).astype(np.float32)
    if decks:
        faces = variety.one_of(rng, decks)
        for _ in range(int(rng.integers(4, 15))):
            _draw_sheet(picture, scale, variety.one_of(rng, faces), scale, rng)
    for _ in range(int(rng.integers(0, 7))):
        wide = scale * float(rng.uniform(0.5, 2.5))
        _draw_sheet(picture, wide, _printed(rng, rng.uniform(0.6, 2.2)), scale, rng)
    owners = np.zeros(SIZE, np.uint8)
    for _ in range(int(rng.integers(1, 12))):
        strew_litter(picture, owners, scale, rng)
    for _ in range(int(rng.integers(1, 4)) if hands else 0):
        _draw_hand(picture, scale, rng)
    return photograph(light_up(picture, scale, rng), rng)


def _draw_sheet(picture: Canvas, wide: float, sheet: Picture, scale: float, rng: np.random.Generator) -> None:
    """Draw a sheet at a random place and angle, ``wide`` pixels wide."""
    high = wide * sheet.shape[0] / sheet.shape[1]
    angle = float(rng.uniform(0, 2 * math.pi))
    middle = rng.uniform(0, 1, 2) * (SIZE[1], SIZE[0])
    box = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * (wide, high)
    corners = (box @ rotation(angle).T + middle + rng.normal(0, 0.01 * wide, (4, 2))).astype(np.float32)
    frame = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * (sheet.shape[1], sheet.shape[0])
    matrix = cv2.getPerspectiveTransform(frame.astype(np.float32), corners)
    size = (SIZE[1], SIZE[0])
    mask = np.asarray(cv2.warpPerspective(np.ones(sheet.shape[:2], np.float32), matrix, size), np.float32)
    shadow = cv2.GaussianBlur(mask, (0, 0), max(1.0, scale / 20))
    picture *= 1 - float(rng.uniform(0.1, 0.5)) * np.asarray(shadow, np.float32)[..., None]
    drawn = np.asarray(cv2.warpPerspective(sheet, matrix, size, flags=cv2.INTER_LINEAR), np.float32)
    picture += mask[..., None] * (drawn - picture)


def _draw_hand(picture: Canvas, scale: float, rng: np.random.Generator) -> None:
    """Draw a hand with its forearm, its fingertips anywhere, from any side."""
    person, pose = Person.random(rng), variety.one_of(rng, list(Pose))
    slant = rng.normal(0, 0.35, 2)
    light = (float(slant[0]), float(slant[1]), 1.0)
    hand = hand_picture(person, pose, light, int(rng.integers(1000)))
    angle, zoom = float(rng.uniform(0, 2 * math.pi)), scale / CARD_WIDTH / PIXELS_PER_MM
    turn = zoom * rotation(angle)
    fingertips = np.array([-LEFT * PIXELS_PER_MM, -TOP * PIXELS_PER_MM])
    matrix = np.column_stack([turn, rng.uniform(0.1, 0.9, 2) * (SIZE[1], SIZE[0]) - turn @ fingertips])
    size = (SIZE[1], SIZE[0])
    cover = cv2.warpAffine(hand.cover, matrix, size, flags=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
    aside = np.array([[1, 0, scale / 14], [0, 1, scale / 10]])
    shade = cv2.warpAffine(cv2.GaussianBlur(cover, (0, 0), max(1.0, scale / 8)), aside, size)
    picture *= 1 - float(rng.uniform(0.2, 0.5)) * np.asarray(shade, np.float32)[..., None]
    shown = cv2.warpAffine(hand.colours, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    picture += cover * (np.asarray(shown, np.float32) - picture)


def _printed(rng: np.random.Generator, proportion: float) -> Picture:
    """Return a page, a cover, a screen or a note, 240 pixels wide and ``proportion`` times as high."""
    high = round(240 * proportion)
    dark = rng.random() < 0.4
    paper = rng.uniform(0, 90, 3) if dark else rng.uniform(170, 255, 3)
    sheet = np.full((high, 240, 3), paper, np.uint8)
    ink = tuple(float(value) for value in (rng.uniform(150, 255, 3) if dark else rng.uniform(0, 120, 3)))
    kind = float(rng.random())
    if kind < 0.35:
        for y in range(24, high - 12, int(rng.integers(14, 30))):
            cv2.putText(
                sheet, "the lie of the land " * 2, (14, y), 0, float(rng.uniform(0.3, 0.6)), ink, 1, cv2.LINE_AA
            )
    elif kind < 0.75:
        for _ in range(int(rng.integers(1, 10))):
            word = variety.one_of(rng, _WORDS)
            spot = (int(rng.integers(0, 200)), int(rng.integers(20, max(21, high))))
            cv2.putText(sheet, word, spot, int(rng.integers(0, 5)), float(rng.uniform(0.5, 2.2)), ink, 2, cv2.LINE_AA)
        for _ in range(int(rng.integers(0, 8))):
            draw_shape(sheet, float(rng.uniform(10, 120)), rng)
    if rng.random() < 0.4:
        cv2.rectangle(sheet, (8, 8), (231, high - 9), ink, int(rng.integers(1, 6)), cv2.LINE_AA)
    return np.asarray(sheet, np.uint8)


def read_other_decks(folder: Path) -> list[list[Picture]]:
    """Read the card faces of every deck in a folder of folders of pictures.

    Args:
        folder: one folder per deck.

    Returns:
        Faces by deck, each 240 pixels wide.

    Raises:
        FileNotFoundError: if there is no deck.
    """
    decks = []
    for own in sorted(path for path in folder.iterdir() if path.is_dir()):
        read = [cv2.imread(str(path)) for path in sorted(own.iterdir())]
        faces = [face for face in read if face is not None]
        if faces:
            decks.append([_wide(np.asarray(face, np.uint8)) for face in faces])
    if not decks:
        raise FileNotFoundError(f"{folder}: no folder of pictures of cards")
    return decks


def _wide(face: Picture) -> Picture:
    size = (240, round(240 * face.shape[0] / face.shape[1]))
    return np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_AREA), np.uint8)


def main() -> None:
    """Write pictures into a folder, named by their seeds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=100, help="how many")
    parser.add_argument("--faces", type=Path, help="folders of faces of other decks, to lie among it")
    parser.add_argument("--hands", action="store_true", help="hands and forearms reach over it")
    parser.add_argument("-o", "--output", type=Path, required=True, help="the folder")
    chosen = parser.parse_args()
    chosen.output.mkdir(parents=True, exist_ok=True)
    decks = read_other_decks(chosen.faces) if chosen.faces is not None else ()
    for seed in range(chosen.seed, chosen.seed + chosen.count):
        picture = clutter_picture(seed, decks, chosen.hands)
        write(chosen.output / f"{seed:06d}.jpg", cv2.imencode(".jpg", picture)[1].tobytes())


if __name__ == "__main__":
    main()
