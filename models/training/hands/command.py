"""``python -m models.training hand-finder``: model arms, compose pictures, train and measure the hand finder."""

from __future__ import annotations

import json
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

SETTINGS = Path(__file__).with_name("hand-finder.toml")


class HandStep(Enum):
    """The steps, in their order."""

    ARMS = "arms"
    TABLES = "tables"
    PICTURES = "pictures"
    TRAIN = "train"
    EXPORT = "export"
    EVALUATE = "evaluate"


def hands(
    deck: Annotated[
        list[Path] | None, typer.Option(help="A folder of faces (CODE.jpg) that lie on tables beside our own.")
    ] = None,
    runs: Annotated[Path, typer.Option(help="Where pictures and checkpoints are kept.")] = Path("out/training/hands"),
    weights: Annotated[Path, typer.Option(help="Where the ONNX file goes.")] = Path("models"),
    step: Annotated[list[HandStep] | None, typer.Option(help="Only this step; may be given several times.")] = None,
    configuration: Annotated[Path, typer.Option(help="Settings of the training.")] = SETTINGS,
) -> None:
    """Train the finder of hands and arms.

    The step ``arms`` needs Blender (bpy, Python 3.11), all others torch.
    """
    from models.training.common.settings import read_settings

    settings = read_settings(configuration)
    seed, wanted = settings["seed"], step or list(HandStep)
    if HandStep.ARMS in wanted:
        from models.training.hands.arm_rendering import render_arm
        from models.training.hands.arm_shards import make_shards

        make_shards(runs / "arms", settings["arms"], seed, render_arm)
    if {HandStep.TABLES, HandStep.EVALUATE} & set(wanted):
        from models.training.common.decks import own_and
        from models.training.scenes.grounds import UNDER_HANDS, make_grounds

        decks = own_and(deck)
        if HandStep.TABLES in wanted:
            make_grounds(runs / "tables", decks, settings["tables"], seed, UNDER_HANDS)
        if HandStep.EVALUATE in wanted:
            make_grounds(runs / "fresh", decks, settings["fresh"], seed + 1, UNDER_HANDS)
    if HandStep.PICTURES in wanted:
        from models.training.hands.pictures import make_pictures

        make_pictures(runs, settings["pictures"], seed)
    if {HandStep.TRAIN, HandStep.EXPORT} & set(wanted):
        from models.training.hands.pipeline import export, train

        if HandStep.TRAIN in wanted:
            train(runs, settings)
        if HandStep.EXPORT in wanted:
            export(runs, weights)
    if HandStep.EVALUATE in wanted:
        from models.training.hands.evaluation import measure

        typer.echo(json.dumps(measure(weights / "hand-finder.onnx", runs / "fresh", seed), indent=1))
