"""``python -m tests.bench vision``: accuracy of reading labelled pictures."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.cli.output import print_json, print_line
from companion.cli.schemas.versions import stamp
from companion.errors import CompanionError
from companion.locale import Message
from tests.bench.clutter import count_false_detections, false_detection_line
from tests.bench.figures import Record, machine
from tests.bench.photos import measure_photos, photo_lines
from tests.bench.picture_lots import Lot, lot_lines, lot_of, upper_median
from tests.bench.record import Measured, record
from tests.bench.training_script import training_script
from tests.bench.vision_records import clutter_values, photo_values, rendered_values, sample_values

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tests.bench.viewpoint import Viewpoint

MAX_TILT = 60
RENDERED = Message("rendered pictures")
_NAME_A_FOLDER = Message("name a folder of labelled pictures")


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
    tilted: Annotated[float, typer.Option(help="Tilt the camera further, in degrees.", min=0, max=MAX_TILT)] = 0.0,
    towards: Annotated[float, typer.Option(help="The side it is tilted to, clockwise from the lower edge.")] = 0.0,
    made_elsewhere: Annotated[
        list[Path] | None,
        typer.Option("--elsewhere", help="Read the dice of a folder of labelled photos instead; may be given again."),
    ] = None,
    kept_out: Annotated[
        Path | None, typer.Option(help="With --elsewhere: patterns of the photos that are to have rows of their own.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    recorded: Record = False,
) -> int:
    """Read labelled pictures and count right readings; without a folder, ten rendered photos."""
    from companion.cli.known_decks import known_decks
    from tests.bench.viewpoint import Viewpoint

    if made_elsewhere:
        document = measure_photos(made_elsewhere, known_decks(context.obj), kept_out)
        if as_json:
            print_json(stamp("bench", document), indent=1)
        else:
            for line in photo_lines(document):
                print_line(line)
        if recorded:
            record(photo_values(document["rows"]) if kept_out is not None else {}, document["machine"])
        return 0
    view = Viewpoint(turned, tilted, towards)
    with tempfile.TemporaryDirectory() as rendered:
        if folder is None or seeds:
            _render(range(first_seed, first_seed + (seeds or 10)), players, deck, Path(rendered))
        if clutter:
            among = ["--faces", str(other_decks)] if other_decks is not None else []
            among += ["--hands"] if hands else []
            _run_script("clutter", first_seed, clutter, among, Path(rendered) / "clutter")
        document = _measured(folder if folder and not seeds else Path(rendered), context, view)
        if clutter:
            document["clutter"] = count_false_detections(Path(rendered) / "clutter", known_decks(context.obj))
    shown = f"demo photos from seed {first_seed}" + (f" of {deck}" if deck else "")
    document["pictures_from"] = str(folder) if folder and not seeds else shown
    if as_json:
        print_json(stamp("bench", document), indent=1)
    else:
        _show(document)
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
    aside = bool(document["view"]["turned"] or document["view"]["tilted"])
    return rendered_values(document, players=players, turned_or_tilted=aside)


def _render(seeds: range, players: int, deck: Path | None, folder: Path) -> None:
    """Render demo photos with labels."""
    chosen = ["--players", str(players), *(["--deck", str(deck)] if deck else [])]
    _run_script("demo_photo", seeds.start, len(seeds), chosen, folder)


def _run_script(name: str, seed: int, count: int, chosen: Sequence[str], folder: Path) -> None:
    """Render pictures into a folder with one of the training scripts."""
    numbers = ["--seed", str(seed), "--count", str(count), "-o", str(folder)]
    command = [*training_script(name), *numbers, *chosen]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode:
        raise CompanionError(
            RENDERED,
            Message("cannot be rendered here ({why})", {"why": made.stderr.strip().splitlines()[-1]}),
            _NAME_A_FOLDER,
        )


def _measured(folder: Path, context: typer.Context, view: Viewpoint) -> dict[str, Any]:
    from companion.cli.known_decks import known_decks
    from companion.pictures.loading import load_picture
    from companion.vision.recognise import recognise
    from models.evaluation.card_measurement import labelled

    galleries = known_decks(context.obj)
    every, lots, milliseconds = Lot(), dict[str, Lot](), []
    stages: dict[str, list[float]] = {}
    sizes: dict[str, list[float]] = {}
    for path, written in labelled(folder):
        pixels, labels = view.transform(load_picture(path).pixels, written)
        recognised = recognise(pixels, galleries)
        milliseconds.append(recognised.milliseconds)
        sizes.setdefault(_size(pixels, labels), []).append(recognised.milliseconds)
        for stage, took in recognised.stages.items():
            stages.setdefault(stage, []).append(took)
        for lot in (every, lots.setdefault(lot_of(path.stem), Lot())):
            lot.count(path.stem, recognised.sightings, labels, view.turned)
    return {
        **every.document(),
        "lots": {lot.span: lot.document() for lot in lots.values()} if len(lots) > 1 else {},
        "view": asdict(view),
        "milliseconds": {
            **_times(milliseconds),
            "by_size": {size: {"pictures": len(times), **_times(times)} for size, times in sorted(sizes.items())},
        },
        "stages": {stage: _median(times) for stage, times in stages.items()},
        "start": _start_milliseconds(),
        "memory_mb": _peak_memory(),
        "machine": machine(),
    }


def _view_text(view: Mapping[str, float]) -> str:
    tilt = f", tilted by {view['tilted']:g}° towards {view['towards']:g}°" if view["tilted"] else ""
    return f"turned by {view['turned']:g}°{tilt}"


def _size(pixels: NDArray[np.uint8], labels: Mapping[str, Any]) -> str:
    height, width = pixels.shape[:2]
    return f"{width} × {height}" + (" with dice" if labels.get("dice") else "")


def _times(values: Sequence[float]) -> dict[str, int]:
    return {"median": _median(values), "most": round(max(values))}


def _median(values: Sequence[float]) -> int:
    return round(upper_median(values))


def _start_milliseconds() -> int:
    """Return the milliseconds until a fresh process has loaded the networks."""
    started = time.perf_counter()
    subprocess.run(
        [
            sys.executable,
            "-c",
            "import companion.cli.main, companion.vision.recognise",
        ],
        check=True,
    )
    return round(1000 * (time.perf_counter() - started))


def _peak_memory() -> int:
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(most / (1e6 if sys.platform == "darwin" else 1e3))


def _show(document: Mapping[str, Any]) -> None:
    for line in _lines(document):
        print_line(line)


def _lines(document: Mapping[str, Any]) -> Iterator[str]:
    yield f"{document['pictures']} pictures ({document['pictures_from']}), {_view_text(document['view'])}"
    for span, lot in document["lots"].items():
        yield f"  {lot['pictures']} of them, {span}"
        yield from (f"  {line}" for line in lot_lines(lot))
    if document["lots"]:
        yield "  all of them"
    yield from lot_lines(document)
    if "clutter" in document:
        yield false_detection_line(document["clutter"])
    stages = ", ".join(f"{stage} {took}" for stage, took in document["stages"].items())
    yield f"  {document['milliseconds']['median']} ms a picture ({stages}), most {document['milliseconds']['most']} ms"
    for size, times in document["milliseconds"]["by_size"].items():
        yield f"    {times['pictures']} of {size}: {times['median']} ms, most {times['most']} ms"
    described = ", ".join(f"{name}: {value}" for name, value in document["machine"].items())
    yield f"  start {document['start']} ms, memory {document['memory_mb']} MB; {described}"
