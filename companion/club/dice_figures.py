"""The rolls of all stored games by source, and whether they are consistent with fair dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from companion.journal.course.folding import DiceCount
from companion.pieces import Die, DieKind
from companion.rolls.honesty import Honesty

KINDS = (DieKind.D10, DieKind.D6)


@dataclass(frozen=True, slots=True)
class SourceFigures:
    """One source's rolls and the figures for its dice."""

    source: str
    rolls: int
    dice: tuple[Honesty, ...]

    def to_json(self) -> dict[str, object]:
        """Return the figures as JSON."""
        return {"source": self.source, "rolls": self.rolls, "dice": [dice.to_json() for dice in self.dice]}


def figures_by_source(counts: Iterable[DiceCount]) -> list[SourceFigures]:
    """Return the figures of every roll by source, in the order of each source's first roll.

    Args:
        counts: The rolls of each game, the oldest game first.
    """
    rolls, rolled = Counter[tuple[str, DieKind | None]](), Counter[tuple[str, Die]]()
    for count in counts:
        rolls.update(count.rolls)
        rolled.update(count.rolled)

    def figures(source: str, kind: DieKind) -> Honesty:
        return Honesty(kind, rolls[source, kind], tuple(rolled[source, Die(kind, n + 1)] for n in range(kind.faces)))

    sources = [source for source, kind in rolls if kind is None]
    return [
        SourceFigures(source, rolls[source, None], tuple(figures(source, kind) for kind in KINDS)) for source in sources
    ]
