"""A Magnate scene from a seed: position, table, lamp, camera, photo and labels."""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.games.magnate.encoding import score_to_json
from companion.games.magnate.scoring import Layout, score
from models.training.common.decks import Deck
from models.training.scenes import variety
from models.training.scenes.camera import Camera, aim_camera
from models.training.scenes.late_game import late_game
from models.training.scenes.lens import encode_jpeg, random_lens, take_photo
from models.training.scenes.render import Canvas, Lamp, render_table
from models.training.scenes.surfaces import paint_tabletop
from models.training.scenes.table_layout import Table, lay_out_row, span_of
from models.training.scenes.three_players import late_game_of_three, lay_out_y

SIZE = (1280, 960)
NEAR = 1.0
"""Sides of the table's span from which a camera aslant takes its picture, so that far is much smaller."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A photo as JPEG, its labels in the samples' format, and the score document."""

    photo: bytes
    labels: dict[str, object]
    score: dict[str, object]


def magnate_scene(
    seed: int,
    deck: Deck,
    players: int = 2,
    aslant: float | None = None,
    arcs: bool = False,
) -> Scene:
    """Return the scene of a seed: a late game of two or three laid with this deck and photographed.

    Args:
        seed: the same seed gives the same scene.
        deck: the deck to lay.
        players: 2 or 3.
        aslant: tilt in degrees of a camera that is near, instead of the seed's own camera.
        arcs: whether Crowns are fanned in an arc.

    Returns:
        The scene.
    """
    rng = np.random.default_rng([9, seed])
    if players == 3:
        layout = late_game_of_three(rng)
        table = lay_out_y(layout, rng)
    else:
        layout, discards = late_game(rng)
        table = lay_out_row(layout, discards, rng, arcs)
    camera = _camera(table, rng, aslant)
    canvas = render_table(table, deck, camera, paint_tabletop((2000, 1500), rng), random_lamp(rng), rng)
    lens = random_lens(rng)
    photo = encode_jpeg(take_photo(canvas.to_linear_light(), lens, rng), lens)
    return Scene(photo, {**_labels(table, camera, canvas), "preset": layout.options.preset}, _score(layout))


def _camera(table: Table, rng: np.random.Generator, aslant: float | None) -> Camera:
    tilt = variety.drawn(rng, variety.PHOTO_TILT)
    return aim_camera(
        span_of(table.cards),
        SIZE,
        tilt=tilt if aslant is None else aslant,
        towards=float(rng.choice([0, 0, 0, 90, 180, 270]) + rng.normal(0, 25)),
        roll=float(rng.normal(0, 2.5)),
        slack=float(rng.uniform(1.02, 1.12)),
        distance=1.5 if aslant is None else NEAR,
    )


def random_lamp(rng: np.random.Generator) -> Lamp:
    """Return a random lamp."""
    turn, height = rng.uniform(0, 2 * np.pi), rng.uniform(*variety.LAMP_HEIGHT)
    flat = np.sqrt(1 - height**2)
    warmth = float(rng.normal(0, variety.LAMP_WARMTH))
    colour = np.array([1 - warmth, 1.0, 1 + warmth])
    return Lamp(np.array([np.cos(turn) * flat, np.sin(turn) * flat, height]), float(rng.uniform(0, 1)), colour)


def _labels(table: Table, camera: Camera, canvas: Canvas) -> dict[str, object]:
    pixel_counts = np.bincount(canvas.things[canvas.things >= 0].ravel(), minlength=1000)
    cards = []
    for number, card in enumerate(table.cards):
        corners = camera.project(card.raised_corners())
        area = cv2.contourArea(corners.astype(np.float32))
        cards.append(
            {
                "card": None if card.card is None else card.card.code,
                "face": "down" if card.card is None else "up",
                "corners": [[round(float(x), 2), round(float(y), 2)] for x, y in corners],
                "visible": round(min(1.0, float(pixel_counts[number]) / area), 3),
                "role": card.role,
                "district": card.district,
                "side": card.side,
                "position": card.position,
            }
        )
    return {
        "width": camera.width,
        "height": camera.height,
        "scene": "magnate",
        "cards": cards,
        "dice": _dice_labels(table, canvas),
    }


def _dice_labels(table: Table, canvas: Canvas) -> list[dict[str, object]]:
    labels: list[dict[str, object]] = []
    for number, die in enumerate(table.dice, len(table.cards) + len(table.tokens)):
        ys, xs = np.nonzero(canvas.things == number)
        if len(xs) == 0:
            continue
        box = [int(xs.min()), int(ys.min()), int(xs.max()) + 1, int(ys.max()) + 1]
        labels.append(
            {
                "kind": die.kind.value,
                "value": die.value,
                "center": [round((box[0] + box[2]) / 2, 2), round((box[1] + box[3]) / 2, 2)],
                "bbox": box,
                "visible": 1.0,
            }
        )
    return labels


def _score(layout: Layout) -> dict[str, object]:
    seats = ("near", "far") if len(layout.tokens) == 2 else ("near", "left", "right")
    document = score_to_json(score(layout), layout, seats)
    return {"game": "magnate", "preset": layout.options.preset, "players": len(seats), **document}
