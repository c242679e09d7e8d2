"""Dice that report themselves and the table screen: a stand-in radio with recorded bytes, the real window."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from companion.bluetooth import FoundDie
from companion.games.magnate import Setup, preset
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Roll
from companion.pieces import Card, DieKind
from companion.rolls.reporting import KeptDie, Make
from tests.app.tablet import Tablet
from tests.rolls.reporting.test_by_radio import RecordedRadio

RED = KeptDie("AA:01", Make.PIXELS, DieKind.D10, "red")
BLUE = KeptDie("AA:02", Make.GODICE, DieKind.D10, "blue")
THROWN = {
    RED.address: [(0.0, bytes([3, 3, 3])), (0.6, bytes([3, 1, 4]))],
    BLUE.address: [(0.0, b"R"), (0.9, b"S" + bytes([64, 0, 234]))],
}


@pytest.fixture
def radio(tablet: Tablet) -> Iterator[RecordedRadio]:
    """A radio that hears both dice, by the clock that the app goes by."""
    radio = RecordedRadio(THROWN, [FoundDie("AA:02", Make.GODICE, None, "blue")])
    tablet.app.dice.radio, tablet.app.dice.clock = (lambda: radio), radio.clock
    yield radio
    tablet.app.go("start")
    tablet.app.dice.close()


def until(tablet: Tablet, reached: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not reached():
        assert time.monotonic() < end
        time.sleep(0.01)
        tablet.settle(1)


def test_dice_that_are_thrown_are_the_roll_on_the_screen(tablet: Tablet, radio: RecordedRadio) -> None:
    tablet.app.dice.keep([RED, BLUE])
    until(tablet, lambda: len(tablet.app.dice.connected) == 2)
    cards = [tuple(map(Card.parse, codes.split())) for codes in ("PMSL PMYK X PSWK PWLY", "CM CW CK", "CS CL CY")]
    tablet.app.start_game(MAGNATE, ("Ann", "Ben"), preset("standard"), Setup(cards[0], (cards[1], cards[2])))
    tablet.settle()
    play = tablet.app.play
    assert play is not None
    radio.play()
    radio.now += 1.0
    until(tablet, lambda: play.seq == 1)
    (step,) = play.course.done
    assert (step.entry.source, step.move) == ("dice", Roll(0, (4, 10)))


def test_a_die_is_found_and_chosen_by_two_taps(tablet: Tablet, radio: RecordedRadio) -> None:
    tablet.app.go("settings")
    tablet.settle()
    tablet.screen.ids.dice.dispatch("on_release")
    tablet.settle()
    tablet.tap(tablet.screen.ids.search)
    until(tablet, lambda: "AA:02" in tablet.screen.fields)
    tablet.tap(tablet.screen.fields["AA:02"].pads["d10"])
    assert list(tablet.app.dice.kept) == [BLUE]
    tablet.tap(tablet.screen.fields["AA:02"].pads[""])
    assert list(tablet.app.dice.kept) == []
