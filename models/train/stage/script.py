"""The script of a film: one game's moves as gestures, disturbances between them, and what is true of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.games.magnate.moves import Sell
from companion.games.magnate.state import State
from companion.pieces import Card
from models.train.scenes.table import Table
from models.train.stage.game import Step
from models.train.stage.hands import Person
from models.train.stage.lying import GroundPlan
from models.train.stage.timeline import Act, Key, LightChange, Mover, Nudge, Path, Timeline

_SHOULDER_DISTANCE = 330.0
"""From the table's edge to a player's shoulder, in millimetres."""
_OFF_TABLE_DISTANCE = 70.0
"""How far outside the picture a hand waits."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that is true of a film: a step of the game, or (without one) a disturbance that changes nothing.

    It is done between ``begins`` and ``rests``, the moment from which nothing moves any more.
    """

    kind: str
    begins: float
    rests: float
    state: State
    step: Step | None = None


class Script:
    """A film being written: time runs on with every act."""

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
        """Cards that were sold so far."""
        steps = (event.step for event in self.events if event.step is not None)
        return {step.move.card for step in steps if isinstance(step.move, Sell)}

    def timeline(self) -> Timeline:
        """What was written so far."""
        return Timeline(tuple(self.acts), tuple(self.lights), tuple(self.nudges))

    def act(self, duration: float, *movers: Mover) -> None:
        """Time goes on, with these moving over the table as it lies now."""
        self.acts.append(Act(self.time, self.time + duration, self.table, movers))
        self.time += duration

    def pause(self, shortest: float = 0.9, longest: float = 1.6) -> None:
        """Nothing moves for a while."""
        self.act(float(self.rng.uniform(shortest, longest)))

    def record_event(self, kind: str, begins: float, step: Step | None = None) -> None:
        """All is still again after something that began then."""
        if step is not None:
            self.state = step.after
        self.events.append(Event(kind, begins, self.time, self.state, step))

    def off_table(self, seat: int) -> tuple[float, float]:
        """Where that player's fingertips are when the hand is off the table."""
        _, top, _, bottom = self.plan.span
        return self.seats_x[seat], bottom + _OFF_TABLE_DISTANCE if seat == 0 else top - _OFF_TABLE_DISTANCE

    def arm_turn(self, seat: int, x: float, y: float) -> float:
        """How the arm lies with the fingertips there, in degrees clockwise from straight towards the near player."""
        _, top, _, bottom = self.plan.span
        shoulder = bottom + _SHOULDER_DISTANCE if seat == 0 else top - _SHOULDER_DISTANCE
        return float(np.degrees(np.arctan2(x - self.seats_x[seat] * 1.6, shoulder - y)))

    def hand(self, seat: int, *stops: tuple[float, float, float, float]) -> Path:
        """The path of a hand through (seconds from now, x, y, z), the arm always coming from its player."""
        turns = [self.arm_turn(seat, x, y) for _, x, y, _ in stops]
        smooth = np.degrees(np.unwrap(np.radians(turns)))
        return Path(
            tuple(
                Key(self.time + after, x, y, z, float(turn))
                for (after, x, y, z), turn in zip(stops, smooth, strict=True)
            )
        )
