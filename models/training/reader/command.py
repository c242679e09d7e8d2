"""``python -m models.training die-reader``: train, calibrate and measure the die reader; resumable."""

import json
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

SETTINGS = Path(__file__).with_name("die-reader.toml")


class Step(Enum):
    """The steps of a run, in their order."""

    TRAIN = "train"
    EXPORT = "export"
    LAST_BLOCKS = "last-blocks"
    CALIBRATE = "calibrate"
    FACES = "faces"
    COMPARE = "compare"


def reader(
    first: Annotated[Path, typer.Option(help="Dice and grounds, as `dice` keeps them.")] = Path("out/training/dice"),
    runs: Annotated[Path, typer.Option(help="Where checkpoint, ONNX file and calibration go.")] = Path(
        "out/training/reader"
    ),
    photos: Annotated[Path | None, typer.Option(help="Labelled photographs to learn from and to measure.")] = None,
    samples: Annotated[Path | None, typer.Option(help="Labelled pictures of tables to measure on.")] = None,
    faces: Annotated[Path | None, typer.Option(help="Faces of the published deck, on which dice lie too.")] = None,
    decks: Annotated[Path | None, typer.Option(help="Folders of other decks' faces, to lie among clutter.")] = None,
    going_on: Annotated[
        Path | None, typer.Option(help="A die-reader.onnx to begin with, without a checkpoint.")
    ] = None,
    configuration: Annotated[Path, typer.Option(help="Settings of the training.")] = SETTINGS,
    step: Annotated[list[Step] | None, typer.Option(help="Only this step; may be given several times.")] = None,
) -> None:
    """Train the reader of dice: kind, value, and whether a die lies flat."""
    from models.training.common.settings import read_settings
    from models.training.reader import pipeline

    plan = pipeline.Plan(runs, first, photos, faces, decks, going_on)
    for one in step or [own for own in Step if own is not Step.LAST_BLOCKS]:
        match one:
            case Step.TRAIN:
                pipeline.train(plan, read_settings(configuration))
            case Step.EXPORT:
                pipeline.export(plan)
            case Step.LAST_BLOCKS:
                pipeline.learn_last_blocks(plan, read_settings(configuration)["last_blocks"])
            case Step.CALIBRATE:
                pipeline.calibrate(plan)
            case Step.FACES:
                pipeline.learn_faces(plan, read_settings(configuration)["faces"])
            case Step.COMPARE:
                typer.echo(json.dumps(pipeline.compare(plan, samples), indent=1))
