"""A form shows what is stored: bids in secret, and what a correction starts from."""

from __future__ import annotations

import re

import pytest

from companion.games.sorcerous_futures.moves import Deal, Offer
from companion.pieces import Card
from companion.rolls.source import Source
from companion.web.pages.host import Viewer
from tests.web.pages.started import start_game
from tests.web.pages.table_host import Device, TableHost


@pytest.fixture
def host() -> TableHost:
    return TableHost()


def in_closed_auction(host: TableHost) -> None:
    """Deal five cards, and offer one of them for bids in secret."""
    start_game(host, "sorcerous-futures", "three-players")
    cards = tuple(map(Card.parse, ("2MK", "3MW", "4MS", "5ML", "6MW")))
    for move in (Deal(cards), Offer(host.playing.state.player, cards[0], closed=True)):
        host.playing.propose(move, source=Source.PAGE)


def number_in(page: Device) -> str:
    found = re.search(r'type="number"[^>]* value="(\d+)"', page.page.main)
    assert found is not None, page.page.main
    return found[1]


@pytest.mark.parametrize("shared", [False, True])
def test_a_bid_in_secret_stays_what_was_sent_however_often_it_is_sent_again(host: TableHost, shared: bool) -> None:
    in_closed_auction(host)
    asked = host.playing.sealed()[0].seat
    device = Device(host, Viewer(None if shared else asked, is_host=True))
    address = f"table?as={asked}&alone=1&open=1" if shared else f"seat/{asked}"
    device.open(address)
    device.send(device.form(("do", "seal")), ("answer", "37"))
    device.open(address)
    assert number_in(device) == "37"
    form = device.form(("do", "seal"))
    device.send(form, *((one["name"], one["value"]) for one in form.inputs))
    assert [one.answer for one in host.playing.sealed() if one.seat == asked] == [37]
    other = Device(host, Viewer(1 - asked if asked < 2 else 0))
    other.open(f"seat/{other.viewer.seat}")
    assert number_in(other) == "0"


def test_a_correction_begins_with_what_the_game_has(host: TableHost) -> None:
    start_game(host, "sorcerous-futures", "three-players")
    device = Device(host, Viewer(1, is_host=True))
    device.open("seat/1?decision=correct&a.kind=gold&a.player=2")
    assert number_in(device) == str(host.playing.state.gold[2])
