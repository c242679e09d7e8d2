"""``companion see``: the cards and dice in photos."""

from pathlib import Path
from typing import Annotated

import typer

from companion.cli.options import AsJson
from companion.cli.output import OUTPUT, check_output, print_json, translate
from companion.cli.terminal import make_table, terminal
from companion.errors import CompanionError
from companion.games.documents import Json
from companion.locale import Message
from companion.pictures.sandbox.process import start_decoder

SHOWN_PROBABILITY = 0.995
"""Probability of a reading above which it is not shown: the doubt is then about something else."""


def see(
    context: typer.Context,
    photos: Annotated[list[Path], typer.Argument(help="One or more photos of a table.", metavar="PHOTO…")],
    overlay: Annotated[
        Path | None, typer.Option(*OUTPUT, "--overlay", help="Save the photo with the readings drawn on it, as PNG.")
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Read every card and die in each photo. Exit status 1: a reading is uncertain; 2: a photo cannot be read."""
    if overlay is not None and len(photos) > 1:
        raise CompanionError(
            "--overlay", Message("works with one photo only"), Message("choose one photo, or remove the option")
        )
    check_output(overlay, context.obj.protected, photos)
    start_decoder()
    # Loads OpenCV and numpy, while the other process does the same.
    from companion.cli.photo_readings import read_photos

    documents, undamaged = read_photos(photos, context.obj, overlay)
    if as_json:
        print_json("see", documents, indent=1)
    else:
        for document in documents:
            _print_photo(document)
    if any("error" in document for document in documents):
        return 2
    things = (thing for document in documents for thing in (*document["cards"], *document["dice"]))
    return 0 if undamaged and all(thing["sure"] for thing in things) else 1


def _print_photo(document: Json) -> None:
    if "error" in document:
        return
    rows: list[tuple[Message | str, ...]] = []
    for card in document["cards"]:
        x, y = (round(sum(point[i] for point in card["corners"]) / 4) for i in (0, 1))
        rows.append((_format_card(card), _format_certainty(card), _format_alternatives(card), f"{x}, {y}"))
    for die in document["dice"]:
        x, y = map(round, die["center"])
        rows.append((_format_die(die), _format_certainty(die), "", f"{x}, {y}"))
    headings = (Message("card or die"), Message("certainty"), Message("alternatives"), Message("position"))
    terminal().print(make_table(rows, headings, document["image"]["path"]))


def _format_card(card: Json) -> Message | str:
    if card["card"] is not None:
        return str(card["card"])
    return Message("face down") if card["face"] == "down" else Message("not read")


def _format_die(die: Json) -> Message:
    return Message("{die}: {value}", {"die": die["kind"], "value": die["value"] or Message("not read")})


def _format_certainty(thing: Json) -> Message:
    """Return whether a reading is certain; if not, its probability, unless that is near 1."""
    if thing["sure"]:
        return Message("certain")
    if 0 < thing["confidence"] < SHOWN_PROBABILITY:
        return Message("uncertain, {percent} %", {"percent": f"{100 * thing['confidence']:.0f}"})
    return Message("uncertain")


def _format_alternatives(card: Json) -> str:
    others = [(code, share) for code, share in card["alternatives"][1:] if share > 1 - SHOWN_PROBABILITY]
    return ", ".join(
        translate(Message("{card} {percent} %", {"card": code, "percent": f"{100 * share:.0f}"}))
        for code, share in others
    )
