"""The pieces of a new game at their places: laid by taps, or by chance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from companion.games.decisions import Words
from companion.games.fields import Cards, Field, Pick
from companion.pieces import Card
from companion.pieces.piecepack import Tile

EVENLY = "evenly"
"""The owner of a card that nobody was given."""


@dataclass(frozen=True, slots=True)
class Laying:
    """The values of some places, then those that lie nowhere."""

    row: tuple[Any, ...]
    places: int
    picked: int = -1
    """The place that is to be changed; -1 for none."""
    next: int = 0
    """The place that takes a value that is tapped alone."""

    @staticmethod
    def of(values: Sequence[Any], offered: Sequence[Any]) -> Laying:
        """Return these values at their places, the other ones that are offered after them."""
        return Laying((*values, *(one for one in offered if one not in values)), len(values))

    @property
    def values(self) -> tuple[Any, ...]:
        """The values of the places."""
        return self.row[: self.places]

    def tapped(self, number: int) -> Laying:
        """Pick a place, or swap what lies at the picked one, or at the next one, with this number of the row."""
        if self.picked < 0 and number < self.places:
            return replace(self, picked=number)
        at, row = self.picked if self.picked >= 0 else self.next, [*self.row]
        row[at], row[number] = row[number], row[at]
        return Laying(tuple(row), self.places, next=(at + 1) % self.places)


def lay(fields: Sequence[Field], values: Sequence[Any]) -> Words:
    """Return the answers that lay these values at the places of a part of the setup."""
    if isinstance(fields[0], Cards):
        return {fields[0].name: fields[0].write(values)}
    return {one.name: one.write(value) for one, value in zip(fields, values, strict=False)}


def by_chance(fields: Iterable[Field], shuffled: Callable[[Sequence[Any]], Sequence[Any]]) -> Words:
    """Return the answers that lay the cards and tiles of a new game by chance.

    Args:
        fields: The fields of the new game.
        shuffled: Returns values in an order by chance.
    """
    words = dict[str, str]()
    for _, found in groupby(fields, part_of):
        same = (*found,)
        match same[0]:
            case Pick(seats=True) as first if len(same) > 1:
                seats = shuffled([seat for seat in first.offered if seat != EVENLY])
                each = -(-len(same) // len(seats))
                words |= {one.name: str(seats[number // each]) for number, one in enumerate(shuffled(same))}
            case Cards() as first:
                words |= lay(same, shuffled(first.proposed or first.offered))
            case Pick() as first if isinstance(first.offered[0], Tile):
                words |= lay(same, shuffled(first.offered))
    return words


def part_of(field: Field) -> str:
    """Return the part of a new game to which a field belongs: the first word of its name."""
    return field.name.partition("-")[0]


def deal(owners: Mapping[Card, object], seats: int) -> list[list[str]]:
    """Return the cards of each seat. Those without an owner make up equal hands, the fullest first."""
    dealt: list[list[str]] = [[] for _ in range(seats)]
    for card, owner in owners.items():
        if isinstance(owner, int):
            dealt[owner].append(str(card))
    each = -(-len(owners) // seats)
    for card, owner in owners.items():
        if not isinstance(owner, int):
            max((hand for hand in dealt if len(hand) < each), key=len, default=dealt[0]).append(str(card))
    return dealt
