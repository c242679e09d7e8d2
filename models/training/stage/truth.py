"""Labels of a staged film as a JSON document: setup, moves, events and positions."""

from math import ceil
from typing import Any

import numpy as np

from models.training.scenes.camera import Camera
from models.training.scenes.table_layout import Table
from models.training.stage.camera_pose import camera_at, camera_of
from models.training.stage.film import Film
from models.training.stage.script import Event
from models.training.stage.timeline import frame_count

FORMAT = "decktet-companion-stage"
"""Format name in the document."""


def truth(
    film: Film, size: tuple[int, int], fps: float, begin: float = 0.0, end: float | None = None
) -> dict[str, Any]:
    """Return the labels of the film between two moments.

    ``before`` are the moves made before the first moment. An event ``begins`` and ``rests`` at seconds of the video;
    ``frame`` is the first one at which it rests. A ``move`` carries the move as in a record file, and whether the
    table shows it (``seen``); every other event changes nothing in the game. It describes the position afterwards
    as its game does. ``cards`` and ``dice`` are the pixels of all that is on
    the table.

    Args:
        film: the film.
        size: width and height in pixels.
        fps: frames per second.
        begin: first moment in seconds.
        end: last moment in seconds, None for the film's end.

    Returns:
        The JSON document.
    """
    game, timeline = film.game, film.script.timeline()
    last = min(end or timeline.ends, timeline.ends)
    events_before = [event for event in film.script.events if event.rests < begin]
    events_shown = [event for event in film.script.events if begin <= event.rests <= last]
    return {
        "format": FORMAT,
        "version": 1,
        "seed": film.seed,
        "size": list(size),
        "fps": fps,
        "frames": frame_count(timeline, fps, begin, end),
        "seconds": round(last - begin, 3),
        "game": film.rules.name,
        "near": "bottom",
        "options": film.rules.options_to_json(game.options),
        "setup": film.rules.setup_to_json(game.setup),
        "before": [film.rules.move_to_json(event.step.move) for event in events_before if event.step is not None],
        **_visible_objects(film, size, begin),
        "events": [_event(event, film, size, fps, begin) for event in events_shown],
    }


def _event(event: Event, film: Film, size: tuple[int, int], fps: float, begin: float) -> dict[str, Any]:
    document: dict[str, Any] = {
        "what": event.kind,
        "begins": round(event.begins - begin, 3),
        "rests": round(event.rests - begin, 3),
        "frame": ceil((event.rests - begin) * fps),
    }
    if event.step is not None:
        document["seen"] = event.step.is_visible
        document["move"] = film.rules.move_to_json(event.step.move)
    return {**document, **film.describe(event.state), **_visible_objects(film, size, event.rests + 1e-6)}


def _visible_objects(film: Film, size: tuple[int, int], time: float) -> dict[str, Any]:
    """Return the cards and dice that are still at that moment, in pixels."""
    timeline = film.script.timeline()
    table, camera = timeline.act(time).table, camera_at(camera_of(film, size), timeline, time)
    return {"cards": _cards(table, camera), "dice": _dice(table, camera)}


def _cards(table: Table, camera: Camera) -> list[dict[str, Any]]:
    cards = []
    for card in table.cards:
        corners = camera.project(card.raised_corners())
        code = None if card.card is None else card.card.code
        cards.append(
            {"card": code, "role": card.role, "corners": [[round(float(x)), round(float(y))] for x, y in corners]}
        )
    return cards


def _dice(table: Table, camera: Camera) -> list[dict[str, Any]]:
    dice = []
    for die in table.dice:
        x, y = camera.project(np.array([[die.x, die.y, die.size / 2 + die.lift]]))[0]
        dice.append({"kind": die.kind.value, "value": die.value, "center": [round(float(x)), round(float(y))]})
    return dice
