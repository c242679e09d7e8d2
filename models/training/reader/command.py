"""``python -m models.training die-reader``: train, calibrate and measure the die reader; resumable."""

from __future__ import annotations

import json
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

SETTINGS = Path(__file__).with_name("die-reader.toml")


class Step(Enum):
    """The steps of a run, in their order."""

    ARCHIVE = "archive"
    TRAIN = "train"
    EXPORT = "export"
    CALIBRATE = "calibrate"
    COMPARE = "compare"


def reader(
    first: Annotated[Path, typer.Option(help="Dice and grounds, as `dice` keeps them.")],
    runs: Annotated[Path, typer.Option(help="Where archive, checkpoint, ONNX file and figures go.")] = Path(
        "out/training/reader"
    ),
    photos: Annotated[Path | None, typer.Option(help="Labelled photographs to learn from and to measure.")] = None,
    samples: Annotated[Path | None, typer.Option(help="Labelled pictures of tables to measure on.")] = None,
    films: Annotated[
        list[Path] | None, typer.Option(help="Folders of films with their truth, or staged games that were kept.")
    ] = None,
    faces: Annotated[Path | None, typer.Option(help="Faces of the published deck, on which dice lie too.")] = None,
    decks: Annotated[Path | None, typer.Option(help="Folders of other decks' faces, to lie among clutter.")] = None,
    before: Annotated[
        Path | None, typer.Option(help="A die-reader.onnx whose right answers the training keeps to.")
    ] = None,
    configuration: Annotated[Path, typer.Option(help="Settings of the training.")] = SETTINGS,
    step: Annotated[list[Step] | None, typer.Option(help="Only this step; may be given several times.")] = None,
    seconds: Annotated[float, typer.Option(help="Duration of the training.")] = 480.0,
    workers: Annotated[int, typer.Option(help="Processes that render dice meanwhile.")] = 10,
    every: Annotated[int, typer.Option(help="With compare: every so many-th photograph.")] = 1,
) -> None:
    """One reader of dice: kind, value, and whether it lies flat."""
    from models.training.reader import pipeline

    folders = pipeline.Folders(runs, first, photos, decks)
    settings = pipeline.configuration(configuration)
    for one in step or list(Step):
        match one:
            case Step.ARCHIVE:
                pipeline.write_archive(folders)
            case Step.TRAIN:
                pipeline.train(folders, settings, seconds, workers, before)
            case Step.EXPORT:
                pipeline.write_weights(folders)
            case Step.CALIBRATE:
                typer.echo(json.dumps(pipeline.calibrate(folders, faces), indent=1))
            case Step.COMPARE:
                typer.echo(pipeline.compare(folders, samples, films or (), every))
