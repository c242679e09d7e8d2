"""A bundled film of a staged table, and the game that is played on it: what a camera and the companion do together."""

from __future__ import annotations

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
from companion.play import Confirm, Play, Policy, Source
from companion.table.camera_events import Ended
from companion.table.edge import Edge
from companion.vision.gallery import Gallery
from companion.vision.sources import open_source
from companion.vision.tracking import Follower

CLIPS = Path(__file__).parent / "clips"
MISTAKE = "mistake"
"""The clip in which a card is laid where it may not lie."""
PLAYERS = ("Ann", "Ben")
_EVENING = datetime(2026, 1, 1, 20, 0, tzinfo=UTC)


def film(name: str = MISTAKE) -> Path:
    """A clip's file."""
    return CLIPS / f"{name}.mp4"


def seconds(name: str = MISTAKE) -> float:
    """How long a clip is."""
    return float(_truth(name)["seconds"])


def begun(journal: Journal, name: str = MISTAKE) -> Play[Any, Any]:
    """The clip's game, kept in ``journal`` as it stood when the clip begins."""
    truth, ids = _truth(name), count(1)
    told = (truth["options"], truth["setup"])
    journal.create(KeptGame("film", MAGNATE.name, "A film's Magnate", PLAYERS, *told, _EVENING))
    play = Play(MAGNATE, journal, "film", now=lambda: _EVENING, new_id=lambda: f"film-{next(ids)}")
    for move in truth["before"]:
        play.propose(MAGNATE.move_from_json(move, "before"), source=Source.TOUCH)
    play.policy = Policy({Source.CAMERA: Confirm.ASK})
    return play


def followed(
    play: Play[Any, Any],
    galleries: Sequence[Gallery],
    tell: Callable[[LiveEvent], None],
    sees: FrameListener = lambda frame, sightings: None,
    name: str = MISTAKE,
) -> None:
    """Shows the clip to the companion, frame by frame; tells what it says and, before that, what it sees."""
    ids = count(1)
    follower = Follower(galleries)
    near = Edge(_truth(name)["near"])
    table = LiveTable(play, tell, new_id=lambda: f"seen-{next(ids)}", near=near, on_roll_counted=follower.name_dice)
    processor = FrameProcessor(follower, lambda heard: table.receive("film", heard))
    source = open_source(str(film(name)), paced=False)
    try:
        while (frame := source.read()) is not None:
            processor.process(frame)
            sees(frame, processor.sightings)
            table.attend()
    finally:
        source.close()
    processor.on_event(Ended())
    table.attend()
    table.close()


def _truth(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(film(name).with_suffix(".json").read_text("utf8"))
    return document
