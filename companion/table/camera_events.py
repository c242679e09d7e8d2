"""What an eye tells of a table, free of pixels, so that whoever listens can be driven without a camera."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.documents import Json
from companion.locale import Message
from companion.questions import Box
from companion.table.edge import Edge
from companion.table.sightings import Sightings


@dataclass(frozen=True, slots=True)
class Settled:
    """All is still and read; ``at`` (seconds) and ``number`` are of the frame in which it was still.

    Cards and dice keep their ``track`` from one to the next. Told again with the same where nothing but a hand
    passed, and told anew where looking again made a reading surer.
    """

    sightings: Sightings
    at: float
    number: int


@dataclass(frozen=True, slots=True)
class Changed:
    """Something moves in this region, pixels. A :class:`Settled` follows once all is still."""

    region: Box

    def to_json(self) -> Json:
        return {"event": "changed", "region": list(self.region)}

    def sentence(self) -> Message:
        return Message("Something moves.")


@dataclass(frozen=True, slots=True)
class Still:
    """A frame without news, taken at ``at``, seconds: what had settled lies there still."""

    at: float


@dataclass(frozen=True, slots=True)
class AreaMoved:
    """The camera was moved or turned, or the table: things lie elsewhere in the picture now.

    ``quarters``: by how many quarters clockwise the picture turned. ``followed``: whether cards and dice keep their
    ``track``; otherwise nothing tells which die is which. ``resized``: whether things have another size in the picture.
    """

    quarters: int = 0
    followed: bool = True
    resized: bool = False


@dataclass(frozen=True, slots=True)
class Seated:
    """The mat's tags tell at which edge of the picture player 0 sits."""

    near: Edge


@dataclass(frozen=True, slots=True)
class Advised:
    """What would help: better light, dice in view, a table that can be made out."""

    text: Message

    def to_json(self) -> Json:
        return {"event": "advice", "text": str(self.text)}

    def sentence(self) -> Message:
        return self.text


@dataclass(frozen=True, slots=True)
class Lost:
    """No pictures come any more, and why; it is tried again."""

    why: Message

    def to_json(self) -> Json:
        return {"event": "source lost", "reason": str(self.why)}

    def sentence(self) -> Message:
        return Message("The picture is lost: {why}. It is tried again.", {"why": self.why})


@dataclass(frozen=True, slots=True)
class Back:
    """Pictures come again; nothing of the game was lost."""

    def to_json(self) -> Json:
        return {"event": "source back"}

    def sentence(self) -> Message:
        return Message("The picture is back.")


@dataclass(frozen=True, slots=True)
class Ended:
    """The source is at its end: a film was shown, a folder leafed through."""


CameraEvent = Settled | Changed | Still | AreaMoved | Seated | Advised | Lost | Back | Ended
