"""The script of a film: moves as gestures with times, disturbances between them, and the events as labels."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from companion.games.magnate.moves import Sell
from companion.pieces import Card
from models.training.scenes.table_layout import Table
from models.training.stage.game import Step
from models.training.stage.hand_model import Person, Pose
from models.training.stage.sorcerous_futures.game import Step as FuturesStep
from models.training.stage.timeline import Act, HandMove, Key, LightChange, Mover, Nudge, Path, Timeline

Stop = tuple[float, float, float, float]
"""Seconds from now, and x, y and z in millimetres."""

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
    state: Any
    step: Step | FuturesStep | None = None


class Script:
    """A film in the making; each act advances its time.

    Args:
        plan: The ground plan, with what the camera must cover as its ``span``.
        table: The table before the first act.
        state: The state of the game before it.
        rng: The source of randomness.
        sides: The side of the table at which each seat sits, in degrees clockwise from the near one.
    """

    def __init__(
        self, plan: Any, table: Table, state: Any, rng: np.random.Generator, sides: Sequence[float] = (0.0, 180.0)
    ) -> None:
        self.plan = plan
        self.sides = tuple(sides)
        self.table = table
        self.state = state
        self.rng = rng
        self.people = tuple(Person.random(rng) for _ in sides)
        self.seats_along = tuple(float(rng.normal(0, 70)) for _ in sides)
        """How far each player sits from the middle of the side, in millimetres along x or y."""
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

    def move_hand(self, seat: int, pose: Pose, duration: float, *stops: Stop, moved: Sequence[Mover] = ()) -> None:
        """Add an act in which a hand moves through these stops, see :meth:`hand`, and things are ``moved`` under it."""
        self.act(duration, *moved, HandMove(seat, pose, self.hand(seat, *stops)))

    def pause(self, shortest: float = 0.9, longest: float = 1.6) -> None:
        """Add an act in which nothing moves, for a random time in seconds."""
        self.act(float(self.rng.uniform(shortest, longest)))

    def record_event(self, kind: str, begins: float, step: Step | FuturesStep | None = None) -> None:
        """Record that something which began at ``begins`` is complete and at rest."""
        if step is not None:
            self.state = step.after
        self.events.append(Event(kind, begins, self.time, self.state, step))

    def off_table(self, seat: int) -> tuple[float, float]:
        """Return where the player's fingertips are when the hand is off the table."""
        return self._beyond(seat, self.seats_along[seat], _OFF_TABLE_DISTANCE)

    def arm_turn(self, seat: int, x: float, y: float) -> float:
        """Return the arm's rotation for these fingertips, in degrees clockwise from straight to the near player."""
        shoulder_x, shoulder_y = self._beyond(seat, self.seats_along[seat] * 1.6, _SHOULDER_DISTANCE)
        return float(np.degrees(np.arctan2(x - shoulder_x, shoulder_y - y)))

    def _beyond(self, seat: int, along: float, distance: float) -> tuple[float, float]:
        """Return the point at this distance beyond a seat's side of the table."""
        left, top, right, bottom = self.plan.span
        return {
            0.0: (along, bottom + distance),
            90.0: (left - distance, along),
            180.0: (along, top - distance),
            270.0: (right + distance, along),
        }[self.sides[seat]]

    def hand(self, seat: int, *stops: Stop) -> Path:
        """Return the path of a hand through (seconds from now, x, y, z), the arm always coming from its player."""
        turns = [self.arm_turn(seat, x, y) for _, x, y, _ in stops]
        smooth = np.degrees(np.unwrap(np.radians(turns)))
        return Path(
            tuple(
                Key(self.time + after, x, y, z, float(turn))
                for (after, x, y, z), turn in zip(stops, smooth, strict=True)
            )
        )
