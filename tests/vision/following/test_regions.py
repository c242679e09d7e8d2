"""What reaches in over the table's edge may be an arm, and what lies on it is in a hand."""

import numpy as np

from companion.pieces import DieKind
from companion.table.sightings import DieSighting
from companion.vision.following.regions import Grid, disc, reaching_in, unexplained

TALL = 36.0
INSIDE = np.ones((180, 320), np.bool_)


def test_a_dark_hand_of_which_only_pieces_differ_from_the_table_is_a_hand_all_the_same() -> None:
    changed = np.zeros((180, 320), np.bool_)
    changed[120:165, 100:150] = True
    assert not reaching_in(changed, INSIDE, TALL).any()
    changed[165:178, 140:145] = True
    assert reaching_in(changed, INSIDE, TALL)[140, 120]


def test_a_small_thing_at_the_edge_is_no_hand() -> None:
    changed = np.zeros((180, 320), np.bool_)
    changed[160:180, 140:146] = True
    assert not reaching_in(changed, INSIDE, TALL).any()


def test_an_arm_as_broad_as_a_wrist_is_one_however_little_of_it_is_seen() -> None:
    changed = np.zeros((180, 320), np.bool_)
    changed[155:180, 100:122] = True
    assert reaching_in(changed, INSIDE, TALL)[170, 110]


def test_dice_thrown_close_together_at_the_edge_are_no_arm_and_a_hand_that_holds_them_is_one() -> None:
    grid = Grid(1280, 720, 180, 320)
    dice = [DieSighting(DieKind.D10, (20.0, y), ((7, 1.0),), across=40.0) for y in (300.0, 356.0, 412.0, 468.0)]
    thrown = np.zeros((180, 320), np.bool_)
    for die in dice:
        row, column = round(die.center[1] / 4), round(die.center[0] / 4)
        thrown[row - 7 : row + 7, max(0, column - 7) : column + 7] = True
    things = [disc(die) for die in dice]
    arm = reaching_in(thrown, INSIDE, 20.0)
    assert arm.any() and not unexplained(arm, thrown, things, grid).any()
    hand = thrown.copy()
    hand[60:130, 0:60] = True
    assert unexplained(reaching_in(hand, INSIDE, 20.0), hand, things, grid).any()
