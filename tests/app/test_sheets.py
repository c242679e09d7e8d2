"""One finger is one tap; sheets over the table and long forms stay and look as they are."""

from typing import Any

import pytest
from kivy.clock import Clock
from kivy.effects.scroll import ScrollEffect
from kivy.tests.common import UnitTestTouch

from companion.app.sheets.decision import QuestionSheet
from companion.app.sheets.history import HistorySheet, PastSheet
from companion.app.widgets.pad import Pad
from companion.app.widgets.sheet import Sheet
from companion.app.window.theme import theme
from companion.games.magnate.moves import Sell
from companion.games.magnate.state import Column, Deed
from companion.pieces import Card, Suit
from companion.play import Source
from tests.app.at_the_table import (
    DISTRICTS,
    NEAR,
    act,
    counter,
    develop_two,
    district,
    hold,
    lay,
    log,
    menu,
    pick,
    pick_in_tray,
    roll,
    tap_district,
    undo,
    use,
)
from tests.app.tablet import Tablet, TimedTouch


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
def test_a_tap_counts_a_quarter_of_a_second_after_a_sheet_closed(table: Tablet, pause: float, counts: bool) -> None:
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
    develop_two(table)
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


@pytest.fixture
def form(tablet: Tablet) -> Any:
    """The house rules of Magistratvm, at their end after a drag that went further."""
    tablet.tap(tablet.screen.entries["other_games"])
    tablet.tap(tablet.screen.entries["magistratvm"])
    tablet.tap(tablet.screen.ids.house_rules)
    scrolled = tablet.screen.sheet.ids.lines.parent
    for _ in range(8):
        _drag(tablet, scrolled, 400)
    return scrolled


def _drag(tablet: Tablet, scrolled: Any, by: float) -> None:
    x, y = scrolled.to_window(scrolled.x + 20, scrolled.center_y - by / 2)
    touch = TimedTouch(x, y)
    touch.touch_down()
    for step in range(1, 9):
        touch.touch_move(x, y + by * step / 8)
    touch.touch_up()
    tablet.settle()


def test_a_tap_right_after_a_drag_beyond_the_end_leaves_the_form_there(tablet: Tablet, form: Any) -> None:
    assert isinstance(form.effect_y, ScrollEffect) and form.scroll_y == pytest.approx(0, abs=0.01)
    _drag(tablet, form, 300)
    tablet.tap(tablet.screen.parts["dictators"].rows["dictators"].ids.more)
    Clock._last_tick -= 0.7  # a frame that took long, as one that builds a sheet does
    tablet.settle(30)
    assert form.scroll_y == pytest.approx(0, abs=0.01)


def trade(table: Tablet) -> Any:
    """Near may give Moons or Knots."""
    roll(table, 10, 4)
    hold(table, NEAR, Suit.KNOTS, 7)
    hold(table, NEAR, Suit.MOONS, 4)
    act(table, "trade")
    return table.screen.sheet.view


def of(row: Any, suit: Suit) -> Any:
    """A suit's target among others."""
    return next(target for target in row.children if target.suit is suit)


def at(target: Any) -> tuple[float, float]:
    """Where a finger aims for it."""
    x, y = target.to_window(*target.center)
    return float(x), float(y)


def is_enabled(pad: Pad) -> bool:
    return list(pad.ink) != list(theme.edge)


def test_a_leaf_that_is_aimed_at_is_a_leaf_whatever_was_given_first(table: Tablet) -> None:
    view = trade(table)
    leaf = at(of(view.suits, Suit.LEAVES))
    table.tap(of(view.suits, Suit.KNOTS))
    table.tap_at(*leaf)
    assert str(table.state.tokens[NEAR]) == "M4W2L1K4" and table.screen.sheet is None


def test_every_suit_of_a_trade_has_its_place_and_what_cannot_be_traded_is_not_tapped(table: Tablet) -> None:
    view = trade(table)
    assert [target.suit for target in reversed(view.suits.children)] == list(Suit)
    assert [suit for suit in Suit if not of(view.suits, suit).disabled] == [Suit.MOONS, Suit.KNOTS]
    table.tap(of(view.suits, Suit.MOONS))
    assert [suit for suit in Suit if of(view.suits, suit).disabled] == [Suit.MOONS]


def test_the_tokens_that_complete_a_deed_are_proposed_and_changed_by_taps(table: Tablet) -> None:
    roll(table, 10, 4)
    sheet = pick(table, "2MK")
    table.tap(use(sheet, "deed"))
    tap_district(table, 2)
    table.screen.actions.open_deeds(2)
    view = table.screen.sheet.view
    table.settle()
    texts = [view.done.text]
    table.tap(view.payment.ids.none)
    texts.append(view.done.text)
    for suit in (Suit.MOONS, Suit.KNOTS):
        table.tap(of(view.payment.ids.paid, suit))
        texts.append(view.done.text)
    assert texts == ["Complete the deed", "Add to the deed", "Add to the deed", "Complete the deed"]


def test_a_district_that_lies_elsewhere_changes_places_with_the_other(table: Tablet) -> None:
    menu(table)
    table.tap(table.screen.sheet.ids.correct)
    view = table.screen.sheet.view
    for text in ("The card of a district", "District 1"):
        table.tap(next(pad for pad in view.pads if pad.text == text))
    pick_in_tray(table, Card.parse("PWLY"))
    lying = [str(district.card) for district in table.state.districts]
    assert lying == ["PWLY", "PMYK", "X", "PSWK", "PMSL"] and table.screen.sheet is None


def test_the_pile_is_corrected_by_a_tap_on_it(table: Tablet) -> None:
    before = table.state.pile
    table.tap(table.screen.ids.pile)
    table.tap(table.screen.sheet.view.amount.ids.less)
    assert table.state.pile == before - 1


def test_a_deed_that_cannot_be_bought_looks_so_and_still_says_why(table: Tablet) -> None:
    roll(table, 10, 4)
    sheet = pick(table, "9LK")
    assert not is_enabled(use(sheet, "deed")) and not is_enabled(use(sheet, "develop"))
    assert is_enabled(use(sheet, "sell"))
    table.tap(use(sheet, "deed"))
    assert "(rule B24)" in sheet.notice


def test_a_deed_that_can_be_bought_looks_so(table: Tablet) -> None:
    roll(table, 10, 4)
    sheet = pick(table, "2MK")
    assert is_enabled(use(sheet, "deed")) and is_enabled(use(sheet, "develop"))


def test_a_card_that_fits_nowhere_can_only_be_sold_and_looks_so(table: Tablet) -> None:
    roll(table, 10, 4)
    for place, deed in enumerate(("5ML", "5YK", "4MS", "4WL", "6MW")):
        lay(table, place, NEAR, Column((), Deed(Card.parse(deed))))
    sheet = pick(table, "2MK")
    assert is_enabled(use(sheet, "sell"))
    assert not is_enabled(use(sheet, "develop")) and not is_enabled(use(sheet, "deed"))


def test_the_cameras_ring_is_drawn_around_its_picture(table: Tablet) -> None:
    table.screen.ids.camera.active = True
    table.screen.ids.camera.status = "lost"
    table.draw()
    corner = table.screen.ids.camera
    left, bottom = corner.to_window(*corner.pos)
    height = table.window.height
    ring = [round(255 * part) for part in reversed(theme.loss[:3])]
    rows, columns = (abs(table.picture() - ring).max(axis=2) < 8).nonzero()
    assert len(rows) > corner.width
    assert left - 3 <= columns.min() and columns.max() <= left + corner.width + 3
    assert height - bottom - corner.height - 3 <= rows.min() and rows.max() <= height - bottom + 3


def test_the_menu_tells_how_magnate_is_set_up_until_the_first_roll(table: Tablet) -> None:
    table.screen.open_menu()
    table.settle()
    assert table.screen.sheet.ids.put_away.text == "Set up the table"
    table.tap(table.screen.sheet.ids.put_away)
    rows = table.screen.sheet.ids.lines.children
    assert len(rows) == 5 and rows[0].text == "5. Ann rolls first."


def test_the_menu_says_what_goes_into_which_bag_where_a_game_is_put_away(table: Tablet) -> None:
    roll(table, 4, 7)
    table.screen.open_menu()
    table.settle()
    table.tap(table.screen.sheet.ids.put_away)
    lines = [line.text for line in reversed(table.screen.sheet.ids.lines.children)]
    assert "Ann’s bag" in lines and "The hand, face down" in lines
    assert lines[lines.index("The districts, as they lie") + 1].endswith(f"({DISTRICTS[0].code})")
