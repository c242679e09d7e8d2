"""``companion demo``: reading, scoring and playing with bundled input, without camera, screen or network."""

from __future__ import annotations

import tempfile
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.cli.board import show_board
from companion.cli.known_decks import known_decks
from companion.cli.output import OUTPUT, check_output, print_json, print_line, print_to_stderr, translate
from companion.cli.roll_wait import wait_for_roll
from companion.cli.score import print_scored
from companion.cli.terminal import terminal
from companion.cli.watched_lines import EventPrinter
from companion.demo import bundled, film
from companion.demo.whole_game import Deal
from companion.files import write
from companion.folders import Folders
from companion.journal import Journal
from companion.live.events import Disagreed, LiveEvent
from companion.live.photo_session import PhotoSession
from companion.locale import Message, Wording
from companion.pictures.loading import load_picture
from companion.roller import ConnectedRoller
from companion.vision.overlay import encode_overlay
from companion.vision.recognise import recognise_photo
from firmware_bridge.emulator.board import EmulatedBoard, EmulatorMissing, build

if TYPE_CHECKING:
    from companion.demo.whole_game import RollDice
    from companion.pictures.sources.frame import Frame
    from companion.table.comparison import ScoredTable
    from companion.table.sightings import Sightings


def demo(
    context: typer.Context,
    roller: Annotated[
        bool, typer.Option(help="Use new rolls from the emulated dice roller, if it can be built.")
    ] = True,
    film: Annotated[
        bool, typer.Option("--film", help="Follow a sample video instead, and find the mistake in it.")
    ] = False,
    picture: Annotated[
        Path | None,
        typer.Option(
            *OUTPUT,
            "--picture",
            help="Save the photo, or the mistake in the video, with the readings drawn on it, to this PNG file.",
        ),
    ] = None,
    open_it: Annotated[
        bool, typer.Option("--open", help="Open the played game in the app, if there is a screen.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON document; with --film, one line per event.")
    ] = False,
) -> int:
    """Read and score a rendered picture of a table, then play and score a whole sample game."""
    check_output(picture, context.obj.protected)
    if film:
        return show_film(context.obj, picture, as_json)
    table = _read_photo(context.obj, picture)
    if not as_json:
        print_scored(table)
    with tempfile.TemporaryDirectory() as kept:
        with _open_roller(Path(kept), roller) as (dice, origin):
            game = _play_game(Path(kept), dice, origin, as_json)
        if as_json:
            document = {"photo": {"sure": table.sure, **table.worth}, "game": game}
            print_json("demo", document, indent=1)
        if picture is not None:
            _print_picture_path(picture)
        if open_it:
            _open_the_app(Path(kept))
    return 0 if table.sure else 1


def _open_the_app(kept: Path) -> None:
    """Open the app on the game that was played, or print that there is no screen."""
    from companion.app.run import run as open_the_app
    from companion.app.window.environment import require_screen
    from companion.app.window.work_area import NoScreen

    try:
        require_screen()
    except NoScreen:
        print_to_stderr(
            Message("No screen found. On a computer with a screen, --open shows the played game in the app.")
        )
        return
    print_to_stderr(Message("Opening this game in the app. Changes are discarded when you close it."))
    open_the_app(Folders(kept), "demo")


def _read_photo(folders: Folders, picture: Path | None) -> ScoredTable:
    print_to_stderr(Message("Reading a picture from our renderer ({file}) …", {"file": bundled.photo().name}))
    photo = load_picture(bundled.photo())
    result = recognise_photo(photo, known_decks(folders))
    if picture is not None:
        write(picture, encode_overlay(photo.pixels, result.sightings, picture.suffix), protected=folders.protected)
    found: Wording = {"n": len(result.sightings.cards), "ms": round(result.milliseconds)}
    print_to_stderr(Message("{n} card found in {ms} ms", found, "{n} cards found in {ms} ms", "n"))
    session = PhotoSession.of_preset(bundled.GAME, bundled.PRESET)
    session.add(result.sightings)
    assert session.scored is not None, "it is a photo of the whole table"
    return session.scored


def _play_game(kept: Path, dice: RollDice | None, origin: Message, as_json: bool) -> dict[str, Any]:
    """Play the bundled deal into a journal of its own: with the recorded rolls, or new ones of the roller."""
    print_to_stderr("")
    print_to_stderr(Message("Playing a sample game, {rolls} …", {"rolls": origin}))
    with Journal.open(f"sqlite:///{kept / 'games.db'}") as journal:
        if dice is None:
            play = bundled.replay(journal)
        else:
            play = bundled.create_game(journal, Deal.from_seed(bundled.SEED, bundled.OPTIONS), dice)
        if not as_json:
            print_line(Message("Last lines of its history:"))
            for line in play.history()[-6:]:
                print_line(f"  {translate(line.message)}")
            show_board(terminal(), play.course)
        return {
            "rolls": "record" if dice is None else "emulated roller",
            "moves": play.seq,
            **play.course.rules.score_to_json(play.state, bundled.PLAYERS),
        }


@contextmanager
def _open_roller(folder: Path, wanted: bool) -> Iterator[tuple[RollDice | None, Message]]:
    """Yield the emulated roller's dice and a description; None and the reason if there is no emulator."""
    recorded = Message("with the recorded rolls")
    if not wanted:
        yield None, recorded
        return
    try:
        board = EmulatedBoard(folder, build(folder / "firmware"))
    except EmulatorMissing as missing:
        why: Wording = {"rolls": recorded, "why": str(missing)}
        yield None, Message("{rolls} (no emulated roller: {why})", why)
        return
    with board, ConnectedRoller(lambda _: False, print_to_stderr, port=board.port) as roller:
        yield partial(wait_for_roll, roller.dice), Message("with rolls from the emulated dice roller")


def show_film(folders: Folders, picture: Path | None, as_json: bool) -> int:
    """Follow the film and print its events.

    Args:
        folders: The data folder, for its decks.
        picture: Where to draw the mistake with its readings; None: nowhere.
        as_json: Whether to print JSON.

    Returns:
        The exit status; 1: the mistake was not detected.
    """
    printer = EventPrinter(as_json)
    caught: list[bytes] = []
    latest: deque[tuple[Frame, Sightings]] = deque(maxlen=1)

    def on_event(event: LiveEvent) -> None:
        printer.print_event(event)
        if isinstance(event, Disagreed) and latest:
            frame, sightings = latest[-1]
            caught.append(encode_overlay(frame.pixels, sightings, picture.suffix if picture else ".png"))

    with tempfile.TemporaryDirectory() as kept, Journal.open(f"sqlite:///{kept}/games.db") as journal:
        play = film.start_game(journal)
        before = play.seq
        if not as_json:
            print_line(Message("The game when the video starts:"), flush=True)
            show_board(terminal(), play.course)
        values: Wording = {"file": film.film_path().name, "n": round(film.duration())}
        print_to_stderr(Message("Reading {file}, a {n}-second video, frame by frame …", values))
        film.follow_film(
            play, known_decks(folders), on_event, lambda frame, sightings: latest.append((frame, sightings))
        )
    right = bool(caught) and play.seq == before
    if not as_json:
        found = Message("The mistake in the video was found. No wrong move was recorded.")
        print_line(found if right else Message("The mistake in the video was not found."), flush=True)
    if picture is not None and caught:
        write(picture, caught[0], protected=folders.protected)
        _print_picture_path(picture)
    return 0 if right else 1


def _print_picture_path(picture: Path) -> None:
    print_to_stderr(Message("Annotated picture: {file}", {"file": str(picture.resolve())}))
