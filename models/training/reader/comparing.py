"""Two chains of dice reading measured in one run: the same pictures, the same detections, the same cards."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from companion.table.sightings import DieSighting, Sightings
from companion.vision.dice.reader import DiceReader
from companion.vision.pictures import load_picture
from models.evaluation.card_measurement import labelled
from models.evaluation.dice_measurement import DiceCounts, dice_lines
from models.evaluation.labelled_dice import labelled_photos, patterns
from models.evaluation.photo_measurement import DieResult, outcomes, rows
from models.training.reader.photographs import KEPT_OUT
from tests.bench.picture_lots import LOT_SIZE, lot_of


def on_photographs(chains: Mapping[str, DiceReader], folders: Sequence[Path], every: int = 1) -> dict[str, Any]:
    """Rows by maker, kind and size for each chain, on photographs of dice without cards."""
    kept_out = patterns(KEPT_OUT)
    results: dict[str, list[DieResult]] = {name: [] for name in chains}
    seconds = dict.fromkeys(chains, 0.0)
    photos = [photo for folder in folders for photo in labelled_photos(folder)]
    for photo in photos[::every]:
        kept = any(fnmatch(photo.name, pattern) for pattern in kept_out)
        picture = load_picture(photo.path).pixels
        places = next(iter(chains.values())).find(picture)
        for name, chain in chains.items():
            began = time.process_time()
            dice = chain.read(picture, places)
            seconds[name] += time.process_time() - began
            results[name] += outcomes(photo, dice, kept)
    return {name: {"rows": rows(results[name]), "seconds": round(seconds[name], 1)} for name in chains}


def on_samples(chains: Mapping[str, DiceReader], folder: Path) -> dict[str, Any]:
    """Dice figures of each chain by lot, on labelled pictures of tables; cards are read once for all."""
    from companion.vision.recognise import recognise_cards

    lots: dict[str, dict[str, DiceCounts]] = {name: {} for name in chains}
    dice_read: dict[str, list[dict[str, Any]]] = {name: [] for name in chains}
    for path, labels in labelled(folder):
        if not labels.get("dice"):
            continue
        picture = load_picture(path).pixels
        cards, _ = recognise_cards(picture)
        places = next(iter(chains.values())).find(picture)
        for name, chain in chains.items():
            dice = chain.read(picture, places, cards)
            counts = lots[name].setdefault(lot_of(path.stem), DiceCounts())
            counts.count(Sightings(picture.shape[1], picture.shape[0], (), dice), labels)
            dice_read[name].append({"picture": path.stem, "dice": [_document(die) for die in dice]})
    return {
        name: {"lots": {lot: counts.document() for lot, counts in lots[name].items()}, "dice": dice_read[name]}
        for name in chains
    }


def on_films(chains: Mapping[str, DiceReader], folders: Sequence[Path]) -> dict[str, Any]:
    """What was said of every film of these folders by each chain: films of other makers, or staged games that
    ``python -m tests.bench live --keep`` left."""
    from tests.bench.films import find_films
    from tests.bench.staged_games import follow_film

    document: dict[str, Any] = {name: {} for name in chains}
    for folder in folders:
        for film in find_films(folder):
            for name, chain in chains.items():
                with reading_by(chain):
                    document[name][film.video.stem] = follow_film(film.video)
    return document


@contextmanager
def reading_by(chain: DiceReader) -> Iterator[None]:
    """Meanwhile a followed table's dice are read by this chain."""
    from companion.vision import recognise
    from companion.vision.tracking import tracker

    rooms = vars(recognise), vars(tracker)
    before = [room["installed_reader"] for room in rooms]
    for room in rooms:
        room["installed_reader"] = lambda: chain
    try:
        yield
    finally:
        for room, own in zip(rooms, before, strict=True):
            room["installed_reader"] = own


def _document(die: DieSighting) -> dict[str, Any]:
    return {"kind": die.kind.value, "center": die.center, "candidates": die.candidates, "sure": die.sure}


def photograph_lines(document: Mapping[str, Any]) -> Iterator[str]:
    """Lines for people: by chain, maker and kind, all sizes together."""
    for name, chain in document.items():
        yield f"{name}, photographs, {chain['seconds']} s of processor"
        totals: dict[tuple[str, bool, str], dict[str, int]] = {}
        for row in chain["rows"]:
            own = totals.setdefault((row["maker"], row["kept_out"], row["what"]), {})
            for key, value in row.items():
                if type(value) is int:
                    own[key] = own.get(key, 0) + value
        for (maker, kept, what), own in sorted(totals.items()):
            counted = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in own.items() if value)
            yield f"  {maker}{', kept out' if kept else ''}, {what}: {counted}"


def sample_lines(document: Mapping[str, Any]) -> Iterator[str]:
    """The same for pictures of tables: by chain and lot."""
    for name, chain in document.items():
        for lot, figures in chain["lots"].items():
            yield f"{name}, pictures from {int(lot) * LOT_SIZE:03d}"
            yield from dice_lines(figures)
