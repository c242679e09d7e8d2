"""Rendered photos of Magnate tables with the project's own deck.

``python -m models.training.demo_photo --seed 0 -o FILE.jpg``, or many: ``--seed 0 --count 50 -o FOLDER``
"""

import argparse
import json
from pathlib import Path

import numpy as np

from companion import files
from models.training.cards.sleeves import in_sleeves
from models.training.common.decks import Deck, own_deck, read_deck
from models.training.scenes.magnate import magnate_scene


def main() -> None:
    """Write FILE.jpg and its labels FILE.json, or FOLDER/0000.jpg and so on by seed, without those that are there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, help="render so many seeds into a folder")
    parser.add_argument("--deck", type=Path, help="a folder of faces named CODE.jpg; our own deck without")
    parser.add_argument("--players", type=int, choices=(2, 3), default=2, help="two in a row, or three in a Y")
    parser.add_argument(
        "--aslant", type=float, help="tilt a near camera by 0 to so many degrees, and fan Crowns in arcs at even seeds"
    )
    parser.add_argument("--sleeves", action="store_true", help="sleeves hide the backs, other ones at each seed")
    parser.add_argument("-o", "--output", type=Path, required=True, help="the JPEG to write, or the folder")
    chosen = parser.parse_args()
    deck = read_deck(chosen.deck) if chosen.deck else own_deck()
    for seed in range(chosen.seed, chosen.seed + (chosen.count or 1)):
        photo = chosen.output / f"{seed:04d}.jpg" if chosen.count else chosen.output
        if not (chosen.count and photo.with_suffix(".json").exists()):
            write(seed, deck, photo, chosen.players, chosen.aslant, chosen.sleeves)


def write(
    seed: int, deck: Deck, photo: Path, players: int = 2, most_tilted: float | None = None, sleeves: bool = False
) -> None:
    """Write the photo of a seed and its labels, a file of the same name ending in ``.json``.

    Args:
        seed: the same seed gives the same photo.
        deck: the deck to lay.
        photo: the JPEG to write.
        players: 2 or 3.
        most_tilted: the largest tilt of a camera that is near, degrees; without, each seed has its own camera.
        sleeves: whether the cards are in sleeves, which hide the deck's back.
    """
    deck = in_sleeves(deck, seed) if sleeves else deck
    tilt = None if most_tilted is None else float(np.random.default_rng([seed, 46]).uniform(0, most_tilted))
    scene = magnate_scene(seed, deck, players=players, aslant=tilt, arcs=tilt is not None and seed % 2 == 0)
    photo.parent.mkdir(parents=True, exist_ok=True)
    files.write(photo, scene.photo)
    truth = {"image": photo.name, "seed": seed, **scene.labels, "score": scene.score}
    files.write(photo.with_suffix(".json"), (json.dumps(truth, indent=1) + "\n").encode())


if __name__ == "__main__":
    main()
