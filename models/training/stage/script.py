"""The script of a film: moves as gestures with times, disturbances between them, and the events as labels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.games.magnate.moves import Sell
from companion.games.magnate.state import State
from companion.pieces import Card
from models.training.scenes.table_layout import Table
from models.training.stage.game import Step
from models.training.stage.ground_plan import GroundPlan
from models.training.stage.hand_model import Person
from models.training.stage.timeline import Act, Key, LightChange, Mover, Nudge, Path, Timeline

_SHOULDER_DISTANCE = 330.0
"""Distance from the table's edge to a player's shoulder, in millimetres."""
_OFF_TABLE_DISTANCE = 70.0
"""Distance outside the picture at which a hand waits, in millimetres."""


@dataclass(frozen=True, slots=True)
class Event:
    """A step of the game, or (without one) a disturbance that changes nothing.

    It takes place between ``begins`` and ``rests``, the moment from which nothing moves any more, in seconds.
    """

    kind: str
    begins: float
    rests: float
    state: State
    step: Step | None = None


class Script:
    """A film in the making; each act advances its time."""

    def __init__(self, plan: GroundPlan, table: Table, state: State, rng: np.random.Generator) -> None:
        self.plan = plan
        self.table = table
        self.state = state
        self.rng = rng
        self.people = (Person.random(rng), Person.random(rng))
        self.seats_x = (float(rng.normal(0, 70)), float(rng.normal(0, 70)))
        self.time = 0.0
        self.acts: list[Act] = []
        self.lights: list[LightChange] = []
        self.nudges: list[Nudge] = []
        self.events: list[Event] = []

    @property
    def sold(self) -> set[Card]:
        """Cards sold so far."""
        steps = (event.step for event in self.events if event.step is not None)
        return {step.move.card for step in steps if isinstance(step.move, Sell)}

    def timeline(self) -> Timeline:
        """Return the timeline so far."""
        return Timeline(tuple(self.acts), tuple(self.lights), tuple(self.nudges))

    def act(self, duration: float, *movers: Mover) -> None:
        """Add an act of ``duration`` seconds, with these things moving over the present table."""
        self.acts.append(Act(self.time, self.time + duration, self.table, movers))
        self.time += duration

    def pause(self, shortest: float = 0.9, longest: float = 1.6) -> None:
        """Add an act in which nothing moves, for a random time in seconds."""
        self.act(float(self.rng.uniform(shortest, longest)))

    def record_event(self, kind: str, begins: float, step: Step | None = None) -> None:
        """Record that something which began at ``begins`` is complete and at rest."""
        if step is not None:
            self.state = step.after
        self.events.append(Event(kind, begins, self.time, self.state, step))

    def off_table(self, seat: int) -> tuple[float, float]:
        """Return where the player's fingertips are when the hand is off the table."""
        _, top, _, bottom = self.plan.span
        return self.seats_x[seat], bottom + _OFF_TABLE_DISTANCE if seat == 0 else top - _OFF_TABLE_DISTANCE

    def arm_turn(self, seat: int, x: float, y: float) -> float:
        """Return the arm's rotation for these fingertips, in degrees clockwise from straight to the near player."""
        _, top, _, bottom = self.plan.span
        shoulder = bottom + _SHOULDER_DISTANCE if seat == 0 else top - _SHOULDER_DISTANCE
        return float(np.degrees(np.arctan2(x - self.seats_x[seat] * 1.6, shoulder - y)))

    def hand(self, seat: int, *stops: tuple[float, float, float, float]) -> Path:
        """Return the path of a hand through (seconds from now, x, y, z), the arm always coming from its player."""
        turns = [self.arm_turn(seat, x, y) for _, x, y, _ in stops]
        smooth = np.degrees(np.unwrap(np.radians(turns)))
        return Path(
            tuple(
                Key(self.time + after, x, y, z, float(turn))
                for (after, x, y, z), turn in zip(stops, smooth, strict=True)
            )
        )
