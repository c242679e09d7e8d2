"""Motion over time: paths through the air, and acts during which the rest is still.

Times are seconds from the first frame; places are the table's millimetres, z up.
"""

from bisect import bisect_right
from dataclasses import dataclass, field, replace
from operator import attrgetter

import numpy as np

from companion.pieces import Card
from models.training.scenes.table_layout import LaidDie, Table
from models.training.stage.hand_model import Pose


@dataclass(frozen=True, slots=True)
class Key:
    """Position at one moment; ``turn`` in degrees clockwise."""

    at: float
    x: float
    y: float
    z: float
    turn: float = 0.0


_PLACE = attrgetter("x", "y", "z", "turn")


@dataclass(frozen=True, slots=True)
class Path:
    """Motion from key to key, slow at both ends of each section, as hands move."""

    keys: tuple[Key, ...]

    def at(self, time: float) -> Key:
        """Return the position at a time; before and after the path, its ends."""
        place = bisect_right(self.keys, time, key=lambda key: key.at)
        if place in (0, len(self.keys)):
            return replace(self.keys[max(0, place - 1)], at=time)
        before, after = self.keys[place - 1], self.keys[place]
        share = (time - before.at) / (after.at - before.at)
        eased = share * share * (3 - 2 * share)
        pairs = zip(_PLACE(before), _PLACE(after), strict=True)
        return Key(time, *(start + eased * (stop - start) for start, stop in pairs))


@dataclass(frozen=True, slots=True)
class HandMove:
    """The hand of the player in ``seat``, its fingertips along a path."""

    seat: int
    pose: Pose
    path: Path


@dataclass(frozen=True, slots=True)
class CardMove:
    """A card in a hand (None: face down), its centre along a path."""

    card: Card | None
    path: Path


@dataclass(frozen=True, slots=True)
class DieMove:
    """A die thrown from a place in the air at ``begins``; it rolls to ``rest`` and is still from ``ends`` on."""

    rest: LaidDie
    start: tuple[float, float, float]
    begins: float
    ends: float
    turns: float

    def at(self, time: float) -> LaidDie:
        """Return the die at a time."""
        share = float(np.clip((time - self.begins) / (self.ends - self.begins), 0, 1))
        left = (1 - share) ** 2
        bounce = abs(np.cos(share * np.pi * 2.5)) * (1 - share) ** 1.5
        rest = self.rest
        return replace(
            rest,
            x=rest.x + left * (self.start[0] - rest.x),
            y=rest.y + left * (self.start[1] - rest.y),
            spin=rest.spin + 300 * left * self.turns,
            lean=rest.lean + 360 * left * self.turns,
            lift=rest.lift + float(bounce) * self.start[2] + 0.25 * rest.size * float(min(1.0, 4 * left)),
        )


@dataclass(frozen=True, slots=True)
class DieHeld:
    """A die on a visible palm, ``offset`` millimetres from the fingertips."""

    die: LaidDie
    path: Path
    offset: tuple[float, float]

    def at(self, time: float) -> LaidDie:
        """Return the die at a time."""
        key, die = self.path.at(time), self.die
        turn = np.radians(key.turn)
        across, along = self.offset
        x = key.x + across * np.cos(turn) - along * np.sin(turn)
        y = key.y + across * np.sin(turn) + along * np.cos(turn)
        return replace(die, x=float(x), y=float(y), spin=die.spin + key.turn, lift=key.z)


Mover = HandMove | CardMove | DieMove | DieHeld


@dataclass(frozen=True, slots=True)
class Act:
    """A section of time: what is still during it, and what moves above it."""

    starts: float
    ends: float
    table: Table
    movers: tuple[Mover, ...] = ()


@dataclass(frozen=True, slots=True)
class LightChange:
    """The light becomes ``gain`` times as strong (blue, green, red), over ``duration`` seconds, and stays so."""

    at: float
    duration: float
    gain: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Nudge:
    """The camera is pushed by shares of the picture's width and rotated by degrees, in ``duration`` seconds."""

    at: float
    duration: float
    across: float
    down: float
    turn: float


@dataclass(frozen=True, slots=True)
class Timeline:
    """All acts, light changes and nudges of a film, in order and without gaps."""

    acts: tuple[Act, ...]
    lights: tuple[LightChange, ...] = field(default=())
    nudges: tuple[Nudge, ...] = field(default=())

    @property
    def ends(self) -> float:
        """The film's length in seconds."""
        return self.acts[-1].ends

    def act(self, time: float) -> Act:
        """Return the act at a time; the last act after the end."""
        place = bisect_right(self.acts, time, key=lambda act: act.starts)
        return self.acts[max(0, place - 1)]


def frame_count(timeline: Timeline, fps: float, begin: float = 0.0, end: float | None = None) -> int:
    """Return the number of frames between two moments of a film.

    Args:
        timeline: the film's timeline.
        fps: frames per second.
        begin: first moment in seconds.
        end: last moment in seconds, None for the film's end.

    Returns:
        The number of frames.
    """
    return int((min(end or timeline.ends, timeline.ends) - begin) * fps)
