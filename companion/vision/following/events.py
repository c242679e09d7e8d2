"""What a follower tells of: something moves, all is still and read, the camera was moved, the view could be better."""

from __future__ import annotations

from dataclasses import dataclass

from companion.locale import Message
from companion.table.lying import Box
from companion.table.sightings import Sightings
from companion.vision.following.area import PlayArea


@dataclass(frozen=True, slots=True)
class Changed:
    """Something moves in this region (pixels). A :class:`Settled` follows once all is still."""

    region: Box


@dataclass(frozen=True, slots=True)
class Settled:
    """All is still, and this is what lies there; ``at`` and ``number`` are of the frame in which it was still.

    Cards and dice keep their ``track`` from one to the next. Told again with the same where nothing but a hand
    passed, and told anew where looking again made a reading surer.
    """

    sightings: Sightings
    at: float
    number: int


@dataclass(frozen=True, slots=True)
class AreaMoved:
    """The camera was nudged, or the table: the play area lies elsewhere in the picture now."""

    area: PlayArea


@dataclass(frozen=True, slots=True)
class Advice:
    """What would make the picture better to read, for people."""

    message: Message


Event = Changed | Settled | AreaMoved | Advice
