"""What truly happens in a film, as the JSON document that lies beside it."""

from __future__ import annotations

from math import ceil
from typing import Any

from companion.games.magnate.game import MAGNATE
from companion.games.magnate.state import Column, District
from models.train.stage.directing import Film
from models.train.stage.script import Happening

FORMAT = "decktet-companion-stage"


def truth(film: Film, size: tuple[int, int], fps: float) -> dict[str, Any]:
    """How the game was set up and everything that happens, in order.

    An event ``begins`` and ``rests`` at seconds of the film; ``frame`` is the first one at which it rests. A ``move``
    carries the move as in a record file, and whether the table shows it (``seen``); every other event changes
    nothing in the game. ``districts`` is how the columns lie afterwards, the deed of a column apart.
    """
    game, timeline = film.game, film.script.timeline()
    return {
        "format": FORMAT,
        "version": 1,
        "seed": film.seed,
        "size": list(size),
        "fps": fps,
        "frames": int(timeline.ends * fps),
        "seconds": round(timeline.ends, 3),
        "game": MAGNATE.name,
        "near": "bottom",
        "options": MAGNATE.options_to_json(game.options),
        "setup": MAGNATE.setup_to_json(game.setup),
        "events": [_event(happening, fps) for happening in film.script.happenings],
    }


def _event(happening: Happening, fps: float) -> dict[str, Any]:
    document: dict[str, Any] = {
        "what": happening.what,
        "begins": round(happening.begins, 3),
        "rests": round(happening.rests, 3),
        "frame": ceil(happening.rests * fps),
    }
    if happening.step is not None:
        document["seen"] = happening.step.seen
        document["move"] = MAGNATE.move_to_json(happening.step.move)
    document["districts"] = [_district(district) for district in happening.state.districts]
    return document


def _district(district: District) -> dict[str, Any]:
    return {"card": str(district.card), "columns": [_column(column or Column()) for column in district.columns]}


def _column(column: Column) -> dict[str, Any]:
    properties = [str(card) for card in column.properties]
    return {"properties": properties, "deed": None if column.deed is None else str(column.deed.card)}
