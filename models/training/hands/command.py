"""``python -m models.training hands``: model arms, compose pictures, train and measure the hand finder."""

from __future__ import annotations

import json
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer


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
    arms: Annotated[int, typer.Option(help="Shards of 8 arms.")] = 40,
    tables: Annotated[int, typer.Option(help="Tables to lay them over.")] = 600,
    pictures: Annotated[int, typer.Option(help="Pictures to learn from.")] = 3000,
    share: Annotated[float, typer.Option(help="The share of them that is learnt from.")] = 1.0,
    epochs: Annotated[int, typer.Option(help="Times that each is seen.")] = 6,
    fresh: Annotated[int, typer.Option(help="Fresh tables to measure on, two pictures on each.")] = 100,
    pause: Annotated[Path | None, typer.Option(help="No arm is begun while this file exists.")] = None,
    seed: int = 3,
) -> None:
    """Train the finder of hands and arms.

    The step ``arms`` needs Blender (bpy, Python 3.11), all others torch.
    """
    wanted = step or list(HandStep)
    if HandStep.ARMS in wanted:
        from models.training.hands.arm_rendering import render_arm
        from models.training.hands.arm_shards import make_shards

        make_shards(runs / "arms", arms, seed, render_arm, pause)
    if {HandStep.TABLES, HandStep.EVALUATE} & set(wanted):
        from models.training.common.decks import own_deck, read_deck
        from models.training.hands.pictures import make_tables

        decks = (own_deck(), *(read_deck(folder) for folder in deck or []))
        if HandStep.TABLES in wanted:
            make_tables(runs / "tables", decks, tables, seed)
        if HandStep.EVALUATE in wanted:
            make_tables(runs / "fresh", decks, fresh, seed + 1)
    if HandStep.PICTURES in wanted:
        from models.training.hands.pictures import make_pictures

        make_pictures(runs, pictures, seed)
    if {HandStep.TRAIN, HandStep.EXPORT} & set(wanted):
        from models.training.hands.pipeline import export, train

        if HandStep.TRAIN in wanted:
            train(runs, epochs, seed, share)
        if HandStep.EXPORT in wanted:
            export(runs, weights)
    if HandStep.EVALUATE in wanted:
        from models.training.hands.evaluation import measure

        typer.echo(json.dumps(measure(weights / "hand-finder.onnx", runs / "fresh", seed, 2 * fresh), indent=1))
