"""The dice for Magistratvm's first Prefect are read by a camera: each lies in front of its player."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.games.magistratvm.game import MAGISTRATVM
from companion.games.magistratvm.moves import Roll
from companion.journal import Journal, KeptGame
from companion.live import LiveTable
from companion.live.events import LiveEvent, RollDetected, RollFate
from companion.pieces import DieKind
from companion.play import Play
from companion.table.camera_events import Changed, Settled, Still
from companion.table.edge import Edge
from companion.table.sightings import DieSighting, Sightings
from tests.games.magistratvm.laid import NAMES
from tests.games.magistratvm.random_game import begun

NOON = datetime(2026, 11, 26, 12, 0, tzinfo=UTC)


def test_each_die_is_the_players_in_front_of_whom_it_lies_and_is_always_confirmed(tmp_path: Path) -> None:
    state, setup, _ = begun(3, 3)
    ids = itertools.count()
    with Journal.open(f"sqlite:///{tmp_path / 'games.db'}") as journal:
        options = MAGISTRATVM.options_to_json(state.options)
        names = NAMES[: state.seats]
        journal.create(KeptGame("g", "magistratvm", "Rome", names, options, MAGISTRATVM.setup_to_json(setup), NOON))
        play: Play[Any, Any] = Play(MAGISTRATVM, journal, "g", now=lambda: NOON, new_id=lambda: f"id-{next(ids)}")
        events: list[LiveEvent] = []
        live = LiveTable(play, events.append, new_id=lambda: f"id-{next(ids)}", near=Edge.BOTTOM)
        rest(live, 1)
        # seat 0 sits near, seat 1 to its left, seat 2 to its right
        rest(live, 2, die(5, 1100, 200), die(2, 640, 700), die(4, 200, 200))
        [rolled] = [event for event in events if isinstance(event, RollDetected)]
        assert rolled.fate is RollFate.ASKED
        live.confirm(str(rolled.id))
        assert play.course.done[-1].move == Roll((2, 4, 5))


def die(value: int, x: float, y: float) -> DieSighting:
    return DieSighting(DieKind.D6, (x, y), ((value, 0.999),), True, 40.0)


def rest(live: LiveTable, number: int, *dice: DieSighting) -> None:
    at = 3.0 * number
    for event in (
        Changed((0.0, 0.0, 9.0, 9.0)),
        Settled(Sightings(1280, 800, (), dice), at, number),
        Still(at + 2.0),
    ):
        live.receive("g", event)
    live.attend()
