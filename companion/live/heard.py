"""What an eye tells of a table, free of pixels, so that a live table can be driven without a camera."""

from __future__ import annotations

from dataclasses import dataclass

from companion.locale import Message
from companion.table.lying import Box
from companion.table.row import Edge
from companion.table.sightings import Sightings


@dataclass(frozen=True, slots=True)
class Settled:
    """All is still and read; ``at`` in seconds, ``number`` of the frame."""

    sightings: Sightings
    at: float
    number: int


@dataclass(frozen=True, slots=True)
class Changed:
    """Something moves there."""

    region: Box


@dataclass(frozen=True, slots=True)
class Still:
    """A frame without news, taken at ``at``, seconds: what had settled lies there still."""

    at: float


@dataclass(frozen=True, slots=True)
class AreaMoved:
    """The camera was nudged: things lie elsewhere in the picture now."""


@dataclass(frozen=True, slots=True)
class Seated:
    """The mat's tags tell at which edge of the picture player 0 sits."""

    near: Edge


@dataclass(frozen=True, slots=True)
class Advised:
    """What would make the picture better to read."""

    text: Message


@dataclass(frozen=True, slots=True)
class Lost:
    """No pictures come any more, and why."""

    why: Message


@dataclass(frozen=True, slots=True)
class Back:
    """Pictures come again."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The source is at its end: a film was shown, a folder leafed through."""


Heard = Settled | Changed | Still | AreaMoved | Seated | Advised | Lost | Back | Ended
