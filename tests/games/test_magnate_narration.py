"""What moves say of themselves, read aloud."""

from __future__ import annotations

from companion.games.declared import describe
from companion.games.magnate import Phase, State, apply
from companion.games.magnate.encoding import LINES
from companion.games.magnate.facts import ColumnFact, CrownsFact, DistrictFact, PileFact, TokensFact, TurnFact
from companion.games.magnate.moves import Correct, Move, SetOption
from companion.games.magnate.state import Column, Deed
from companion.pieces import Card, Tokens
from tests.cases import each
from tests.games.tables import table


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
