"""``companion deck``: the decks that the reader knows."""

from __future__ import annotations

import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.languages import say, say_error
from companion.cli.output import done, print_error, print_json, print_line
from companion.cli.schemas.versions import stamped
from companion.locale import Message, Wording

if TYPE_CHECKING:
    from companion.vision.decks.known_decks import EnrolledDeck

app = typer.Typer(help="The decks that the reader knows.", no_args_is_help=True)

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


@app.command()
def enroll(
    context: typer.Context,
    pictures: Annotated[Path, typer.Argument(help="A folder with CODE.jpg (4MS.jpg, X.heic, AM.png …) and back*.jpg.")],
    name: Annotated[str | None, typer.Option(help="What to call the deck; the folder's name without it.")] = None,
    as_json: AsJson = False,
) -> int:
    """Teaches the reader a deck from pictures of its cards; several views of one are CODE-2.jpg, CODE-3.jpg …"""
    from companion.cli.progress import progress
    from companion.vision.decks.deck_pictures import DeckPictures
    from companion.vision.decks.known_decks import DeckStore

    shelf = DeckStore(context.obj.ensure_writable().decks)
    name = name or Path(os.path.realpath(pictures)).name
    shelf.check_name(name)
    found = DeckPictures(pictures)
    with progress(say(Message("pictures"))) as told:
        deck = shelf.keep(name, found.views(told))
    done(Message("the deck {name} is taught", {"name": deck.name}))
    for stranger in found.strangers:
        _warn(Message("{file}: is named by no card code and was left out", {"file": stranger}))
    if as_json:
        print_json(stamped("deck", asdict(deck)))
    else:
        print_line(_told(deck))
    return 0


@app.command()
def teach(
    context: typer.Context,
    name: Annotated[str, typer.Option(help="What to call the deck.")],
    source: Annotated[str, typer.Option(help="The camera: its number or name, an address, a film.")] = "0",
    cards: Annotated[str | None, typer.Option(help="Only these cards, such as 4MS,X,back; all without it.")] = None,
    as_json: AsJson = False,
) -> int:
    """Teaches the reader a deck at the table: show the cards to the camera one by one, in the order that is asked.

    Type s and Enter where a card is not at hand, b and Enter where the wrong one was taken, q and Enter to end.
    """
    from companion.cli.lessons import lessons
    from companion.vision.decks.known_decks import DeckStore
    from companion.vision.sources.opening import open_source
    from companion.vision.sources.trusted_cameras import TrustedCameras

    shelf = DeckStore(context.obj.ensure_writable().decks)
    shelf.check_name(name)
    wanted = codes_of(cards)
    trusts = TrustedCameras(context.obj.cameras).of
    teaching = lessons(open_source(source, paced=False, trusts=trusts), wanted, sys.stdin)
    if not any(code != "back" for code, _ in teaching.views):
        _warn(Message("no card was shown, so nothing was learnt"))
        return 1
    deck = shelf.keep(name, teaching.views)
    done(Message("the deck {name} is taught", {"name": deck.name}))
    missing = [code for code in wanted if code not in dict(teaching.views)]
    if as_json:
        print_json(stamped("deck", {**asdict(deck), "missing": missing}))
    else:
        print_line(_told(deck))
        if missing:
            print_line(say(Message("not shown: {cards}", {"cards": " ".join(missing)})))
    return 1 if missing else 0


def _told(deck: EnrolledDeck) -> str:
    size: Wording = {"name": deck.name, "cards": deck.cards, "views": deck.views, "backs": deck.backs}
    return say(Message("{name}: {cards} cards in {views} views, {backs} backs", size))


def _warn(what: Message) -> None:
    print_error(say(what))


def codes_of(cards: str | None) -> tuple[str, ...]:
    """The cards to be taught, as they are written on the command line; raises ``UnknownCard``."""
    from companion.pieces import Card
    from companion.vision.decks.teaching import CARDS_TO_SHOW
    from companion.vision.gallery import BACK

    if cards is None:
        return CARDS_TO_SHOW
    written = [code.strip() for code in cards.split(",") if code.strip()]
    return tuple(code if code == BACK else Card.parse(code).code for code in written)


@app.command("list")
def list_decks(context: typer.Context, as_json: AsJson = False) -> int:
    """The decks the reader knows: the project's own, and those it was taught. Status 1: one of them cannot be used."""
    from companion.vision.decks.known_decks import UnusableDeck, describe_deck, load_known_decks

    unusable: list[UnusableDeck] = []
    decks = [describe_deck(gallery) for gallery in load_known_decks(context.obj.decks, unusable.append)]
    if as_json:
        bad = [{"name": deck.name, "error": say_error(deck)} for deck in unusable]
        print_json([stamped("decks", row) for row in (*map(asdict, decks), *bad)])
    else:
        for deck in decks:
            print_line(_told(deck))
        for error in unusable:
            print_line(say(Message("{name}: cannot be used: {why}", {"name": error.name, "why": say_error(error)})))
    return 1 if unusable else 0


@app.command()
def forget(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="The deck, as companion deck list calls it.")],
    as_json: AsJson = False,
) -> int:
    """Forgets a deck that was taught, for good."""
    from companion.vision.decks.known_decks import DeckStore

    DeckStore(context.obj.decks).forget(name)
    done(Message("the deck {name} is forgotten", {"name": name}))
    if as_json:
        print_json(stamped("forgotten-deck", {"name": name, "forgotten": True}))
    else:
        print_line(say(Message("{name}: forgotten", {"name": name})))
    return 0
