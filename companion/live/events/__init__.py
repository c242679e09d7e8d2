"""What a live table tells: one frozen value an event, one JSON line each (``docs/live-events.md``)."""

from companion.live.events.asking import Asked, Choice, NotKept, Proposed, Withdrawn
from companion.live.events.rolls import RollFate, RollSeen
from companion.live.events.source import Advised, SourceIsBack, SourceWasLost
from companion.live.events.table import DISAGREEMENT, Disagreed, TableChanged, TableSettled
from companion.live.heard import Advised as EyeAdvises
from companion.live.heard import Back, Lost

__all__ = [
    "DISAGREEMENT",
    "Advised",
    "Asked",
    "Choice",
    "Disagreed",
    "LiveEvent",
    "NotKept",
    "Proposed",
    "RollFate",
    "RollSeen",
    "SourceIsBack",
    "SourceWasLost",
    "TableChanged",
    "TableSettled",
    "Withdrawn",
    "passed_on",
]

LiveEvent = (
    TableSettled
    | TableChanged
    | RollSeen
    | Proposed
    | Asked
    | NotKept
    | Withdrawn
    | Disagreed
    | SourceWasLost
    | SourceIsBack
    | Advised
)


def passed_on(heard: Back | EyeAdvises | Lost) -> LiveEvent:
    """What an eye tells that is an event as it is."""
    match heard:
        case Lost(why):
            return SourceWasLost(why)
        case Back():
            return SourceIsBack()
        case EyeAdvises(text):
            return Advised(text)
