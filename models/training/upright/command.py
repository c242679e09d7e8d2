"""``python -m models.training upright``: the upright reader from ImageNet weights, going on where it was stopped."""

from __future__ import annotations

import json
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer


class Step(Enum):
    """The steps of a training run, in their order."""

    TRAIN = "train"
    EXPORT = "export"
    EVALUATE = "evaluate"


def upright(
    runs: Annotated[Path, typer.Option(help="Where the checkpoint and the ONNX file go.")] = Path(
        "out/training/upright"
    ),
    first: Annotated[
        Path | None, typer.Option(help="Specimens and grounds of the first renderer, as `dice` keeps them.")
    ] = None,
    studio: Annotated[Path | None, typer.Option(help="Pictures of the second, as `studio` keeps them.")] = None,
    photos: Annotated[
        Path | None, typer.Option(help="Labelled photographs to learn from, but for those kept out.")
    ] = None,
    measured: Annotated[list[Path] | None, typer.Option(help="Folders of labelled photos to measure on.")] = None,
    today: Annotated[bool, typer.Option(help="Measure the readers of today on the same boxes too.")] = False,
    step: Annotated[list[Step] | None, typer.Option(help="Only this step; may be given several times.")] = None,
    steps: Annotated[int, typer.Option(help="Batches of 16 dice at two turns.")] = 10000,
    decks: Annotated[Path | None, typer.Option(help="Folders of other decks' faces, to lie among clutter.")] = None,
    rate: Annotated[float, typer.Option(help="How far a step goes at first; less where a run is gone on with.")] = 1e-3,
    going_on: Annotated[
        Path | None, typer.Option(help="A folder of this network's ONNX file to go on from, as models/ is.")
    ] = None,
    learnt: Annotated[
        float, typer.Option(help="With --going-on: how far to go from there towards what was learnt, 0 to 1.")
    ] = 1.0,
    pause: Annotated[Path | None, typer.Option(help="Nothing is learnt while this file exists.")] = None,
    seed: int = 1,
) -> None:
    """A reader of one crop at many turns: EfficientNet-Lite0, its ImageNet weights or ours, and a head of its own."""
    from models.training.upright import pipeline

    plan = pipeline.Plan(runs, first, studio, photos, steps, seed, pause, rate, decks, going_on, learnt)
    wanted = step or list(Step)
    if Step.TRAIN in wanted:
        pipeline.train(plan)
    if Step.EXPORT in wanted:
        pipeline.write_weights(plan)
    if Step.EVALUATE in wanted:
        typer.echo(json.dumps(pipeline.measure(plan, measured or [], today), indent=1))
