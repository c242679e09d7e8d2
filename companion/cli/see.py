"""``companion see``: everything found in photos."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.errors import CompanionError
from companion.locale import Message

if TYPE_CHECKING:
    from companion.vision.gallery import Gallery


def see(
    context: typer.Context,
    photos: Annotated[list[Path], typer.Argument(help="Photos of a table.", metavar="PHOTO…")],
    overlay: Annotated[Path | None, typer.Option(help="Draw what was read over the photo, as PNG.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> int:
    """Finds and reads every card and die in each photo. Status 1: something is in doubt; 2: a photo cannot be read."""
    from companion.files import check
    from companion.vision.decks import known

    if overlay is not None and len(photos) > 1:
        raise CompanionError("--overlay", Message("draws one photo"), Message("name one photo, or leave it out"))
    if overlay is not None:
        check(overlay, context.obj.own, photos)
    galleries = known(context.obj.decks)
    documents = [_document(photo, galleries, overlay) for photo in photos]
    if as_json:
        print(json.dumps(documents, indent=1))
    else:
        for document in documents:
            _show(document)
    if any("error" in document for document in documents):
        return 2
    return 0 if all(_certain(document) for document in documents) else 1


def _document(photo: Path, galleries: list[Gallery], overlay: Path | None) -> dict[str, object]:
    from companion.files import write
    from companion.table.encoding import card_document, die_document
    from companion.vision.overlay import overlay as drawn
    from companion.vision.pictures import UnreadablePicture, load
    from companion.vision.seeing import see as look

    try:
        picture = load(photo)
    except UnreadablePicture as error:
        print(f"companion: {error.line()}", file=sys.stderr)
        return {"image": {"path": str(photo)}, "error": error.line()}
    seen = look(picture.pixels, galleries)
    if overlay is not None:
        write(overlay, drawn(picture.pixels, seen.sightings, overlay.suffix))
    return {
        "image": {"path": str(photo), "width": picture.width, "height": picture.height},
        "ms": round(seen.milliseconds, 1),
        "cards": [card_document(card) for card in seen.sightings.cards],
        "dice": [die_document(die) for die in seen.sightings.dice],
    }


def _certain(document: dict[str, object]) -> bool:
    seen = [*_list(document, "cards"), *_list(document, "dice")]
    return all(thing["sure"] for thing in seen)


def _list(document: dict[str, object], name: str) -> list[dict[str, object]]:
    things = document.get(name, [])
    return things if isinstance(things, list) else []


def _show(document: dict[str, object]) -> None:
    from rich.console import Console
    from rich.table import Table

    if "error" in document:
        return
    table = Table(title=str(document["image"]["path"]), box=None)  # type: ignore[index]  # our own document
    for heading in ("card or die", "", "confidence", "at"):
        table.add_column(heading)
    for card in _list(document, "cards"):
        x, y = (round(sum(point[i] for point in card["corners"]) / 4) for i in (0, 1))  # type: ignore[attr-defined]
        name = card["card"] or ("face down" if card["face"] == "down" else "unread")
        table.add_row(str(name), "" if card["sure"] else "in doubt", f"{card['confidence']:.1%}", f"{x}, {y}")
    for die in _list(document, "dice"):
        shown = f"{die['kind']}: {die['value'] or 'unread'}"
        x, y = (round(part) for part in die["center"])  # type: ignore[attr-defined]  # our own document
        table.add_row(shown, "" if die["sure"] else "in doubt", f"{die['confidence']:.1%}", f"{x}, {y}")
    Console().print(table)
