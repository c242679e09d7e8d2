"""Readers of dice measured in one run: the same pictures, the same detections, the same cards."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.pictures.loading import load_picture
from companion.table.sightings import Sightings
from companion.vision.dice.reader import DiceReader
from companion.vision.recognise import recognise_cards
from models.evaluation.card_measurement import labelled
from models.evaluation.dice_measurement import DiceCounts, DieResult, outcomes, rows
from models.evaluation.labelled_dice import labelled_photos
from models.training.common.photographs import is_kept_out


def on_photographs(readers: Mapping[str, DiceReader], folder: Path) -> dict[str, Any]:
    """Return rows by maker, kind and size for each reader, on photographs of dice without cards."""
    results: dict[str, list[DieResult]] = {name: [] for name in readers}
    for photo in labelled_photos(folder):
        picture = load_picture(photo.path).pixels
        places = next(iter(readers.values())).find(picture)
        for name, reader in readers.items():
            results[name] += outcomes(photo, reader.read(picture, places), is_kept_out(photo))
    return {name: rows(results[name]) for name in readers}


def on_samples(readers: Mapping[str, DiceReader], folder: Path) -> dict[str, Any]:
    """Return the dice figures of each reader on labelled pictures of tables; cards are read once for all."""
    counts = {name: DiceCounts() for name in readers}
    for path, labels in labelled(folder):
        if labels.get("dice"):
            picture = load_picture(path).pixels
            cards, _ = recognise_cards(picture)
            places = next(iter(readers.values())).find(picture)
            for name, reader in readers.items():
                dice = reader.read(picture, places, cards)
                counts[name].count(Sightings(picture.shape[1], picture.shape[0], (), dice), labels)
    return {name: counts[name].document() for name in readers}
