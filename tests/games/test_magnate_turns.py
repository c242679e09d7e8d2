"""How turns and the game end (B34–B36, D6, F6, F10, F14), and what moves say of themselves."""

from dataclasses import replace
from typing import Any

from companion.games.declared import describe
from companion.games.magnate import Options, Phase, State, apply, preset
from companion.games.magnate.encoding import LINES
from companion.games.magnate.facts import ColumnFact, CrownsFact, DistrictFact, PileFact, TokensFact, TurnFact
from companion.games.magnate.moves import Correct, Move, SetOption
from companion.games.magnate.state import Column, Deed
from companion.pieces import Card, Tokens
from tests.cases import each
from tests.games.random_play import play, refused, table


def sentence(state: State, line: str | Move) -> str:
    move = LINES.read(line) if isinstance(line, str) else line
    return str(describe(state, move, apply(state, move), ("Ann", "Ben")))


ROLLING = table({"X": "5SW/9LK(0)"}, "M1/S4", Phase.ROLL, turn=14)


@each(
    ("line", "text"),
    [
        ("0 roll 9 1 tax 2", "Ann rolled 9 and 1: Suns taxed, Ben gives back 3 Suns; Ben may choose what a deed pays"),
        ("0 roll 2 5", "Ann rolled 5 and 2: Ann collects 1 Sun and 1 Wave"),
        ("0 roll 3 1 tax 6", "Ann rolled 3 and 1: Knots taxed, nobody gives back anything"),
        ("0 roll 3 3", "Ann rolled 3 and 3: nobody collects anything"),
        (
            "0 roll 10 4",
            "Ann rolled 10 and 4: Ann collects 1 Moon, 1 Sun and 1 Wave and Ben collects 1 Leaf, 1 Wyrm and 1 Knot",
        ),
    ],
)
def test_a_roll_says_what_it_took_and_gave(line: str, text: str) -> None:
    assert sentence(ROLLING, line) == f"Turn 14, {text}"


def test_double_taxation_names_what_each_suit_cost() -> None:
    state = table(tokens="M3S3/0", phase=Phase.ROLL, options="mega")
    assert sentence(state, "0 roll 1 4 tax 2 1").endswith("Moons and Suns taxed, Ann gives back 2 Moons and 2 Suns")


PLAYING = table({"X": "9MS(M4S4)/9LK(0)"}, "M5S5/0")


@each(
    ("line", "text"),
    [
        ("0 develop 4MS @0 M2S2", "Ann develops The Mountain at The Harvest for 2 Moons and 2 Suns"),
        ("0 deed 8MS @0 M1S1", "Ann buys the deed on The Diplomat at The Harvest for 1 Moon and 1 Sun"),
        ("0 add 9MS M1", "Ann puts 1 Moon on the deed on The Pact and completes it"),
        ("0 sell AK", "Ann sells Ace of Knots for 2 Knots"),
        ("0 trade M K 1", "Ann trades 3 Moons for 1 Knot"),
        ("1 prefer 9LK K", "Ben always takes Knots from the deed on The Merchant"),
        ("1 prefer 9LK -", "Ben chooses each time what the deed on The Merchant pays"),
    ],
)
def test_what_a_player_does_has_a_sentence(line: str, text: str) -> None:
    assert sentence(PLAYING, line) == f"Turn 5, {text}"


def test_a_deed_says_how_far_it_is() -> None:
    assert sentence(table({"X": "9MS(M4)/-"}, "S2/0"), "0 add 9MS S2").endswith("on the deed on The Pact, 6 of 9")


def test_the_choice_of_deed_income_has_a_sentence() -> None:
    asking = apply(ROLLING, LINES.read("0 roll 9 2"))
    assert sentence(asking, "1 income 9LK K") == "Turn 14, Ben takes 1 Knot from the deed on The Merchant"


def test_a_card_for_the_automa_says_where_it_goes() -> None:
    assert sentence(table(options="solo"), "0 sell 4MS @0").endswith("it goes to the automa at The Harvest")


def test_draws_tell_of_the_new_pile_and_the_last_turns() -> None:
    assert sentence(table(phase=Phase.DRAW), "0 draw") == "Turn 5, Ann draws"
    anew = table(phase=Phase.DRAW, pile=0, discards=4)
    assert sentence(anew, "0 draw") == "Turn 5, Ann draws; the discards become a new pile of 3"
    last = table(phase=Phase.DRAW, pile=1, reshuffles=1)
    assert sentence(last, "0 draw") == "Turn 5, Ann draws; 2 last turns are left"


def test_a_draw_that_fails_says_so() -> None:
    empty = table(phase=Phase.DRAW, pile=0, discards=0)
    for line in ("0 draw", "0 end"):
        assert sentence(empty, line) == "Turn 5, Ann finds nothing to draw; 1 last turn is left"


def test_the_end_says_who_wins_and_why() -> None:
    state = table({"X": "9MS/-"}, phase=Phase.DRAW, pile=0, reshuffles=1, last_turns=1)
    assert sentence(state, "0 end") == (
        "Turn 5, Ann ends a last turn. The game is over: Ann wins with the most districts, 1 : 0"
    )


def test_corrections_say_what_is_and_what_was() -> None:
    state = table({"X": "4MS/-"}, "M2/0")
    facts = (
        TokensFact(0, Tokens.parse("M2"), Tokens.parse("M1")),
        ColumnFact(2, 0, state.column(0, 2) or Column(), Column((), Deed(Card.parse("9MS"), Tokens.parse("M2")))),
        PileFact((12, 4, 0), (11, 5, 0)),
        TurnFact((0, Phase.PLAY), (1, Phase.ROLL)),
        CrownsFact(0, state.crowns[0], state.crowns[0][:1]),
        DistrictFact(0, Card.parse("PMSL"), Card.parse("PMSL#2")),
    )
    assert sentence(state, Correct(facts)) == (
        "Correction: Ann: Moons 2 → 1; Ann's side of The Excuse is a deed on The Pact with 2 Moons; "
        "the pile has 11 cards and the discards 5; it is Ben's turn; "
        "Ann's Crowns are The Huntress, not The Huntress, The Bard and The Sea; "
        "the district is The Harvest, not The Harvest"
    )


def test_a_changed_option_has_a_sentence() -> None:
    assert sentence(table(), SetOption("ace_deed_price", "1", "2")) == (
        "The table plays on with ace deed price: 2 instead of 1"
    )


def drawing(options: Options | str = "standard", pile: int = 12, discards: int = 4, **fields: Any) -> State:
    return table(phase=Phase.DRAW, options=options, pile=pile, discards=discards, **fields)


def pile(state: State) -> tuple[int, int, int]:
    return state.pile, state.discards, state.reshuffles


def test_B34_drawing_one_card_ends_the_turn() -> None:
    state = play(drawing(), "0 draw")
    assert (state.player, state.turn, state.phase, state.pile) == (1, 6, Phase.ROLL, 11)
    assert (state.roll, state.plays_left, state.last_turns) == (None, 1, None)
    refused(drawing(), "0 end", "B34", "rule B34: the turn ends with a draw. Draw")
    refused(table(last_turns=2, pile=0, reshuffles=1), "0 end", "B34", "rule B34: first: play 1 card")


def test_B34_no_card_is_drawn_that_is_in_no_hand_of_this_table() -> None:
    refused(drawing(), "0 draw 4MS#2", "B34", "4MS#2 is from a second deck, and this game uses one")
    refused(drawing(), "0 draw TMWK", "B34", "this table plays without Courts")
    refused(drawing(), "0 draw PMSL", "B34", "The Harvest is never in a hand")
    refused(table({"X": "9MS(M1)/-"}, phase=Phase.DRAW), "0 draw 9MS", "B34", "lies on the table already")


def test_B34_no_card_is_drawn_from_the_discards_or_out_of_a_hand() -> None:
    sold = play(table(), "0 sell 4MS")
    refused(sold, "0 draw 4MS", "B34", "The Mountain cannot be drawn: it was sold and lies in the discards")
    drawn = play(sold, "0 draw 9LK", "1 roll 5 4", "1 sell 8MS")
    refused(drawn, "1 draw 9LK", "B34", "The Merchant cannot be drawn: it was drawn before and is in a hand")
    played = play(drawn, "1 draw", "0 roll 5 4", "0 sell 9LK")
    refused(played, "0 draw 9LK", "B34", "it was sold and lies in the discards")
    refused(drawing("mega"), "0 draw 4MS 4MS", "B34", "The Mountain cannot be drawn: it is named twice")


def test_B34_a_new_pile_holds_the_cards_that_were_sold_and_no_others() -> None:
    emptied = play(table(pile=1, discards=0), "0 sell 4MS", "0 draw 9LK", "1 roll 5 4", "1 sell 8MS")
    assert pile(play(emptied, "1 draw 4MS")) == (1, 0, 1)
    refused(emptied, "1 draw 3LY", "B34", "The Savage cannot be drawn: the pile was shuffled from other cards")
    last = play(emptied, "1 draw 8MS", "0 roll 5 4", "0 sell 3LY")
    refused(last, "0 draw 3LY", "B34", "it was sold and lies in the discards")
    assert play(last, "0 draw 4MS").last_turns == 2


def test_B34_of_two_cards_drawn_across_a_reshuffle_one_comes_from_each_pile() -> None:
    state = play(table(options="mega", pile=1, discards=0), "0 sell 4MS", "0 sell 8MS")
    assert pile(play(state, "0 draw 8MS 3LY")) == pile(play(state, "0 draw 3LY 4MS")) == (1, 0, 1)
    refused(state, "0 draw 4MS 8MS", "B34", "The Mountain and The Diplomat cannot be drawn together")
    refused(state, "0 draw 3LY 9LK", "B34", "The Savage and The Merchant cannot be drawn together")


def test_B34_what_was_corrected_is_believed_when_a_card_is_drawn() -> None:
    sold = play(table(discards=0), "0 sell 4MS")
    by_mistake = ColumnFact(0, 0, Column(), Column((Card.parse("4MS"),)))
    assert play(sold, Correct((by_mistake,))).hidden.discarded == ()
    counted = play(sold, Correct((PileFact((12, 1, 0), (12, 0, 0)),)))
    assert play(counted, "0 draw 4MS").pile == 11
    shuffled = play(sold, Correct((PileFact((12, 1, 0), (1, 0, 1)),)))
    assert play(shuffled, "0 draw 4MS").last_turns == 2


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


def test_B35_without_discards_the_first_exhaustion_is_already_the_last_once_a_draw_fails() -> None:
    emptied = play(drawing(pile=1, discards=0), "0 draw")
    assert (pile(emptied), emptied.last_turns) == ((0, 0, 0), None)
    failed = replace(emptied, phase=Phase.DRAW)
    assert str(failed.waiting_for[0].text) == "end the turn: nothing is left to draw"
    # The last turns count from the last card drawn: that turn was one of them, and two cards are left in each hand.
    state = play(failed, "1 draw")
    assert (state.last_turns, state.player, state.phase) == (1, 0, Phase.ROLL)
    assert play(replace(state, phase=Phase.DRAW), "0 end").over
    assert play(failed, "1 end") == state


def test_B35_a_card_sold_before_the_draw_fails_is_shuffled_in_and_play_goes_on() -> None:
    emptied = replace(play(drawing(pile=1, discards=0), "0 draw"), phase=Phase.PLAY)
    state = play(emptied, "1 sell 4MS", "1 draw 4MS")
    assert (pile(state), state.last_turns) == ((0, 0, 1), 2)
    refused(play(emptied, "1 sell 4MS"), "1 end", "B34", "the turn ends with a draw")


def test_B35_shuffling_at_once_judges_it_with_the_last_card() -> None:
    at_once = replace(Options(), reshuffle_at_once=True)
    state = play(drawing(at_once, pile=1, discards=0), "0 draw")
    assert (pile(state), state.last_turns) == ((0, 0, 0), 2)


def test_B35_from_the_first_failed_draw_every_player_has_a_turn_more() -> None:
    later = replace(Options(), last_turns_from_failed_draw=True)
    failed = replace(play(drawing(later, pile=1, discards=0), "0 draw"), phase=Phase.DRAW)
    assert play(failed, "1 draw").last_turns == 2


def test_B35_of_three_players_the_two_others_have_a_turn_after_the_failed_draw() -> None:
    failed = replace(play(drawing("three-players", pile=1, discards=0), "0 draw"), phase=Phase.DRAW)
    assert play(failed, "1 draw").last_turns == 2


def test_B35_a_pile_corrected_to_nothing_is_judged_by_the_next_draw_too() -> None:
    state = play(drawing(pile=3, discards=0), Correct((PileFact((3, 0, 0), (0, 0, 0)),)))
    assert state.last_turns is None
    assert play(state, "0 draw").last_turns == 1


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
    refused(last, "0 draw", "B36", "rule B36: nothing is drawn in the last turns. End the turn")
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


def test_F6_a_draw_that_fails_with_its_second_card_is_that_of_the_last_card_drawn() -> None:
    state = play(drawing("mega", pile=1, discards=0), "0 draw")
    assert (pile(state), state.last_turns) == ((0, 0, 0), 2)


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


@each("players", [2, 3])
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
