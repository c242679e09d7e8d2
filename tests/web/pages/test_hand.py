"""The noted hand: only its own seat sees it, and a card that left it does not come back."""

from __future__ import annotations

import pytest

from companion.games.magnate.facts import PileFact
from companion.games.magnate.moves import Correct, Draw, Roll, Sell, possible_cards
from companion.pieces import Card
from companion.play import Source
from companion.web.pages.host import Viewer
from tests.play.kept_play import kept
from tests.web.pages.table_host import Device, TableHost


@pytest.fixture
def host() -> TableHost:
    return TableHost(kept("g"))


def note(device: Device, *codes: str) -> None:
    device.open("seat/0?show=hand")
    device.send(device.form(("do", "hand")), *(("card", code) for code in codes))


def test_a_noted_hand_is_shown_to_its_own_seat_and_one_tap_chooses_a_card(host: TableHost) -> None:
    ann, ben = Device(host, Viewer(0)), Device(host, Viewer(1, is_host=True))
    note(ann, "4MS", "7SK")
    host.playing.propose(Roll(0, (4, 7)), source=Source.TOUCH)
    page = ann.open("seat/0").main
    assert ann.form(("decision", "play-card")).buttons == [("a.card", "4MS"), ("a.card", "7SK")]
    assert 'class="deck hand"' in page
    for address in ("seat/1", "table", "tv", "history"):
        assert 'class="deck hand"' not in ben.open(address).main


def test_a_card_that_was_sold_is_no_ghost_in_the_hand_once_the_discards_are_shuffled(host: TableHost) -> None:
    ann = Device(host, Viewer(0))
    note(ann, "4MS", "7SK")
    play = host.playing
    play.propose(Roll(0, (4, 7)), source=Source.TOUCH)
    play.propose(Sell(0, Card.parse("4MS")), source=Source.TOUCH)
    play.propose(Draw(0), source=Source.TOUCH)
    state = play.state
    shuffled = PileFact((state.pile, state.discards, 0), (state.pile + state.discards, 0, 1))
    play.propose(Correct((shuffled,)), source=Source.TOUCH)
    assert Card.parse("4MS") in possible_cards(play.state)
    ann.open("seat/0?show=hand")
    assert [one["value"] for one in ann.form(("do", "hand")).inputs if "checked" in one] == ["7SK"]


def test_a_number_says_why_it_is_so_and_is_set_to_what_lies_on_the_table(host: TableHost) -> None:
    ann = Device(host, Viewer(0))
    host.playing.propose(Roll(0, (10, 2)), source=Source.TOUCH)
    why = ann.open("seat/0?spot=token-0-M").main
    assert "B16" in why or "B13" in why
    ann.tap(("decision", "correct"), ("a.spot", "token-0-M"), ("a.number", "3"))
    assert host.playing.state.tokens[0].counts[0] == 3
    ann.open("seat/0")
    ann.tap(("do", "undo"))
    assert host.playing.state.tokens[0].counts[0] == 2
