"""What players said of dice and cards, and taught dice: which die shows what, and which card lies where."""

import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.locale import Message
from companion.pieces import Die, DieKind
from companion.table.assignment import assign_values, best_assignment
from companion.table.dice_set import LIMITS, ConfirmedReading, DiceSet, UnusableDiceSet, check_name
from companion.table.dice_trust import calibrated_probability
from companion.table.known_dice import ConfirmedDie, KnownDice
from companion.table.questions import PlayerAnswers, TableQuestion, choices, is_same_card
from companion.table.sightings import LENGTH, CardSighting, DieFace, DieSighting, Sightings
from companion.vision.dice.die_reading import is_sure
from tests.cases import each
from tests.table.magnate.laid import WIDTH, sighting


@st.composite
def worths(draw: st.DrawFn) -> list[list[float]]:
    rows = draw(st.integers(1, 5))
    columns = draw(st.integers(rows, 6))
    number = st.integers(-20, 20).map(float)
    return draw(st.lists(st.lists(number, min_size=columns, max_size=columns), min_size=rows, max_size=rows))


@given(worths())
def test_no_other_assignment_is_worth_more(worth: list[list[float]]) -> None:
    chosen = best_assignment(worth)
    assert len(set(chosen)) == len(worth)
    chosen_worth = sum(row[column] for row, column in zip(worth, chosen, strict=True))
    columns = range(len(worth[0]))
    assert chosen_worth == max(
        sum(row[column] for row, column in zip(worth, order, strict=True))
        for order in itertools.permutations(columns, len(worth))
    )


def test_nothing_is_assigned_to_nothing() -> None:
    assert best_assignment([]) == []


DOUBTED = {"6SY": 0.5, "6MW": 0.4}


def lying(x: float = 0.0, turn: float = 45.0) -> CardSighting:
    """A doubtful card, ``x`` card widths from where the first lay."""
    return sighting("6SY", WIDTH * x, 0, turn, candidates=DOUBTED, sure=False)


def named(card: CardSighting) -> str:
    """What the card is taken for, once it was said that the first is the other one."""
    [known] = PlayerAnswers().with_answer("card", "6MW", lying()).apply_to(Sightings(1600, 1600, (card,))).cards
    return str(known.card)


def test_a_card_nudged_a_little_is_what_it_was_said_to_be() -> None:
    assert named(lying(0.3)) == "6MW"
    assert is_same_card(lying(), lying(0.3))


def test_what_lies_half_a_card_further_is_another_card() -> None:
    assert named(lying(0.5)) == "6SY"
    assert not is_same_card(lying(), lying(0.5))


@each(("turned_by", "holds"), [(12.0, True), (18.0, False)])
def test_how_a_card_lies_holds_until_it_is_turned(turned_by: float, holds: bool) -> None:
    answers = PlayerAnswers().with_answer("deed", "deed", lying())
    asked = TableQuestion("deed", "deed", Message(""), choices(("deed", "property")), card=lying(turn=45 + turned_by))
    assert answers.answer(asked) == ("deed" if holds else None)


AREA = (0.0, 0.0, 100.0, 100.0)


def doubtful_die(kind: DieKind, x: float, **shares: float) -> DieSighting:
    return DieSighting(kind, (x, 50.0), tuple((int(value[1:]), share) for value, share in shares.items()), across=20.0)


def cast(*dice: tuple[DieKind, int]) -> tuple[Die, ...]:
    return tuple(Die(kind, value) for kind, value in dice)


def assign(dice: list[DieSighting], *shown: tuple[DieKind, int]) -> list[tuple[float, int]]:
    return [(one.center[0], value) for one, value in assign_values(dice, cast(*shown), AREA)]


def test_each_die_shows_what_it_was_likeliest_read_as() -> None:
    dice = [
        doubtful_die(DieKind.D10, 10, v3=0.9),
        doubtful_die(DieKind.D10, 40, v5=0.6, v8=0.3),
        doubtful_die(DieKind.D6, 70, v2=0.4),
    ]
    assert assign(dice, (DieKind.D10, 8), (DieKind.D10, 3), (DieKind.D6, 5)) == [(70, 5), (10, 3), (40, 8)]


def test_two_dice_that_may_be_either_are_not_told_apart() -> None:
    dice = [doubtful_die(DieKind.D10, 10, v3=0.4, v8=0.4), doubtful_die(DieKind.D10, 40, v3=0.4, v8=0.4)]
    assert assign(dice, (DieKind.D10, 8), (DieKind.D10, 3)) == []
    assert assign(dice, (DieKind.D10, 3), (DieKind.D10, 3)) == [(10, 3), (40, 3)]


def test_dice_elsewhere_and_one_too_many_are_no_part_of_it() -> None:
    far = doubtful_die(DieKind.D10, 500, v8=0.9)
    two = [doubtful_die(DieKind.D10, 10, v3=0.9), doubtful_die(DieKind.D10, 40, v8=0.9)]
    assert assign([*two, far], (DieKind.D10, 8), (DieKind.D10, 3)) == [(10, 3), (40, 8)]
    assert assign([*two, doubtful_die(DieKind.D10, 70, v8=0.9)], (DieKind.D10, 8), (DieKind.D10, 3)) == []


def test_which_die_is_which_is_clear_from_three_times_as_likely_on() -> None:
    def of(share: float) -> list[tuple[float, int]]:
        first = doubtful_die(DieKind.D10, 10, v3=share, v8=0.1)
        return assign([first, doubtful_die(DieKind.D10, 40, v3=0.5, v8=0.5)], (DieKind.D10, 8), (DieKind.D10, 3))

    assert of(0.25) == []
    assert of(0.35) == [(10, 3), (40, 8)]


def test_a_value_that_no_reading_names_is_taken_to_be_seen_with_a_hundredth() -> None:
    def of(share: float) -> list[tuple[float, int]]:
        unread = DieSighting(DieKind.D10, (40.0, 50.0), across=20.0)
        return assign([doubtful_die(DieKind.D10, 10, v3=share), unread], (DieKind.D10, 8), (DieKind.D10, 3))

    assert of(0.02) == []
    assert of(0.035) == [(10, 3), (40, 8)]


def test_of_more_than_six_dice_of_a_kind_nothing_is_told() -> None:
    for many in (6, 7):
        dice = [doubtful_die(DieKind.D6, 10.0 * at, v1=0.9) for at in range(many)]
        assert len(assign(dice, *[(DieKind.D6, 1)] * many)) == (many if many <= 6 else 0)


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
