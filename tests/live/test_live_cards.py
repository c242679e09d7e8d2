"""A card laid at a watched table becomes a move when a player taps, and nothing else does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.magnate import preset
from companion.games.magnate.moves import Develop
from companion.live.events import Asked, Disagreed, Proposed, TableSettled, Withdrawn
from companion.pieces import Tokens
from companion.play import Source
from companion.table.camera_events import Settled, Still
from companion.table.questions import NONE
from companion.table.sightings import Sightings
from tests.games.random_play import RandomGame
from tests.live.watched_game import SETUP, Watched, after, begun, card, crooked, rolled


def test_one_possible_payment_takes_one_tap(tmp_path: Path) -> None:
    table = begun(tmp_path, replace(SETUP, tokens=(Tokens.parse("M1S3"), Tokens())))
    rolled(table)
    [settled, proposed] = table.show(after(table.state, "4MS@0"))[1:]
    assert isinstance(settled, TableSettled) and settled.agrees is False
    assert isinstance(proposed, Proposed)
    assert proposed.move == Develop(0, card("4MS"), 0, Tokens.parse("M1S3"))
    assert proposed.seq is None and str(proposed.text).startswith("Turn 1, Ann develops The Mountain")
    assert table.play.seq == 1
    table.live.confirm(proposed.id)
    assert table.play.seq == 2
    assert table.last(Proposed).seq == 2
    assert table.rest()[1:] == [replace(settled, agrees=True, at=table.at - 1.0, number=table.frame)]


def test_several_payments_are_a_question(table: Watched) -> None:
    rolled(table)
    table.show(after(table.state, "4MS@0"))
    asked = table.last(Asked)
    assert asked.kind == "payment"
    assert {str(one.move.payment) for one in asked.choices if isinstance(one.move, Develop)} == {
        "M1S3",
        "M2S2",
        "M3S1",
    }


def test_what_lies_there_unsure_is_asked_and_only_then_proposed(table: Watched) -> None:
    rolled(table)
    table.lay(after(table.state, "6SY@2"))
    table.doubt("6SY", 0.6, "6MW")
    events = table.rest()
    asked = table.last(Asked)
    assert not [event for event in events if isinstance(event, Proposed)]
    assert [one.answer for one in asked.choices][:2] == ["6SY", "6MW"]
    assert asked.region is not None
    table.live.answer(asked.key, "6MW")
    question = table.last(Asked)
    assert {one.move.card for one in question.choices if isinstance(one.move, Develop)} == {card("6MW")}
    again = len(table.all(Asked))
    table.rest()
    assert len(table.all(Asked)) == again


@pytest.mark.parametrize("choice", ["7SK", "2SY", NONE])
def test_what_is_said_of_a_card_that_nobody_saw_is_asked_once(table: Watched, choice: str) -> None:
    rolled(table)
    elsewhere = after(table.state, "5SW@3", "2MK@1", "8YK@1", "8WL@4", "6LK@4")
    table.show(after(elsewhere, "3SK@0"))
    table.live.accept_table()
    table.lay(after(elsewhere, "4MS@0", "7SK@0", "9LK@0"))
    table.cards = tuple(one for one in table.cards if one.card != card("7SK"))
    table.rest()
    asked = table.last(Asked)
    assert str(asked.text) == "A card here was not read. Which card is it?" and asked.card is None
    table.live.answer(asked.key, choice)
    again = len(table.all(Asked))
    table.rest()
    assert not [one for one in table.all(Asked)[again:] if one.kind == "card"]
    assert not table.live.asked


def test_a_better_reading_withdraws_the_question(table: Watched) -> None:
    rolled(table)
    table.lay(after(table.state, "6SY@2"))
    sure = table.cards
    table.doubt("6SY", 0.6, "6MW")
    table.rest()
    doubt = table.last(Asked)
    table.cards = sure
    assert Withdrawn(doubt.key) in table.rest()
    assert table.last(Asked).kind == "payment"


def test_straightened_and_nudged_cards_propose_nothing(table: Watched) -> None:
    rolled(table)
    table.lay(after(table.state, "4MS@0", "7SK@0", "9LK/@1"))
    lying = table.cards
    table.live.accept_table()
    table.rest()
    table.live.accept_table()
    seq = table.play.seq
    events = []
    for seed in range(30):
        table.cards = crooked(lying, seed)
        events += table.rest()
    assert not [event for event in events if isinstance(event, Proposed | Asked | Disagreed)]
    assert table.play.seq == seq


def test_a_card_picked_up_again_withdraws_its_proposal(table: Watched) -> None:
    rolled(table)
    lying = table.state
    table.show(after(lying, "4MS@0"))
    asked = table.last(Asked)
    assert Withdrawn(asked.key) in table.show(lying)
    assert table.play.questions() == ()


def test_a_move_tapped_in_before_the_card_was_seen_agrees(table: Watched) -> None:
    rolled(table)
    table.play.propose(Develop(0, card("4MS"), 0, Tokens.parse("M2S2")), source=Source.TOUCH)
    assert [event for event in table.show(table.state) if not isinstance(event, TableSettled)][1:] == []


def test_another_games_table_is_dropped(table: Watched) -> None:
    rolled(table)
    count = len(table.events)
    table.lay(after(table.state, "4MS@0"))
    table.receive(Settled(Sightings(1600, 2400, table.cards), 99.0, 99), Still(100.0), game="another")
    assert len(table.events) == count


def test_when_the_game_is_over_the_cards_are_cleared_away_without_a_word(tmp_path: Path) -> None:
    game = RandomGame(preset("standard"), 3).whole()
    table = Watched(tmp_path, game.setup)
    for move in game.moves:
        table.play.propose(move, source=Source.TOUCH)
    table.show(game.state)
    table.cards = table.cards[:7]
    assert [type(event) for event in table.rest()[1:]] == [TableSettled]
