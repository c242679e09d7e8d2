"""``companion demo --film``: follow a bundled film with its game and detect the mistake in it."""

from __future__ import annotations

import tempfile
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.board import show_board
from companion.cli.known_decks import known_decks
from companion.cli.output import print_line, print_to_stderr
from companion.cli.terminal import terminal
from companion.cli.watched_lines import EventPrinter
from companion.demo import film
from companion.files import write
from companion.folders import Folders
from companion.journal import Journal
from companion.live.events import Disagreed, LiveEvent
from companion.locale import Message, Wording
from companion.vision.overlay import encode_overlay

if TYPE_CHECKING:
    from companion.pictures.sources import Frame
    from companion.table.sightings import Sightings


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
            _print(Message("The game when the video starts:"))
            show_board(terminal(), play.course)
        values: Wording = {"file": film.film_path().name, "n": round(film.duration())}
        print_to_stderr(Message("Reading {file}, a {n}-second video, frame by frame …", values))
        film.follow_film(
            play, known_decks(folders), on_event, lambda frame, sightings: latest.append((frame, sightings))
        )
    if not as_json:
        _print(
            Message("The mistake in the video was found. No wrong move was recorded.")
            if caught and play.seq == before
            else Message("The mistake in the video was not found.")
        )
    if picture is not None and caught:
        write(picture, caught[0], protected=folders.protected)
        print_picture_path(picture)
    return 0 if caught and play.seq == before else 1


def print_picture_path(picture: Path) -> None:
    """Print where a picture was written, to standard error."""
    values: Wording = {"file": str(picture.resolve())}
    print_to_stderr(Message("Annotated picture: {file}", values))


def _print(line: Message) -> None:
    print_line(line, flush=True)
