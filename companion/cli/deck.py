"""``companion deck``: the decks that the reader knows."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(help="The decks that the reader knows.", no_args_is_help=True)

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


@app.command()
def enroll(
    context: typer.Context,
    pictures: Annotated[
        Path, typer.Argument(help="A folder with CODE.jpg or CODE.png (4MS.jpg, X.jpg …) and back*.jpg.")
    ],
    name: Annotated[str | None, typer.Option(help="What to call the deck; the folder's name without it.")] = None,
    as_json: AsJson = False,
) -> int:
    """Teaches the reader a deck from pictures of its cards; several views of one are CODE-2.jpg, CODE-3.jpg …"""
    from companion.vision.decks import DeckShelf, strangers_in

    deck = DeckShelf(context.obj.made().decks).enroll(pictures, name)
    for stranger in strangers_in(pictures):
        print(f"companion: {stranger}: is named by no card code and was left out", file=sys.stderr)
    if as_json:
        print(json.dumps(asdict(deck)))
    else:
        print(f"{deck.name}: {deck.cards} cards in {deck.views} views, {deck.backs} backs")
    return 0


@app.command("list")
def list_decks(context: typer.Context, as_json: AsJson = False) -> int:
    """The decks the reader knows: the project's own, and those it was taught."""
    from companion.vision.decks import described, known

    decks = [described(gallery) for gallery in known(context.obj.decks)]
    if as_json:
        print(json.dumps([asdict(deck) for deck in decks]))
    else:
        for deck in decks:
            print(f"{deck.name}: {deck.cards} cards in {deck.views} views, {deck.backs} backs")
    return 0
