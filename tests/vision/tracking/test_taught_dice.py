"""Dice that were taught, before a camera: certain without a question, and learning from confirmed rolls."""

from dataclasses import replace

from companion.pieces import DieKind
from companion.table.dice_set import ConfirmedReading, DiceSet
from companion.table.die_face import LENGTH, DieFace
from companion.table.known_dice import KnownDice
from companion.table.sightings import DieSighting, Sightings
from companion.vision.dice.die_reading import READINGS
from companion.vision.dice.known_faces import KnownFaces
from companion.vision.tracking.taught_dice import TaughtDice

FOUR, SEVEN = DieFace(bytes([4] * LENGTH)), DieFace(bytes([7] * LENGTH))
RED = (120, 180, 160)
OURS = DiceSet("ours", tuple(ConfirmedReading(DieKind.D10, 3, 0.6, False, 3, RED) for _ in range(12)))
DOUBTED = DieSighting(DieKind.D10, (50, 50), ((7, 0.7), (1, 0.2)), False, 40.0, 1, RED)


def test_a_reading_of_taught_dice_is_certain_and_the_same_for_every_frame() -> None:
    taught = TaughtDice(KnownDice((OURS,)))
    [die] = taught.applied(Sightings(100, 100, dice=(DOUBTED,))).dice
    assert die.sure and die.value == 7
    [again] = taught.applied(Sightings(100, 100, dice=(DOUBTED,))).dice
    assert again is die


def test_a_confirmed_roll_is_stored_and_a_wrong_certain_one_takes_the_trust_back() -> None:
    stored: list[DiceSet] = []
    taught = TaughtDice(KnownDice((OURS,)), stored.append)
    taught.learn([(DOUBTED, 1)])
    [dice] = stored
    assert str(dice.readings[-1]) == "d10 7 0.700 certain 1 120,180,160 -"
    [die] = taught.applied(Sightings(100, 100, dice=(DOUBTED,))).dice
    assert not die.sure


def test_faces_of_the_set_in_use_are_known_and_none_while_dice_are_taught() -> None:
    stored = ConfirmedReading(DieKind.D6, None, 0.0, False, 4, RED, FOUR)
    taught = TaughtDice(KnownDice((DiceSet("ours", (stored,)), DiceSet("others")), "ours"))
    assert taught.faces == KnownFaces(((READINGS.index((DieKind.D6, 4)), FOUR),), DieKind.D6)
    taught.learn([(replace(DOUBTED, face=SEVEN), 7)])
    assert taught.faces.faces[1:] == ((READINGS.index((DieKind.D10, 7)), SEVEN),)
    taught.set_active(False)
    assert taught.faces == KnownFaces(strange=DieKind.D6)


def test_a_set_whose_dice_the_reader_knows_makes_it_report_no_others() -> None:
    assert TaughtDice(KnownDice((OURS,), "ours")).faces.strange is None


def test_without_taught_dice_nothing_changes() -> None:
    sightings = Sightings(100, 100, dice=(DOUBTED,))
    assert TaughtDice().applied(sightings) is sightings
