"""The picture itself: lost, back, or to be made better."""

from __future__ import annotations

from dataclasses import dataclass

from companion.locale import Message
from companion.table.encoding import Json


@dataclass(frozen=True, slots=True)
class SourceWasLost:
    """No pictures come any more; it is tried again."""

    why: Message

    def to_json(self) -> Json:
        return {"event": "source lost", "reason": str(self.why)}

    def sentence(self) -> Message:
        return Message("The picture is lost: {why}. It is tried again.", {"why": self.why})


@dataclass(frozen=True, slots=True)
class SourceIsBack:
    """Pictures come again; nothing of the game was lost."""

    def to_json(self) -> Json:
        return {"event": "source back"}

    def sentence(self) -> Message:
        return Message("The picture is back.")


@dataclass(frozen=True, slots=True)
class Advised:
    """What would help: better light, dice in view, a row that can be made out."""

    text: Message

    def to_json(self) -> Json:
        return {"event": "advice", "text": str(self.text)}

    def sentence(self) -> Message:
        return self.text
