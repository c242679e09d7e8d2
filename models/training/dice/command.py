"""``python -m models.training dice``: render dice, and grounds for them."""

from pathlib import Path
from typing import Annotated

import typer


def dice(
    deck: Annotated[
        list[Path] | None, typer.Option(help="A folder of faces (CODE.jpg) to lay dice on beside our own.")
    ] = None,
    runs: Annotated[Path, typer.Option(help="Where specimens and grounds are kept.")] = Path("out/training/dice"),
    stock: Annotated[int, typer.Option(help="Shards of 256 specimens.")] = 180,
    amiss: Annotated[int, typer.Option(help="Shards of 256 dice that nobody should read.")] = 160,
    grounds: Annotated[int, typer.Option(help="Shards of 32 grounds.")] = 24,
    seed: int = 1,
) -> None:
    """Dice for the detector, and grounds for the detector and the reader."""
    from models.training.common.decks import own_and
    from models.training.dice import specimens
    from models.training.dice.stock import make_stock
    from models.training.scenes.grounds import make_grounds

    decks = own_and(deck)
    make_stock(runs / "stock", stock, seed)
    # Whether a die lies flat is the hardest to tell: these are dice that nobody should read.
    make_stock(runs / "amiss", amiss, seed + 5000, specimens.amiss)
    make_grounds(runs / "grounds", decks, grounds, seed)
