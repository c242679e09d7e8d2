"""``python -m models.training``: the commands that train the networks for cards, dice and hands."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from models.training.dice.command import dice
from models.training.finder.command import finder
from models.training.hands.command import hands
from models.training.reader.command import reader

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


class Step(Enum):
    """The steps of a training run, in their order."""

    SCENES = "scenes"
    FINDER = "finder"
    READER = "reader"
    FACES = "faces"
    EXPORT = "export"


@app.callback()
def main() -> None:
    """Train the networks that read cards, dice and hands."""


@app.command()
def cards(
    deck: Annotated[
        list[Path] | None, typer.Option(help="A folder of faces (CODE.jpg) to learn beside our own.")
    ] = None,
    runs: Annotated[Path, typer.Option(help="Where tiles and checkpoints are kept.")] = Path("out/training"),
    weights: Annotated[Path, typer.Option(help="Where the ONNX files go.")] = Path("models"),
    step: Annotated[list[Step] | None, typer.Option(help="Only this step; may be given several times.")] = None,
    shards: Annotated[int, typer.Option(help="Shards of 64 tiles.")] = 48,
    finder_steps: Annotated[int, typer.Option(help="Batches of 8 tiles.")] = 3000,
    reader_steps: Annotated[int, typer.Option(help="Batches of 64 strips.")] = 2500,
    face_steps: Annotated[int, typer.Option(help="Batches of 64 cards.")] = 3000,
    others: Annotated[
        Path | None, typer.Option(help="Folders of other decks' faces, which are not to be known.")
    ] = None,
    resume_from: Annotated[
        Path | None, typer.Option("--going-on", help="A folder of weights to begin with where no checkpoint lies.")
    ] = None,
    seed: int = 1,
) -> None:
    """Train the strip and card finder, the strip reader and the face reader."""
    from models.training.cards import pipeline
    from models.training.common.decks import own_deck, read_deck

    decks = (own_deck(), *(read_deck(folder) for folder in deck or []))
    counts = (shards, finder_steps, reader_steps, face_steps, seed)
    plan = pipeline.Plan(decks, runs, weights, *counts, others, resume_from)
    wanted = step or list(Step)
    if Step.SCENES in wanted:
        pipeline.make_tiles(plan)
    if Step.FINDER in wanted:
        pipeline.train_finder(plan)
    if Step.READER in wanted:
        pipeline.train_reader(plan)
    if Step.FACES in wanted:
        pipeline.train_faces(plan)
    if Step.EXPORT in wanted:
        pipeline.write_weights(plan)


app.command()(dice)
app.command()(finder)
app.command()(hands)
app.command()(reader)


if __name__ == "__main__":
    app()
