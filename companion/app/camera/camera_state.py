"""The state of a game's camera, as far as the screen shows it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from companion.live.events import DISAGREEMENT, Asked, Disagreed, TableSettled
from companion.locale import Message
from companion.table.sightings import Sightings

STARTED = Message("Starting the camera…")
AGREES = Message("The table matches the game.")
ENDED = Message("The video has ended. This is its last picture. Choose a camera to continue.")


@dataclass(frozen=True, slots=True)
class TableCheck:
    """How the table, as the camera reads it, compares with the game."""

    doing: Message
    agrees: bool
    asks: bool = False
    """Whether a question waits that must be answered first."""
    to_lay: Sequence[Message] = ()
    """The steps that bring the table in line with the game."""


@dataclass(slots=True)
class CameraState:
    """What the camera reported since it was started."""

    doing: Message = STARTED
    sightings: Sightings | None = None
    settled: TableSettled | None = None
    """The table as it last lay still, and whether it matches the game now."""
    agrees: bool = False
    """Whether the table, as it last lay still, matches the game now."""
    advice: list[Message] = field(default_factory=list)
    asked: dict[str, Asked] = field(default_factory=dict)

    def record_settled(self, event: TableSettled) -> None:
        """Record that the table lies still and was read."""
        self.sightings, self.advice, self.settled = event.sightings, [], event
        self.agrees, self.doing = bool(event.agrees), event.sentence()

    def follow_game(self, agrees: bool | None) -> None:
        """Record how the table compares after a change of the game; nothing on the table has to move for that.

        Args:
            agrees: Whether they match now; None if that is not known.
        """
        if self.settled is None or agrees is self.settled.agrees:
            return
        before, self.settled = self.settled.sentence(), replace(self.settled, agrees=agrees)
        self.agrees = bool(agrees)
        if self.doing in (before, AGREES):
            self.doing = self.settled.sentence()

    def withdraw(self, key: str) -> None:
        """Record that a question, or the disagreement of table and game, no longer stands."""
        self.asked.pop(key, None)
        if key == DISAGREEMENT:
            self.agrees, self.doing = True, AGREES

    def check(self, standing: Disagreed | None) -> TableCheck:
        """Return how the table compares with the game.

        Args:
            standing: The disagreement that is not settled yet, or None.

        Returns:
            The comparison, as it was when the table last lay still.
        """
        to_lay = standing.put_back if standing is not None else ()
        return TableCheck(self.doing, self.agrees and standing is None, bool(self.asked), to_lay)
