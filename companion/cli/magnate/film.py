"""``companion demo --film``: a bundled film is followed with its game, and the mistake in it is caught."""

from __future__ import annotations

import tempfile
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.languages import say, speech, spoken_in
from companion.cli.output import print_aside, print_line
from companion.locale import Message, Wording

if TYPE_CHECKING:
    from companion.folders import Folders
    from companion.live.events import LiveEvent
    from companion.table.sightings import Sightings
    from companion.vision.sources import Frame


def show_film(folders: Folders, picture: Path | None, as_json: bool) -> int:
    """Follows the film and says what the companion says. Status 1: the mistake went by unnoticed."""
    from companion.cli.board import show_board
    from companion.cli.known_decks import known_decks
    from companion.cli.magnate.demo import lies_in
    from companion.cli.terminal import terminal
    from companion.cli.watched_lines import Printed
    from companion.demo import film
    from companion.files import write
    from companion.journal import Journal
    from companion.live.events import Disagreed
    from companion.vision.overlay import encode_overlay

    printed = Printed(spoken_in(None), as_json)
    caught: list[bytes] = []
    seen: deque[tuple[Frame, Sightings]] = deque(maxlen=1)

    def tell(event: LiveEvent) -> None:
        printed.tell(event)
        if isinstance(event, Disagreed) and seen:
            frame, sightings = seen[-1]
            caught.append(encode_overlay(frame.pixels, sightings, picture.suffix if picture else ".png"))

    with tempfile.TemporaryDirectory() as kept, Journal.open(f"sqlite:///{kept}/games.db") as journal:
        play = film.begun(journal)
        before = play.seq
        if not as_json:
            _say(Message("The game as it stands when the film begins:"))
            show_board(terminal(), play.course, speech.translations)
        told: Wording = {"file": film.film().name, "n": round(film.seconds())}
        print_aside(say(Message("Now {file}: {n} seconds of a staged table, looked at frame by frame …", told)))
        film.followed(play, known_decks(folders), tell, lambda frame, sightings: seen.append((frame, sightings)))
    if not as_json:
        _say(
            Message("The mistake in the film was caught, and no move was made of it.")
            if caught and play.seq == before
            else Message("The mistake in the film was not caught.")
        )
    if picture is not None and caught:
        write(picture, caught[0], own=folders.own)
        lies_in(picture)
    return 0 if caught and play.seq == before else 1


def _say(what: Message) -> None:
    print_line(say(what), flush=True)
