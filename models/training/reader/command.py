"""``python -m models.training reader``: train, calibrate and measure the die reader; resumable."""

from __future__ import annotations

import json
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

SETTINGS = Path(__file__).with_name("die-reader.toml")


class Step(Enum):
    """The steps of a run, in their order."""

    FAMILIES = "families"
    TRAIN = "train"
    EMBED = "embed"
    EXPORT = "export"
    GATHER = "gather"
    CALIBRATE = "calibrate"
    COMPARE = "compare"


def reader(
    first: Annotated[Path, typer.Option(help="Specimens and grounds of the first renderer, as `dice` keeps them.")],
    studio: Annotated[Path, typer.Option(help="Pictures of the studio, as `studio` keeps them.")],
    runs: Annotated[Path, typer.Option(help="Where families, checkpoint, ONNX file and figures go.")] = Path(
        "out/training/reader"
    ),
    before: Annotated[Path, typer.Option(help="Folder of the ONNX file to start from.")] = Path("models"),
    photos: Annotated[Path | None, typer.Option(help="Labelled photographs to calibrate on and to measure.")] = None,
    samples: Annotated[Path | None, typer.Option(help="Labelled pictures of tables to measure on.")] = None,
    films: Annotated[
        list[Path] | None, typer.Option(help="Folders of films with their truth, or staged games that were kept.")
    ] = None,
    faces: Annotated[Path | None, typer.Option(help="Faces of the published deck, on which dice lie too.")] = None,
    decks: Annotated[Path | None, typer.Option(help="Folders of other decks' faces, to lie among clutter.")] = None,
    configuration: Annotated[Path, typer.Option(help="Settings of the training.")] = SETTINGS,
    step: Annotated[list[Step] | None, typer.Option(help="Only this step; may be given several times.")] = None,
    every: Annotated[int, typer.Option(help="With compare: every so many-th photograph.")] = 1,
    pause: Annotated[Path | None, typer.Option(help="Nothing is learnt or gathered while this file exists.")] = None,
) -> None:
    """One reader of dice: kind, value, whether it lies flat, and an embedding of its top face."""
    from models.training.reader import measuring, pipeline

    folders = pipeline.Folders(runs, first, studio, runs / "families", before, decks, pause)
    settings = pipeline.configuration(configuration)
    for one in step or list(Step):
        match one:
            case Step.FAMILIES:
                pipeline.render_families(folders, settings)
            case Step.TRAIN:
                pipeline.train(folders, settings)
            case Step.EMBED:
                typer.echo(json.dumps(pipeline.embed(folders, settings)))
            case Step.EXPORT:
                pipeline.write_weights(folders)
            case Step.GATHER:
                measuring.write_gathered(folders, photos, faces)
            case Step.CALIBRATE:
                typer.echo(json.dumps(measuring.calibrate(folders), indent=1))
            case Step.COMPARE:
                typer.echo(measuring.compare(folders, photos, samples, films or (), every))
