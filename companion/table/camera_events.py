"""Events of a camera at a table, free of pixels, so that their listeners can be tested without a camera."""

from dataclasses import dataclass

from companion.games.documents import Json
from companion.locale import Message
from companion.questions import Box
from companion.table.sightings import Edge, Sightings


@dataclass(frozen=True, slots=True)
class Settled:
    """Nothing moves and everything is read; ``at`` (seconds) and ``number`` are those of the still frame.

    Cards and dice keep their ``track`` from one event to the next. The event is repeated after a hand passed, and when
    another reading is more certain.
    """

    sightings: Sightings
    at: float
    number: int


@dataclass(frozen=True, slots=True)
class Changed:
    """Something moves in this region (pixels). :class:`Settled` follows once nothing moves."""

    region: Box

    def to_json(self) -> Json:
        """Return the event as JSON."""
        return {"event": "changed", "region": list(self.region)}

    def sentence(self) -> Message:
        """Return the event as a sentence."""
        return Message("Movement on the table.")


@dataclass(frozen=True, slots=True)
class Still:
    """A frame at ``at`` (seconds) in which nothing has moved."""

    at: float


@dataclass(frozen=True, slots=True)
class AreaMoved:
    """The camera or the table was moved or turned: everything has another place in the picture.

    ``quarters``: how many quarters the picture turned clockwise. ``followed``: whether cards and dice keep their
    ``track``.
    ``resized``: whether they have another size in the picture.
    """

    quarters: int = 0
    followed: bool = True
    resized: bool = False


@dataclass(frozen=True, slots=True)
class Seated:
    """The edge of the picture at which player 0 sits, from the mat's tags."""

    near: Edge


@dataclass(frozen=True, slots=True)
class Advised:
    """Advice to the players: better light, dice in view, the whole table in view."""

    text: Message

    def to_json(self) -> Json:
        """Return the event as JSON."""
        return {"event": "advice", "text": str(self.text)}

    def sentence(self) -> Message:
        """Return the advice."""
        return self.text


@dataclass(frozen=True, slots=True)
class Lost:
    """The source delivers no pictures, and why; it is opened again."""

    why: Message

    def to_json(self) -> Json:
        """Return the event as JSON."""
        return {"event": "source lost", "reason": str(self.why)}

    def sentence(self) -> Message:
        """Return the event as a sentence."""
        return Message("Camera disconnected: {why}. Reconnecting …", {"why": self.why})


@dataclass(frozen=True, slots=True)
class Back:
    """The source delivers pictures again."""

    def to_json(self) -> Json:
        """Return the event as JSON."""
        return {"event": "source back"}

    def sentence(self) -> Message:
        """Return the event as a sentence."""
        return Message("Camera connected again.")


@dataclass(frozen=True, slots=True)
class Ended:
    """The source has ended: the end of a film or a folder."""


CameraEvent = Settled | Changed | Still | AreaMoved | Seated | Advised | Lost | Back | Ended
