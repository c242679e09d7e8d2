"""``companion deck``: enrolling, listing and forgetting decks."""

from __future__ import annotations

import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from companion.cli.deck_teaching import teach_deck
from companion.cli.languages import translate, translate_error
from companion.cli.options import AsJson
from companion.cli.output import note_done, print_error, print_json, print_line
from companion.cli.progress import progress
from companion.cli.schemas.versions import stamp
from companion.locale import Message, Wording
from companion.pieces import Card
from companion.vision.decks.deck_pictures import DeckPictures
from companion.vision.decks.known_decks import DeckStore, EnrolledDeck, UnusableDeck, describe_deck, load_known_decks
from companion.vision.decks.teaching import CARDS_TO_SHOW
from companion.vision.gallery import BACK
from companion.vision.sources.opening import open_source
from companion.vision.sources.trusted_cameras import TrustedCameras

app = typer.Typer(help="The decks that the reader knows.", no_args_is_help=True)


@app.command()
def enroll(
    context: typer.Context,
    pictures: Annotated[Path, typer.Argument(help="A folder with CODE.jpg (4MS.jpg, X.heic, AM.png …) and back*.jpg.")],
    name: Annotated[str | None, typer.Option(help="What to call the deck; the folder's name without it.")] = None,
    as_json: AsJson = False,
) -> int:
    """Teach the reader a deck from pictures of its cards; several views of one are CODE-2.jpg, CODE-3.jpg and so on."""
    store = DeckStore(context.obj.ensure_writable().decks)
    name = name or Path(os.path.realpath(pictures)).name
    store.check_name(name)
    found = DeckPictures(pictures)
    with progress(translate(Message("pictures"))) as report:
        deck = store.keep(name, found.views(report))
    note_done(Message("the deck {name} is taught", {"name": deck.name}))
    for stranger in found.strangers:
        _print_warning(Message("{file}: is named by no card code and was left out", {"file": stranger}))
    if as_json:
        print_json(stamp("deck", asdict(deck)))
    else:
        print_line(_describe(deck))
    return 0


@app.command()
def teach(
    context: typer.Context,
    name: Annotated[str, typer.Option(help="What to call the deck.")],
    source: Annotated[str, typer.Option(help="The camera: its number or name, an address, a film.")] = "0",
    cards: Annotated[str | None, typer.Option(help="Only these cards, such as 4MS,X,back; all without it.")] = None,
    as_json: AsJson = False,
) -> int:
    """Teach the reader a deck at the table: show the cards to the camera one by one, in the order that is asked.

    Type s and Enter where a card is not at hand, b and Enter where the wrong one was taken, q and Enter to end.
    """
    store = DeckStore(context.obj.ensure_writable().decks)
    store.check_name(name)
    wanted = parse_codes(cards)
    trusts = TrustedCameras(context.obj.cameras).of
    teaching = teach_deck(open_source(source, paced=False, trusts=trusts), wanted, sys.stdin)
    if not any(code != "back" for code, _ in teaching.views):
        _print_warning(Message("no card was shown, so nothing was learnt"))
        return 1
    deck = store.keep(name, teaching.views)
    note_done(Message("the deck {name} is taught", {"name": deck.name}))
    missing = [code for code in wanted if code not in dict(teaching.views)]
    if as_json:
        print_json(stamp("deck", {**asdict(deck), "missing": missing}))
    else:
        print_line(_describe(deck))
        if missing:
            print_line(translate(Message("not shown: {cards}", {"cards": " ".join(missing)})))
    return 1 if missing else 0


def _describe(deck: EnrolledDeck) -> str:
    size: Wording = {"name": deck.name, "cards": deck.cards, "views": deck.views, "backs": deck.backs}
    return translate(Message("{name}: {cards} cards in {views} views, {backs} backs", size))


def _print_warning(warning: Message) -> None:
    print_error(translate(warning))


def parse_codes(cards: str | None) -> tuple[str, ...]:
    """Return the codes of the cards to teach, in order; raise ``UnknownCard`` for a code that names no card.

    Args:
        cards: Codes with commas between them, ``back`` for a back; None: all.

    Returns:
        The codes.
    """
    if cards is None:
        return CARDS_TO_SHOW
    written = [code.strip() for code in cards.split(",") if code.strip()]
    return tuple(code if code == BACK else Card.parse(code).code for code in written)


@app.command("list")
def list_decks(context: typer.Context, as_json: AsJson = False) -> int:
    """List the decks: the project's own, and those that were taught. Status 1: one of them cannot be used."""
    unusable: list[UnusableDeck] = []
    decks = [describe_deck(gallery) for gallery in load_known_decks(context.obj.decks, unusable.append)]
    if as_json:
        bad = [{"name": deck.name, "error": translate_error(deck)} for deck in unusable]
        print_json([stamp("decks", row) for row in (*map(asdict, decks), *bad)])
    else:
        for deck in decks:
            print_line(_describe(deck))
        for error in unusable:
            print_line(
                translate(Message("{name}: cannot be used: {why}", {"name": error.name, "why": translate_error(error)}))
            )
    return 1 if unusable else 0


@app.command()
def forget(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="The deck, as companion deck list calls it.")],
    as_json: AsJson = False,
) -> int:
    """Forget a deck that was taught, for good."""
    DeckStore(context.obj.decks).forget(name)
    note_done(Message("the deck {name} is forgotten", {"name": name}))
    if as_json:
        print_json(stamp("forgotten-deck", {"name": name, "forgotten": True}))
    else:
        print_line(translate(Message("{name}: forgotten", {"name": name})))
    return 0
