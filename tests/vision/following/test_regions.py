"""What reaches in over the table's edge may be an arm, and what lies on it is in a hand."""

import numpy as np

from companion.vision.following.regions import reaching_in

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
