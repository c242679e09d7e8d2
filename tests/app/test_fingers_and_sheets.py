"""One finger is one tap, and what lies on the screen is known to whoever laid it there."""

from __future__ import annotations

from typing import Any

import pytest

from tests.app.tablet import Tablet  # isort: skip - it settles Kivy first

from kivy.tests.common import UnitTestTouch

from companion.app.sheets.history import HistorySheet
from companion.app.sheets.past import PastSheet
from companion.app.sheets.question import QuestionSheet
from companion.app.widgets.sheet import Sheet
from companion.games.magnate.moves import Sell
from companion.pieces import Card, Suit
from companion.play import Source
from tests.app.at_the_table import NEAR, act, counter, district, log, pick, roll, tap_district, undo


def sheets(tablet: Tablet) -> list[Any]:
    """Every sheet in the widget tree."""
    return [widget for widget in tablet.screen.walk() if isinstance(widget, Sheet)]


def propose_a_sale(tablet: Tablet, source: Source = Source.CAMERA) -> None:
    """A camera or a phone says that the current player sold a card."""
    player = tablet.state.player
    sale = Sell(player, Card.parse("7SK"))
    tablet.play.hand_in(sale, source=source, seat=player, id="seen", refused=lambda _error: None)
    tablet.play.attend()
    tablet.settle()


def count(tablet: Tablet) -> int:
    return int(tablet.screen.purses[0].counters[Suit.MOONS.priority].count)


@pytest.fixture
def plus(tablet: Tablet) -> Any:
    """A pad that counts every tap."""
    tablet.tap(tablet.screen.entries["tokens_only"])
    return tablet.screen.purses[0].counters[Suit.MOONS.priority].ids.plus


def touch_at(widget: Any, device: str, start: float, aside: float = 0) -> UnitTestTouch:
    x, y = widget.to_window(*widget.center)
    touch = UnitTestTouch(x + aside, y)
    touch.device, touch.time_start = device, start
    return touch


def test_one_finger_that_two_providers_report_counts_once(tablet: Tablet, plus: Any) -> None:
    before, now = count(tablet), Tablet.tapped + 1
    one, other = touch_at(plus, "mtdev", now), touch_at(plus, "mouse", now + 0.01, aside=1)
    one.touch_down()
    other.touch_down()
    other.touch_up()
    one.touch_up()
    tablet.settle()
    assert count(tablet) == before + 1


def test_one_finger_whose_second_report_comes_after_the_first_is_done_counts_once(tablet: Tablet, plus: Any) -> None:
    before, now = count(tablet), Tablet.tapped + 1
    for touch in (touch_at(plus, "mtdev", now), touch_at(plus, "mouse", now + 0.05)):
        touch.touch_down()
        touch.touch_up()
    tablet.settle()
    assert count(tablet) == before + 1


def test_two_fingers_on_two_pads_count_twice(tablet: Tablet, plus: Any) -> None:
    other_plus = tablet.screen.purses[0].counters[Suit.SUNS.priority].ids.plus
    before, now = count(tablet), Tablet.tapped + 1
    one, other = touch_at(plus, "mtdev", now), touch_at(other_plus, "mtdev", now)
    for touch in (one, other):
        touch.touch_down()
    for touch in (one, other):
        touch.touch_up()
    tablet.settle()
    assert count(tablet) == before + 1
    assert int(tablet.screen.purses[0].counters[Suit.SUNS.priority].count) == before + 1


def test_quick_taps_on_a_counter_all_count(tablet: Tablet, plus: Any) -> None:
    before = count(tablet)
    for _ in range(5):
        tablet.tap_soon(plus, after=0.12)
    assert count(tablet) == before + 5


def test_a_double_tap_on_yes_opens_nothing(table: Tablet) -> None:
    roll(table, 10, 4)
    table.screen.overlay.close()
    propose_a_sale(table)
    yes = table.screen.sheet.ids.yes
    table.double_tap(yes)
    assert table.play.seq == 2 and table.screen.sheet is None


@pytest.mark.parametrize(("pause", "counts"), [(0.1, False), (0.24, False), (0.26, True)])
def test_a_second_tap_counts_a_quarter_of_a_second_after_a_sheet_closed(
    table: Tablet, pause: float, counts: bool
) -> None:
    roll(table, 10, 4)
    table.screen.overlay.close()
    log(table)
    close = table.screen.sheet.ids.close
    place = close.to_window(*close.center)
    table.tap_at(*place)
    assert table.screen.sheet is None
    taps: list[object] = []
    table.screen.bind(on_touch_down=lambda _screen, touch: taps.append(touch))
    table.tap_at(place[0], place[1], after=pause)
    assert bool(taps) is counts


def test_another_finger_may_tap_at_once_after_a_sheet_closed(table: Tablet) -> None:
    roll(table, 10, 4)
    table.screen.overlay.close()
    log(table)
    table.tap(table.screen.sheet.ids.close)
    table.tap_soon(table.screen.table.seats[NEAR].ids.log, after=0.05)
    assert isinstance(table.screen.sheet, HistorySheet)


def show_past(table: Tablet) -> None:
    """A line of the log is tapped: the board shows the past."""
    log(table)
    table.screen.show_past(1, NEAR)
    table.settle()
    assert isinstance(table.screen.sheet, PastSheet)


def wait_behind_a_trade(table: Tablet, source: Source = Source.CAMERA) -> None:
    """A sale is proposed while the current player trades, and waits."""
    roll(table, 10, 4)
    table.screen.actions.open_trade()
    propose_a_sale(table, source=source)
    show_past(table)


@pytest.mark.parametrize("source", [Source.CAMERA, Source.PAGE])
def test_a_proposal_that_waits_while_the_past_is_left_for_the_log_is_asked_once(table: Tablet, source: Source) -> None:
    wait_behind_a_trade(table, source)
    log(table)
    assert sheets(table) == [table.screen.sheet] and isinstance(table.screen.sheet, HistorySheet)
    table.screen.overlay.close()
    table.screen.ask_again()
    assert sheets(table) == [table.screen.sheet] and isinstance(table.screen.sheet, QuestionSheet)
    table.tap(table.screen.sheet.ids.no)
    assert table.play.questions() == ()
    assert sheets(table) == [table.screen.sheet] and not isinstance(table.screen.sheet, QuestionSheet)


def test_who_looks_at_a_proposal_from_the_past_comes_back_to_the_past_with_its_veil(table: Tablet) -> None:
    wait_behind_a_trade(table, Source.PAGE)
    table.screen.sheet.show_waiting()
    table.settle()
    assert sheets(table) == [table.screen.sheet] and isinstance(table.screen.sheet, QuestionSheet)
    assert table.screen.veil is None
    table.screen.overlay.take_away(table.screen.sheet)
    table.settle()
    assert sheets(table) == [table.screen.sheet] and isinstance(table.screen.sheet, PastSheet)
    assert table.screen.veil is not None


def test_no_that_comes_after_another_took_the_proposal_back_closes_its_sheet(table: Tablet) -> None:
    roll(table, 10, 4)
    table.screen.overlay.close()
    propose_a_sale(table)
    sheet = table.screen.sheet
    table.play.dismiss("seen")
    sheet.close()
    table.settle()
    assert sheets(table) == [] or sheets(table) == [table.screen.sheet]
    assert not isinstance(table.screen.sheet, QuestionSheet)


def test_a_double_tap_on_a_number_while_a_sale_is_proposed_leaves_no_sheet_that_nobody_knows(table: Tablet) -> None:
    roll(table, 10, 4)
    pick(table, "2MK")
    tap_district(table, 2)
    act(table, "draw")
    undo(table)
    undo(table)
    table.double_tap(table.screen.table.seats[table.state.player].actions["deed"])
    table.tap(counter(table, NEAR, Suit.MOONS))
    table.tap_at(*_middle(district(table, 2).columns[1]))
    propose_a_sale(table)
    table.double_tap(district(table, 2).totals[0])
    table.settle()
    assert sheets(table) == ([] if table.screen.sheet is None else [table.screen.sheet])


def _middle(widget: Any) -> tuple[float, float]:
    x, y = widget.to_window(*widget.center)
    return float(x), float(y)
