"""Dice that were taught: what confirmed readings say of the next ones, and sets that print and parse themselves."""

import json

import pytest

from companion.pieces import DieKind
from companion.table.dice_set import LIMITS, ConfirmedReading, DiceSet, UnusableDiceSet, check_name
from companion.table.dice_trust import calibrated_probability
from companion.table.die_face import LENGTH, DieFace
from companion.table.known_dice import ConfirmedDie, KnownDice
from companion.table.sightings import DieSighting
from companion.vision.dice.die_reading import is_sure
from tests.cases import each

FACE = DieFace(bytes(range(LENGTH)))
RED, BLUE = (120, 180, 160), (90, 140, 80)


def reading(read: int, probability: float, value: int | None = None, sure: bool = False) -> ConfirmedReading:
    return ConfirmedReading(DieKind.D10, read, probability, sure, read if value is None else value, RED)


def taught(*readings: ConfirmedReading) -> DiceSet:
    return DiceSet("ours", readings)


def certain(dice: DiceSet, value: int, probability: float, kind: DieKind = DieKind.D10) -> bool:
    return is_sure(dice.calibrated(kind, ((value, probability),)))


def test_dice_whose_readings_were_confirmed_a_dozen_times_are_certain() -> None:
    dozen = taught(*(reading(value % 10 + 1, 0.65) for value in range(12)))
    assert certain(dozen, 7, 0.7)
    assert not certain(taught(*dozen.readings[:6]), 7, 0.7)


def test_a_reading_about_as_clear_as_confirmed_ones_of_its_set_is_certain() -> None:
    confirmed = [reading(9, 0.97)] * 8 + [reading(3, 0.99)] * 16
    assert certain(taught(*confirmed), 9, 0.964)
    assert not certain(taught(*confirmed), 9, 0.85)


def test_clear_readings_say_nothing_about_unclear_ones() -> None:
    assert not certain(taught(*[reading(3, 0.96)] * 40), 7, 0.7)


def test_readings_of_one_kind_of_die_say_nothing_about_another() -> None:
    assert not certain(taught(*[reading(3, 0.6)] * 40), 3, 0.7, DieKind.D6)


def test_a_set_that_knows_nothing_changes_no_reading() -> None:
    candidates = ((7, 0.8), (1, 0.1))
    assert DiceSet("ours").calibrated(DieKind.D10, candidates) == candidates
    assert DiceSet("ours").calibrated(DieKind.D10, ()) == ()


def test_a_wrong_certain_reading_takes_all_trust_back_at_once() -> None:
    trusted = [reading(value % 5 + 1, 0.65) for value in range(20)]
    assert certain(taught(*trusted), 8, 0.7)
    untaught = taught(*trusted, reading(2, 0.66, value=3, sure=True))
    assert not certain(untaught, 8, 0.7)
    assert certain(taught(*untaught.readings, *trusted), 8, 0.7)


def test_a_value_that_was_mistaken_is_asked_about_until_it_was_right_often_enough() -> None:
    mistaken = taught(*[reading(4, 0.9)] * 20, reading(6, 0.99, value=9, sure=True))
    assert not certain(mistaken, 6, 0.99)
    assert certain(mistaken, 4, 0.99)
    [confusion] = mistaken.confusions(DieKind.D10)
    assert (confusion.read, confusion.value, confusion.count) == (6, 9, 1)
    assert not certain(mistaken.with_readings([reading(6, 0.98)] * 10), 6, 0.99)
    assert certain(mistaken.with_readings([reading(6, 0.98)] * 20), 6, 0.99)


def test_a_confusion_has_a_direction() -> None:
    mistaken = taught(*[reading(value, 0.99) for value in range(1, 11)], reading(6, 0.99, value=9, sure=True))
    assert mistaken.calibrated(DieKind.D10, ((9, 0.99),)) == ((9, 0.99),)


@each("right", range(13))
def test_one_mistake_turns_no_value_whatever_was_right_before(right: int) -> None:
    mistaken = taught(*[reading(value % 10 + 1, 0.99) for value in range(right)], reading(2, 0.997, value=1, sure=True))
    for value, probability in ((2, 0.997), (2, 0.6), (1, 0.997), (5, 0.997)):
        [(best, chance), *_] = mistaken.calibrated(DieKind.D10, ((value, probability), (7, (1 - probability) / 2)))
        assert best == value and chance > probability / 2


def test_a_value_that_is_mistaken_offers_what_it_was_mistaken_for() -> None:
    mistaken = taught(*[reading(6, 0.99, value=9, sure=True)] * 3)
    candidates = dict(mistaken.calibrated(DieKind.D10, ((6, 0.99), (8, 0.005))))
    assert candidates[9] > candidates[6] > candidates[8]
    assert sum(candidates.values()) == pytest.approx(0.995)


def test_right_readings_speak_for_more_probable_ones_and_wrong_ones_against_less_probable_ones() -> None:
    evidence = [(0.5, True)] * 10 + [(0.6, False)]
    assert calibrated_probability(0.55, evidence) < calibrated_probability(0.55, evidence[:-1])
    assert calibrated_probability(0.7, [(0.6, False)]) == 0.7
    assert calibrated_probability(0.5, [(0.6, False)]) == 0.25


def test_a_set_is_stored_as_readable_lines_and_read_back() -> None:
    strange = ConfirmedReading(DieKind.D6, None, 0.0, False, 4, RED, FACE)
    dice = taught(reading(7, 0.931, value=1), ConfirmedReading(DieKind.D6, 3, 0.5, True, 3), strange)
    document = dice.to_json()
    assert document["readings"][:2] == ["d10 7 0.931 uncertain 1 120,180,160 -", "d6 3 0.500 certain 3 - -"]
    assert document["readings"][2] == f"d6 - 0.000 uncertain 4 120,180,160 {FACE}"
    assert DiceSet.from_json(json.loads(json.dumps(document))) == dice


def test_a_set_that_was_stored_before_it_had_faces_is_read() -> None:
    document = {**taught().to_json(), "version": 1, "readings": ["d10 7 0.931 uncertain 1 120,180,160"]}
    assert DiceSet.from_json(document) == taught(reading(7, 0.931, value=1))


def test_a_die_of_an_unknown_kind_teaches_its_face_and_is_no_mistake() -> None:
    die = DieSighting(DieKind.D6, (0, 0), colour=RED, face=FACE)
    [learned] = KnownDice((taught(),), "ours").with_confirmed([ConfirmedDie(die, False, 4)]).sets
    assert (learned.readings[0].read, learned.readings[0].value, learned.readings[0].face) == (None, 4, FACE)
    assert learned.confusions(DieKind.D6) == () and learned.strange is DieKind.D6
    assert learned.calibrated(DieKind.D6, ((4, 0.9),)) == ((4, 0.9),)


@each(
    "line",
    [
        "",
        "d10 7 0.9 uncertain",
        "d8 7 0.9 certain 7 -",
        "d6 7 0.9 certain 1 -",
        "d10 7 nan certain 7 -",
        "d10 7 0.9 maybe 7 -",
        "d10 7 0.9 certain 7 300,1,1",
        "d10 7 1.5 certain 7 -",
        "d6 4 0.9 certain 4 - x",
        "d6 4 0.9 certain 4 - AAAA",
        "d6 4 0.9 certain 4 - - -",
        "d6 - 0.9 certain 9 - -",
    ],
)
def test_a_line_that_is_no_reading_is_refused(line: str) -> None:
    with pytest.raises(UnusableDiceSet, match="not a confirmed reading"):
        ConfirmedReading.parse(line)


@each("document", [[], {}, {"format": "x"}, {"format": "decktet-companion-dice-set", "version": 1}])
def test_a_document_that_is_no_set_of_dice_is_refused(document: object) -> None:
    with pytest.raises(UnusableDiceSet, match="not a set of dice"):
        DiceSet.from_json(document)


def test_a_set_of_a_newer_version_is_refused_by_its_version() -> None:
    with pytest.raises(UnusableDiceSet, match="unknown version 3"):
        DiceSet.from_json({**taught().to_json(), "version": 3})


@each("name", ["", "../x", ".hidden", "a/b", "x" * 65])
def test_a_set_is_never_stored_outside_its_folder(name: str) -> None:
    with pytest.raises(UnusableDiceSet):
        check_name(name)


def test_a_set_keeps_the_latest_readings() -> None:
    dice = taught().with_readings([reading(1, 0.5)] * LIMITS.max_readings).with_readings([reading(2, 0.5)])
    assert len(dice.readings) == LIMITS.max_readings and dice.readings[-1].read == 2


def die(value: int, probability: float, colour: tuple[int, int, int] | None) -> DieSighting:
    return DieSighting(DieKind.D10, (0, 0), ((value, probability),), colour=colour)


def test_dice_of_another_colour_are_not_taken_for_the_set() -> None:
    known = KnownDice((taught(*[reading(3, 0.5)] * 20),))
    assert is_sure(known.calibrated(die(7, 0.7, (130, 182, 158))))
    for colour in (BLUE, None):
        assert known.calibrated(die(7, 0.7, colour)) == ((7, 0.7),)


def test_of_two_sets_alike_only_the_chosen_one_is_used() -> None:
    ours, theirs = taught(*[reading(3, 0.5)] * 20), DiceSet("theirs", (reading(3, 0.5),))
    assert KnownDice((ours, theirs)).find(die(7, 0.7, RED)) is None
    assert KnownDice((ours, theirs), "ours").find(die(7, 0.7, RED)) is ours


def test_a_confirmed_roll_teaches_the_set_that_was_thrown() -> None:
    known = KnownDice((taught(reading(3, 0.5)), DiceSet("theirs")))
    again = known.with_confirmed([ConfirmedDie(die(7, 0.7, RED), False, 7), ConfirmedDie(die(7, 0.7, BLUE), False, 7)])
    assert [len(one.readings) for one in again.sets] == [2, 0]


def test_the_chosen_set_learns_its_colours_in_another_light() -> None:
    known = KnownDice((taught(reading(3, 0.5)), DiceSet("theirs")), "ours")
    again = known.with_confirmed([ConfirmedDie(die(7, 0.7, BLUE), False, 7)])
    assert again.find(die(7, 0.7, BLUE)) is again.sets[0]
