"""Fit the weights of :mod:`companion.vision.cards.posterior` on labelled pictures.

``python -m models.training.cards.probability FOLDER… --copies 7 --rows FILE.npz``. The folders hold rendered tables
(``models.training.demo_photo --aslant 30``) and pictures without cards (``models.training.clutter``), none of which a
network learned from. What was read of a picture stays in the file of rows, so that an interrupted run goes on.
"""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from companion.pictures.arrays import Mask, Matrix
from companion.pictures.loading import load_picture
from companion.pieces import DECK
from companion.vision.cards.decision import design_of, size_reference
from companion.vision.cards.detect_cards import detect_cards
from companion.vision.cards.detection import Detections
from companion.vision.cards.face_reader import BACK, shipped_face_reader
from companion.vision.cards.index_strips import shipped_index_reader
from companion.vision.cards.posterior import WEIGHTS, Design, Posterior
from models.evaluation.card_measurement import SAME_PLACE, distance
from models.training.common.logistic import fit_weights
from models.training.scenes.photography import worsen
from models.training.scenes.variety import POOR, VERY_POOR

PENALTY = 3e-4
"""Weight of the squared coefficients; chosen by the likelihood of tables that were left out, in five parts."""
LOWERS = ("size", "size unknown")
SUPPORTS = (
    "carries none",
    "index",
    "face",
    "face without index",
    "other face",
    "no card",
    "score",
    "visible",
    "visible without index",
)
"""Features of which more never makes a card more probable, and never less."""


def main() -> None:
    """Print the weights as JSON, with the number of places that they are fitted on."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", help="folders of labelled pictures; without labels, no cards")
    parser.add_argument("--copies", type=int, default=0, help="worsened copies of each labelled picture")
    parser.add_argument("--rows", type=Path, required=True, help="the file in which what was read is kept")
    chosen = parser.parse_args()
    table = read_rows(chosen.folders, chosen.copies, chosen.rows)
    right = table[:, 0] > 0
    weights = dict(zip(WEIGHTS, fit(table[:, 1:], right).round(3).tolist(), strict=True))
    print(json.dumps({"weights": weights, "places": len(table), "cards": int(right.sum())}, indent=1))


def read_rows(folders: Sequence[Path], copies: int, kept: Path) -> Matrix:
    """Return a row for each place in the pictures: whether the card lies there, then its features."""
    rows = dict(np.load(kept)) if kept.exists() else {}
    readers = shipped_index_reader(), shipped_face_reader()
    photos = sorted(path for folder in folders for path in folder.glob("*.jpg"))
    for number, path in enumerate(photos):
        labels = json.loads(path.with_suffix(".json").read_text("utf8")) if path.with_suffix(".json").exists() else {}
        for copy in range(1 + (copies if labels else 0)):
            name = f"{path.stem}-{copy}"
            if name not in rows:
                rng = np.random.default_rng([number, copy])
                picture = load_picture(path).pixels
                picture = worsen(picture, rng, POOR if copy < 5 else VERY_POOR) if copy else picture
                found = list(place_rows(detect_cards(picture, *readers), labels.get("cards", ())))
                rows[name] = np.array(found).reshape(-1, 1 + len(WEIGHTS))
                np.savez_compressed(kept, **rows)
    return np.concatenate(list(rows.values()))


def place_rows(detections: Detections, labels: Sequence[Mapping[str, Any]]) -> Iterator[list[float]]:
    """Yield whether the likeliest card lies at each place, and the features of that."""
    design = design_of(detections.places, detections.plane)
    if design is Design.STRANGE:
        return
    plane = size_reference(detections.places, detections.plane)
    for place in detections.places:
        if place.indices or place.face[BACK] < 0.5:
            posterior = Posterior.of(place, design)
            own = int(posterior.both.argmax())
            there = [label for label in labels if label["card"] == DECK[own].code]
            right = any(distance(place.corners, label) < SAME_PLACE for label in there)
            yield [float(right), *posterior.features(own, plane)]


def fit(features: Matrix, right: Mask) -> Matrix:
    """Return the weights of a logistic model.

    Args:
        features: One row a place, see :func:`card_features`.
        right: Whether the card lies there.

    Returns:
        The weights.
    """
    rows = np.stack([np.zeros_like(features), features], axis=1)
    names = list(WEIGHTS)
    penalty = PENALTY * (features.std(axis=0) + 1e-3) ** 2
    penalty[0] = 0.0
    low = np.array([0.0 if name in SUPPORTS else -np.inf for name in names])
    high = np.array([0.0 if name in LOWERS else np.inf for name in names])
    shares = np.full(len(features), 1 / len(features))
    return fit_weights(rows, right.astype(np.intp), shares, np.zeros(len(names)), penalty, (low, high))


if __name__ == "__main__":
    main()
