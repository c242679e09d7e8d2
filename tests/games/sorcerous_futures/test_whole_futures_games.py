"""Random games of Sorcerous Futures: any move is played or refused, the state is the reference's, they end."""

import json
import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cli.documents import course_document
from companion.games.errors import IllegalMove
from companion.games.sorcerous_futures.decisions import decisions
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
from companion.games.sorcerous_futures.figures import forecast
from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.games.sorcerous_futures.hidden_cards import seen_by
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
from companion.games.sorcerous_futures.scoring import DecidedBy, score
from companion.games.sorcerous_futures.state import Bought, HeldCrown, Notes, State, Valuation, is_traded, unseen
from companion.journal import Entry, KeptGame
from companion.journal.course.course import Course
from companion.journal.course.folding import REDO, UNDO
from companion.journal.records.record import read_record, write_record
from companion.journal.records.text_form import write_lines
from companion.pieces import DECK, Card
from tests.cases import each
from tests.examples import some
from tests.games.chance import every_move
from tests.games.sorcerous_futures.by_hand import NAMES
from tests.games.sorcerous_futures.reference import Table
from tests.games.sorcerous_futures.reference_moves import random_table, state_of, summary, whole_game
from tests.games.sorcerous_futures.test_sorcerous_secrets import codes, noted, own_notes, turned_up
from tests.journal.kept_games import NOON


def compare(seed: int) -> None:
    table, steps = whole_game(seed)
    assert state_of(table).gold == (90,) * table.seats
    for _, state, stands in steps:
        assert summary(state) == stands
        assert sum(state.gold) + summary(state).bank == 90 * table.seats
    end = steps[-1][1]
    assert end.over
    assert not any(state.over for _, state, _ in steps[:-1])
    worth = score(end)
    assert [one.total for one in worth.seats] == table.scores()
    assert [one.in_front for one in worth.seats] == [table.valuations_in_front(seat) for seat in range(table.seats)]
    assert list(worth.winners) == table.winners()
    for one in worth.seats:
        for card in one.cards:
            assert card.worth == table.card_is_worth(str(card.card), one.player)


@each("seed", range(24))
def test_a_random_game_stands_as_the_reference_has_it_after_every_move(seed: int) -> None:
    compare(seed)


@pytest.mark.prove("futures")
@pytest.mark.parametrize("first", range(0, 500, 50))
def test_five_hundred_random_games_stand_as_the_reference_has_them(first: int) -> None:
    for seed in range(first, first + 50):
        compare(seed)


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


AnyCourse = Course[Any, Any]


def seed_of(game: int, players: int) -> int:
    """The game's seed: even ones are of three players, odd ones of four."""
    return 2 * game + players - 3


def kept(table: Table) -> KeptGame:
    options = {
        "preset": "three-players" if table.seats == 3 else "four-players",
        "opens_at_least": table.at_least,
        "pawns_ten_in_ties": table.pawns_tie_as_ten,
    }
    names, setup = NAMES[: table.seats], {"aces": table.aces}
    return KeptGame("futures", SORCEROUS_FUTURES.name, "Futures", names, options, setup, NOON)


def entry(seq: int, document: Any) -> Entry:
    return Entry("futures", seq, f"id-{seq}", seq - 1, NOON, None, "touch", document)


def entries(moves: list[Move]) -> list[Entry]:
    return [entry(seq, SORCEROUS_FUTURES.move_to_json(move)) for seq, move in enumerate(moves, start=1)]


def ends_and_is_scored(table: Table, states: list[State]) -> None:
    end = states[-1]
    assert end.over and not any(state.over for state in states[:-1])
    assert end.auctions == 20 and len(unseen(end)) == 1
    paid = sum(one.gold for own in end.bought for one in own)
    assert sum(end.gold) + paid == 90 * end.seats
    worth = score(end)
    assert worth.decided_by is not DecidedBy.UNDECIDED
    assert list(worth.winners) == table.winners()


def replays_to_the_same(game: KeptGame, course: AnyCourse, made: list[Entry]) -> None:
    written = write_record(game, made).encode()
    again, read = read_record(written, "futures", now=lambda: NOON, new_id=lambda: "id")
    assert Course.of(SORCEROUS_FUTURES, again, read).state == course.state


def is_taken_back_from_any_depth(course: AnyCourse, states: list[State], dice: random.Random) -> None:
    """Some way back from somewhere, forth again as far, and back where it was."""
    seq = course.seq
    for _ in range(3):
        depth = dice.randint(1, len(course.done))
        back = [entry(seq + number, UNDO) for number in range(1, depth + 1)]
        forth = [entry(seq + depth + number, REDO) for number in range(1, depth + 1)]
        every = [one for one, _ in course.entry_steps]
        gone = Course.of(SORCEROUS_FUTURES, course.game, [*every, *back])
        assert gone.state == states[-1 - depth]
        course = Course.of(SORCEROUS_FUTURES, course.game, [*every, *back, *forth])
        assert course.state == states[-1]
        seq = course.seq


def plays_through(seed: int) -> None:
    table, steps = whole_game(seed)
    game, made = kept(table), entries([move for move, _, _ in steps])
    course: AnyCourse = Course.of(SORCEROUS_FUTURES, game, made)
    states = [course.start, *(step.after for step in course.done)]
    assert states[1:] == [state for _, state, _ in steps]
    ends_and_is_scored(table, states)
    replays_to_the_same(game, course, made)
    is_taken_back_from_any_depth(course, states, random.Random(seed))


def keeps_secrets(seed: int) -> None:
    """At some moment of a game in which everybody noted all they saw: nobody reads what another one noted."""
    table, moves = noted(seed)
    game = kept(table)
    until = random.Random(seed).randint(table.seats, len(moves) - table.seats)
    made = entries(moves[:until])
    course: AnyCourse = Course.of(SORCEROUS_FUTURES, game, made)
    for viewer in (None, *range(table.seats)):
        documents = [
            write_record(game, made, viewer),
            write_lines(course, viewer).replace(":", '"').replace(" ", '"').replace("\n", '"'),
            json.dumps(SORCEROUS_FUTURES.state_to_json(seen_by(course.state, viewer))),
            json.dumps([str(line.message) for line in course.history(viewer)]),
            str(SORCEROUS_FUTURES.view(course.state, NAMES, viewer)),
        ]
        if viewer is None:
            documents.append(json.dumps(course_document(course)))
        if viewer is not None:
            assert all(code in text for code in codes(table, viewer) for text in documents[:3])
        for seat in set(range(table.seats)) - {viewer}:
            hidden = set(codes(table, seat)) - {turned_up(course.state)}
            assert not [code for code in hidden for text in documents if code in text], (seed, viewer, seat)
            assert not any(note.drawn or note.crowns for note in [seen_by(course.state, viewer).notes[seat]])


@each("players", [3, 4])
@each("game", range(3))
def test_a_random_game_ends_is_scored_replays_to_the_same_and_is_taken_back(game: int, players: int) -> None:
    plays_through(seed_of(game, players))


@pytest.mark.prove("futures")
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("first", range(0, 1000, 50))
def test_a_thousand_random_games_end_are_scored_replay_to_the_same_and_are_taken_back(first: int, players: int) -> None:
    for game in range(first, first + 50):
        plays_through(seed_of(game, players))


@each("seed", range(6))
def test_nobody_reads_anywhere_what_another_noted(seed: int) -> None:
    keeps_secrets(seed)


@pytest.mark.prove("futures")
@pytest.mark.parametrize("first", range(0, 500, 50))
def test_in_five_hundred_games_nobody_reads_anywhere_what_another_noted(first: int) -> None:
    for seed in range(first, first + 50):
        keeps_secrets(seed)


@each("seed", range(4))
def test_every_decision_that_play_waits_for_is_owned_by_who_is_asked_and_offers_what_the_rules_take(seed: int) -> None:
    table, steps = whole_game(seed)
    for _, state, _ in steps:
        asked = {one.owner for one in SORCEROUS_FUTURES.waiting_for(state) if not one.answers}
        own = [one for one in decisions(state, NAMES[: table.seats]) if not one.optional]
        assert {one.owner for one in own} == asked
        for decision in own:
            SORCEROUS_FUTURES.apply(state, next(every_move(decision)))


def test_a_note_that_is_noted_again_takes_the_place_of_the_first() -> None:
    table, _ = random_table(0)
    state = SORCEROUS_FUTURES.start(
        SORCEROUS_FUTURES.options_from_json({}, ""), SORCEROUS_FUTURES.setup_from_json({"aces": table.aces}, "")
    )
    state = SORCEROUS_FUTURES.apply(state, Note(0, own_notes(table, 0)))
    assert SORCEROUS_FUTURES.apply(state, Note(0)).notes[0] == Note(0).notes
