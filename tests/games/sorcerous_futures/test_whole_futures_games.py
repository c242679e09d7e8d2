"""Random legal games of Sorcerous Futures end, are scored, replay to the same, and are taken back from any depth."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from companion.cli.documents import course_document
from companion.games.sorcerous_futures.decisions import decisions
from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.games.sorcerous_futures.moves import Move, Note
from companion.games.sorcerous_futures.notes import seen_by
from companion.games.sorcerous_futures.scoring import DecidedBy, score
from companion.games.sorcerous_futures.state import State, unseen
from companion.journal import Entry, KeptGame
from companion.journal.course.course import Course
from companion.journal.course.folding import REDO, UNDO
from companion.journal.records.record import read_record, write_record
from companion.journal.records.text_form import write_lines
from tests.cases import each
from tests.games.answers import every_move
from tests.games.sorcerous_futures.random_table import random_table
from tests.games.sorcerous_futures.reference import Table
from tests.games.sorcerous_futures.reference_moves import whole_game
from tests.games.sorcerous_futures.test_sorcerous_secrets import NAMES, codes, noted, own_notes, turned_up
from tests.journal.kept_games import NOON

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
