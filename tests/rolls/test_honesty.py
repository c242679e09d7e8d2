"""Honest dice: the arithmetic against published tables and scipy, what is said of few, and a roller's own test."""

from random import Random

import numpy as np
import pytest

from companion.games.magnate import Options
from companion.games.magnate.options import wish
from companion.pieces import Die, DieKind, Wish, shown
from companion.rolls.honesty import LIMITS, Fairness, Honesty, RollerTrial, chi_square_tail, honesty
from companion.rolls.source import AppDice, Deliver, Fate, Rolled, Source
from tests.cases import each


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


def test_the_p_value_agrees_with_scipy() -> None:
    stats = pytest.importorskip("scipy.stats")
    for freedom in range(1, 61):
        for statistic in (0.0, 0.001, 0.7, 3.3, 9.0, 25.5, 60.0, 130.0, 290.0):
            expected = pytest.approx(stats.chi2.sf(statistic, freedom), rel=1e-9, abs=1e-30)
            assert chi_square_tail(statistic, freedom) == expected


def rolled(random: Random, faces: int, times: int) -> list[tuple[int]]:
    """Fair dice, one at a time."""
    return [(random.randint(1, faces),) for _ in range(times)]


@each(("statistic", "freedom", "p"), [(16.919, 9, 0.05), (21.666, 9, 0.01), (11.070, 5, 0.05), (15.086, 5, 0.01)])
def test_the_p_value_agrees_with_the_printed_table(statistic: float, freedom: int, p: float) -> None:
    assert chi_square_tail(statistic, freedom) == pytest.approx(p, abs=2e-5)


def test_fewer_than_a_hundred_rolls_are_not_judged() -> None:
    loaded = honesty(DieKind.D10, [(10, 10)] * 99)
    assert (loaded.verdict, loaded.dice) == (Fairness.TOO_FEW, 198)
    assert loaded.to_json()["p"] is None
    assert honesty(DieKind.D10, [(10, 10)] * 100).verdict is Fairness.SUSPECT


def test_rolls_without_tax_dice_do_not_count_for_the_tax_dice() -> None:
    figures = honesty(DieKind.D6, [(2,)] * 99 + [()] * 400)
    assert (figures.rolls, figures.verdict) == (99, Fairness.TOO_FEW)


def test_no_dice_at_all_are_counted_without_complaint() -> None:
    assert honesty(DieKind.D6, []).to_json()["dice"] == 0


def test_the_app_s_dice_pass() -> None:
    dice, usual = AppDice(Random(6)), wish(Options())
    assert (
        honesty(DieKind.D10, [shown(dice.roll(usual).cast, DieKind.D10) for _ in range(5_000)]).verdict
        is Fairness.AS_FAIR
    )


def test_a_die_that_likes_its_ten_is_noticed() -> None:
    random = Random(6)
    values = [[10 if random.random() < 0.05 else random.randint(1, 10)] for _ in range(3_000)]
    figures = honesty(DieKind.D10, values)
    assert figures.verdict is Fairness.SUSPECT
    assert figures.counts[9] > figures.band[1]


def test_about_one_fair_die_in_a_hundred_is_called_suspect() -> None:
    fair = np.random.default_rng(6).multinomial(300, [1 / 6] * 6, size=40_000).tolist()
    suspects = sum(Honesty(DieKind.D6, 300, tuple(counts)).verdict is Fairness.SUSPECT for counts in fair)
    assert 310 <= suspects <= 450


def test_about_nineteen_fair_faces_of_twenty_lie_in_the_band() -> None:
    random, inside, faces = Random(6), 0, 0
    for _ in range(500):
        figures = honesty(DieKind.D10, rolled(random, 10, 400))
        inside += sum(figures.band[0] <= count <= figures.band[1] for count in figures.counts)
        faces += 10
    assert 0.93 < inside / faces < 0.97
