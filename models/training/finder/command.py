"""``python -m models.training die-finder``: pieces with dice, ultralytics' trainer on them, ONNX, and figures."""

from __future__ import annotations

import json
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer


class FinderStep(Enum):
    """The steps, in their order."""

    PIECES = "pieces"
    TRAIN = "train"
    EXPORT = "export"
    COMPARE = "compare"


def finder(
    runs: Annotated[Path, typer.Option(help="Where pieces, checkpoints and the ONNX file are kept.")] = Path(
        "out/training/finder"
    ),
    first: Annotated[Path | None, typer.Option(help="Specimens and grounds, as `dice` keeps them.")] = None,
    photos: Annotated[
        Path | None, typer.Option(help="Labelled photographs to learn from, but for those kept out.")
    ] = None,
    measured: Annotated[list[Path] | None, typer.Option(help="Folders of labelled photos to measure on.")] = None,
    clutter: Annotated[int, typer.Option(help="Fresh pictures of clutter to measure on.")] = 100,
    step: Annotated[list[FinderStep] | None, typer.Option(help="Only this step; may be given several times.")] = None,
    pieces: Annotated[int, typer.Option(help="Pieces of 256 pixels to learn from.")] = 3000,
    epochs: Annotated[int, typer.Option(help="Times that each is seen.")] = 3,
    going_on: Annotated[
        Path | None, typer.Option(help="A checkpoint or this network's ONNX file to go on from, with other pieces.")
    ] = None,
    rate: Annotated[float, typer.Option(help="How fast it learns at most; less where it goes on.")] = 1e-3,
    learnt: Annotated[
        float, typer.Option(help="Gone on from an ONNX file: how far to go from there towards what was learnt, 0 to 1.")
    ] = 1.0,
    decks: Annotated[Path | None, typer.Option(help="Folders of other decks' faces, to lie among clutter.")] = None,
    pause: Annotated[Path | None, typer.Option(help="Nothing is learnt while this file exists.")] = None,
    seed: int = 4,
) -> None:
    """A finder of dice by ultralytics: its pose head, whose one keypoint is the top face's middle."""
    wanted = set(step or FinderStep)
    if wanted - {FinderStep.COMPARE}:
        from models.training.finder import pipeline

        plan = pipeline.Plan(runs, first, photos, pieces, epochs, seed, pause, going_on, decks, rate, learnt)
        if FinderStep.PIECES in wanted:
            pipeline.make(plan)
        if FinderStep.TRAIN in wanted:
            pipeline.train(plan)
        if FinderStep.EXPORT in wanted:
            pipeline.export(plan)
    if FinderStep.COMPARE in wanted:
        from models.training.finder.comparing import compare

        typer.echo(json.dumps(compare(runs, measured or [], clutter), indent=1))
