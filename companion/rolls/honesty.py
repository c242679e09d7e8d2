"""Test whether dice are fair, by the frequency of each face.

All sources are treated alike. Fewer than :attr:`Limits.enough` rolls are not judged. Many rolls never prove fairness.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from companion.locale import Message
from companion.pieces import Cast, DieKind, MoreDice, Wish
from companion.rolls.source import Deliver, Fate, Rolled


@dataclass(frozen=True, slots=True)
class Limits:
    """When dice are judged, and how."""

    enough: int = 100
    """Minimum number of rolls: the chi-square approximation needs about five of each face."""
    suspect: float = 0.01
    """The p-value below which dice are called suspect. One fair die in a hundred is, too."""
    band: float = 1.959964
    """Standard deviations on each side of the expectation that contain 95 of 100 fair faces."""


LIMITS = Limits()


class Fairness(Enum):
    """The verdict on the figures."""

    TOO_FEW = "too-few"
    AS_FAIR = "as-fair"
    SUSPECT = "suspect"

    def wording(self) -> Message:
        """Return the verdict in words."""
        return _WORDINGS[self]


_WORDINGS = {
    Fairness.TOO_FEW: Message("too few rolls"),
    Fairness.AS_FAIR: Message("consistent with fair dice"),
    Fairness.SUSPECT: Message("unlikely with fair dice"),
}


@dataclass(frozen=True, slots=True)
class Honesty:
    """The figures for one kind of die."""

    kind: DieKind
    rolls: int
    """Number of rolls with such dice, one or several at once."""
    counts: tuple[int, ...]
    """How often each face came, from face 1 up."""

    @property
    def dice(self) -> int:
        """How many dice were rolled."""
        return sum(self.counts)

    @property
    def expected(self) -> float:
        """The expected count of each face."""
        return self.dice / self.kind.faces

    @property
    def band(self) -> tuple[float, float]:
        """The range of counts that contains 95 of 100 fair faces (normal approximation, at least 0)."""
        chance = 1 / self.kind.faces
        reach = LIMITS.band * math.sqrt(self.dice * chance * (1 - chance))
        return max(0.0, self.expected - reach), self.expected + reach

    @property
    def chi_square(self) -> float:
        """Sum over the faces of (count - expected)² / expected; 0 without a roll."""
        return sum((count - self.expected) ** 2 for count in self.counts) / self.expected if self.dice else 0.0

    @property
    def p(self) -> float:
        """Probability that fair dice differ from the expectation at least as much as these."""
        return chi_square_tail(self.chi_square, self.kind.faces - 1)

    @property
    def verdict(self) -> Fairness:
        """The verdict."""
        if self.rolls < LIMITS.enough:
            return Fairness.TOO_FEW
        return Fairness.SUSPECT if self.p < LIMITS.suspect else Fairness.AS_FAIR

    def to_json(self) -> dict[str, object]:
        """Return the figures as JSON; those of the judgement are null with too few rolls."""
        judged = self.verdict is not Fairness.TOO_FEW
        return {
            "die": self.kind.value,
            "rolls": self.rolls,
            "dice": self.dice,
            "counts": {str(face): count for face, count in enumerate(self.counts, 1)},
            "expected": self.expected,
            "band": list(self.band),
            "chi_square": self.chi_square if judged else None,
            "p": self.p if judged else None,
            "verdict": str(self.verdict.wording()),
        }


def honesty(kind: DieKind, rolls: Iterable[Sequence[int]]) -> Honesty:
    """Count the dice of one kind; rolls without such dice are left out.

    >>> figures = honesty(DieKind.D6, [(1,), (), (6, 6)])
    >>> figures.rolls, figures.counts
    (2, (1, 0, 0, 0, 0, 2))
    """
    thrown = [roll for roll in rolls if roll]
    counted = Counter(die for roll in thrown for die in roll)
    return Honesty(kind, len(thrown), tuple(counted[face] for face in range(1, kind.faces + 1)))


def chi_square_tail(statistic: float, freedom: int) -> float:
    """Return the probability that a chi-square variable exceeds ``statistic``.

    For an even number of degrees of ``freedom`` it is ``exp(-x) Σ xⁱ/i!`` for i below half of it, with x half the
    statistic. For an odd number the series starts at one half, with ``erfc(√x)`` before it. See Abramowitz and Stegun,
    26.4.4 and 26.4.5. It is exact but for rounding.

    >>> round(chi_square_tail(16.918978, 9), 6), round(chi_square_tail(11.070498, 5), 6)
    (0.05, 0.05)
    """
    x = statistic / 2
    odd = freedom % 2
    total = math.erfc(math.sqrt(x)) if odd else 0.0
    term = math.exp(-x) * (math.sqrt(x) / math.gamma(3 / 2) if odd else 1.0)
    for step in range(freedom // 2):
        total += term
        term *= x / (step + 1 + odd / 2)
    return total


def _six_sided(cast: Cast) -> MoreDice | None:
    """Add both d6 to the d10; the messages are for people who roll, so nobody reads them here."""
    kinds = (DieKind.D6, DieKind.D6)
    return MoreDice(kinds, _NO_REQUEST, _NO_REQUEST) if len(cast) < len(DICE.first) + len(kinds) else None


_NO_REQUEST = Message("{name}", {"name": DieKind.D6.value})
DICE = Wish((DieKind.D10, DieKind.D10), _six_sided)
"""All dice of a roller."""


class SelfRolling(Protocol):
    """A source of rolls that needs nobody to roll, such as ``RollerDice``."""

    def ask(self, wish: Wish, deliver: Deliver) -> None:
        """Wait for a roll."""

    def roll_now(self) -> None:
        """Roll the awaited dice."""

    def withdraw(self) -> None:
        """Stop waiting for a roll."""


class RollerTrial:
    """One roll after the other, until there are enough or somebody stops them.

    Args:
        dice: The roller's dice. Nobody else may wait for a roll meanwhile.
        rolls: The number of rolls; by default as many as a verdict needs.
    """

    def __init__(self, dice: SelfRolling, rolls: int = LIMITS.enough) -> None:
        self.total = rolls
        self._dice = dice
        self._rolls: list[Rolled] = []
        self._running = False

    @property
    def running(self) -> bool:
        """Whether another roll is awaited."""
        return self._running

    @property
    def received(self) -> int:
        """The number of rolls so far."""
        return len(self._rolls)

    @property
    def figures(self) -> tuple[Honesty, ...]:
        """How often each face was rolled, by kind of die."""
        rolls = list(self._rolls)
        return tuple(
            honesty(kind, ([die.value for die in roll.cast if die.kind is kind] for roll in rolls)) for kind in DieKind
        )

    def start(self) -> None:
        """Request the first roll."""
        self._running = True
        self._request()

    def stop(self) -> None:
        """Request no more; a roll under way is dropped."""
        if self._running:
            self._running = False
            self._dice.withdraw()

    def _request(self) -> None:
        self._dice.ask(DICE, self._take)
        self._dice.roll_now()

    def _take(self, rolled: Rolled) -> None:
        rolled.settle(Fate.UNWANTED)
        if not self._running:
            return
        if not rolled.left_over:
            self._rolls.append(rolled)
        self._running = self.received < self.total
        if self._running:
            self._request()
