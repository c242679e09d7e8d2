"""``companion deck``: enrolling, teaching, listing and forgetting decks."""

import os
import select
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, TextIO

import typer

from companion.cli.options import AsJson
from companion.cli.output import note_done, print_error, print_result, print_to_stderr, translate
from companion.cli.terminal import progress
from companion.live.deck_lesson import DeckLesson
from companion.locale import Message, Wording
from companion.pictures.sources.frame import FrameSource
from companion.pictures.sources.opening import open_source
from companion.pictures.sources.trusted_cameras import TrustedCameras
from companion.pieces import Card
from companion.vision.decks.gallery import BACK
from companion.vision.decks.known_decks import OWN_DECK, DeckStore, EnrolledDeck, UnusableDeck, describe_deck
from companion.vision.decks.teaching import CARDS_TO_SHOW, DeckPictures

app = typer.Typer(help="Manage the decks that the companion recognises.", no_args_is_help=True)


@app.command()
def enroll(
    context: typer.Context,
    pictures: Annotated[
        Path, typer.Argument(help="A folder with one picture per card (4MS.jpg, X.heic, AM.png …) and back*.jpg.")
    ],
    name: Annotated[str | None, typer.Option(help="The deck's name. Default: the folder's name.")] = None,
    as_json: AsJson = False,
) -> int:
    """Learn a deck from pictures of its cards. Name further views of a card CODE-2.jpg, CODE-3.jpg and so on."""
    store = DeckStore(context.obj.ensure_writable().decks)
    name = name or Path(os.path.realpath(pictures)).name
    store.check_name(name)
    found = DeckPictures(pictures)
    with progress(translate(Message("pictures"))) as report:
        deck = store.keep(name, found.views(report))
    note_done(Message("deck {name} learned", {"name": deck.name}))
    for file in found.other_files:
        print_error(Message("{file}: skipped, because its name is not a card code", {"file": file}))
    print_result("deck", deck, as_json, _describe(deck))
    return 0


@app.command()
def teach(
    context: typer.Context,
    name: Annotated[str, typer.Option(help="The deck's name.")],
    source: Annotated[
        str, typer.Option(help="The camera's number or name, a stream's address, or a video file.")
    ] = "0",
    cards: Annotated[str | None, typer.Option(help="Learn only these cards, such as 4MS,X,back. Default: all.")] = None,
    as_json: AsJson = False,
) -> int:
    """Learn a deck with the camera. Show the cards one by one, in the order that the program asks for.

    Type a letter and press Enter: s to skip a card, b to go back, q to finish.
    """
    store = DeckStore(context.obj.ensure_writable().decks)
    store.check_name(name)
    wanted = parse_codes(cards)
    trusts = TrustedCameras(context.obj.cameras).of
    teaching = teach_deck(open_source(source, paced=False, trusts=trusts), wanted, sys.stdin)
    if not any(code != "back" for code, _ in teaching.views):
        print_error(Message("No card was shown. Nothing was learned."))
        return 1
    deck = store.keep(name, teaching.views)
    note_done(Message("deck {name} learned", {"name": deck.name}))
    missing = [code for code in wanted if code not in dict(teaching.views)]
    left = [Message("not shown: {cards}", {"cards": " ".join(missing)})] if missing else []
    print_result("deck", {**asdict(deck), "missing": missing}, as_json, _describe(deck), *left)
    return 1 if missing else 0


def _describe(deck: EnrolledDeck) -> str:
    size: Wording = {"name": deck.name, "cards": deck.cards, "views": deck.views, "backs": deck.backs}
    return translate(Message("{name}: {cards} cards in {views} views, {backs} backs", size))


def parse_codes(cards: str | None) -> tuple[str, ...]:
    """Return the codes of the cards to teach, in order; raise ``UnknownCard`` for a code that names no card.

    Args:
        cards: Codes with commas between them, ``back`` for a back; None: all.
    """
    if cards is None:
        return CARDS_TO_SHOW
    written = [code.strip() for code in cards.split(",") if code.strip()]
    return tuple(code if code == BACK else Card.parse(code).code for code in written)


@app.command("list")
def list_decks(context: typer.Context, as_json: AsJson = False) -> int:
    """List the built-in deck and the decks that you added. Exit status 1: a deck cannot be used."""
    unusable: list[UnusableDeck] = []
    decks = [OWN_DECK, *map(describe_deck, DeckStore(context.obj.decks).galleries(unusable.append))]
    bad = [(deck.name, translate(deck)) for deck in unusable]
    document = [*decks, *({"name": name, "error": error} for name, error in bad)]
    reasons = (Message("{name}: cannot use this deck: {why}", {"name": name, "why": error}) for name, error in bad)
    print_result("decks", document, as_json, *map(_describe, decks), *reasons)
    return 1 if unusable else 0


@app.command()
def forget(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="The deck's name in `companion deck list`.")],
    as_json: AsJson = False,
) -> int:
    """Delete a deck that you added. You cannot undo this."""
    DeckStore(context.obj.decks).forget(name)
    note_done(Message("deck {name} deleted", {"name": name}))
    deleted = Message("{name}: deleted", {"name": name})
    print_result("forgotten-deck", {"name": name, "forgotten": True}, as_json, deleted)
    return 0


def teach_deck(source: FrameSource, codes: Sequence[str], typed: TextIO) -> DeckLesson:
    """Read the source until every card was shown, it ends, or the player quits; then close it.

    Args:
        source: The camera or film.
        codes: The cards to show, in order.
        typed: What the player types.

    Returns:
        The lesson, with the cards taken.
    """
    lesson = DeckLesson(codes)
    print_to_stderr(lesson.asked)
    try:
        while not lesson.is_over and (frame := source.read()) is not None:
            taken = len(lesson.views)
            if lesson.process(frame) and lesson.result is not None:
                print_to_stderr(lesson.result)
                if len(lesson.views) > taken and not lesson.is_over:
                    print_to_stderr(lesson.asked)
            if (line := _read_line(typed)) is not None and _execute(line, lesson):
                break
    finally:
        source.close()
    return lesson


def _execute(line: str, lesson: DeckLesson) -> bool:
    """Execute a typed command; return whether it ends the lesson."""
    match line.strip().lower():
        case "q":
            return True
        case "s":
            lesson.skip()
            print_to_stderr(lesson.asked)
        case "b":
            lesson.retake()
            print_to_stderr(lesson.asked)
    return False


def _read_line(typed: TextIO) -> str | None:
    """Return a line that was typed already, if any."""
    try:
        waits, _, _ = select.select([typed], [], [], 0)
    except (OSError, ValueError):
        # The system cannot poll this stream, so nothing is read from it.
        return None
    return (typed.readline() or None) if waits else None
