"""``companion bench vision``: how well pictures are read, in figures."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.cli.figures import machine
from companion.errors import CompanionError
from companion.locale import Message

if TYPE_CHECKING:
    from companion.table.magnate_layout import TableReading
    from companion.vision.measuring import CardFigures, Figures
    from companion.vision.pictures import Picture
    from companion.vision.seeing import Seen

QUARTERS = {"0": 0, "90": 1, "180": 2, "270": 3}


@dataclass
class Tables:
    """Whole Magnate tables: right without a question, in doubt and asked, and wrong without a question."""

    tables: int = 0
    right_unasked: int = 0
    asked: int = 0
    asked_with_true_guess: int = 0
    wrong_unasked: list[str] = field(default_factory=list)


def vision(
    context: typer.Context,
    folder: Annotated[Path | None, typer.Argument(help="A folder of labelled pictures.", metavar="DIR")] = None,
    seeds: Annotated[int, typer.Option(help="Render so many demo photos and read them.", min=0)] = 0,
    first_seed: Annotated[int, typer.Option(help="The first of these seeds.", min=0)] = 0,
    players: Annotated[int, typer.Option(help="Players at those demo tables: 2 or 3.", min=2, max=3)] = 2,
    turned: Annotated[str, typer.Option(help="Turn each picture clockwise first: 0, 90, 180 or 270 degrees.")] = "0",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> int:
    """Reads labelled pictures and counts what was right. Without a folder: ten demo photos (from the repository)."""
    if turned not in QUARTERS:
        raise CompanionError(f"--turned {turned}", Message("is no quarter turn"), Message("write 0, 90, 180 or 270"))
    with tempfile.TemporaryDirectory() as rendered:
        if folder is None or seeds:
            _render(range(first_seed, first_seed + (seeds or 10)), players, Path(rendered))
        document = _measured(folder if folder and not seeds else Path(rendered), context, QUARTERS[turned])
    document["pictures_from"] = str(folder) if folder and not seeds else f"demo photos from seed {first_seed}"
    if as_json:
        print(json.dumps(document, indent=1))
    else:
        _show(document)
    return 0


def _render(seeds: Sequence[int], players: int, folder: Path) -> None:
    """Demo photos with labels, rendered by the repository's own script."""
    chosen = ["--seed", str(seeds[0]), "--count", str(len(seeds)), "--players", str(players), "-o", str(folder)]
    command = [sys.executable, "-m", "models.train.demo_photo", *chosen]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode:
        raise CompanionError(
            "demo photos",
            Message("cannot be rendered here ({why})", {"why": made.stderr.strip().splitlines()[-1]}),
            Message("run this in the project's repository, or name a folder of labelled pictures"),
        )


def _measured(folder: Path, context: typer.Context, quarters: int) -> dict[str, Any]:
    from companion.vision.decks import known
    from companion.vision.measuring import Figures, labelled
    from companion.vision.seeing import see

    galleries = known(context.obj.decks)
    figures, tables, milliseconds = Figures(), Tables(), []
    stages: dict[str, list[float]] = {}
    for path, written in labelled(folder):
        picture, labels = _turned(path, written, quarters)
        seen = see(picture.pixels, galleries)
        milliseconds.append(seen.milliseconds)
        for stage, took in seen.stages.items():
            stages.setdefault(stage, []).append(took)
        figures.count(seen.sightings, labels)
        if labels["scene"] == "magnate":
            _count_table(tables, path.name, seen, labels, quarters)
    return {
        "pictures": len(milliseconds),
        "turned": 90 * quarters,
        "cards": _card_figures(figures),
        "tables": asdict(tables),
        "milliseconds": {"median": _median(milliseconds), "most": round(max(milliseconds))},
        "stages": {stage: _median(times) for stage, times in stages.items()},
        "start": _start(),
        "memory_mb": _memory(),
        "machine": machine(),
    }


def _turned(path: Path, labels: dict[str, Any], quarters: int) -> tuple[Picture, dict[str, Any]]:
    """A picture and its labels after so many clockwise quarter turns."""
    import numpy as np

    from companion.vision.pictures import Picture, load

    picture = load(path)
    height, width = picture.pixels.shape[:2]
    cards = [{**card, "corners": list(card["corners"])} for card in labels["cards"]]
    for _ in range(quarters):
        for card in cards:
            card["corners"] = [[height - y, x] for x, y in card["corners"]]
        height, width = width, height
    pixels = np.ascontiguousarray(np.rot90(picture.pixels, -quarters))
    return Picture(picture.path, pixels), {**labels, "cards": cards}


def _count_table(tables: Tables, name: str, seen: Seen, labels: Mapping[str, Any], quarters: int) -> None:
    from companion.games.magnate.presets import preset
    from companion.table.magnate_layout import NoMagnateTable, read_layout
    from companion.table.questions import Answers
    from companion.table.row import Edge
    from companion.vision.measuring import true_layout

    near = (Edge.BOTTOM, Edge.LEFT, Edge.TOP, Edge.RIGHT)[quarters]
    tables.tables += 1
    try:
        reading = read_layout(seen.sightings, preset(labels.get("preset", "standard")), near, Answers())
    except NoMagnateTable:
        tables.asked += 1
        return
    right = _layout(reading) == true_layout(labels)
    if not reading.sure:
        tables.asked += 1
        tables.asked_with_true_guess += right
    elif right:
        tables.right_unasked += 1
    else:
        tables.wrong_unasked.append(name)


def _layout(reading: TableReading) -> tuple[tuple[str, ...], dict[tuple[int, int], tuple[tuple[str, ...], str | None]]]:
    columns = {}
    for index, district in enumerate(reading.layout.districts):
        for player, column in enumerate(district.columns):
            if column is not None and (column.properties or column.deed):
                codes = tuple(str(card) for card in column.properties)
                columns[index, player] = (codes, str(column.deed.card) if column.deed else None)
    return tuple(str(district.card) for district in reading.layout.districts), columns


def _card_figures(figures: Figures) -> dict[str, Any]:
    from companion.vision.measuring import SHARES

    names = dict(zip(SHARES, ("60 % and more", "30 to 60 %", "below 30 %"), strict=True))
    return {
        "by_visible_share": {names[share]: _one(counted) for share, counted in figures.by_share.items()},
        "sure": figures.sure,
        "sure_but_wrong": figures.sure_wrong,
        "face_down": figures.down,
        "face_down_found": figures.down_found,
        "no_card_there": figures.phantoms,
        "no_card_there_but_sure": figures.sure_phantoms,
    }


def _one(counted: CardFigures) -> dict[str, Any]:
    document = {name: value for name, value in vars(counted).items() if name != "errors"}
    return {**document, "corner_error_in_heights": round(_middle(counted.errors), 4) if counted.errors else None}


def _middle(values: Sequence[float]) -> float:
    ordered = sorted(values)
    return ordered[len(ordered) // 2]


def _median(values: Sequence[float]) -> int:
    return round(_middle(values))


def _start() -> int:
    """Milliseconds from nothing to a reader that is ready, in a fresh process."""
    started = time.perf_counter()
    subprocess.run(
        [
            sys.executable,
            "-c",
            "import companion.cli.main, companion.vision.seeing as s, companion.vision.decks as d; d.own()",
        ],
        check=True,
    )
    return round(1000 * (time.perf_counter() - started))


def _memory() -> int:
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(most / (1e6 if sys.platform == "darwin" else 1e3))


def _show(document: Mapping[str, Any]) -> None:
    for line in _lines(document):
        print(line)


def _lines(document: Mapping[str, Any]) -> Iterator[str]:
    cards, tables = document["cards"], document["tables"]
    yield f"{document['pictures']} pictures ({document['pictures_from']}), turned by {document['turned']}°"
    for share, counted in cards["by_visible_share"].items():
        if counted["cards"]:
            yield (
                f"  showing {share}: {counted['cards']} cards, {counted['found']} found, {counted['right']} right, "
                f"{counted['right_and_sure']} right and sure, {counted['wrong']} wrong, "
                f"{counted['sure_but_wrong']} sure but wrong; corner error {counted['corner_error_in_heights']:.1%}"
            )
    yield f"  sure {cards['sure']}, of these wrong {cards['sure_but_wrong']}; no card there {cards['no_card_there']}"
    yield f"  face down {cards['face_down']}, found {cards['face_down_found']}"
    if tables["tables"]:
        yield (
            f"  {tables['tables']} tables: {tables['right_unasked']} right unasked, {tables['asked']} asked "
            f"({tables['asked_with_true_guess']} with the right guess), wrong unasked {tables['wrong_unasked'] or 0}"
        )
    stages = ", ".join(f"{stage} {took}" for stage, took in document["stages"].items())
    yield f"  {document['milliseconds']['median']} ms a picture ({stages}), most {document['milliseconds']['most']} ms"
    described = ", ".join(f"{name}: {value}" for name, value in document["machine"].items())
    yield f"  start {document['start']} ms, memory {document['memory_mb']} MB; {described}"
