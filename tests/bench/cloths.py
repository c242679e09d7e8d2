"""``python -m tests.bench cloths``: five or fewer cards on checked and plaid cloths."""

import math
from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any

import cv2
import numpy as np
import typer

from companion.pictures.arrays import Picture
from companion.pieces import DECK
from companion.vision.recognise import recognise
from models.training.common.decks import own_deck
from models.training.scenes.camera import aim_camera
from models.training.scenes.lens import encode_jpeg, random_lens, take_photo
from models.training.scenes.magnate import random_lamp
from models.training.scenes.render import render_table
from models.training.scenes.table_layout import LaidCard, Table
from tests.bench.figures import AsJson, Figure, Measured, Record, report

FIRST_SEED = 95_000
"""Seed of the first picture; no training uses seeds of this form."""
SIZE = (1280, 960)
LEAST_CERTAIN = 0.9
"""Least share of cards that are certain."""
LEAST_VISIBLE = 0.6
"""Visible share from which a card counts."""
SQUARES = (18.0, 55.0)
"""Width of a cloth's squares and bands, in millimetres."""


def bench_cloths(
    pictures: Annotated[int, typer.Option(min=1, help="Pictures that are rendered and read.")] = 200,
    first_seed: Annotated[int, typer.Option(min=0, help="The first of their seeds.")] = FIRST_SEED,
    as_json: AsJson = False,
    recorded: Record = False,
) -> int:
    """Read few cards on patterned cloths. Exit 1 if a figure is missed."""
    return report("cloths", _figures(pictures, first_seed), as_json, recorded, seed=first_seed)


def _figures(pictures: int, first_seed: int) -> Iterator[Figure]:
    counts: Counter[str] = Counter()
    for seed in range(first_seed, first_seed + pictures):
        counts.update(_count(*few_cards(seed)))
    yield Figure(
        "five or fewer cards on checked and plaid cloths",
        "90 % of the visible cards certain, none wrong or invented",
        {"pictures": pictures, **counts},
        counts["certain"] >= LEAST_CERTAIN * counts["cards"] and not counts["wrong"] + counts["invented"],
        {"cloth-cards-certain": Measured.share(counts["certain"], counts["cards"])},
    )


def few_cards(seed: int) -> tuple[Picture, dict[str, Any]]:
    """Return a picture of one to five cards on a patterned cloth, and what lies there as in the samples' labels."""

    rng = np.random.default_rng([73, seed])
    spots = [(float(x), float(y)) for x in (-90, 0, 90) for y in (-60, 60)]
    chosen = rng.permutation(len(spots))[: int(rng.integers(1, 6))]
    turn = float(rng.uniform(0, 360))
    cards = tuple(
        LaidCard(DECK[int(kind)], *spots[int(spot)], turn + float(rng.normal(0, 12)), "loose")
        for spot, kind in zip(chosen, rng.permutation(len(DECK)), strict=False)
    )
    camera = aim_camera(
        (-150.0, -120.0, 150.0, 120.0),
        SIZE,
        tilt=float(rng.uniform(0, 30)),
        towards=float(rng.uniform(0, 360)),
        roll=float(rng.normal(0, 4)),
        slack=float(rng.uniform(1.0, 1.3)),
    )
    canvas = render_table(Table(cards), own_deck(), camera, patterned_cloth(rng), random_lamp(rng), rng)
    lens = random_lens(rng)
    photo = encode_jpeg(take_photo(canvas.to_linear_light(), lens, rng), lens)
    pixels = np.asarray(cv2.imdecode(np.frombuffer(photo, np.uint8), cv2.IMREAD_COLOR), np.uint8)
    shown = np.bincount(canvas.things[canvas.things >= 0].ravel(), minlength=len(cards))
    outlines = [camera.project(card.raised_corners()) for card in cards]
    labels = [
        {
            "card": card.card.code if card.card else None,
            "corners": [[float(x), float(y)] for x, y in outline],
            "visible": min(1.0, float(shown[number]) / cv2.contourArea(outline.astype(np.float32))),
        }
        for number, (card, outline) in enumerate(zip(cards, outlines, strict=True))
    ]
    return pixels, {"cards": labels}


def patterned_cloth(rng: np.random.Generator) -> Picture:
    """Return a checked cloth of two tones, one whose bands cross (gingham), or a plaid of several bands."""

    width, height, scale = 2000, 1500, 2.0
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    angle, side = float(rng.uniform(0, math.pi)), float(rng.uniform(*SQUARES)) * scale
    along = [x * math.cos(angle) + y * math.sin(angle), y * math.cos(angle) - x * math.sin(angle)]
    cells = [np.floor(one / side).astype(int) for one in along]
    light, dark = rng.uniform(170, 250, 3), rng.uniform(10, 150, 3)
    match rng.choice(("checks", "gingham", "plaid")):
        case "checks":
            share = ((cells[0] + cells[1]) % 2).astype(np.float32)
        case "gingham":
            share = ((cells[0] % 2) + (cells[1] % 2)).astype(np.float32) / 2
        case _:
            bands = rng.uniform(0, 1, 7)
            share = np.asarray((bands[cells[0] % 7] + bands[cells[1] % 7]) / 2, np.float32)
            light = rng.uniform(20, 220, 3)
    cloth = dark + share[..., None] * (light - dark) + rng.normal(0, 4, (height, width, 1))
    return np.asarray(cv2.GaussianBlur(np.clip(cloth, 0, 255), (0, 0), 0.8), np.uint8)


def _count(pixels: Picture, labels: dict[str, Any]) -> Counter[str]:
    """Return how many visible cards lie there and are certain, and what is certain but wrong, or invented."""

    counts: Counter[str] = Counter()
    left = [one for one in labels["cards"] if one["visible"] >= LEAST_VISIBLE]
    counts["cards"] += len(left)
    for card in recognise(pixels).sightings.cards:
        middle = tuple(np.mean(card.corners, axis=0).tolist())
        there = [
            one
            for one in labels["cards"]
            if cv2.pointPolygonTest(np.array(one["corners"], np.float32), middle, False) >= 0
        ]
        right = any(card.card is not None and card.card.code == one["card"] for one in there)
        counts["certain"] += card.sure and right
        counts["wrong"] += card.sure and bool(there) and not right
        counts["invented"] += card.sure and not there
        counts["doubts about cloth"] += not card.sure and not there
    return counts
