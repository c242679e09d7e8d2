"""A bundled film of a staged table, and the game that is played on it."""

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

from companion.games.magnate.game import MAGNATE
from companion.journal import Journal, KeptGame
from companion.live.camera_thread import FrameListener, FrameProcessor
from companion.live.events import LiveEvent
from companion.live.live_table import LiveTable
from companion.pictures.sources.opening import open_source
from companion.play import Play, Source
from companion.table.camera_events import Ended
from companion.table.sightings import Edge
from companion.vision.decks.gallery import Gallery
from companion.vision.tracking.follower import Follower

CLIPS = Path(__file__).parent / "clips"
MISTAKE = "mistake"
"""The clip in which a card is played illegally."""
PLAYERS = ("Ann", "Ben")
_EVENING = datetime(2026, 1, 1, 20, 0, tzinfo=UTC)


def film_path(name: str = MISTAKE) -> Path:
    """Return the path of a clip."""
    return CLIPS / f"{name}.mp4"


def is_bundled(name: str = MISTAKE) -> bool:
    """Return whether this edition has the clip; the one for Android has none."""
    return film_path(name).is_file()


def duration(name: str = MISTAKE) -> float:
    """Return a clip's duration, in seconds."""
    return float(_truth(name)["seconds"])


def start_game(journal: Journal, name: str = MISTAKE) -> Play[Any, Any]:
    """Play the clip's game up to the clip's beginning into ``journal``, and return its play."""
    truth, ids = _truth(name), count(1)
    journal.create(
        KeptGame("film", MAGNATE.name, "A film's Magnate", PLAYERS, truth["options"], truth["setup"], _EVENING)
    )
    play = Play(MAGNATE, journal, "film", now=lambda: _EVENING, new_id=lambda: f"film-{next(ids)}")
    for move in truth["before"]:
        play.propose(MAGNATE.move_from_json(move, "before"), source=Source.TOUCH)
    return play


def follow_film(
    play: Play[Any, Any],
    galleries: Sequence[Gallery],
    on_event: Callable[[LiveEvent], None],
    on_frame: FrameListener = lambda frame, sightings: None,
    name: str = MISTAKE,
    is_wanted: Callable[[], bool] = lambda: True,
) -> None:
    """Follow a clip frame by frame.

    Args:
        play: The clip's game.
        galleries: The decks to read cards with.
        on_event: Called with each event of the table.
        on_frame: Called with each frame and its sightings, before the events.
        name: The clip's name.
        is_wanted: Returns False to stop before the end.
    """
    ids = count(1)
    follower = Follower(galleries)
    near = Edge(_truth(name)["near"])
    table = LiveTable(play, on_event, new_id=lambda: f"seen-{next(ids)}", near=near, on_roll_counted=follower.name_dice)
    processor = FrameProcessor(follower, lambda event: table.receive("film", event))
    source = open_source(str(film_path(name)), paced=False)
    try:
        while is_wanted() and (frame := source.read()) is not None:
            processor.process(frame)
            on_frame(frame, follower.sightings)
            table.attend()
    finally:
        source.close()
    processor.on_event(Ended())
    table.attend()
    table.close()


def _truth(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(film_path(name).with_suffix(".json").read_text("utf8"))
    return document
