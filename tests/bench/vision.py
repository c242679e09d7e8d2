"""``python -m tests.bench vision``: accuracy of reading labelled pictures."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from companion.cli.output import print_json
from tests.bench.clutter import count_false_detections
from tests.bench.figures import Record, machine
from tests.bench.photos import measure_photos
from tests.bench.picture_lots import Lot, upper_median
from tests.bench.record import Measured, record
from tests.bench.training_script import run_training_script
from tests.bench.vision_records import clutter_values, photo_values, rendered_values, sample_values


def vision(
    context: typer.Context,
    folder: Annotated[Path | None, typer.Argument(help="A folder of labelled pictures.", metavar="DIR")] = None,
    seeds: Annotated[int, typer.Option(help="Render so many demo photos and read them.", min=0)] = 0,
    first_seed: Annotated[int, typer.Option(help="The first of these seeds.", min=0)] = 0,
    players: Annotated[int, typer.Option(help="Players at those demo tables: 2 or 3.", min=2, max=3)] = 2,
    deck: Annotated[
        Path | None, typer.Option(help="Faces (CODE.jpg) to lay those tables with; our own deck without.")
    ] = None,
    clutter: Annotated[int, typer.Option(help="Besides, read so many rendered pictures without a card.", min=0)] = 0,
    other_decks: Annotated[
        Path | None, typer.Option(help="With --clutter: folders of other decks' faces, whose cards lie there too.")
    ] = None,
    hands: Annotated[bool, typer.Option("--hands", help="With --clutter: hands reach over it.")] = False,
    turned: Annotated[float, typer.Option(help="Turn each picture clockwise first, by any angle in degrees.")] = 0.0,
    made_elsewhere: Annotated[
        list[Path] | None,
        typer.Option("--elsewhere", help="Read the dice of a folder of labelled photos instead; may be given again."),
    ] = None,
    kept_out: Annotated[
        Path | None, typer.Option(help="With --elsewhere: patterns of the photos that are to have rows of their own.")
    ] = None,
    recorded: Record = False,
) -> int:
    """Read labelled pictures and print right readings as JSON; without a folder, ten rendered photos."""
    from companion.cli.known_decks import known_decks

    if made_elsewhere:
        document = measure_photos(made_elsewhere, known_decks(context.obj), kept_out)
        print_json("bench", document, indent=1)
        if recorded:
            record(photo_values(document["rows"]) if kept_out is not None else {}, document["machine"])
        return 0
    with tempfile.TemporaryDirectory() as rendered:
        if folder is None or seeds:
            faces = ["--deck", deck] if deck else []
            _render("demo_photo", first_seed, seeds or 10, rendered, "--players", players, *faces)
        if clutter:
            among = [*(["--faces", other_decks] if other_decks else []), *(["--hands"] if hands else [])]
            _render("clutter", first_seed, clutter, Path(rendered) / "clutter", *among)
        document = _measured(folder if folder and not seeds else Path(rendered), context, turned)
        if clutter:
            document["clutter"] = count_false_detections(Path(rendered) / "clutter", known_decks(context.obj))
    shown = f"demo photos from seed {first_seed}" + (f" of {deck}" if deck else "")
    document["pictures_from"] = str(folder) if folder and not seeds else shown
    print_json("bench", document, indent=1)
    if recorded:
        kind = "hands" if hands else "decks" if other_decks is not None else "clutter"
        record(_values(document, folder if not seeds else None, kind, players, deck), document["machine"])
    return 0


def _values(
    document: dict[str, Any], folder: Path | None, kind: str, players: int, deck: Path | None
) -> dict[str, Measured]:
    """Return the values of a run for ``docs/figures.json``; a run with ``--clutter`` is one of clutter alone."""
    if "clutter" in document:
        return clutter_values(document["clutter"], kind)
    if folder is not None:
        return sample_values(document) if folder.name == "samples" else {}
    if deck is not None:
        return {}
    return rendered_values(document, players=players, turned=bool(document["turned"]))


def _render(name: str, seed: int, count: int, folder: Path | str, *chosen: object) -> None:
    """Render pictures into a folder with one of the training scripts."""
    run_training_script(name, "--seed", seed, "--count", count, "-o", folder, *chosen)


def _measured(folder: Path, context: typer.Context, turned: float) -> dict[str, Any]:
    from companion.cli.known_decks import known_decks
    from companion.pictures.loading import load_picture
    from companion.vision.recognise import recognise
    from models.evaluation.card_measurement import labelled
    from tests.bench.viewpoint import turn

    galleries = known_decks(context.obj)
    lot, milliseconds, sizes = Lot(), list[float](), dict[str, list[float]]()
    for path, written in labelled(folder):
        pixels, labels = turn(load_picture(path).pixels, written, turned)
        recognised = recognise(pixels, galleries)
        milliseconds.append(recognised.milliseconds)
        height, width = pixels.shape[:2]
        size = f"{width} × {height}" + (" with dice" if labels.get("dice") else "")
        sizes.setdefault(size, []).append(recognised.milliseconds)
        lot.count(path.stem, recognised.sightings, labels, turned)
    return {
        **lot.document(),
        "turned": turned,
        "milliseconds": {
            **_times(milliseconds),
            "by_size": {size: {"pictures": len(times), **_times(times)} for size, times in sorted(sizes.items())},
        },
        "memory_mb": _peak_memory(),
        "machine": machine(),
    }


def _times(values: Sequence[float]) -> dict[str, int]:
    return {"median": round(upper_median(values)), "most": round(max(values))}


def _peak_memory() -> int:
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(most / (1e6 if sys.platform == "darwin" else 1e3))
