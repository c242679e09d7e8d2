"""A roller's test of its own dice."""

from __future__ import annotations

from companion.pieces import Die, DieKind, Wish
from companion.rolls import Source
from companion.rolls.honesty import LIMITS, Fairness
from companion.rolls.rolled import Deliver, Fate, Rolled
from companion.rolls.roller_trial import RollerTrial


class Loaded:
    """A roller that rolls all faces in turn, its first roll left over from an evening before."""

    def __init__(self) -> None:
        self.fates: list[Fate] = []
        self.awaited: Deliver | None = None
        self.withdrawn = False

    def ask(self, _wish: Wish, deliver: Deliver) -> None:
        self.awaited = deliver

    def roll_now(self) -> None:
        """Requests are answered by ``roll``."""

    def withdraw(self) -> None:
        self.withdrawn = True

    def roll(self) -> bool:
        deliver, self.awaited = self.awaited, None
        if deliver is None:
            return False
        number = len(self.fates)
        values = (number % 10 + 1, number % 10 + 1, 6, 6)
        kinds = (DieKind.D10, DieKind.D10, DieKind.D6, DieKind.D6)
        cast = tuple(Die(kind, value) for kind, value in zip(kinds, values, strict=True))
        deliver(Rolled(cast, Source.ROLLER, str(number), number == 0, self.fates.append))
        return True


def test_a_roller_rolls_until_a_verdict_is_possible_and_none_of_its_rolls_counts() -> None:
    roller = Loaded()
    trial = RollerTrial(roller)
    trial.start()
    while roller.roll():
        assert trial.running == (trial.received < LIMITS.enough)
    assert {dice.kind: dice.verdict for dice in trial.figures} == {
        DieKind.D10: Fairness.AS_FAIR,
        DieKind.D6: Fairness.SUSPECT,
    }
    assert roller.fates == [Fate.UNWANTED] * (LIMITS.enough + 1), "the roll that was left over is none of the test"


def test_a_test_that_is_stopped_takes_no_roll_that_comes_later() -> None:
    roller = Loaded()
    trial = RollerTrial(roller)
    trial.start()
    roller.roll()
    roller.roll()
    trial.stop()
    roller.roll()
    assert (trial.received, trial.running, roller.withdrawn) == (1, False, True)
