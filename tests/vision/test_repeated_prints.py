"""A print that repeats on a cloth is no die, however much one copy of it looks like one."""

import cv2
import numpy as np
import pytest

from companion.pieces import DieKind
from companion.table.sightings import DieSighting
from companion.vision.dice.finding import Candidate
from companion.vision.dice.repeated_prints import doubt_repeated_prints

PLACES = [(80.0, 90.0), (220.0, 70.0), (330.0, 180.0), (120.0, 240.0), (260.0, 290.0)]


def printed(places: list[tuple[float, float]]) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """A noisy cloth with the same flower at these places."""
    cloth = np.full((360, 420, 3), (130, 100, 150), np.uint8)
    for x, y in places:
        cv2.circle(cloth, (round(x), round(y)), 15, (60, 30, 70), -1)
        cv2.circle(cloth, (round(x), round(y)), 4, (120, 220, 230), -1)
    noise = np.random.default_rng(7).normal(0, 8, cloth.shape)
    return np.asarray(np.clip(cloth + noise, 0, 255), np.uint8)


def die(place: tuple[float, float], chance: float = 0.97, value: int = 1) -> DieSighting:
    return DieSighting(DieKind.D6, place, ((value, chance),), chance >= 0.95, 30.0)


def candidates(places: list[tuple[float, float]]) -> list[Candidate]:
    return [Candidate(place, 30.0, 0.6) for place in places]


def test_a_flower_that_reads_as_a_die_is_uncertain_if_most_of_its_copies_do_not() -> None:
    dice = [die(PLACES[0]), die(PLACES[1]), die(PLACES[2], 0.7)]
    doubted = doubt_repeated_prints(printed(PLACES), dice, candidates(PLACES))
    assert not any(one.sure for one in doubted)
    assert doubted[0].candidates[0][1] == pytest.approx((0.97 + 0.97 + 0.7) / 5)
    assert doubted[2] == dice[2]


def test_two_equal_dice_that_are_both_certain_stay_so() -> None:
    dice = [die(PLACES[0]), die(PLACES[1], 0.98)]
    doubted = doubt_repeated_prints(printed(PLACES[:2]), dice, candidates(PLACES))
    assert [one.sure for one in doubted] == [True, True]


def test_a_die_unlike_every_other_place_stays_certain() -> None:
    picture = printed(PLACES[1:])
    cv2.rectangle(picture, (66, 76), (94, 104), (240, 240, 240), -1)
    cv2.circle(picture, (80, 90), 3, (20, 20, 20), -1)
    assert doubt_repeated_prints(picture, [die(PLACES[0])], candidates(PLACES)) == (die(PLACES[0]),)
