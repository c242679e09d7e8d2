"""What holds in every game of Magistratvm, whoever plays it; and random games stand as in the slow reading."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from jsonschema import Draft202012Validator

from companion.games.errors import IllegalMove
from companion.games.figures import PlayedMove
from companion.games.magistratvm import encoding
from companion.games.magistratvm import moves as m
from companion.games.magistratvm.elections import votes
from companion.games.magistratvm.game import MAGISTRATVM
from companion.games.magistratvm.moves import apply, offered
from companion.games.magistratvm.offices import Office
from companion.games.magistratvm.options import options_from_json
from companion.games.magistratvm.scoring import DecidedBy, score
from companion.games.magistratvm.state import TOKENS, Phase, Place, Purse, State
from companion.games.magistratvm.statistics import statistics
from companion.journal.course.course import Course
from companion.journal.records.record_schema import schema_of
from companion.pieces.piecepack import TILES
from tests.cases import each
from tests.games.magistratvm.random_game import begun, play, record, whole
from tests.games.magistratvm.random_table import stands
from tests.games.magistratvm.reference_moves import state_of, summary, unlike, whole_game
from tests.journal.kept_games import read as read_document

READINGS = ("low_majority_removes", "votes_without_tokens", "one_vote_each", "displaces_own")


def compare(seed: int, **readings: bool) -> None:
    table, steps = whole_game(seed, **readings)
    assert unlike(summary(state_of(table)), stands(table)) == {}
    last = None
    for step in steps:
        assert unlike(summary(step.after), step.stands) == {}
        for refused, rule in step.refused:
            with pytest.raises(IllegalMove) as error:
                apply(step.before, refused)
            assert error.value.rule == rule
        last = step.after
    assert last is not None and last.over
    worth = score(last)
    assert [one.total for one in worth.seats] == [table.score(seat) for seat in range(table.seats)]
    assert list(worth.winners) == table.winners()


@each("seed", range(4))
def test_a_random_game_stands_as_the_reference_has_it_and_refuses_by_the_same_rules(seed: int) -> None:
    compare(seed)


@each("reading", READINGS)
def test_a_random_game_with_another_reading_stands_as_the_reference_has_it(reading: str) -> None:
    compare(100 + READINGS.index(reading), **{reading: True})


@pytest.mark.prove("magistratvm")
@pytest.mark.parametrize("reading", READINGS)
def test_fifty_random_games_with_another_reading_stand_as_the_reference_has_them(reading: str) -> None:
    for seed in range(1000, 1050):
        compare(seed, **{reading: True})


@pytest.mark.prove("magistratvm")
@pytest.mark.parametrize("chosen", range(1, 2 ** len(READINGS)))
def test_random_games_with_several_readings_stand_as_the_reference_has_them(chosen: int) -> None:
    for seed in range(2000, 2008):
        compare(seed, **{reading: bool(chosen >> place & 1) for place, reading in enumerate(READINGS)})


@pytest.mark.prove("magistratvm")
@pytest.mark.parametrize("first", range(0, 500, 25))
def test_five_hundred_random_games_stand_as_the_reference_has_them(first: int) -> None:
    for seed in range(first, first + 25):
        compare(seed)


NAMES = ("Susan", "Paul", "Quentin", "Rebecca")
Played = tuple[State, m.Move, State]


def steps(seats: int, seed: int) -> Iterator[Played]:
    before, _, dice = begun(seats, seed)
    for move, state in play(before, dice):
        yield before, move, state
        before = state


GAMES = [(seats, seed) for seats in (3, 4) for seed in range(1)]
each_game = each(("seats", "seed"), GAMES)


def purses(state: State) -> Counter[Purse]:
    """Where gold lies, the bank apart."""
    held = {Purse(Place.ESTATE, seat): gold for seat, gold in enumerate(state.gold)}
    held |= {Purse(Place.PROVINCE, None, one.tile): one.gold for one in state.contested}
    held |= {Purse(Place.PROVINCE, None, one.tile): one.gold for own in state.decided for one in own}
    return Counter({**held, Purse(Place.PREFECT): state.prefect_gold})


RULES_OF_GOLD = {
    m.TakeIncome: {"I7", "I9", "I10"},
    m.Bid: {"I12"},
    m.Pass: {"I12"},
    m.PlaceTokens: {"I14"},
    m.Enter: {"I15"},
    m.Promote: {"I16"},
    m.StartCircuit: {"I21"},
    m.CountVotes: {"I27", "I28"},
    m.Redistribute: {"I27"},
    m.Refill: {"I27"},
    m.Dictate: {"I27"},
    m.Give: {"I31"},
}


@each_game
def test_every_change_of_gold_names_its_rule_and_no_gold_appears_or_vanishes(seats: int, seed: int) -> None:
    for before, move, state in steps(seats, seed):
        held = purses(before)
        for one in state.moved:
            assert one.gold > 0
            assert one.rule in RULES_OF_GOLD[type(move)]
            held[Purse(one.giver.place, None if one.giver.tile else one.giver.player, one.giver.tile)] -= one.gold
            held[Purse(one.taker.place, None if one.taker.tile else one.taker.player, one.taker.tile)] += one.gold
        del held[Purse(Place.BANK)]
        assert +held == +purses(state)
        assert min(purses(state).values()) >= 0


@each_game
def test_everybodys_twenty_tokens_are_in_provinces_on_their_way_or_at_home(seats: int, seed: int) -> None:
    for before, move, state in steps(seats, seed):
        for seat in range(seats):
            changed = out(state, seat) - out(before, seat)
            assert 0 <= out(state, seat) <= TOKENS
            more = isinstance(move, m.PlaceTokens | m.UseTribune) and move.player == seat
            fewer = isinstance(move, m.UsePraetor | m.CountVotes | m.Redistribute | m.Dictate)
            assert changed == 0 or (changed > 0 and more) or (changed < 0 and fewer)


def out(state: State, seat: int) -> int:
    """Tokens beside Provinces or on their way to others."""
    going = state.voting.leaving if state.voting is not None else ()
    return state.placed(seat) + sum(one.tokens for one in going if one.player == seat)


@each_game
def test_votes_are_tokens_and_the_magistrates_that_were_made_inactive_for_them(seats: int, seed: int) -> None:
    used = 0
    for before, move, state in steps(seats, seed):
        used = used + move.office.influence if isinstance(move, m.Lend) else used
        if isinstance(move, m.CountVotes):
            assert before.voting is not None
            province = before.province(before.voting.to_vote[0])
            assert province is not None
            assert sum(votes(before).values()) == sum(province.tokens) + used
            used = 0
        if state.phase is not Phase.ELECTION:
            used = 0


@each_game
def test_everybodys_six_patricians_are_at_home_in_offices_or_governors(seats: int, seed: int) -> None:
    for _, _, state in steps(seats, seed):
        waiting = state.falling.player if state.falling is not None else None
        for seat in range(seats):
            assert state.patricians(seat) - (seat == waiting) >= 0
        for office in Office:
            assert len(state.magistrates_in(office)) <= state.options.spaces(office)


@each_game
def test_a_tile_is_in_no_document_or_sentence_before_it_is_laid_out(seats: int, seed: int) -> None:
    """All else lies open; the tiles that lie face down are the game's one secret, and nobody is told of them."""
    for before, move, state in steps(seats, seed):
        assert MAGISTRATVM.seen_by(state, None) == state
        if isinstance(move, m.Refill | m.Roll):
            texts = json.dumps(encoding.state_to_json(state)) + str(MAGISTRATVM.view(state, NAMES[:seats], None))
            texts += str(MAGISTRATVM.describe(before, move, state, NAMES[:seats]))
            for tile in set(TILES) - set(state.known_tiles):
                assert str(tile) not in texts


@each_game
def test_whatever_is_offered_may_be_done_and_says_what_it_does(seats: int, seed: int) -> None:
    for number, (before, _, _) in enumerate(steps(seats, seed)):
        if number % 7 == 0:
            for move in offered(before):
                after = apply(before, move)
                assert str(MAGISTRATVM.describe(before, move, after, NAMES[:seats]))


@each("seed", range(2))
def test_whatever_the_reference_does_is_offered(seed: int) -> None:
    _, played = whole_game(seed)
    entered_in_forms = m.Give | m.Roll | m.Refill | m.Redistribute
    for step in played:
        move = step.move
        if isinstance(move, entered_in_forms):
            continue
        if isinstance(move, m.PlaceTokens | m.Enter | m.Promote):
            move = replace(move, provincial=())
        if isinstance(move, m.UsePraetor):
            move = m.UsePraetor(move.player, move.tile, tuple(sorted(move.owners)))
        assert move in offered(step.before)


@each_game
def test_every_turn_has_its_figures(seats: int, seed: int) -> None:
    made = [PlayedMove(before, move, after) for before, move, after in steps(seats, seed)]
    figures = statistics(made, NAMES[:seats])
    end = made[-1].after
    assert figures.turns == tuple(range(1, end.turn + 1))
    last = figures.documents[-1]
    assert last["influence"] == [one.total for one in score(end).seats]
    assert (last["prefect"], last["tokens"]) == (end.prefect, [0] * seats)
    first = figures.documents[0]
    assert first["income"] == [6 - state_die for state_die in after_first_income(made)]
    taken = sum(one.gold for step in made for one in step.after.moved if one.rule in ("I7", "I9", "I10"))
    assert sum(sum(one["income"]) for one in figures.documents) == taken
    assert [str(panel.what) for panel in figures.panels] == ["influence", "income", "tokens in the Provinces"]


def after_first_income(made: list[PlayedMove[State, m.Move]]) -> list[int]:
    """What nobody took of their die in the first turn."""
    bidding = next(step.after for step in made if step.after.phase is Phase.BIDDING)
    return [0 if die == 5 else 6 for die in bidding.dice]


def one_of_each_kind(moves: list[m.Move]) -> list[m.Move]:
    return list({type(move): move for move in moves}.values())


@each_game
def test_moves_are_read_back_as_they_were_written_and_fit_the_schema_of_a_record(seats: int, seed: int) -> None:
    _, moves = whole(seats, seed)
    written, _ = record(seats, seed)
    written["moves"] = [encoding.move_to_json(move) for move in one_of_each_kind(moves)]
    read = json.loads(json.dumps(written))
    assert [encoding.move_from_json(one) for one in read["moves"]] == one_of_each_kind(moves)
    state, setup, _ = begun(seats, seed)
    assert encoding.setup_from_json(read["setup"]) == setup
    assert options_from_json(read["options"]) == state.options
    assert not list(Draft202012Validator(schema_of(MAGISTRATVM)).iter_errors(read))


def game_to_its_end(seats: int, seed: int) -> None:
    written, end = record(seats, seed)
    dice, moves = random.Random(seed), written["moves"]
    place = dice.randint(1, len(moves))
    depth = dice.randint(1, place)
    back, on = [{"type": "undo"}] * depth, [{"type": "redo"}] * depth
    changed = {**written, "moves": [*moves[:place], *back, *on, *moves[place:]]}
    course: Course[State, m.Move] = Course.of(MAGISTRATVM, *read_document(changed))
    assert [encoding.move_to_json(step.move) for step in course.done] == moves
    assert course.state == end and end.over
    worth = score(end)
    assert worth.decided_by is not DecidedBy.UNDECIDED
    assert worth.winners and max(one.total for one in worth.seats) == worth.seats[worth.winners[0]].total
    tiles = [*end.discarded, *(one.tile for own in end.decided for one in own)]
    assert sorted(map(str, tiles)) == sorted(map(str, TILES))


@each_game
def test_a_random_game_ends_is_scored_and_replays_to_the_same_back_and_on_from_any_depth(seats: int, seed: int) -> None:
    game_to_its_end(seats, seed)


@pytest.mark.prove("magistratvm")
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("first", range(0, 1000, 50))
def test_a_thousand_random_games_end_are_scored_and_replay_to_the_same(seats: int, first: int) -> None:
    for seed in range(first, first + 50):
        game_to_its_end(seats, seed)
