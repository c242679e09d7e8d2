"""How many taps an evening takes: a new game, a usual turn (no tax, a card developed, one drawn), a photo, a count."""

from random import Random
from typing import Any

import pytest

from companion.demo.bundled import photo
from companion.games.magnate import Phase
from companion.games.magnate.moves import Develop, Roll
from companion.games.magnate.state import Column
from companion.pieces import Card, Suit, Tokens
from companion.play import Source
from companion.rolls.source import AppDice
from tests.app.at_the_table import NEAR, act, counter, develop_two, district, pick, roll, tap_district
from tests.app.tablet import Tablet, TimedTouch, until

CARD = Card.parse("2MK")


@pytest.fixture
def tapped(tablet: Tablet, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Whatever was tapped from here on."""
    taps: list[Any] = []
    tap = tablet.tap

    def counted(widget: Any) -> None:
        taps.append(widget)
        tap(widget)

    monkeypatch.setattr(tablet, "tap", counted)
    return taps


def assert_turn_is_over(table: Tablet) -> None:
    assert table.state.turn == 2 and table.state.column(NEAR, 2) == Column((CARD,))


def test_a_usual_turn_with_real_dice_takes_five_taps(table: Tablet, tapped: list[Any]) -> None:
    develop_two(table)
    act(table, "draw")
    assert_turn_is_over(table)
    assert len(tapped) == 5


def test_a_usual_turn_with_the_apps_dice_takes_at_most_four_taps(table: Tablet, tapped: list[Any]) -> None:
    table.screen.app_dice = AppDice(Random(4))
    table.tap(table.screen.sheet.pads[-1])
    pick(table, "2MK")
    tap_district(table, 2)
    act(table, "draw")
    assert_turn_is_over(table)
    assert len(tapped) <= 4


def test_a_new_game_takes_five_taps_to_its_first_roll_with_real_dice(tablet: Tablet, tapped: list[Any]) -> None:
    tablet.tap(tablet.screen.entries["new_game"])
    form = tablet.screen
    tablet.tap(form.ids.deal)
    dealt = tuple(map(set, form.decision.move().setup["crowns"]))
    tablet.tap(tablet.screen.ids.start)
    roll(tablet, 10, 4)
    assert tablet.state.phase is Phase.PLAY and tuple({*map(str, one)} for one in tablet.state.crowns) == dealt
    assert [len(held) for held in dealt] == [3, 3] and not dealt[0] & dealt[1]
    assert len(tapped) == 5
    tablet.app.go("start")


def test_crowns_that_the_app_dealt_are_not_those_of_another_kind_of_game(tablet: Tablet) -> None:
    tablet.tap(tablet.screen.entries["new_game"])
    form = tablet.screen
    tablet.tap(form.ids.deal)
    tablet.tap(form.parts["preset"].pads["three-players"])
    assert not form.parts["crowns"].deal.owners
    tablet.tap(form.ids.deal)
    held = [card for own in form.decision.move().setup["crowns"] for card in own]
    assert len(held) == len(set(held)) == 6
    tablet.app.go("start")


def propose_by_camera(table: Tablet, move: Any) -> None:
    """A proposal as a camera hands it in."""
    screen = table.screen
    screen.overlay.close()
    name = f"{Source.CAMERA}-{table.play.seq}"
    table.play.hand_in(move, source=Source.CAMERA, seat=NEAR, id=name, refused=pytest.fail)
    table.play.attend()
    table.settle()


def test_a_turn_before_a_camera_takes_a_yes_for_the_roll_and_one_for_the_card(table: Tablet, tapped: list[Any]) -> None:
    propose_by_camera(table, Roll(NEAR, (10, 4)))
    table.tap(table.screen.sheet.ids.yes)
    propose_by_camera(table, Develop(NEAR, CARD, 2, Tokens.parse("M1K1")))
    table.tap(table.screen.sheet.ids.yes_and_end)
    assert_turn_is_over(table)
    assert len(tapped) == 2


def test_who_would_trade_before_the_draw_says_yes_to_the_card_alone(table: Tablet) -> None:
    roll(table, 10, 4)
    propose_by_camera(table, Develop(NEAR, CARD, 2, Tokens.parse("M1K1")))
    table.tap(table.screen.sheet.ids.yes)
    assert table.state.phase is Phase.DRAW


def test_a_card_paid_otherwise_than_it_can_be_ends_no_turn(table: Tablet) -> None:
    roll(table, 10, 4)
    propose_by_camera(table, Develop(NEAR, CARD, 2, Tokens.parse("M1K1")))
    sheet = table.screen.sheet
    sheet.move = Develop(NEAR, CARD, 2, Tokens.parse("M2"))
    table.tap(sheet.ids.yes_and_end)
    assert (table.state.turn, table.state.phase) == (1, Phase.PLAY)


def test_a_turn_before_a_trusted_camera_takes_at_most_two_taps(table: Tablet, tapped: list[Any]) -> None:
    table.play.asks -= {Source.CAMERA}
    for move in (Roll(NEAR, (10, 4)), Develop(NEAR, CARD, 2, Tokens.parse("M1K1"))):
        propose_by_camera(table, move)
    act(table, "draw")
    assert_turn_is_over(table)
    assert len(tapped) <= 2


def test_a_photo_is_scored_with_three_taps(tablet: Tablet, tapped: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_PICTURES_DIR", str(photo().parent))
    tablet.tap(tablet.screen.entries["score_table"])
    tablet.tap(tablet.screen.ids.photo)
    tablet.tap(tablet.screen.sheet.pads[photo().name])
    assert tablet.screen.is_reading and len(tapped) == 3
    tablet.app.go("start")


def test_a_wrong_count_is_corrected_with_two_taps(table: Tablet, tapped: list[Any]) -> None:
    before = table.state.tokens[NEAR][Suit.SUNS]
    table.tap(counter(table, NEAR, Suit.SUNS))
    table.tap(table.screen.counting.editor.ids.plus)
    assert len(tapped) == 2
    until(table, lambda: table.state.tokens[NEAR][Suit.SUNS] == before + 1)
    assert table.state.tokens[NEAR][Suit.SUNS] == before + 1, "the editor closes by itself"


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280)])
def test_a_card_is_dragged_onto_a_district_in_place_of_two_taps(table: Tablet, size: tuple[int, int]) -> None:
    roll(table, 10, 4)
    table.settle(8)
    card, place = table.screen.sheet.targets[CARD], district(table, 2)
    touch = TimedTouch(*card.to_window(*card.center))
    touch.touch_down()
    touch.touch_move(*place.to_window(*place.center))
    touch.touch_up()
    table.settle()
    assert table.state.column(NEAR, 2) == Column((CARD,))


def test_a_card_that_is_dragged_nowhere_stays_in_the_hand(table: Tablet) -> None:
    roll(table, 10, 4)
    table.settle(8)
    card, sheet = table.screen.sheet.targets[CARD], table.screen.sheet
    touch = TimedTouch(*card.to_window(*card.center))
    touch.touch_down()
    touch.touch_move(5, 5)
    touch.touch_up()
    table.settle()
    assert table.screen.sheet is sheet and table.state.column(NEAR, 2) in (None, Column())
