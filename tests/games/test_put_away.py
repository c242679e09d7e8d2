"""Putting a game away: everything that lies on the table is named once, in the bag or the place that it belongs to."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice

from companion.demo.whole_game import seeded_game
from companion.games.magnate import PRESETS, preset
from companion.games.magnate.state import Column, Deed, District, State
from companion.games.magnate.table_help import put_away
from companion.pieces import Card, Tokens
from tests.cases import each

NAMES = ("Ann", "Ben", "Cat")


def bags(state: State) -> dict[str, list[str]]:
    sections = put_away(state, NAMES[: state.players])
    return {str(section.title): [str(line.text) for line in section.lines] for section in sections}


def midway(name: str = "standard", turn: int = 20) -> State:
    return next(state for _, state in seeded_game(3, preset(name)) if state.turn >= turn)


def test_each_bag_takes_its_tokens_its_crowns_and_the_hand() -> None:
    state = replace(
        midway(), tokens=(Tokens.parse("M2K1"), Tokens()), crowns=((Card.parse("CM"),), (Card.parse("CY"),))
    )
    assert bags(state)["Ann’s bag"] == ["2 Moons and 1 Knot", "The Huntress (CM)", "The hand, face down"]
    assert bags(state)["Ben’s bag"] == ["The Calamity (CY)", "The hand, face down"]


def test_districts_are_listed_in_order_with_each_players_cards_from_the_district_outwards() -> None:
    columns = (
        Column((Card.parse("2SY"),), Deed(Card.parse("4YK"), Tokens.parse("K2"))),
        Column((), Deed(Card.parse("AM"))),
    )
    state = replace(midway(), districts=(District(Card.parse("X"), columns),))
    assert bags(state)["The districts, as they lie"] == [
        "The Excuse (X)",
        "Ann: The Desert (2SY) and across, as a deed, The Battle (4YK) with 2 Knots on it",
        "Ben: across, as a deed, Ace of Moons (AM)",
    ]


def test_the_pile_keeps_its_order_and_the_discards_are_counted() -> None:
    state = replace(midway(), pile=7, discards=12)
    assert bags(state)["The cards that nobody has"] == [
        "The pile, face down, in its order: 7",
        "The discards, face up: 12",
    ]


def test_an_automa_has_no_hand() -> None:
    lines = bags(midway("solo"))
    assert "The hand, face down" in lines["Ann’s bag"] and "The hand, face down" not in lines["Ben’s bag"]
    state = midway("solo")
    dealt = replace(state, options=replace(state.options, solo_automa_hand=True))
    assert "The hand, face down" in bags(dealt)["Ben’s bag"]


@each("name", PRESETS)
def test_every_card_that_lies_open_is_named_once(name: str) -> None:
    for _, state in islice(seeded_game(5, preset(name)), 20, None, 25):
        lines = " ".join(line for section in bags(state).values() for line in section)
        lying = Counter(card.code for card in state.cards_on_table())
        assert {code: lines.count(f"({code})") for code in lying} == lying
