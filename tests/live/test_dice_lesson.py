"""Lessons at the table: dice by throws, and cards by corrections."""

import cv2
import numpy as np
import pytest

from companion.live.deck_lesson import ConfirmedCrops
from companion.live.dice_lesson import DiceLesson, UnusableValues
from companion.pictures.sources.frame import Frame
from companion.pieces import Card, DieKind
from companion.table.camera_events import Changed, Settled, Still
from companion.table.dice_set import DiceSet
from companion.table.sightings import CardSighting, DieSighting, Face, Sightings
from companion.vision.cards.card_frame import HEIGHT, WIDTH
from companion.vision.dice.die_reading import set_figures
from tests.cases import each
from tests.vision.table_pictures import Lying, face_picture, table_picture

SIZE = (700, 400)


def sighting(lying: Lying) -> CardSighting:
    a, b, c, d = ((float(x), float(y)) for x, y in lying.corners)
    return CardSighting((a, b, c, d), Face.UP)


def show_cards(*cards: Lying) -> tuple[ConfirmedCrops, list[CardSighting]]:
    sightings = [sighting(card) for card in cards]
    crops = ConfirmedCrops()
    crops.update(Frame(table_picture(list(cards), SIZE), 0.0, 0), Sightings(*SIZE, tuple(sightings)))
    return crops, sightings


def test_a_card_that_a_player_names_is_cut_out_upright() -> None:
    crops, [card] = show_cards(Lying("9LK", 300, 200, 240, turn=64))
    crops.add(card, Card.parse("9LK"))
    [(code, picture)] = crops.crops
    drawn = cv2.resize(face_picture("9LK"), (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_AREA)
    assert code == "9LK"
    assert np.abs(drawn.astype(int) - picture).mean() < 20


def test_a_card_that_others_overlap_teaches_nothing() -> None:
    crops, [card, over] = show_cards(Lying("9LK", 300, 150, 200), Lying("4MS", 310, 220, 200))
    crops.add(card, Card.parse("9LK"))
    crops.add(over, Card.parse("4MS"))
    assert crops.crops == []


@each(("share", "learnt"), [(0.04, True), (0.06, False)])
def test_cards_side_by_side_teach_though_one_seems_to_overlap_a_little(share: float, learnt: bool) -> None:
    height = 200.0
    width = height * WIDTH / HEIGHT
    crops, [card, _] = show_cards(Lying("9LK", 200, 200, height), Lying("4MS", 200 + width * (1 - share), 200, height))
    crops.add(card, Card.parse("9LK"))
    assert bool(crops.crops) is learnt


EVERYWHERE = (0.0, 0.0, 100.0, 100.0)


def die(x: float, value: int, probability: float = 0.8, kind: DieKind = DieKind.D10) -> DieSighting:
    return DieSighting(kind, (x, 50.0), ((value, probability),), False, 40.0, colour=(100, 150, 150))


def throw(lesson: DiceLesson, *dice: DieSighting, at: float = 0.0) -> bool:
    """Dice come to rest and lie for a while; whether players are asked."""
    lesson.observe(Changed(EVERYWHERE))
    lesson.observe(Settled(Sightings(800, 600, dice=dice), at, 1))
    asked = [lesson.observe(Still(at + seconds)) for seconds in (0.1, 0.5, 0.9, 1.3)]
    return any(asked)


def test_dice_are_asked_about_once_after_they_have_lain_still() -> None:
    lesson = DiceLesson(DiceSet("ours"))
    lesson.observe(Settled(Sightings(800, 600, dice=(die(300, 7), die(100, 2))), 0.0, 1))
    assert [lesson.observe(Still(at)) for at in (0.1, 0.7, 0.9, 1.2)] == [False, False, True, False]
    assert [one.value for one in lesson.thrown] == [2, 7]


def test_a_correction_is_learned_as_a_mistake() -> None:
    lesson = DiceLesson(DiceSet("ours"))
    assert throw(lesson, die(100, 2), die(300, 7))
    lesson.confirm(lesson.parse_values("2 1"))
    assert [(one.read, one.value) for one in lesson.dice.readings] == [(2, 2), (7, 1)]
    [figures] = set_figures(lesson.dice)
    assert (figures.readings, figures.right) == (2, 1)


def test_dice_that_stay_where_they_were_confirmed_teach_nothing_more() -> None:
    lesson = DiceLesson(DiceSet("ours"))
    throw(lesson, die(100, 2), die(300, 7))
    lesson.confirm(lesson.parse_values(""))
    assert not throw(lesson, die(100, 2), die(300, 7))
    assert throw(lesson, die(100, 2), die(500, 7))
    assert [one.center[0] for one in lesson.thrown] == [500]


def test_a_throw_can_be_skipped_and_a_single_die_left_out() -> None:
    lesson = DiceLesson(DiceSet("ours"))
    throw(lesson, die(100, 2))
    lesson.skip()
    assert lesson.dice == DiceSet("ours") and lesson.throws == 1
    throw(lesson, die(200, 3), die(400, 5))
    lesson.confirm(lesson.parse_values("- 5"))
    assert [one.read for one in lesson.dice.readings] == [5]


def test_the_0_of_a_d10_may_be_typed_as_it_is_printed() -> None:
    lesson = DiceLesson(DiceSet("ours"))
    throw(lesson, die(200, 9))
    assert lesson.parse_values("0") == (10,)


@each("typed", ["1", "1 2 3", "1 x", "1 11", "1 7.0"])
def test_values_that_the_dice_cannot_show_are_refused(typed: str) -> None:
    lesson = DiceLesson(DiceSet("ours"))
    throw(lesson, die(200, 9), die(400, 3, kind=DieKind.D10))
    with pytest.raises(UnusableValues):
        lesson.parse_values(typed)
    assert lesson.dice == DiceSet("ours")


def test_dice_that_are_thrown_again_before_the_answer_are_asked_about_anew() -> None:
    lesson = DiceLesson(DiceSet("ours"))
    throw(lesson, die(200, 9))
    lesson.observe(Changed(EVERYWHERE))
    assert lesson.thrown == ()
