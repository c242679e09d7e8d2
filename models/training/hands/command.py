"""``python -m models.training hand-finder``: compose pictures, train and measure the hand finder."""

import json
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

SETTINGS = Path(__file__).with_name("hand-finder.toml")


class HandStep(Enum):
    """The steps, in their order."""

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
    """Train the finder of hands and arms."""
    from models.training.common.decks import own_and
    from models.training.common.settings import read_settings
    from models.training.scenes.grounds import UNDER_HANDS, make_grounds

    settings = read_settings(configuration)
    seed = settings["seed"]
    for one in step or list(HandStep):
        match one:
            case HandStep.TABLES:
                make_grounds(runs / "tables", own_and(deck), settings["tables"], seed, UNDER_HANDS)
            case HandStep.PICTURES:
                from models.training.hands.pictures import make_pictures

                make_pictures(runs, settings["pictures"], settings["arms"], seed)
            case HandStep.TRAIN | HandStep.EXPORT:
                from models.training.hands.pipeline import export, train

                train(runs, settings) if one is HandStep.TRAIN else export(runs, weights)
            case HandStep.EVALUATE:
                from models.training.hands.evaluation import measure

                make_grounds(runs / "fresh", own_and(deck), settings["fresh"], seed + 1, UNDER_HANDS)
                typer.echo(json.dumps(measure(weights / "hand-finder.onnx", runs / "fresh", seed), indent=1))
