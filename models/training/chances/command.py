"""``python -m models.training chances``: how much each opinion about a die weighs, so that one chance comes of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer


def chances(
    photos: Annotated[
        Path | None, typer.Option(help="Labelled photographs by makers that no network learnt from.")
    ] = None,
    deck: Annotated[
        list[Path] | None, typer.Option(help="A folder of faces (CODE.jpg) to lay dice on beside our own.")
    ] = None,
    count: Annotated[int, typer.Option(help="Fresh dice of the first renderer.")] = 1500,
    clutter: Annotated[int, typer.Option(help="Pictures of clutter.")] = 400,
    read_other_decks: Annotated[
        Path | None, typer.Option(help="Folders of other decks' faces, to lie among half of the clutter.")
    ] = None,
    weights: Annotated[Path, typer.Option(help="Where die-chances.json goes.")] = Path("models"),
    seed: int = 31007,
) -> None:
    """Weighs two readers, the witness and the upright reader; says what their chance is worth to strangers."""
    from companion.vision.dice.eyes import DiceEyes
    from models.training.chances import pipeline

    known = list(
        pipeline.gathered(pipeline.Plan(photos, deck or (), count, clutter, seed, read_other_decks), DiceEyes())
    )
    pipeline.write(pipeline.fit(known, seed), weights / "die-chances.json")
    typer.echo(json.dumps(pipeline.strangers(known, seed), indent=1))
