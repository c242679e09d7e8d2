"""``python -m models.training strip-finder``, ``strip-reader`` and ``face-reader``: the networks for cards."""

from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer


class CardStep(Enum):
    """The steps, in their order."""

    SCENES = "scenes"
    TRAIN = "train"
    EXPORT = "export"


def card_network(name: str) -> Callable[..., None]:
    """Return the command that trains one network for cards."""
    settings = Path(__file__).with_name(f"{name}.toml")

    def command(
        deck: Annotated[
            list[Path] | None, typer.Option(help="A folder of faces (CODE.jpg) to learn beside our own.")
        ] = None,
        runs: Annotated[Path, typer.Option(help="Where tiles and checkpoints are kept.")] = Path("out/training"),
        weights: Annotated[Path, typer.Option(help="Where the ONNX file goes.")] = Path("models"),
        configuration: Annotated[Path, typer.Option(help="Settings of the training.")] = settings,
        step: Annotated[list[CardStep] | None, typer.Option(help="Only this step; may be given several times.")] = None,
        others: Annotated[
            Path | None, typer.Option(help="Folders of other decks' faces, which are not to be known.")
        ] = None,
    ) -> None:
        from models.training.cards import pipeline
        from models.training.common.decks import own_and
        from models.training.common.settings import read_settings

        decks = own_and(deck)
        plan = pipeline.Plan(name, read_settings(configuration), decks, runs, weights, others)
        steps = {CardStep.SCENES: pipeline.make_tiles, CardStep.TRAIN: pipeline.train, CardStep.EXPORT: pipeline.export}
        for one in step or list(CardStep):
            steps[one](plan)

    command.__doc__ = f"Train {name}.onnx. The strip reader learns from errors of the strip finder, which comes first."
    return command
