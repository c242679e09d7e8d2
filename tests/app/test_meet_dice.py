"""Teaching the tablet's camera a set of dice: each throw is shown, corrected by taps, and learned under a name."""

from __future__ import annotations

from companion.pieces import DieKind
from companion.rolls.dice_set_store import DiceSetStore
from companion.table.camera_events import Changed, Settled, Still
from companion.table.dice_set import DiceSet
from companion.table.die_face import LENGTH, DieFace
from companion.table.sightings import DieSighting, Sightings
from tests.app.tablet import Tablet

FACE = DieFace(bytes(LENGTH))


def throw(tablet: Tablet, *dice: DieSighting) -> None:
    """Dice come to rest below the camera and lie for a second."""
    screen = tablet.screen
    for event in (Changed((0, 0, 9, 9)), Settled(Sightings(640, 480, dice=dice), 1.0, 1), Still(2.0)):
        screen._take(event)
    tablet.settle()


def die(x: float, value: int, kind: DieKind = DieKind.D10) -> DieSighting:
    return DieSighting(kind, (x, 50.0), ((value, 0.8),), False, 40.0, colour=(100, 150, 150))


def stored(tablet: Tablet, name: str) -> DiceSet:
    return DiceSetStore(tablet.app.folders.dice_sets).load(name)


def test_a_throw_is_corrected_by_two_taps_and_learned(tablet: Tablet) -> None:
    tablet.app.go("meet_dice")
    tablet.settle()
    screen = tablet.screen
    screen.ids.name.text = "Ours"
    screen.use_name()
    throw(tablet, die(100, 7), die(300, 3, DieKind.D6))
    assert [pad.text for pad in screen.dice] == ["d10: 7 ?", "d6: 3 ?"]
    tablet.tap(screen.dice[0])
    tablet.tap(screen.faces[1])
    assert screen.dice[0].text == "d10: 1"
    tablet.tap(screen.ids.confirm)
    assert [(one.read, one.value) for one in stored(tablet, "Ours").readings] == [(7, 1), (3, 3)]
    assert screen.asks is False


def test_a_die_of_an_unknown_kind_waits_for_its_value_and_teaches_its_face(tablet: Tablet) -> None:
    tablet.app.go("meet_dice")
    tablet.settle()
    screen = tablet.screen
    screen.ids.name.text = "Digits"
    screen.use_name()
    throw(tablet, DieSighting(DieKind.D6, (100, 50), across=40.0, face=FACE), die(300, 7))
    assert [pad.text for pad in screen.dice] == ["d6: not learned", "d10: 7 ?"]
    tablet.tap(screen.dice[0])
    assert [pad.chosen for pad in screen.dice] == [True, False]
    [around] = screen.ids.picture.pointed_at
    assert around[0] == (70, 20) and around[2] == (130, 80), "the chosen die is marked in the picture"
    tablet.tap(screen.faces[4])
    assert screen.dice[0].text == "d6: 4" and not screen.dice[0].chosen
    assert not screen.ids.picture.pointed_at
    tablet.tap(screen.ids.confirm)
    learned = stored(tablet, "Digits").readings[0]
    assert (learned.read, learned.value, learned.face) == (None, 4, FACE)


def test_a_throw_that_is_skipped_or_picked_up_teaches_nothing(tablet: Tablet) -> None:
    tablet.app.go("meet_dice")
    tablet.settle()
    screen = tablet.screen
    screen.ids.name.text = "Skipped"
    screen.use_name()
    throw(tablet, die(100, 7))
    tablet.tap(screen.ids.skip)
    throw(tablet, die(200, 8))
    screen._take(Changed((0, 0, 9, 9)))
    assert not screen.asks
    assert "Skipped" not in DiceSetStore(tablet.app.folders.dice_sets).names()


def test_a_name_that_no_set_can_have_is_refused(tablet: Tablet) -> None:
    tablet.app.go("meet_dice")
    tablet.settle()
    tablet.screen.ids.name.text = "a/b"
    assert not tablet.screen.use_name()
