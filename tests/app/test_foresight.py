"""What may come, one tap away: income, what tax may take, who leads by how much."""

from __future__ import annotations

from companion.app.sheets.list import ListSheet
from companion.app.widgets.board_table import BoardTable
from companion.games.magnate.state import Column
from companion.pieces import Card, Suit
from tests.app.at_the_table import FAR, NEAR, hold, lay, roll
from tests.app.tablet import Tablet


def ahead(table: Tablet, seat: int) -> ListSheet:
    table.tap(table.screen.panels[seat].ids.head)
    sheet = table.screen.sheet
    assert isinstance(sheet, ListSheet)
    return sheet


def sentences(sheet: ListSheet) -> list[str]:
    return [one.text for one in reversed(sheet.ids.lines.children) if not isinstance(one, BoardTable)]


def test_what_may_come_is_one_tap_away_and_faces_who_tapped(table: Tablet) -> None:
    for seat in (NEAR, FAR):
        sheet = ahead(table, seat)
        assert sheet.turned is (seat == FAR)
        table.tap(sheet.ids.close)


def test_the_income_of_the_next_roll_stands_by_suit_and_player(table: Tablet) -> None:
    lay(table, 0, NEAR, Column((Card.parse("9MS"),)))
    [rows] = [one for one in ahead(table, NEAR).ids.lines.children if isinstance(one, BoardTable)]
    texts = [cell.text for cell in reversed(rows.children)]
    assert texts[:6] == ["next roll (mean)", "Ann", "Ben", "Moons", "0.36", "–"]


def test_it_names_the_cards_that_bring_income(table: Tablet) -> None:
    lay(table, 0, NEAR, Column((Card.parse("9MS"),)))
    assert any("The Pact" in one and "17%" in one for one in sentences(ahead(table, NEAR)))


def test_tokens_at_risk_to_tax_are_shown_with_how_likely_it_is(table: Tablet) -> None:
    hold(table, NEAR, Suit.WYRMS, 5)
    assert "Ann may lose 4 Wyrms to tax (3 %)" in sentences(ahead(table, NEAR))


def test_the_forecast_shows_who_leads_and_by_how_much(table: Tablet) -> None:
    assert sentences(ahead(table, NEAR))[0] == "Tied: nobody leads"
    hold(table, FAR, Suit.WYRMS, 5)
    assert sentences(ahead(table, NEAR))[0] == "All else tied: Ben leads by 4 in tokens"
    lay(table, 0, NEAR, Column((Card.parse("9MS"),)))
    assert sentences(ahead(table, NEAR))[0] == "Ann leads by 1 district"


def test_after_looking_ahead_the_dice_lie_open_again(table: Tablet) -> None:
    roll_tray = table.screen.sheet
    table.tap(ahead(table, NEAR).ids.close)
    assert type(table.screen.sheet) is type(roll_tray)
    roll(table, 10, 4)
    assert table.state.roll is not None
