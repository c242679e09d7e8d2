"""What truly happens in a film, as the JSON document that lies beside it."""

from __future__ import annotations

from math import ceil
from typing import Any

import numpy as np

from companion.games.magnate.game import MAGNATE
from companion.games.magnate.state import Column, District
from models.train.scenes.camera import Camera
from models.train.scenes.table import Table
from models.train.stage.directing import Film
from models.train.stage.script import Event
from models.train.stage.standing import camera_at, camera_of
from models.train.stage.timeline import frame_count

FORMAT = "decktet-companion-stage"


def truth(
    film: Film, size: tuple[int, int], fps: float, begin: float = 0.0, end: float | None = None
) -> dict[str, Any]:
    """How the game was set up and everything that happens between two moments of its film, in order.

    ``before`` are the moves made before the first of them. An event ``begins`` and ``rests`` at seconds of the video;
    ``frame`` is the first one at which it rests. A ``move`` carries the move as in a record file, and whether the
    table shows it (``seen``); every other event changes nothing in the game. ``districts`` is how the columns lie
    afterwards, the deed of a column apart; ``cards`` and ``dice`` are where all that lies there is seen, in pixels.
    """
    game, timeline = film.game, film.script.timeline()
    last = min(end or timeline.ends, timeline.ends)
    made = [event for event in film.script.events if event.rests < begin]
    shown = [event for event in film.script.events if begin <= event.rests <= last]
    return {
        "format": FORMAT,
        "version": 1,
        "seed": film.seed,
        "size": list(size),
        "fps": fps,
        "frames": frame_count(timeline, fps, begin, end),
        "seconds": round(last - begin, 3),
        "game": MAGNATE.name,
        "near": "bottom",
        "options": MAGNATE.options_to_json(game.options),
        "setup": MAGNATE.setup_to_json(game.setup),
        "before": [MAGNATE.move_to_json(event.step.move) for event in made if event.step is not None],
        **_visible_things(film, size, begin),
        "events": [_event(event, film, size, fps, begin) for event in shown],
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
        document["move"] = MAGNATE.move_to_json(event.step.move)
    document["districts"] = [_district(district) for district in event.state.districts]
    return {**document, **_visible_things(film, size, event.rests + 1e-6)}


def _district(district: District) -> dict[str, Any]:
    return {"card": str(district.card), "columns": [_column(column or Column()) for column in district.columns]}


def _column(column: Column) -> dict[str, Any]:
    properties = [str(card) for card in column.properties]
    return {"properties": properties, "deed": None if column.deed is None else str(column.deed.card)}


def _visible_things(film: Film, size: tuple[int, int], time: float) -> dict[str, Any]:
    """Everything that lies still at that moment of the film, where the camera sees it."""
    timeline = film.script.timeline()
    table, camera = timeline.act(time).table, camera_at(camera_of(film, size), timeline, time)
    return {"cards": _cards(table, camera), "dice": _dice(table, camera)}


def _cards(table: Table, camera: Camera) -> list[dict[str, Any]]:
    cards = []
    for card in table.cards:
        top = card.thickness if card.thickness > 0.5 else 0.0
        corners = camera.project(np.column_stack([card.corners(), np.full(4, top)]))
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
