"""What is known of a table, and when another look at it is worth its time."""

from __future__ import annotations

from companion.pieces import DieKind
from companion.table.sightings import DieSighting
from companion.vision.following.dice_tracks import DieTrack
from companion.vision.following.tracker import ENOUGH, Tracks


def doubtful_die(looks: int = 1) -> Tracks:
    seen = DieSighting(DieKind.D10, (50.0, 50.0), ((7, 0.4), (1, 0.3)), sure=False, across=26)
    return Tracks(dice=(DieTrack(1, seen, (seen,) * looks),))


def test_a_doubtful_die_is_looked_at_again_but_not_forever() -> None:
    known, looks = doubtful_die(), 1
    while known.unsettled:
        (die,) = known.dice
        known, looks = Tracks(dice=(die.looked(die.sighting),)).tried([1]), looks + 1
    assert looks == ENOUGH and known.dice


def test_a_doubtful_die_that_no_further_look_finds_was_none() -> None:
    known = doubtful_die()
    for _ in range(ENOUGH - 1):
        assert known.unsettled
        known = known.tried(known.unsettled.keys())
    assert known.dice == ()


def test_a_die_that_was_found_twice_stays_though_later_looks_miss_it() -> None:
    known = doubtful_die(looks=2)
    for _ in range(ENOUGH):
        known = known.tried([1])
    assert known.dice and not known.unsettled
