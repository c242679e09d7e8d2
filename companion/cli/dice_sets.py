"""``companion dice teach`` and ``show``: sets of dice that the camera knows."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.cli.options import AsJson
from companion.cli.output import note_done, print_error, print_json, print_line
from companion.folders import Folders
from companion.locale import Message, Wording
from companion.pieces import DieKind
from companion.rolls.dice_set_store import DiceSetStore
from companion.table.dice_set import DiceSet, UnusableDiceSet, check_name

if TYPE_CHECKING:
    from companion.vision.tracking.taught_dice import TaughtDice


def teach(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="The name of the set. A set that exists learns more.")],
    source: Annotated[
        str, typer.Option(help="A camera's number or name, a stream's address, a video file, a folder of pictures.")
    ] = "0",
    as_json: AsJson = False,
) -> int:
    """Teach the camera your dice: throw them a few times, and confirm what was read.

    After each throw press Enter if all values are right. Otherwise type them from left to right, such as 7 10 3;
    a - skips a die. Type s to skip the throw, q to finish. Each picture of a folder is a throw of its own.
    Exit status 1: nothing was learned.
    """
    check_name(name)
    folders: Folders = context.obj.ensure_writable()
    store = DiceSetStore(folders.dice_sets)
    # Loaded late: the detectors take a while, and the other commands for dice do not need them.
    from companion.cli.dice_teaching import teach_dice, teach_from_pictures
    from companion.live.dice_lesson import DiceLesson
    from companion.pictures.sources.files import pictures_in
    from companion.pictures.sources.opening import open_source
    from companion.pictures.sources.trusted_cameras import TrustedCameras

    lesson = DiceLesson.of(store, name)
    before = lesson.dice
    if Path(source).is_dir():
        teach_from_pictures(pictures_in(Path(source)), lesson, sys.stdin)
    else:
        opened = open_source(source, paced=False, trusts=TrustedCameras(folders.cameras).of)
        teach_dice(opened, lesson, sys.stdin)
    if lesson.dice == before:
        print_error(Message("No throw was confirmed. Nothing was learned."))
        return 1
    note_done(Message("set of dice {name} stored", {"name": lesson.dice.name}))
    _print_set(lesson.dice, as_json)
    return 0


def show(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="The name of a set in `companion dice list`.")],
    as_json: AsJson = False,
) -> int:
    """Show what a set of dice has learned: how many readings were confirmed, and which values are mistaken."""
    _print_set(DiceSetStore(context.obj.dice_sets).load(name), as_json)
    return 0


def taught_dice(folders: Folders, chosen: str | None = None) -> TaughtDice:
    """Return the sets of dice for a camera; the error of any that cannot be used or stored is printed.

    Args:
        folders: The data folder.
        chosen: The name of the set in use.
    """
    from companion.live.taught_dice import load_taught_dice

    return load_taught_dice(folders.dice_sets, print_error, chosen)


def list_sets(folders: Folders, as_json: bool) -> tuple[list[dict[str, Any]], bool]:
    """Print the sets of dice unless they go into a document.

    Args:
        folders: The data folder.
        as_json: Whether to print nothing.

    Returns:
        A row for each set, and whether all can be used.
    """
    unusable: list[UnusableDiceSet] = []
    sets = DiceSetStore(folders.dice_sets).load_all(unusable.append)
    for one in () if as_json else sets:
        values: Wording = {"name": one.name, "n": len(one.readings)}
        print_line(Message("{name}: taught dice, {n} confirmed readings", values))
    for error in unusable:
        print_error(error)
    return [{"name": one.name, "readings": len(one.readings)} for one in sets], not unusable


def set_document(dice: DiceSet) -> dict[str, Any]:
    """Return the JSON document of a set."""
    from companion.vision.dice.set_figures import set_figures

    kinds = [
        {
            "kind": one.kind.value,
            "readings": one.readings,
            "right": one.right,
            "certain": one.certain,
            "mistaken": [
                {"read": each.read, "value": each.value, "count": each.count} for each in dice.confusions(one.kind)
            ],
        }
        for one in set_figures(dice)
    ]
    return {"name": dice.name, "kinds": kinds}


def _print_set(dice: DiceSet, as_json: bool) -> None:
    document = set_document(dice)
    if as_json:
        print_json("dice-set", document, indent=1)
        return
    print_line(Message("{name}: {n} confirmed readings", {"name": dice.name, "n": len(dice.readings)}))
    for kind in document["kinds"]:
        figures = {key: kind[key] for key in ("kind", "readings", "right", "certain")}
        print_line(Message("  {kind}: {right} of {readings} were right, {certain} would be certain now", figures))
        for one in dice.confusions(DieKind(kind["kind"])):
            mistake: Wording = {"read": one.read, "value": one.value, "count": one.count}
            print_line(Message("    {value} was read as {read} ({count}×)", mistake))
