"""A roll that players confirmed, before a follower with a set in use: its dice are known in what is read after."""

import numpy as np
import pytest

from companion.pieces import Cast, Die, DieKind
from companion.table.dice_set import DiceSet
from companion.table.known_dice import KnownDice
from companion.vision.tracking import Follower
from companion.vision.tracking.taught_dice import TaughtDice
from models.training.dice.specimens import What
from tests.vision.test_dice_reading import SIDE, SPOTS, on_a_table, things, value
from tests.vision.tracking.film import Film

pytestmark = pytest.mark.usefixtures("typefaces")

SEED, DOUBTED = 10, 2
"""A d10 that is doubted lies at that of the spots."""


def thrown(follower: Follower) -> dict[int, float]:
    """What the doubted die may show, as the follower has it."""
    x, y = SPOTS[DOUBTED]
    [die] = [one for one in follower.sightings.dice if np.hypot(one.center[0] - x, one.center[1] - y) < 25]
    return dict(die.candidates)


@pytest.mark.prove("readings")
def test_a_die_that_was_named_is_read_more_surely_when_it_is_thrown_again() -> None:
    die = things((What.D10,), len(SPOTS), SEED)[DOUBTED]
    spot, true = [SPOTS[DOUBTED]], value(die)
    first, again = (on_a_table([die], seed, spot) for seed in (SEED, SEED + 200))
    in_use = KnownDice((DiceSet("ours"),), "ours")
    strange, familiar = (Film(Follower(dice=TaughtDice(in_use))) for _ in range(2))
    cast: Cast = (Die(DieKind.D10, true),)
    empty = on_a_table([], SEED, [])
    for film in (strange, familiar):
        film.play(empty, 0.6)
        film.play(first, 1.2)
    familiar.follower.name_dice(cast, (0, 0, SIDE, SIDE), confirmed=True)
    for film in (strange, familiar):
        film.play(empty, 1.2)
        film.play(again, 1.2)
    assert thrown(familiar.follower)[true] > thrown(strange.follower)[true]
