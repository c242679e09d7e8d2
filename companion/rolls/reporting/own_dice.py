"""The dice of a table: address, make, kind and name of each."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from companion.pieces import DieKind
from companion.rolls.reporting import godice, pixels
from companion.rolls.reporting.motion import Report


class Make(Enum):
    """The maker of a die."""

    PIXELS = "pixels"
    GODICE = "godice"

    def __str__(self) -> str:
        return self.value

    def report(self, data: bytes, kind: DieKind) -> Report | None:
        """Convert a message of a die of this make to a report; None if it is unknown or contains no motion."""
        parse = pixels.parse_report if self is Make.PIXELS else godice.parse_report
        return parse(data, kind)


@dataclass(frozen=True, slots=True)
class KeptDie:
    """A die that the table uses; ``name`` is what the players call it."""

    address: str
    make: Make
    kind: DieKind
    name: str


def parse_dice(document: Mapping[str, Any]) -> tuple[KeptDie, ...]:
    """Parse the dice of a document. Invalid ones are left out: a die is chosen again in two taps.

    >>> parse_dice({"dice": [{"address": "A", "make": "pixels", "kind": "d10", "name": "red"}, {"kind": "d7"}]})
    (KeptDie(address='A', make=<Make.PIXELS: 'pixels'>, kind=<DieKind.D10: 'd10'>, name='red'),)
    """
    listed = document.get("dice")
    found = [_die(one) for one in listed] if isinstance(listed, list) else []
    return tuple(die for die in found if die is not None)


def _die(one: object) -> KeptDie | None:
    try:
        address, make, kind, name = (one[key] for key in ("address", "make", "kind", "name"))  # type: ignore[index]
        return KeptDie(str(address), Make(make), DieKind(kind), str(name))
    except (KeyError, TypeError, ValueError):
        return None


def format_dice(dice: Iterable[KeptDie]) -> dict[str, Any]:
    """Return the document that :func:`parse_dice` reads."""
    return {
        "dice": [
            {"address": die.address, "make": die.make.value, "kind": die.kind.value, "name": die.name} for die in dice
        ]
    }
