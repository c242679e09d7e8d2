"""What may come, one tap away: income, what tax may take, who leads by how much; each number says where it is from."""

from companion.app.magnate.sheets.forecast import ForecastSheet
from companion.games.magnate.state import Column
from companion.pieces import Card, Suit
from tests.app.at_the_table import FAR, NEAR, hold, lay, roll
from tests.app.tablet import Tablet


def ahead(table: Tablet, seat: int) -> ForecastSheet:
    table.tap(table.screen.table.seats[seat].ids.head)
    sheet = table.screen.sheet
    assert isinstance(sheet, ForecastSheet)
    return sheet


def test_what_a_player_may_expect_is_one_tap_away_at_the_players_edge(table: Tablet) -> None:
    for seat in (NEAR, FAR):
        sheet = ahead(table, seat)
        assert sheet.turned is (seat == FAR)
        assert (sheet.to_window(*sheet.center)[1] > 400) is (seat == FAR)
        assert sheet.height <= 0.4 * 800
        table.tap(sheet.ids.close)


def test_what_lies_ahead_of_another_player_is_shown_at_once(table: Tablet) -> None:
    first = ahead(table, NEAR)
    table.tap(first.suits[Suit.MOONS])
    table.tap(first.ids.close)
    again = ahead(table, FAR)
    assert (again.name, again.notice) == ("Ben", "")


def test_the_income_of_the_next_roll_is_drawn_for_each_suit(table: Tablet) -> None:
    lay(table, 0, NEAR, Column((Card.parse("9MS"),)))
    suits = ahead(table, NEAR).suits
    assert [suits[suit].ids.next.text for suit in Suit] == ["+0.4", "+0.2", "+0.2", "–", "–", "+0.2"]


def test_a_tap_on_a_suit_says_which_cards_bring_it(table: Tablet) -> None:
    lay(table, 0, NEAR, Column((Card.parse("9MS"),)))
    sheet = ahead(table, NEAR)
    table.tap(sheet.suits[Suit.MOONS])
    assert sheet.notice == "Moons: The Huntress 19%, The Pact 17%"


def test_tokens_at_risk_to_tax_are_shown_with_how_likely_it_is(table: Tablet) -> None:
    hold(table, NEAR, Suit.WYRMS, 5)
    sheet = ahead(table, NEAR)
    assert sheet.suits[Suit.WYRMS].ids.at_risk.text == "−4"
    assert sheet.suits[Suit.SUNS].ids.at_risk.text == "–"


def test_the_forecast_shows_who_leads_and_by_how_much(table: Tablet) -> None:
    assert ahead(table, NEAR).standing.startswith("Tied: nobody leads\n")
    hold(table, FAR, Suit.WYRMS, 5)
    assert ahead(table, NEAR).standing.startswith("All else tied: Ben leads by 4 in tokens\n")
    lay(table, 0, NEAR, Column((Card.parse("9MS"),)))
    assert ahead(table, NEAR).standing.startswith("Ann leads by 1 district\n")


def test_after_looking_ahead_the_dice_lie_open_again(table: Tablet) -> None:
    roll_tray = table.screen.sheet
    table.tap(ahead(table, NEAR).ids.close)
    assert type(table.screen.sheet) is type(roll_tray)
    roll(table, 10, 4)
    assert table.state.roll is not None
