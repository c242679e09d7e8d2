"""Whatever is proposed is either played or refused with its rule; nothing else ever happens."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import CompanionError
from companion.games.declared import describe
from companion.games.errors import IllegalMove, UnplayableSetup, UnreadableDocument
from companion.games.magnate import PRESETS, Setup, State, apply, start
from companion.games.magnate.decisions import warnings
from companion.games.magnate.encoding import LINES, move_from_json, setup_from_json
from companion.games.magnate.facts import ColumnFact, CrownsFact, DistrictFact, PileFact, TokensFact, TurnFact
from companion.games.magnate.moves import (
    AddToDeed,
    BuyDeed,
    Correct,
    Develop,
    Draw,
    EndTurn,
    Move,
    PreferDeedIncome,
    Roll,
    Sell,
    SetOption,
    TakeDeedIncome,
    Trade,
)
from companion.games.magnate.options import options_from_json
from companion.games.magnate.state import Column, Deed, Phase
from companion.games.magnate.state_notation import state_from_text
from companion.pieces import DECK, Card, Suit, Tokens
from tests.cases import each
from tests.examples import some
from tests.games.random_play import RandomGame

NUMBERS = st.integers(-2, 12)
SEATS = st.integers(-1, 3)
CARDS = st.sampled_from([*DECK, *(Card(card.rank, card.suits, 2) for card in DECK)])
SUITS = st.sampled_from(Suit)
AMOUNTS = st.tuples(*[st.integers(0, 4)] * 6).map(Tokens)
COLUMNS = st.builds(
    Column, st.lists(CARDS, max_size=3).map(tuple), st.none() | st.builds(Deed, CARDS, AMOUNTS, st.none() | SUITS)
)
PILES = st.tuples(NUMBERS, NUMBERS, NUMBERS)
TURNS = st.tuples(SEATS, st.sampled_from(Phase))
FACTS = st.one_of(
    st.builds(TokensFact, SEATS, AMOUNTS, AMOUNTS),
    st.builds(ColumnFact, NUMBERS, SEATS, st.just(Column()), COLUMNS),
    st.builds(DistrictFact, NUMBERS, CARDS, CARDS),
    st.builds(CrownsFact, SEATS, st.just(()), st.lists(CARDS, max_size=3).map(tuple)),
    st.builds(PileFact, PILES, PILES),
    st.builds(TurnFact, TURNS, TURNS),
)
MOVES: st.SearchStrategy[Move] = st.one_of(
    st.builds(Roll, SEATS, st.tuples(NUMBERS, NUMBERS), st.lists(NUMBERS, max_size=3).map(tuple)),
    st.builds(TakeDeedIncome, SEATS, CARDS, SUITS),
    st.builds(PreferDeedIncome, SEATS, CARDS, st.none() | SUITS),
    st.builds(Develop, SEATS, CARDS, NUMBERS, AMOUNTS),
    st.builds(BuyDeed, SEATS, CARDS, NUMBERS, AMOUNTS),
    st.builds(AddToDeed, SEATS, CARDS, AMOUNTS),
    st.builds(Sell, SEATS, CARDS, st.none() | NUMBERS),
    st.builds(Trade, SEATS, SUITS, SUITS, NUMBERS),
    st.builds(Draw, SEATS, st.lists(CARDS, max_size=3).map(tuple)),
    st.builds(EndTurn, SEATS),
    st.builds(Correct, st.lists(FACTS, max_size=2).map(tuple)),
    st.builds(SetOption, st.sampled_from(["hand", "courts", "tax_dice", "nonsense"]), st.text(), st.text()),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@each("preset", PRESETS)
@settings(max_examples=some(8), deadline=None)
@given(seed=st.integers(0, 50), where=st.floats(0, 0.999), moves=st.lists(MOVES, min_size=5, max_size=25))
def test_any_move_is_played_or_refused_with_its_rule(preset: str, seed: int, where: float, moves: list[Move]) -> None:
    for move in moves:
        state = reached(preset, seed, where)
        try:
            after = apply(state, move)
        except IllegalMove as refused:
            assert re.fullmatch(r"[B-F]\d+", refused.rule)
            assert warnings(state, move) == ()
        except (UnreadableDocument, UnplayableSetup):
            assert isinstance(move, SetOption)
        else:
            assert describe(state, move, after, ("Ann", "Ben", "Cleo"))
            assert sum(crowns is not None for crowns in after.crowns) == after.players


GAMES: dict[tuple[str, int], list[State]] = {}


def reached(preset: str, seed: int, where: float) -> State:
    """A state of a random game, that far into it."""
    states = GAMES.get((preset, seed)) or GAMES.setdefault(
        (preset, seed), RandomGame(PRESETS[preset], seed).whole().states
    )
    return states[int(len(states) * where)]


@given(document=JSON)
def test_any_document_is_read_or_refused_at_its_place(document: object) -> None:
    for read in (move_from_json, setup_from_json, options_from_json):
        try:
            read(document, "here")
        except UnreadableDocument as refused:
            assert str(refused.thing).startswith("here")


@given(line=st.text(max_size=40))
def test_any_line_is_read_or_refused(line: str) -> None:
    for read in (LINES.read, state_from_text):
        with pytest.raises(UnreadableDocument):
            read(line)


@settings(max_examples=some(60), deadline=None)
@given(
    preset=st.sampled_from(list(PRESETS)),
    districts=st.lists(CARDS, max_size=9).map(tuple),
    crowns=st.lists(st.lists(CARDS, max_size=6).map(tuple), max_size=3).map(tuple),
    first=NUMBERS,
    pile=st.none() | NUMBERS,
    borders=st.none() | st.lists(st.lists(NUMBERS, max_size=3).map(tuple), max_size=7).map(tuple),
)
def test_any_setup_begins_or_is_refused_with_its_rule(
    preset: str,
    districts: tuple[Card, ...],
    crowns: tuple[tuple[Card, ...], ...],
    first: int,
    pile: int | None,
    borders: tuple[tuple[int, ...], ...] | None,
) -> None:
    try:
        start(PRESETS[preset], Setup(districts, crowns, first, None, pile, borders))
    except UnplayableSetup as refused:
        assert re.fullmatch(r"[B-F]\d+", refused.rule)
        assert isinstance(refused, CompanionError)
