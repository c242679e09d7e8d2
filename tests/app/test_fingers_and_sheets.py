"""One finger is one tap, and what lies on the screen is known to whoever laid it there."""

from __future__ import annotations

from typing import Any

import pytest

from tests.app.tablet import Tablet  # isort: skip - it settles Kivy first

from kivy.tests.common import UnitTestTouch

from companion.app.magnate.sheets.past import PastSheet
from companion.app.magnate.sheets.seen_move import SeenMoveSheet
from companion.app.sheets.history import HistorySheet
from companion.app.widgets.sheet import Sheet
from companion.games.magnate.moves import Sell
from companion.pieces import Card, Suit
from companion.play import Source
from tests.app.at_the_table import NEAR, act, district, log, pick, roll, tap_district, undo


def sheets(tablet: Tablet) -> list[Any]:
    """Every sheet in the widget tree."""
    return [widget for widget in tablet.screen.walk() if isinstance(widget, Sheet)]


def propose_a_sale(tablet: Tablet, code: str = "7SK", id_: str = "seen") -> None:
    """The camera sees that the current player sold this card."""
    player = tablet.state.player
    tablet.play.hand_in(
        Sell(player, Card.parse(code)), source=Source.CAMERA, seat=player, id=id_, refused=lambda _error: None
    )
    tablet.play.attend()
    tablet.settle()


def count(tablet: Tablet) -> int:
    return int(tablet.screen.purses[0].counters[Suit.MOONS.priority].count)


@pytest.fixture
def plus(tablet: Tablet) -> Any:
    """A pad that counts every tap."""
    tablet.tap(tablet.screen.doors["tokens_only"])
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
    table.screen.host.close()
    propose_a_sale(table)
    yes = table.screen.sheet.ids.yes
    table.double_tap(yes)
    assert table.play.seq == 2 and table.screen.sheet is None


@pytest.mark.parametrize(("pause", "counts"), [(0.1, False), (0.24, False), (0.26, True)])
def test_a_second_tap_counts_a_quarter_of_a_second_after_a_sheet_closed(
    table: Tablet, pause: float, counts: bool
) -> None:
    roll(table, 10, 4)
    table.screen.host.close()
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
    table.screen.host.close()
    log(table)
    table.tap(table.screen.sheet.ids.close)
    table.tap_soon(table.screen.panels[NEAR].ids.log, after=0.05)
    assert isinstance(table.screen.sheet, HistorySheet)


def look_back(table: Tablet) -> None:
    """A line of the log is tapped: the board shows the past."""
    log(table)
    table.screen.look_at(1, NEAR)
    table.settle()
    assert isinstance(table.screen.sheet, PastSheet)


def test_a_proposal_that_comes_while_the_past_is_left_for_the_log_waits_behind_it(table: Tablet) -> None:
    roll(table, 10, 4)
    table.screen.host.close()
    look_back(table)
    propose_a_sale(table)
    log(table)
    assert sheets(table) == [table.screen.sheet] and isinstance(table.screen.sheet, HistorySheet)
    table.tap(table.screen.sheet.ids.close)
    assert sheets(table) == [table.screen.sheet] and isinstance(table.screen.sheet, SeenMoveSheet)
    table.tap(table.screen.sheet.ids.no)
    assert table.play.questions() == ()


def test_the_past_is_veiled_again_after_a_proposal_that_was_looked_at_behind_it(table: Tablet) -> None:
    roll(table, 10, 4)
    table.screen.host.close()
    look_back(table)
    propose_a_sale(table)
    table.screen.proposals.look()
    table.settle()
    assert isinstance(table.screen.sheet, SeenMoveSheet) and table.screen.veil is None
    table.screen.proposals.look()
    table.settle()
    assert len(sheets(table)) == 1
    table.play.dismiss("seen")
    table.settle()
    assert (isinstance(table.screen.sheet, PastSheet)) == (table.screen.veil is not None)


def test_no_that_comes_after_another_took_the_proposal_back_closes_its_sheet(table: Tablet) -> None:
    roll(table, 10, 4)
    table.screen.host.close()
    propose_a_sale(table)
    sheet = table.screen.sheet
    table.play.dismiss("seen")
    sheet.close()
    table.settle()
    assert sheets(table) == [] or sheets(table) == [table.screen.sheet]
    assert not isinstance(table.screen.sheet, SeenMoveSheet)


def test_random_taps_that_once_left_a_proposal_nobody_knew(table: Tablet) -> None:
    """The shortest way that random taps found."""
    roll(table, 10, 4)
    pick(table, "2MK")
    tap_district(table, 2)
    act(table, "draw")
    undo(table)
    undo(table)
    table.double_tap(table.screen.panels[table.state.player].actions["deed"])
    table.tap(table.screen.panels[NEAR].counters[Suit.MOONS])
    table.tap_at(*_middle(district(table, 2).columns[1]))
    propose_a_sale(table)
    table.double_tap(district(table, 2).totals[0])
    table.settle()
    assert sheets(table) == ([] if table.screen.sheet is None else [table.screen.sheet])


def _middle(widget: Any) -> tuple[float, float]:
    x, y = widget.to_window(*widget.center)
    return float(x), float(y)
