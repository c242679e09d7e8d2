"""Which dice are a table's own: their addresses, and what each is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from companion.pieces import DieKind
from companion.rolls.reporting import godice, pixels
from companion.rolls.reporting.motion import Report


class Make(Enum):
    """Who made a die."""

    PIXELS = "pixels"
    GODICE = "godice"

    def __str__(self) -> str:
        return self.value

    def report(self, data: bytes, kind: DieKind) -> Report | None:
        """What bytes of a die of this make say of its motion; None for nothing, or nothing known."""
        if self is Make.PIXELS:
            told = pixels.said(data)
            return None if told is None else pixels.report(told, kind)
        heard = godice.said(data)
        return None if heard is None else godice.report(heard, kind)


@dataclass(frozen=True, slots=True)
class KeptDie:
    """A die that the table uses; ``name`` is the players' own for it, so that they know which it is."""

    address: str
    make: Make
    kind: DieKind
    name: str


def parse_dice(document: Mapping[str, Any]) -> tuple[KeptDie, ...]:
    """The dice in a document; what makes no sense is left out, for a die is chosen again in two taps.

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
    """What :func:`parse_dice` reads."""
    return {
        "dice": [
            {"address": die.address, "make": die.make.value, "kind": die.kind.value, "name": die.name} for die in dice
        ]
    }
