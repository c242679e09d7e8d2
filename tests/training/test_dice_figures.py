"""What is said of dice comes down to figures that people can hold against a table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from models.training.dice.evaluate import Answer, figures, wrong_on_tables
from models.training.dice.specimens import What

FIVE = Answer(What.D6, 44.0, 10.0, True, False, 5, found=True, told=5, kind_right=True, trust=0.95, sure=True)
COCKED = replace(FIVE, what=What.OTHER, value=0)
CLUTTER = replace(FIVE, what=What.NOTHING, value=0)


def test_dice_that_nobody_should_read_count_as_often_as_they_lie_on_tables() -> None:
    assert wrong_on_tables([FIVE] * 95) == 0
    assert wrong_on_tables([FIVE] * 95 + [COCKED] * 50) == pytest.approx(0.05)
    assert wrong_on_tables([FIVE] * 95 + [COCKED] + [replace(COCKED, sure=False)] * 49) == pytest.approx(0.1 / 95.1)


def test_a_value_misread_and_a_die_seen_in_clutter_count_in_full() -> None:
    assert wrong_on_tables([FIVE] * 98 + [replace(FIVE, told=2)] + [CLUTTER]) == pytest.approx(0.02)


def test_every_size_and_every_way_of_seeing_has_its_row() -> None:
    rows = figures([FIVE, replace(FIVE, known=False, sure=False), replace(FIVE, size=30, tilt=33)])
    assert rows["d6, 40 to 110 px, camera known"]["right and sure"] == 1
    assert rows["d6, 40 to 110 px, camera unknown"]["right and sure"] == 0
    assert rows["d6, 25 to 40 px, steeper"]["count"] == 1
