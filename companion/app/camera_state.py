"""What a camera's eye told a game's screen, as far as it is still to be shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.live.events import Asked, Disagreed, TableSettled
from companion.locale import Message
from companion.table.sightings import Sightings

STARTED = Message("The camera is started.")


@dataclass(frozen=True, slots=True)
class TableCheck:
    """The table as the camera sees it, against the game."""

    doing: Message
    agrees: bool
    asks: bool = False
    """Whether it wants to know something first."""
    to_lay: Sequence[Message] = ()
    """What players do until both are the same, a sentence a step."""


@dataclass(slots=True)
class CameraState:
    """Since the camera was started."""

    doing: Message = STARTED
    seen: Sightings | None = None
    agrees: bool = False
    """Whether the table was as the game has it when it last lay still."""
    advice: list[Message] = field(default_factory=list)
    asked: dict[str, Asked] = field(default_factory=dict)

    def settled(self, event: TableSettled) -> None:
        """The table lies still and is read."""
        self.seen, self.advice = event.sightings, []
        self.agrees, self.doing = bool(event.agrees), event.sentence()

    def checked(self, standing: Disagreed | None) -> TableCheck:
        """``standing``: what table and game disagree about now."""
        to_lay = standing.put_back if standing is not None else ()
        return TableCheck(self.doing, self.agrees and standing is None, bool(self.asked), to_lay)
