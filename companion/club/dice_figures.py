"""The rolls of all stored games by source, and whether they are consistent with fair dice."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.journal.course.folding import DiceCount
from companion.locale import Message, Wording
from companion.pieces import Die, DieKind
from companion.rolls.honesty import Honesty
from companion.rolls.source import Source

KINDS = (DieKind.D10, DieKind.D6)

SOURCE_NAMES = {
    Source.ROLLER.value: Message("The roller"),
    Source.APP.value: Message("The app’s dice"),
    Source.CAMERA.value: Message("Read by the camera"),
    Source.DICE.value: Message("Bluetooth dice"),
    Source.TOUCH.value: Message("Entered by touch"),
    Source.PAGE.value: Message("From a phone"),
    Source.FILE.value: Message("From files"),
}
"""The sources of rolls as players call them, the roller first."""


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


def named_dice(figures: Sequence[SourceFigures]) -> Iterator[tuple[Message | str, Honesty]]:
    """Yield the dice that were rolled, with the name of their source, the companion's own sources in their order."""
    order = list(SOURCE_NAMES)
    for each in sorted(figures, key=lambda one: order.index(one.source) if one.source in order else len(order)):
        for dice in (one for one in each.dice if one.dice):
            yield SOURCE_NAMES.get(each.source, each.source), dice


def describe_rolls(source: Message | str, dice: Honesty) -> Message:
    """Return the source, the kind and number of its dice, and the verdict."""
    values: Wording = {"source": source, "die": dice.kind.value, "n": dice.dice, "verdict": dice.verdict}
    return Message("{source}, {die}: {n} die, {verdict}", values, "{source}, {die}: {n} dice, {verdict}", "n")
