"""How often dice were rolled, as JSON and back."""

from __future__ import annotations

from typing import Any

from companion.games.documents import Fields, list_reader
from companion.journal.folding import DiceCount
from companion.pieces import Die, DieKind


def dice_to_json(dice: DiceCount) -> dict[str, Any]:
    """Return the counts as three fields of a JSON object."""
    return {
        "dice": [[seat, die.kind.value, die.value, n] for (seat, die), n in dice.standing.items()],
        "rolls": [[source, kind and kind.value, n] for (source, kind), n in dice.rolls.items()],
        "rolled": [[source, die.kind.value, die.value, n] for (source, die), n in dice.rolled.items()],
    }


def take_dice(found: Fields) -> DiceCount:
    """Take the fields of :func:`dice_to_json` from an object.

    Raises:
        UnreadableDocument: if a field is missing or no list.
        ValueError: if a count cannot be read.
    """
    return DiceCount(
        standing={(seat, die): n for seat, die, n in found.take("dice", list_reader(_counted))},
        rolls={(source, kind): n for source, kind, n in found.take("rolls", list_reader(_rolls))},
        rolled={(source, die): n for source, die, n in found.take("rolled", list_reader(_counted))},
    )


def _rolls(value: object, place: str) -> tuple[str, DieKind | None, int]:
    if not isinstance(value, list) or len(value) != 3:
        raise ValueError(place)
    return value[0], None if value[1] is None else DieKind(value[1]), value[2]


def _counted(value: object, place: str) -> tuple[Any, Die, int]:
    if not isinstance(value, list) or len(value) != 4:
        raise ValueError(place)
    return value[0], Die(DieKind(value[1]), value[2]), value[3]
