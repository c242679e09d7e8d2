"""A camera over dice whose sightings a test writes down itself."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

from companion.pieces import DieKind
from companion.rolls import Rolled
from companion.rolls.camera_dice import CameraDice, News

D10, D6 = DieKind.D10, DieKind.D6


@dataclass(frozen=True)
class Die:
    """A die as an eye saw it."""

    kind: DieKind
    center: tuple[float, float]
    candidates: tuple[tuple[int, float], ...]
    sure: bool = True
    across: float = 40.0
    track: int | None = None


def ten(value: int, x: float, y: float = 300.0, **seen: float) -> Die:
    return Die(D10, (x, y), ((value, 0.99),), **seen)  # type: ignore[arg-type]


def six(value: int, x: float, y: float = 300.0) -> Die:
    return Die(D6, (x, y), ((value, 0.99),))


def unsure(kind: DieKind, x: float, *values: int) -> Die:
    return Die(kind, (x, 300.0), tuple((value, 0.5 - 0.1 * n) for n, value in enumerate(values)), sure=False)


class Watched:
    """A camera over dice, and a clock that the test moves."""

    def __init__(self, *first: Die, tax_dice: int = 1, first_counts: bool = False) -> None:
        numbers = count(1)
        self.dice = CameraDice(lambda: f"camera-{next(numbers)}", first_counts)
        self.rolls: list[Rolled] = []
        self.tax_dice = tax_dice
        self.at = 0.0
        if not first_counts:
            self.rest(*first)

    def await_roll(self) -> None:
        self.dice.ask(self.tax_dice, self.rolls.append)

    def rest(self, *dice: Die, seconds: float = 1.0) -> list[News]:
        """A hand was there, and now these dice lie still for so long."""
        self.dice.changed()
        news = list(self.dice.settled(dice, self.at))
        for _ in range(round(seconds * 10)):
            self.at += 0.1
            news += self.dice.still(self.at)
        return news
