"""``python -m models.training die-finder``: train the die finder on, and what its detections are worth."""

import json
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

SETTINGS = Path(__file__).with_name("die-finder.toml")


class FinderStep(Enum):
    """The steps, in their order."""

    TRAIN = "train"
    JUDGE = "judge"


def finder(
    runs: Annotated[Path, typer.Option(help="Where clutter, checkpoint and ONNX file are kept.")] = Path(
        "out/training/finder"
    ),
    first: Annotated[Path | None, typer.Option(help="Specimens and grounds, as `dice` keeps them.")] = None,
    photos: Annotated[
        Path | None, typer.Option(help="Labelled photographs to learn from, but for those kept out.")
    ] = None,
    decks: Annotated[Path | None, typer.Option(help="Folders of other decks' faces, to lie among clutter.")] = None,
    measured: Annotated[
        list[Path] | None, typer.Option(help="Folders of labelled photos, tables or films to measure on.")
    ] = None,
    dice: Annotated[int, typer.Option(help="With judge: dice in fresh pictures of each look.")] = 150,
    step: Annotated[list[FinderStep] | None, typer.Option(help="Only this step; may be given several times.")] = None,
    configuration: Annotated[Path, typer.Option(help="Settings of the training.")] = SETTINGS,
) -> None:
    """Train the finder of dice from the one in use, and judge it by what the reader makes of its detections."""
    from models.training.common.settings import read_settings
    from models.training.finder import judging, pipeline

    plan = pipeline.Plan(runs, read_settings(configuration), first, photos, decks)
    for one in step or list(FinderStep):
        match one:
            case FinderStep.TRAIN:
                pipeline.train(plan)
            case FinderStep.JUDGE:
                typer.echo(json.dumps(judging.judge_all(runs, measured or [], dice), indent=1))
