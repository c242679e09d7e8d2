"""``companion see``: everything found in photos."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.languages import say, say_error
from companion.cli.output import print_error, print_json
from companion.cli.schemas.versions import stamped
from companion.errors import CompanionError
from companion.games.documents import Json
from companion.locale import Message, Wording

if TYPE_CHECKING:
    from companion.vision.gallery import Gallery


TELLING = 0.995
"""A share of a reading up to which it tells something of the doubt."""


def see(
    context: typer.Context,
    photos: Annotated[list[Path], typer.Argument(help="Photos of a table.", metavar="PHOTO…")],
    overlay: Annotated[Path | None, typer.Option(help="Draw what was read over the photo, as PNG.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> int:
    """Finds and reads every card and die in each photo. Status 1: something is in doubt; 2: a photo cannot be read."""
    from companion.cli.known_decks import known_decks
    from companion.files import check_output_path

    if overlay is not None and len(photos) > 1:
        raise CompanionError("--overlay", Message("draws one photo"), Message("name one photo, or leave it out"))
    if overlay is not None:
        check_output_path(overlay, context.obj.own, photos)
    galleries = known_decks(context.obj)
    documents, certain = [], True
    for photo in photos:
        document, undamaged = _document(photo, galleries, overlay)
        documents.append(document)
        certain &= undamaged and _certain(document)
    if as_json:
        print_json(documents, indent=1)
    else:
        for document in documents:
            _show(document)
    if any("error" in document for document in documents):
        return 2
    return 0 if certain else 1


def _document(photo: Path, galleries: list[Gallery], overlay: Path | None) -> tuple[Json, bool]:
    """What is printed of a photo, and whether its file is undamaged."""
    from companion.files import write
    from companion.table.encoding import card_document, die_document
    from companion.vision.overlay import encode_overlay
    from companion.vision.pictures import DAMAGED, UnreadablePicture, load_damaged
    from companion.vision.recognise import recognise

    try:
        picture = load_damaged(photo)
    except UnreadablePicture as error:
        print_error(say_error(error))
        return stamped("see", {"image": {"path": str(photo)}, "error": say_error(error)}), False
    seen = recognise(picture.pixels, galleries)
    sightings = seen.sightings
    if picture.damage is not None:
        print_error(say_error(picture.damage))
        sightings = sightings.doubted(DAMAGED)
    if overlay is not None:
        write(overlay, encode_overlay(picture.pixels, sightings, overlay.suffix))
    document = {
        "image": {"path": str(photo), "width": picture.width, "height": picture.height},
        "ms": round(seen.milliseconds, 1),
        "cards": [card_document(card) for card in sightings.cards],
        "dice": [die_document(die) for die in sightings.dice],
    }
    return stamped("see", document), picture.damage is None


def _certain(document: Json) -> bool:
    return all(thing["sure"] for thing in (*document.get("cards", ()), *document.get("dice", ())))


def _show(document: Json) -> None:
    from companion.cli.terminal import Table, terminal

    if "error" in document:
        return
    table = Table(title=document["image"]["path"], box=None)
    for heading in (Message("card or die"), Message("how sure"), Message("or else"), Message("where")):
        table.add_column(say(heading))
    for card in document["cards"]:
        x, y = (round(sum(point[i] for point in card["corners"]) / 4) for i in (0, 1))
        table.add_row(_card(card), _sureness(card), _others(card), f"{x}, {y}")
    for die in document["dice"]:
        x, y = map(round, die["center"])
        table.add_row(_die(die), _sureness(die), "", f"{x}, {y}")
    terminal().print(table)


def _card(card: Json) -> str:
    if card["card"] is not None:
        return str(card["card"])
    return say(Message("face down") if card["face"] == "down" else Message("unread"))


def _die(die: Json) -> str:
    shown: Wording = {"die": die["kind"], "value": die["value"] or Message("unread")}
    return say(Message("{die}: {value}", shown))


def _sureness(thing: Json) -> str:
    """Whether it is sure; in doubt, the share of the likeliest reading beside others.

    A share near 1 is not told: the doubt is then elsewhere, in how a die lies or in what one of the readers saw.
    """
    if thing["sure"]:
        return say(Message("sure"))
    if 0 < thing["confidence"] < TELLING:
        return say(Message("in doubt, {percent} %", {"percent": f"{100 * thing['confidence']:.0f}"}))
    return say(Message("in doubt"))


def _others(card: Json) -> str:
    """What else a card may be."""
    others = [(code, share) for code, share in card["alternatives"][1:] if share > 1 - TELLING]
    return ", ".join(
        say(Message("{card} {percent} %", {"card": code, "percent": f"{100 * share:.0f}"})) for code, share in others
    )
