"""``python -m models.training die-finder``: pieces with dice, ultralytics' trainer on them, ONNX, and figures."""

from __future__ import annotations

import json
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

SETTINGS = Path(__file__).with_name("die-finder.toml")


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
    decks: Annotated[Path | None, typer.Option(help="Folders of other decks' faces, to lie among clutter.")] = None,
    measured: Annotated[list[Path] | None, typer.Option(help="Folders of labelled photos to measure on.")] = None,
    clutter: Annotated[int, typer.Option(help="Fresh pictures of clutter to measure on.")] = 100,
    step: Annotated[list[FinderStep] | None, typer.Option(help="Only this step; may be given several times.")] = None,
    configuration: Annotated[Path, typer.Option(help="Settings of the training.")] = SETTINGS,
    going_on: Annotated[Path | None, typer.Option(help="A checkpoint to begin with, with other pieces.")] = None,
) -> None:
    """Train the finder of dice: ultralytics' pose head, whose one keypoint is the top face's middle."""
    from models.training.common.settings import read_settings
    from models.training.finder import comparing, pipeline

    plan = pipeline.Plan(runs, read_settings(configuration), first, photos, decks)
    for one in step or list(FinderStep):
        match one:
            case FinderStep.PIECES:
                pipeline.make(plan)
            case FinderStep.TRAIN:
                pipeline.train(plan, going_on)
            case FinderStep.EXPORT:
                pipeline.export(plan)
            case FinderStep.COMPARE:
                typer.echo(json.dumps(comparing.compare(runs, measured or [], clutter), indent=1))
