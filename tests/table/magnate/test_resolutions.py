"""Where table and journal disagree, either can be right."""

from __future__ import annotations

import random
from dataclasses import replace

from companion.games.magnate import State, apply, preset
from companion.pieces import DECK, Card
from companion.table.comparison import Agrees
from companion.table.magnate.difference import Disagreement, Table, compare
from companion.table.magnate.resolutions import adopt_table, mark_differences, put_back
from tests.games.random_play import RandomGame
from tests.table.magnate.test_difference import playing, with_card, with_laid

NAMES = ("Ann", "Ben")


def disagreement(state: State, table: Table) -> Disagreement:
    found = compare(state, table)
    assert isinstance(found, Disagreement), found
    return found


def steps(state: State, table: Table) -> list[str]:
    return [str(step) for step in put_back(state, disagreement(state, table), NAMES)]


def test_the_table_is_right_in_one_move_and_then_they_agree() -> None:
    chance, adopted = random.Random(2), 0
    for seed in range(4):
        game = RandomGame(preset("courts"), seed)
        while not game.state.over:
            game.step()
            state = game.state
            lying = set(state.cards_on_table())
            columns = [
                (place, player)
                for place in range(5)
                for player in (0, 1)
                if (column := state.column(player, place)) and column.cards
            ]
            if not columns or chance.random() < 0.8:
                continue
            place, player = chance.choice(columns)
            other = chance.choice([card for card in DECK if card.is_property and card not in lying])
            table = Table(with_card(state, place, player, 0, other))
            corrected = apply(state, adopt_table(disagreement(state, table)))
            assert isinstance(compare(corrected, table), Agrees)
            assert (corrected.tokens, corrected.player) == (state.tokens, state.player)
            adopted += 1
    assert adopted > 20


def test_a_moved_card_is_adopted_and_can_be_moved_back() -> None:
    journal, table = playing("4MS@0 7SK@3"), Table(playing("4MS@2 7SK@3").districts)
    assert isinstance(compare(apply(journal, adopt_table(disagreement(journal, table))), table), Agrees)
    assert steps(journal, table) == [
        "Move The Mountain from Ann's side of The Excuse to Ann's side of The Harvest.",
    ]


def test_what_to_put_back_is_said_step_by_step() -> None:
    journal = playing("4MS@0 7SK@0 9LK/@2")
    table = Table(playing("4MS@0 5ML@1 9LK@2").districts)
    away = replace(journal, districts=with_laid(playing("4MS@0 9LK/@2"), "5ML", 1))
    assert steps(journal, table) == [
        "Remove The Forest from Ann's side of The Watchman.",
        "Put The Castle back on Ann's side of The Harvest.",
        "Turn The Merchant on Ann's side of The Excuse like a deed.",
    ]
    assert steps(journal, Table(away.districts))[:2] == steps(journal, table)[:2]


def test_cards_in_another_order_are_laid_in_the_journals() -> None:
    journal, table = playing("4MS@0 7SK@0 2MK@0"), playing("4MS@0 2MK@0 7SK@0")
    assert steps(journal, Table(table.districts)) == [
        "Arrange Ann's side of The Harvest in this order, outwards from the district:"
        " The Mountain, The Castle and The Author."
    ]


def test_another_district_card_is_put_back_or_adopted() -> None:
    state = playing("4MS@0")
    row = (replace(state.districts[0], card=Card.parse("PMYK")), *state.districts[1:])
    table = Table((row[0], replace(row[1], card=Card.parse("PMSL")), *row[2:]))
    assert isinstance(compare(state, table), Disagreement)
    [first, *_] = steps(state, Table(row))
    assert first == "Put The Harvest in the row instead of The Watchman."


def test_what_differs_is_marked_on_both_sides() -> None:
    journal = playing("4MS@0 7SK@0 9LK/@0").column(0, 0)
    table = playing("4MS@0 2MK@0 9LK@0").column(0, 0)
    assert journal is not None and table is not None
    ours, theirs = mark_differences(journal, table)
    assert [(str(one.card), one.deed, one.differs) for one in ours] == [
        ("4MS", False, False),
        ("7SK", False, True),
        ("9LK", True, True),
    ]
    assert [one.differs for one in theirs] == [False, True, True]
