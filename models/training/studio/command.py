"""``python -m models.training studio``: throws of dice photographed by Blender, going on where it was stopped."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer


def studio(
    runs: Annotated[Path, typer.Option(help="Where the pictures are kept.")] = Path("out/training/studio"),
    shards: Annotated[int, typer.Option(help="Shards of 2 pictures with about 24 dice each.")] = 400,
    pause: Annotated[Path | None, typer.Option(help="No picture is begun while this file exists.")] = None,
    decks: Annotated[
        Path | None, typer.Option(help="Folders of other decks' faces, on which dice lie as well as on ours.")
    ] = None,
    seed: int = 5,
) -> None:
    """Throws of dice modelled, lit and photographed by Blender (bpy, Python 3.11)."""
    from models.training.clutter import read_other_decks
    from models.training.studio.blender import photograph
    from models.training.studio.shards import make_shards

    faces = read_other_decks(decks) if decks is not None else []
    make_shards(runs, shards, seed, partial(photograph, decks=faces), pause)
