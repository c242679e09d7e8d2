"""With the camera trusted, what it is sure of counts without a tap, and nothing else does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.magnate.moves import (
    BuyDeed,
    Sell,
)
from companion.live.events import Asked, Proposed, RollDetected, RollFate
from companion.locale import Message
from companion.pieces import Suit, Tokens
from companion.table.camera_events import Back, Lost
from companion.table.card_pose import CardPose
from companion.table.sightings import CardSighting
from tests.live.watched_game import AT_ONCE, RICH, SETUP, Watched, after, begun, card


def test_a_throw_while_nobody_looked_waits_for_a_tap_though_the_camera_is_trusted(tmp_path: Path) -> None:
    table = Watched(tmp_path, RICH, policy=AT_ONCE)
    table.lay(table.state)
    table.roll(3, 4)
    table.live.receive("g", Lost(Message("unplugged")))
    table.live.receive("g", Back())
    table.roll(9, 2)
    assert (table.last(RollDetected).fate, table.play.seq) == (RollFate.ASKED, 0)


def test_trades_are_always_asked_about(tmp_path: Path) -> None:
    tokens = (Tokens.parse("M2S1W3"), Tokens())
    table = begun(tmp_path, replace(SETUP, tokens=tokens), policy=AT_ONCE)
    table.roll(9, 2)
    assert table.play.seq == 1
    table.show(after(table.state, "4MS@0"))
    asked = table.play.questions()
    assert len(asked) == 1 and table.play.seq == 1
    assert Suit.WAVES in {getattr(one.move, "give", None) for one in asked[0].choices}


def test_with_the_camera_trusted_a_card_in_doubt_still_waits_for_an_answer(tmp_path: Path) -> None:
    table = begun(tmp_path, replace(SETUP, tokens=(Tokens.parse("L1K1"), Tokens())), policy=AT_ONCE)
    table.roll(9, 2)
    table.lay(after(table.state, "9LK/@0"))
    table.doubt("9LK", 0.9, "6LK")
    table.rest()
    assert table.play.seq == 1
    table.live.answer(table.last(Asked).key, "6LK")
    assert table.last(Proposed).move == BuyDeed(0, card("6LK"), 0, Tokens.parse("L1K1"))
    assert table.play.seq == 2


def test_with_the_camera_trusted_a_card_shown_aside_is_not_sold_without_a_tap(tmp_path: Path) -> None:
    table = begun(tmp_path, policy=AT_ONCE)
    for turn, sold in enumerate(("2WL", "8MS")):
        table.roll(9 - turn, 2)
        seq = table.play.seq
        table.show(table.state, [card(sold)])
        assert table.last(Proposed).move == Sell(turn, card(sold))
        # The place of the discards is known from the first card on.
        assert table.play.seq == seq + turn
        if turn == 0:
            table.live.confirm(table.last(Proposed).id)


@pytest.mark.parametrize(("away", "taken"), [(0.6, True), (1.0, False)])
def test_a_card_counts_as_sold_where_the_discards_lie_and_not_beside_them(
    tmp_path: Path, away: float, taken: bool
) -> None:
    table = Watched(tmp_path, RICH, policy=AT_ONCE)
    table.show(table.state, [card("2WL")])
    table.roll(9, 2)
    seq = table.play.seq
    [pile] = [one for one in table.cards if one.card == card("2WL")]
    table.lay(table.state)
    table.cards = (*table.cards, next_to(pile, away, "8MS"))
    table.rest()
    assert table.last(Proposed).move == Sell(0, card("8MS"))
    assert table.play.seq == seq + taken


def next_to(pile: CardSighting, away: float, code: str) -> CardSighting:
    """Another card that lies so many card heights further up the table."""
    height = CardPose.of(pile).height
    a, b, c, d = ((x, y - away * height) for x, y in pile.corners)
    return replace(pile, corners=(a, b, c, d), candidates=((card(code), 1.0),))
