"""What is known of a table, and when another look at it is worth its time."""

from __future__ import annotations

from companion.pieces import DieKind
from companion.table.sightings import DieSighting
from companion.vision.tracking.dice_tracks import DieTrack
from companion.vision.tracking.regions import Grid
from companion.vision.tracking.track_set import MAX_SIGHTINGS, Tracks

GRID = Grid(640, 480, 240, 320)


def die_with_probability(chance: float) -> DieSighting:
    return DieSighting(DieKind.D10, (50.0, 50.0), ((7, chance),), sure=False, across=26)


def doubtful_die(sighting_count: int = 1) -> Tracks:
    sighting = DieSighting(DieKind.D10, (50.0, 50.0), ((7, 0.4), (1, 0.3)), sure=False, across=26)
    return Tracks(dice=(DieTrack(1, sighting, (sighting,) * sighting_count),))


def test_a_doubtful_die_is_looked_at_again_but_not_forever() -> None:
    known, sighting_count = doubtful_die(), 1
    while known.unsettled:
        (die,) = known.dice
        known, sighting_count = Tracks(dice=(die.with_sighting(die.history[0]),)).tried([1]), sighting_count + 1
    assert sighting_count == MAX_SIGHTINGS and known.dice


def test_a_doubtful_die_that_no_further_look_finds_fades_and_was_none() -> None:
    known = doubtful_die()
    for reported in (True, False):
        (die,) = known.dice
        known = Tracks(dice=(die.with_miss(),)).tried([1])
        assert bool(known.sightings(GRID).dice) is reported
    while known.dice:
        assert known.unsettled
        (die,) = known.dice
        known = Tracks(dice=(die.with_miss(),)).tried([1])
    assert len(die.history) == MAX_SIGHTINGS - 1


def test_a_die_that_was_found_often_stays_though_one_look_misses_it() -> None:
    die = DieTrack(1, die_with_probability(0.8), (die_with_probability(0.8),) * 4)
    assert Tracks(dice=(die.with_miss(),)).tried([1]).sightings(GRID).dice


def test_a_die_only_glimpsed_is_told_of_once_further_looks_show_it() -> None:
    glimpsed, clear = die_with_probability(0.2), die_with_probability(0.9)
    known = Tracks(dice=(DieTrack.begun(1, glimpsed),))
    assert not known.sightings(GRID).dice and known.unsettled
    (die,) = known.dice
    assert Tracks(dice=(die.with_sighting(clear).with_sighting(clear),)).sightings(GRID).dice
