"""Corrections and changed switches."""

from dataclasses import replace

import pytest

from companion.games.errors import IllegalMove, UnplayableSetup, UnreadableDocument
from companion.games.fields import Amount
from companion.games.magnate import Phase, State, apply
from companion.games.magnate.correction_decisions import corrections
from companion.games.magnate.facts import ColumnFact, CrownsFact, DistrictFact, Fact, PileFact, TokensFact, TurnFact
from companion.games.magnate.moves import Correct, SetOption
from companion.games.magnate.state import Column, Deed
from companion.pieces import Card, Tokens
from tests.cases import each
from tests.games.random_play import play, refused, table

MOUNTAIN, PACT = Card.parse("4MS"), Card.parse("9MS")


def corrected(state: State, *facts: Fact) -> State:
    return apply(state, Correct(facts))


def refusal(state: State, *facts: Fact) -> str:
    """The whole line that refuses these facts, the rule's number first."""
    with pytest.raises(IllegalMove) as caught:
        corrected(state, *facts)
    return str(caught.value)


def tokens_fact(was: str, now: str, player: int = 0) -> TokensFact:
    return TokensFact(player, Tokens.parse(was), Tokens.parse(now))


def test_a_correction_sets_tokens_whosever_turn_it_is() -> None:
    state = table(tokens="M2/K1")
    assert corrected(state, tokens_fact("K1", "K4", player=1)).tokens == (Tokens.parse("M2"), Tokens.parse("K4"))


def test_a_stale_correction_is_refused_and_changes_nothing() -> None:
    state = table(tokens="M2/K1")
    assert refusal(state, tokens_fact("M3", "M4")) == (
        "rule B23: the game went on meanwhile. Check it, then correct it."
    )
    assert "went on meanwhile" in refusal(state, tokens_fact("M2", "M4"), tokens_fact("M2", "M5"))


def test_several_facts_hold_together_or_not_at_all() -> None:
    state = table({"X": "4MS/-"}, "M2/0")
    moved = (ColumnFact(2, 0, Column((MOUNTAIN,)), Column()), ColumnFact(0, 0, Column(), Column((MOUNTAIN,))))
    after = corrected(state, *moved, tokens_fact("M2", "M1"))
    assert [after.column(0, place) for place in (0, 2)] == [Column((MOUNTAIN,)), Column()]
    assert refusal(state, moved[1]) == "rule B23: The Mountain would lie on the table twice"


def test_a_column_is_set_with_its_deed_and_the_tokens_on_it() -> None:
    deed = Column((MOUNTAIN,), Deed(PACT, Tokens.parse("M3S2")))
    assert corrected(table(), ColumnFact(0, 1, Column(), deed)).column(1, 0) == deed


@each(
    ("column", "text"),
    [
        (Column((), Deed(PACT, Tokens.parse("W1"))), "rule B27: the deed on The Pact holds only its own suits"),
        (Column((), Deed(PACT, Tokens.parse("M9"))), "rule B28: the deed on The Pact would be complete"),
        (Column((Card.parse("CM#2"),)), "rule B17: The Huntress is not a property"),
        (Column((Card.parse("PMSL"),)), "rule B23: The Harvest would lie on the table twice"),
    ],
)
def test_what_no_table_can_hold_is_refused(column: Column, text: str) -> None:
    assert refusal(table(), ColumnFact(0, 0, Column(), column)) == text


def test_seats_and_districts_must_be_there() -> None:
    assert refusal(table(), TokensFact(2, Tokens(), Tokens())) == "rule B1: there is no player 3"
    assert refusal(table(), ColumnFact(7, 0, Column(), Column())) == "rule B2: there is no district 7"
    assert "no player 0" in refusal(table(), CrownsFact(-1, (), ()))
    assert "no district 5" in refusal(table(), DistrictFact(5, MOUNTAIN, MOUNTAIN))
    assert refusal(table()) == "rule B23: name what is different on the table"


def test_crowns_and_district_cards_are_set() -> None:
    state = table()
    other = (Card.parse("CM#2"), *state.crowns[0][1:])
    assert corrected(state, CrownsFact(0, state.crowns[0], other)).crowns == (other, state.crowns[1])
    theirs = (Card.parse("CM#2"), *state.crowns[1][1:])
    assert corrected(state, CrownsFact(1, state.crowns[1], theirs)).crowns == (state.crowns[0], theirs)
    middle = corrected(state, DistrictFact(2, Card.parse("X"), Card.parse("CK#2"))).districts
    assert [str(district.card) for district in middle] == ["PMSL", "PMYK", "CK#2", "PSWK", "PWLY"]
    pawn = Card.parse("PMSL#2")
    assert corrected(state, DistrictFact(0, Card.parse("PMSL"), pawn)).districts[0].card == pawn
    no_district = refusal(state, DistrictFact(0, Card.parse("PMSL"), MOUNTAIN))
    assert no_district == "rule B2: The Mountain cannot lie there"
    no_crown = refusal(state, CrownsFact(0, state.crowns[0], (MOUNTAIN,)))
    assert no_crown == "rule B3: The Mountain cannot lie there"


def test_a_table_of_three_is_corrected_where_its_players_have_a_border() -> None:
    columns = {"PMSL": "-/-/x", "PMYK": "-/-/x", "PSWK": "x/-/-", "PWLY": "x/-/-", "PMSL#2": "-/x/-", "PMYK#2": "-/x/-"}
    state = table(columns, options="three-players")
    after = corrected(state, ColumnFact(0, 1, Column(), Column((MOUNTAIN,))))
    assert after.column(1, 0) == Column((MOUNTAIN,))
    without = refusal(state, ColumnFact(0, 2, Column(), Column((MOUNTAIN,))))
    assert without == "rule F7: Player 3 does not border on that district"
    crown = Card.parse("CM#2")
    assert corrected(state, DistrictFact(0, Card.parse("PMSL"), crown)).districts[0].card == crown


def test_the_pile_is_set_and_with_it_whether_the_last_turns_have_begun() -> None:
    state = table(pile=3, discards=2, reshuffles=1)
    empty = corrected(state, PileFact((3, 2, 1), (0, 2, 1)))
    assert (empty.pile, empty.last_turns) == (0, 2)
    again = corrected(replace(empty, last_turns=1), PileFact((0, 2, 1), (0, 3, 1)))
    assert again.last_turns == 1
    assert corrected(empty, PileFact((0, 2, 1), (1, 2, 1))).last_turns is None
    assert corrected(state, PileFact((3, 2, 1), (0, 2, 0))).last_turns is None
    assert refusal(state, PileFact((3, 2, 1), (-1, 2, 1))) == "rule B35: a pile cannot have fewer than 0 cards"
    assert corrected(state, PileFact((3, 2, 1), (3, 7, 1))).discards == 7
    alone = table(options="solo", pile=3)
    assert corrected(alone, PileFact((3, 4, 0), (0, 4, 0))).last_turns == 1
    assert "went on meanwhile" in refusal(state, PileFact((4, 2, 1), (0, 2, 1)))


def test_no_pile_is_corrected_to_more_cards_than_there_are() -> None:
    pile = next(one for one in corrections(table(), ("Ann", "Ben")) if one.name == "pile")
    for what, most in (("0", 30), ("1", 30), ("2", 1)):
        asked = pile.with_words({"what": what}).fields[-1]
        assert isinstance(asked, Amount) and asked.most == most


def test_the_turn_is_set() -> None:
    state = table(plays_left=1, options="mega")
    assert corrected(state, TurnFact((0, Phase.PLAY), (1, Phase.PLAY))).plays_left == 1
    drawing = corrected(state, TurnFact((0, Phase.PLAY), (0, Phase.DRAW)))
    assert (drawing.phase, drawing.plays_left) == (Phase.DRAW, 0)
    back = corrected(drawing, TurnFact((0, Phase.DRAW), (1, Phase.ROLL)))
    assert (back.player, back.phase, back.plays_left, back.roll) == (1, Phase.ROLL, 2, None)
    over = table(phase=Phase.OVER)
    assert corrected(over, TurnFact((0, Phase.OVER), (0, Phase.PLAY))).plays_left == 1
    asked = refusal(state, TurnFact((0, Phase.PLAY), (0, Phase.INCOME)))
    assert asked == "rule B15: only a roll leads to a choice of deed income"
    automas = refusal(table(options="solo"), TurnFact((0, Phase.PLAY), (1, Phase.ROLL)))
    assert automas == "rule D1: the automa has no turns"


@each(("options", "left"), [("standard", 2), ("three-players", 3), ("solo", 1)])
def test_a_finished_game_that_goes_on_has_its_last_turns_anew_and_ends_after_them(options: str, left: int) -> None:
    over = table(options=options, phase=Phase.OVER, pile=0, reshuffles=2, last_turns=0)
    state = corrected(over, TurnFact((0, Phase.OVER), (0, Phase.DRAW)))
    assert state.last_turns == left
    while state.phase is not Phase.OVER:
        state = play(replace(state, phase=Phase.DRAW), f"{state.player} end")
    assert (state.last_turns, state.turn) == (0, over.turn + left - 1)


def test_a_turn_set_back_to_its_roll_forgets_the_roll_and_any_other_keeps_it() -> None:
    rolled = play(table(phase=Phase.ROLL), "0 roll 9 2")
    assert corrected(rolled, TurnFact((0, Phase.PLAY), (0, Phase.DRAW))).roll == rolled.roll
    assert corrected(rolled, TurnFact((0, Phase.PLAY), (0, Phase.ROLL))).roll is None


def test_a_turn_set_anew_asks_no_more_for_deed_income() -> None:
    asking = play(table({"X": "9MS(0)/-"}, phase=Phase.ROLL), "0 roll 9 2")
    assert corrected(asking, TurnFact((0, Phase.INCOME), (0, Phase.PLAY))).pending_income == ()


def test_a_deed_that_was_not_there_is_asked_no_more() -> None:
    asking = play(table({"X": "9MS(0)/-"}, phase=Phase.ROLL), "0 roll 9 2")
    after = corrected(asking, ColumnFact(2, 0, Column((), Deed(PACT)), Column((PACT,))))
    assert (after.phase, after.pending_income) == (Phase.PLAY, ())


def test_a_corrected_column_changes_nothing_of_whose_turn_it_is() -> None:
    for phase in (Phase.ROLL, Phase.DRAW, Phase.OVER):
        assert corrected(table(phase=phase), ColumnFact(2, 0, Column(), Column((PACT,)))).phase is phase
    asking = play(table({"X": "9MS(0)/9LK(0)"}, phase=Phase.ROLL), "0 roll 9 2")
    after = corrected(asking, ColumnFact(2, 0, Column((), Deed(PACT)), Column((PACT,))))
    assert (after.phase, after.pending_income) == (Phase.INCOME, ((1, Card.parse("9LK")),))


def test_a_switch_is_changed_in_the_middle_of_a_game() -> None:
    state = play(table(tokens="M5/0"), "set every_suit_on_a_deed no yes", "set ace_deed_price 1 2")
    assert (state.options.every_suit_on_a_deed, state.options.ace_deed_price) == (True, 2)


def test_a_switch_changes_only_from_what_it_is_to_what_it_can_be() -> None:
    refused(table(), "set courts yes no", "F15", "courts is no, not yes")
    for name in ("players", "preset", "solo", "pawns", "excuse", "extra_pawns", "crowns_each", "decks"):
        refused(table(), f"set {name} 2 3", "F15", f"{name} is fixed when a game starts")
    with pytest.raises(UnplayableSetup):
        play(table(), SetOption("hand", "3", "6"))
    for name, value in (("dragons", "yes"), ("courts", "maybe"), ("tax_dice", "two")):
        with pytest.raises(UnreadableDocument):
            play(table(), SetOption(name, "1" if name == "tax_dice" else "no", value))


def test_a_switch_that_would_complete_a_deed_is_refused() -> None:
    state = table({"X": "AM(M2)/-"})
    refused(state, "set original_aces no yes", "B28", "would be complete")
