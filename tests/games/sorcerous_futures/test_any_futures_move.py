"""Any move at any moment of Sorcerous Futures is played or refused with its rule; nothing else ever happens."""

from __future__ import annotations

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.errors import IllegalMove
from companion.games.sorcerous_futures.encoding import LINES, move_from_json, move_to_json
from companion.games.sorcerous_futures.facts import (
    BoughtFact,
    CrownFact,
    Fact,
    GoldFact,
    MiddleFact,
    TurnFact,
    ValuationFact,
)
from companion.games.sorcerous_futures.foresight import forecast
from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.games.sorcerous_futures.moves import (
    Bid,
    Bids,
    Correct,
    Deal,
    Move,
    Note,
    Offer,
    Pass,
    Show,
    TurnUp,
    apply,
)
from companion.games.sorcerous_futures.notes import seen_by
from companion.games.sorcerous_futures.state import Bought, HeldCrown, Notes, State, Valuation, is_traded
from companion.pieces import DECK, Card
from tests.examples import some
from tests.games.sorcerous_futures.reference_moves import state_of, whole_game

NAMES = ("Ann", "Ben", "Cleo", "Dan")

seats = st.integers(-1, 4)
gold = st.integers(-2, 95)
any_card = st.sampled_from(DECK)
traded = st.sampled_from([card for card in DECK if is_traded(card)])
some_cards = st.lists(traded | any_card, max_size=6).map(tuple)
valuations = st.lists(st.builds(Valuation, any_card, traded), max_size=3).map(tuple)
notes = st.builds(Notes, valuations, st.lists(st.builds(HeldCrown, seats, any_card), max_size=4).map(tuple), some_cards)


@cache
def moments(seed: int) -> tuple[State, ...]:
    """Every state of a random game."""
    table, steps = whole_game(seed)
    return (state_of(table), *(state for _, state, _ in steps))


@st.composite
def moment(draw: st.DrawFn) -> State:
    states = moments(draw(st.integers(0, 3)))
    return states[draw(st.integers(0, len(states) - 1))]


def facts(state: State) -> st.SearchStrategy[Fact]:
    """Of what the game holds, and of what it does not."""
    seat = st.integers(0, state.seats - 1)
    bought = st.lists(st.builds(Bought, traded, gold), max_size=3).map(tuple)
    return (
        seat.flatmap(lambda one: st.builds(GoldFact, st.just(one), st.just(state.gold[one]) | gold, gold))
        | seat.flatmap(lambda one: st.builds(BoughtFact, st.just(one), st.just(state.bought[one]) | bought, bought))
        | st.builds(MiddleFact, st.just(state.middle) | some_cards, some_cards)
        | st.builds(TurnFact, st.just(state.player) | seats, seats)
        | any_card.flatmap(
            lambda one: st.builds(
                ValuationFact, st.just(one), st.just(state.valuation(one)) | st.none(), st.none() | traded
            )
        )
        | seat.flatmap(lambda one: st.builds(CrownFact, st.just(one), st.just(state.crowns[one]), st.none() | any_card))
    )


def moves(state: State) -> st.SearchStrategy[Move]:
    player = st.just(state.player) | seats
    lying = st.sampled_from(state.middle) | any_card if state.middle else any_card
    return (
        st.builds(Deal, some_cards)
        | st.builds(Offer, player, lying, st.booleans(), st.none() | gold)
        | st.builds(Bid, player, gold)
        | st.builds(Pass, player)
        | st.builds(Bids, st.lists(gold, max_size=5).map(tuple))
        | st.builds(TurnUp, any_card)
        | st.builds(Show, player, valuations, any_card)
        | st.builds(Note, player, notes)
        | st.builds(Correct, st.lists(facts(state), max_size=3).map(tuple))
    )


def holds_together(state: State) -> None:
    """No table holds a card twice, nor anybody less than nothing."""
    lying = list(state.open_cards())
    assert len(lying) == len(set(lying)) and all(map(is_traded, lying))
    assert min(state.gold) >= 0
    assert all(one.gold >= 0 for own in state.bought for one in own)
    assert 0 <= state.player < state.seats
    assert state.auction is None or state.auction.card in state.middle
    crowns = [crown for crown in state.crowns if crown is not None]
    assert len(crowns) == len(set(crowns))


@settings(max_examples=some(25), deadline=None)
@given(st.data())
def test_any_move_is_played_or_refused_with_its_rule(data: st.DataObject) -> None:
    before = data.draw(moment())
    move = data.draw(moves(before))
    assert move_from_json(move_to_json(move)) == move
    assert LINES.read(LINES.write(move)) == move
    try:
        after = apply(before, move)
    except IllegalMove as refused:
        assert refused.rule[0] == "H" and str(refused.reason)
        return
    holds_together(after)
    names = NAMES[: after.seats]
    assert str(SORCEROUS_FUTURES.describe(before, move, after, names))
    for viewer in (None, *range(after.seats)):
        view = seen_by(after, viewer)
        assert SORCEROUS_FUTURES.view(after, names, viewer).regions
        assert len(forecast(view).totals) == after.seats
    if not isinstance(move, Correct):
        paid = sum(one.gold for own in after.bought for one in own)
        assert sum(after.gold) + paid == 90 * after.seats


def test_cards_of_the_second_deck_are_no_part_of_the_game() -> None:
    assert not is_traded(Card.parse("4MS#2"))
