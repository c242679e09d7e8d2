"""The tables of Sorcerous Futures and Magistratvm on a tablet: all that matters is in view at once."""

from __future__ import annotations

import pytest

from tests.app.on_screen import amiss, in_view, shown  # isort: skip - it settles Kivy first

from companion.app.sorcerous_futures.widgets.purses import TableCard
from companion.app.widgets.pad import Pad
from tests.app.tablet import Tablet

LANDSCAPE = (1280, 800)


def main_pads(tablet: Tablet) -> list[str]:
    """The texts of the most prominent pads."""
    return [one.text for one in tablet.screen.walk() if isinstance(one, Pad) and one.tone == "main"]


@pytest.mark.parametrize(("view", "players"), [("sorcerous_futures", 4), ("sorcerous_futures_of_three", 3)])
def test_an_auction_stands_above_all_purses_and_bought_cards_with_one_primary_action(
    tablet: Tablet, view: str, players: int
) -> None:
    with shown(tablet, view, LANDSCAPE, "en"):
        house = tablet.screen.house
        assert house.auction.y >= max(purse.top for purse in house.purses.purses)
        assert len(house.purses.purses) == players
        assert all(map(in_view, [house.auction, *house.purses.purses]))
        cards = [one for one in house.purses.walk() if isinstance(one, TableCard)]
        assert len(cards) > 3 * players and all(map(in_view, cards))
        assert main_pads(tablet) == ["Bid higher"]
        assert amiss(tablet) == []


def test_the_end_of_an_auction_game_shows_what_every_card_brings(tablet: Tablet) -> None:
    with shown(tablet, "sorcerous_futures_end", LANDSCAPE, "en"):
        purses = tablet.screen.house.purses.purses
        assert all(map(in_view, purses))
        assert [purse.gold for purse in purses] == ["54", "79", "58", "81"]
        assert [text for _, text in purses[0].cards("bought")] == ["+13", "+10", "+15", "+13"]


@pytest.mark.parametrize(
    ("view", "families"), [("magistratvm", 4), ("magistratvm_auction", 4), ("magistratvm_of_three", 3)]
)
def test_circuit_offices_and_all_families_of_rome_are_in_view(tablet: Tablet, view: str, families: int) -> None:
    with shown(tablet, view, LANDSCAPE, "en"):
        city = tablet.screen.city
        assert len(city.estates.estates) == families
        assert all(map(in_view, [city.circuit, city.offices, *city.estates.estates.values()]))
        assert len(main_pads(tablet)) == 1
        assert amiss(tablet) == []
