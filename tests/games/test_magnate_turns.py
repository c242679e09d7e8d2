"""How turns and the game end: B34–B36, D6, F6, F10, F14."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.magnate import Options, Phase, State, preset
from companion.pieces import Card
from tests.games.tables import play, refused, table


def drawing(options: Options | str = "standard", pile: int = 12, discards: int = 4, **fields: Any) -> State:
    return table(phase=Phase.DRAW, options=options, pile=pile, discards=discards, **fields)


def pile(state: State) -> tuple[int, int, int]:
    return state.pile, state.discards, state.reshuffles


def test_B34_drawing_one_card_ends_the_turn() -> None:
    state = play(drawing(), "0 draw")
    assert (state.player, state.turn, state.phase, state.pile) == (1, 6, Phase.ROLL, 11)
    assert (state.roll, state.plays_left, state.last_turns) == (None, 1, None)
    refused(drawing(), "0 end", "B34", "rule B34: the turn ends with a draw; draw")
    refused(table(last_turns=2, pile=0, reshuffles=1), "0 end", "B34", "rule B34: first: play 1 card")


def test_B34_cards_that_are_named_must_be_as_many_as_are_drawn() -> None:
    assert play(drawing(), "0 draw 4MS").pile == 11
    refused(drawing(), "0 draw 4MS 8MS", "B34", "1 card is drawn, 2 are named")
    refused(drawing(), "0 draw CM", "B34", "cannot be drawn")
    lying = table({"X": "4MS/-"}, phase=Phase.DRAW)
    refused(lying, "0 draw 4MS", "B34", "The Mountain cannot be drawn")


def test_B35_the_discards_become_the_pile_when_a_draw_fails() -> None:
    emptied = play(drawing(pile=1, discards=4), "0 draw")
    assert (pile(emptied), emptied.last_turns) == ((0, 4, 0), None)
    assert pile(play(replace(emptied, phase=Phase.DRAW), "1 draw")) == (3, 0, 1)


def test_B35_a_card_sold_in_that_very_turn_is_shuffled_in() -> None:
    emptied = replace(play(drawing(pile=1, discards=4), "0 draw"), phase=Phase.PLAY)
    assert pile(play(emptied, "1 sell 4MS", "1 draw")) == (4, 0, 1)


def test_B35_or_as_soon_as_the_pile_is_empty() -> None:
    at_once = replace(Options(), reshuffle_at_once=True)
    assert pile(play(drawing(at_once, pile=1, discards=4), "0 draw")) == (4, 0, 1)


def test_B35_but_never_more_often_than_the_table_shuffles() -> None:
    at_once = replace(Options(), reshuffle_at_once=True)
    state = play(drawing(at_once, pile=1, discards=4, reshuffles=1), "0 draw")
    assert (pile(state), state.last_turns) == ((0, 4, 1), 2)


def test_B34_the_next_turn_begins_with_its_own_roll_and_plays() -> None:
    state = play(table(phase=Phase.ROLL, options="mega"), "0 roll 9 4", "0 sell 4MS", "0 sell 8MS", "0 draw")
    assert (state.player, state.phase, state.roll, state.plays_left) == (1, Phase.ROLL, None, 2)


def test_B35_without_discards_the_first_exhaustion_is_already_the_last() -> None:
    state = play(drawing(pile=1, discards=0), "0 draw")
    assert (pile(state), state.last_turns) == ((0, 0, 0), 2)


def test_B36_after_the_last_card_each_player_has_one_more_turn_without_a_draw() -> None:
    state = play(drawing(pile=1, reshuffles=1), "0 draw")
    assert (state.last_turns, state.player) == (2, 1)
    state = play(replace(state, phase=Phase.DRAW), "1 end")
    assert (state.last_turns, state.player, state.phase) == (1, 0, Phase.ROLL)
    over = play(replace(state, phase=Phase.DRAW), "0 end")
    assert over.plays_left == 0
    assert (over.phase, over.turn, over.waiting_for, over.over) == (Phase.OVER, 7, (), True)


def test_B36_nothing_is_drawn_in_the_last_turns() -> None:
    last = drawing(pile=0, reshuffles=1, last_turns=2)
    refused(last, "0 draw", "B36", "rule B36: nothing is drawn in the last turns; end the turn")
    assert [one.kind for one in last.waiting_for] == ["end_turn"]
    assert [one.kind for one in drawing().waiting_for] == ["draw"]


def test_B36_nothing_more_is_played_once_it_is_over() -> None:
    over = table(phase=Phase.OVER)
    for line in ("0 roll 9 4", "0 sell 4MS", "0 trade M S 1", "0 add 9MS M1", "0 draw", "0 end", "0 income 9MS M"):
        refused(over, line, "B36", "the game is over")


def test_B36_or_the_last_turns_count_from_the_first_failed_draw() -> None:
    later = replace(Options(), last_turns_from_failed_draw=True)
    emptied = play(drawing(later, pile=1, reshuffles=1), "0 draw")
    assert (emptied.pile, emptied.last_turns) == (0, None)
    failed = play(replace(emptied, phase=Phase.DRAW), "1 draw")
    assert (failed.last_turns, failed.player) == (2, 0)
    refused(replace(emptied, phase=Phase.DRAW), "1 draw 4MS", "B34", "0 cards are drawn")


def test_F14_every_one_of_three_players_has_a_last_turn() -> None:
    state = play(drawing("three-players", pile=1, reshuffles=2), "0 draw")
    assert state.last_turns == 3
    for player in (1, 2, 0):
        assert not state.over
        state = play(replace(state, phase=Phase.DRAW), f"{player} end")
    assert state.over


def test_F10_three_players_shuffle_twice_or_once_where_the_table_says_so() -> None:
    second = play(drawing("three-players", pile=0, reshuffles=1), "0 draw")
    assert (pile(second), second.last_turns) == ((3, 0, 2), None)
    once = replace(preset("three-players"), reshuffles=1)
    assert play(drawing(once, pile=1, reshuffles=1), "0 draw").last_turns == 3


def test_F6_mega_draws_two_so_that_the_hand_is_six_again() -> None:
    assert pile(play(drawing("mega"), "0 draw")) == (10, 4, 0)
    refused(drawing("mega"), "0 draw 4MS", "B34", "2 cards are drawn, 1 are named")


def test_F6_a_single_card_is_drawn_then_the_pile_is_made_anew_and_the_other_drawn() -> None:
    assert pile(play(drawing("mega", pile=1, discards=9), "0 draw")) == (8, 0, 1)


def test_F6_or_the_last_turns_begin_where_no_pile_is_made_anew() -> None:
    state = play(drawing("mega", pile=1, discards=9, reshuffles=1), "0 draw")
    assert (pile(state), state.last_turns) == ((0, 9, 1), 2)
    refused(drawing("mega", pile=1, discards=9, reshuffles=1), "0 draw 4MS 8MS", "B34", "1 card is drawn, 2 are")


def test_D6_the_solo_game_runs_through_the_deck_once() -> None:
    state = play(drawing("solo", pile=1, discards=3), "0 draw")
    assert (pile(state), state.last_turns, state.player) == ((0, 3, 0), 1, 0)
    assert play(replace(state, phase=Phase.DRAW), "0 end").over


def test_D6_or_stops_at_once_where_the_table_says_so() -> None:
    at_once = replace(preset("solo"), solo_last_turn=False)
    state = play(drawing(at_once, pile=1), "0 draw")
    assert (state.over, state.turn) == (True, 5)


@pytest.mark.parametrize("players", [2, 3])
def test_turns_pass_round_the_table(players: int) -> None:
    state = drawing("three-players" if players == 3 else "standard")
    seats = []
    for _ in range(players + 1):
        seats.append(state.player)
        state = replace(play(state, f"{state.player} draw"), phase=Phase.DRAW)
    assert seats == [*range(players), 0]


def test_a_drawn_card_may_be_any_property() -> None:
    assert Card.parse("TMWK").is_property
    assert play(drawing("courts"), "0 draw TMWK").pile == 11
