"""The sheets over the table: what is tapped stays where it is, and looks as it is."""

from __future__ import annotations

from typing import Any

from companion.app.widgets.pad import Pad
from companion.app.window.theme import theme
from companion.games.magnate.state import Column, Deed
from companion.pieces import Card, Suit
from tests.app.at_the_table import DISTRICTS, NEAR, act, hold, lay, menu, pick, pick_in_tray, roll, tap_district, use
from tests.app.tablet import Tablet


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
