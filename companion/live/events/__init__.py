"""Events of a live table: one frozen value per event, one JSON line each (``docs/live-events.md``)."""

from companion.live.events.asking import Asked, NotKept, Proposed, Withdrawn
from companion.live.events.checking import CheckedDifference, TableChecked
from companion.live.events.rolls import RollDetected, RollFate
from companion.live.events.table import DISAGREEMENT, Disagreed, TableSettled
from companion.questions import Choice
from companion.table.camera_events import Advised, Back, Changed, Lost

__all__ = [
    "DISAGREEMENT",
    "Advised",
    "Asked",
    "Back",
    "Changed",
    "CheckedDifference",
    "Choice",
    "Disagreed",
    "LiveEvent",
    "Lost",
    "NotKept",
    "Proposed",
    "RollDetected",
    "RollFate",
    "TableChecked",
    "TableSettled",
    "Withdrawn",
]

LiveEvent = (
    TableSettled
    | Changed
    | RollDetected
    | Proposed
    | Asked
    | NotKept
    | Withdrawn
    | Disagreed
    | TableChecked
    | Lost
    | Back
    | Advised
)
