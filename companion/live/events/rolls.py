"""Events of thrown dice."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.games.documents import Json
from companion.locale import Message
from companion.questions import Box


class RollFate(Enum):
    """What becomes of a throw."""

    TAKEN = "taken"
    """The journal contains it."""
    ASKED = "asked"
    """It waits for confirmation."""
    HELD = "held"
    """It counts once what came before it is settled."""
    NOT_NOW = "not now"
    """No game waits for a roll: it does not count."""
    WITHOUT_GAME = "seen"
    """There is no game."""


@dataclass(frozen=True, slots=True)
class RollDetected:
    """Dice were thrown and are at rest."""

    dice: tuple[int | None, ...]
    """The values in the order of the wish; None for a die that could not be read."""
    document: Json
    """The same in JSON."""
    region: Box
    fate: RollFate
    id: str | None = None
    """The id of the roll, and of the question that confirms it."""
    text: Message | None = None
    """What the roll did, or does once it is confirmed."""
    seq: int | None = None
    """The journal's entry, once it is taken."""

    def to_json(self) -> Json:
        """Return the event as JSON."""
        return {
            "event": "roll",
            "id": self.id,
            **self.document,
            "region": list(self.region),
            "outcome": self.fate.value,
            "text": str(self.text) if self.text is not None else None,
            "seq": self.seq,
        }

    def sentence(self) -> Message:
        """Return the event as a sentence."""
        if self.text is not None:
            return self.text
        shown = " ".join(str(die or "?") for die in self.dice)
        return Message(_SENTENCES[self.fate].template, {"dice": shown})


_SENTENCES = {
    RollFate.TAKEN: Message("The dice show {dice}."),
    RollFate.ASKED: Message("The dice show {dice}. Is this the roll?"),
    RollFate.HELD: Message("The dice show {dice}. They count once the earlier questions are answered."),
    RollFate.NOT_NOW: Message("The dice show {dice}. No roll is expected now, so they do not count."),
    RollFate.WITHOUT_GAME: Message("The dice show {dice}."),
}
