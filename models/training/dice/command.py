"""``python -m models.training dice``: every step from geometry to measured weights, going on where it was stopped."""

from __future__ import annotations

import json
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer


class Step(Enum):
    """The steps of a training run, in their order."""

    SPECIMENS = "specimens"
    GROUNDS = "grounds"
    CLOSE_READER = "close-reader"
    WIDE_READER = "wide-reader"
    LEAN_WITNESS = "lean-witness"
    EXPORT = "export"
    EVALUATE = "evaluate"


def dice(
    deck: Annotated[
        list[Path] | None, typer.Option(help="A folder of faces (CODE.jpg) to lay dice on beside our own.")
    ] = None,
    runs: Annotated[Path, typer.Option(help="Where specimens and checkpoints are kept.")] = Path("out/training/dice"),
    weights: Annotated[Path, typer.Option(help="Where the ONNX files go.")] = Path("models"),
    step: Annotated[list[Step] | None, typer.Option(help="Only this step; may be given several times.")] = None,
    stock: Annotated[int, typer.Option(help="Shards of 256 specimens.")] = 180,
    amiss: Annotated[int, typer.Option(help="Shards of 256 dice that nobody should read.")] = 160,
    grounds: Annotated[int, typer.Option(help="Shards of 32 grounds.")] = 24,
    reader_steps: Annotated[int, typer.Option(help="Batches of 24 dice for each reader.")] = 24000,
    witness_steps: Annotated[int, typer.Option(help="Batches of 32 dice for the lean's witness.")] = 24000,
    count: Annotated[int, typer.Option(help="Fresh dice to measure on, and a third as many pictures without.")] = 3000,
    photos: Annotated[
        Path | None, typer.Option(help="Folders 1 to 9 of photos of real dice that show that digit, to measure on.")
    ] = None,
    going_on: Annotated[
        Path | None, typer.Option(help="A folder of these networks' ONNX files to go on from, as models/ is.")
    ] = None,
    learnt: Annotated[
        float, typer.Option(help="With --going-on: how far to go from there towards what was learnt, 0 to 1.")
    ] = 1.0,
    studio: Annotated[Path | None, typer.Option(help="The second studio's shots, to learn from too.")] = None,
    upright: Annotated[
        Path | None, typer.Option(help="die-upright.onnx, with whose trunk the close reader is to begin.")
    ] = None,
    seed: int = 1,
) -> None:
    """Both die readers and the witness for the lean."""
    from models.training.common.decks import own_deck, read_deck
    from models.training.dice import pipeline

    decks = (own_deck(), *(read_deck(folder) for folder in deck or []))
    plan = pipeline.Plan(
        decks,
        runs,
        weights,
        stock=stock,
        amiss=amiss,
        grounds=grounds,
        reader_steps=reader_steps,
        witness_steps=witness_steps,
        dice=count,
        seed=seed,
        photos=photos,
        going_on=going_on,
        learnt=learnt,
        studio=studio,
        upright=upright,
    )
    wanted = step or list(Step)
    if Step.SPECIMENS in wanted:
        pipeline.specimens(plan)
    if Step.GROUNDS in wanted:
        pipeline.grounds(plan)
    if Step.CLOSE_READER in wanted:
        pipeline.train_close(plan)
    if Step.WIDE_READER in wanted:
        pipeline.train_wide(plan)
    if Step.LEAN_WITNESS in wanted:
        pipeline.train_witness(plan)
    if Step.EXPORT in wanted:
        pipeline.write_weights(plan)
    if Step.EVALUATE in wanted:
        typer.echo(json.dumps(pipeline.measure(plan), indent=1))
