"""What a player noted of the hidden cards is theirs alone until everything lies open, wherever it could be read."""

import itertools
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli.documents import course_document
from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.games.sorcerous_futures.hidden_cards import redact_move, seen_by
from companion.games.sorcerous_futures.moves import Bids, Move, Note, Offer
from companion.games.sorcerous_futures.state import HeldCrown, Notes, State
from companion.journal import Journal, KeptGame
from companion.journal.course.course import Course
from companion.journal.records.record import read_record, write_record
from companion.pieces import Card
from companion.play import Play, Source
from companion.play.private_view import private_lines
from companion.play.sealed_answers import NotAsked
from tests.cases import each
from tests.games.sorcerous_futures.by_hand import NAMES
from tests.games.sorcerous_futures.reference import Table
from tests.games.sorcerous_futures.reference_moves import cards, random_table, state_of, valuations, whole_game
from tests.journal.kept_games import NOON


def own_notes(table: Table, seat: int) -> Notes:
    """Everything that a player may look at, noted."""
    under = {place: table.valuations[place] for place in table.in_front(seat) if table.seats == 4 or place != "X"}
    return Notes(valuations(under), (HeldCrown(seat, Card.parse(table.crowns[seat])),))


def noted(seed: int) -> tuple[Table, list[Move]]:
    """A random game in which everybody has noted everything before the first cards."""
    table, steps = whole_game(seed)
    notes: list[Move] = [Note(seat, own_notes(table, seat)) for seat in range(table.seats)]
    return table, [*notes, *(move for move, _, _ in steps)]


def codes(table: Table, seat: int) -> list[str]:
    """What nobody but this player may read, as it would stand in a document."""
    notes = own_notes(table, seat)
    hidden = [*(one.card for one in notes.valuations), *(one.card for one in notes.crowns)]
    return [f'"{card}"' for card in hidden]


@each("seed", range(4))
def test_no_state_a_viewer_sees_holds_anybody_elses_note_before_the_end(seed: int) -> None:
    table, moves = noted(seed)
    state = state_of(table)
    shown: set[int] = set()
    for move in moves:
        state = SORCEROUS_FUTURES.apply(state, move)
        shown = {seat for seat, crown in enumerate(state.crowns) if crown is not None}
        for viewer in (None, *range(table.seats)):
            visible = json.dumps(SORCEROUS_FUTURES.state_to_json(seen_by(state, viewer)))
            board = str(SORCEROUS_FUTURES.view(state, NAMES, viewer))
            for seat in set(range(table.seats)) - shown - {viewer}:
                assert not [code for code in codes(table, seat) if code in visible and code != turned_up(state)]
                assert not state.over
                assert f"'{table.crowns[seat]}'" not in board
    assert shown == set(range(table.seats))


def turned_up(state: State) -> str | None:
    return next((f'"{one.card}"' for one in state.valuations if str(one.under) == "X"), None)


@each("seats", [3, 4])
def test_what_everybody_sees_and_may_do_is_the_same_whatever_was_noted(seats: int) -> None:
    table, moves = noted(seats - 3)
    with_notes = without = state_of(table)
    for move in moves:
        with_notes = SORCEROUS_FUTURES.apply(with_notes, move)
        without = SORCEROUS_FUTURES.apply(without, redact_move(without, move, None))
        if not with_notes.over:
            assert seen_by(with_notes, None) == without
            assert SORCEROUS_FUTURES.waiting_for(with_notes) == SORCEROUS_FUTURES.waiting_for(without)


def test_a_player_reads_their_own_note_and_everybody_reads_it_once_all_lies_open() -> None:
    table, moves = noted(0)
    state = state_of(table)
    for move in moves[:3]:
        state = SORCEROUS_FUTURES.apply(state, move)
    assert [bool(one.crowns) for one in seen_by(state, 1).notes] == [False, True, False]
    assert redact_move(state, moves[1], 1) == moves[1]
    assert redact_move(state, moves[1], 0) == Note(1)
    for move in moves[3:]:
        state = SORCEROUS_FUTURES.apply(state, move)
    assert seen_by(state, None).notes[1] == own_notes(table, 1)
    assert redact_move(state, moves[1], None) == moves[1]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(f"sqlite:///{tmp_path / 'games.db'}") as journal:
        yield journal


def playing(journal: Journal, table: Table) -> Play[State, Move]:
    ids = itertools.count()
    options = {"preset": "three-players" if table.seats == 3 else "four-players"}
    names = NAMES[: table.seats]
    game = KeptGame("futures", SORCEROUS_FUTURES.name, "Futures", names, options, {"aces": table.aces}, NOON)
    journal.create(game)
    return Play(SORCEROUS_FUTURES, journal, "futures", now=lambda: NOON, new_id=lambda: f"id-{next(ids)}")


def test_no_record_log_or_document_holds_a_note_before_the_end(journal: Journal) -> None:
    table, moves = noted(0)
    play = playing(journal, table)
    for move in moves[:6]:
        play.propose(move, source=Source.TOUCH)
        assert [play.course.latest(viewer) for viewer in (None, 1)] == [
            play.history(viewer)[-1] for viewer in (None, 1)
        ]
    play.undo()
    kept, entries = journal.game("futures"), journal.entries("futures")
    document = json.dumps(course_document(play.course))
    for viewer in (None, 0, 1, 2):
        record = write_record(kept, entries, viewer)
        history = " ".join(str(line.message) for line in play.history(viewer))
        for seat in {0, 1, 2} - {viewer}:
            for code in codes(table, seat):
                assert code not in record
                assert code not in document
                assert Card.parse(code.strip('"')).name not in history
    assert codes(table, 1)[0] in write_record(kept, entries, 1)
    for seat, name in enumerate(NAMES[:3]):
        assert {str(line).partition(":")[0] for line in private_lines(play, seat)} == {f"{name} noted"}


def test_bids_are_in_no_journal_before_the_last_is_in(journal: Journal) -> None:
    table, _ = random_table(0)
    play = playing(journal, table)
    with pytest.raises(NotAsked):
        play.seal(0, 1)
    five = cards(*table.deck[:5])
    play.propose(
        SORCEROUS_FUTURES.move_from_json({"type": "deal", "cards": list(map(str, five))}, ""), source=Source.TOUCH
    )
    play.propose(Offer(play.state.player, five[0], closed=True), source=Source.TOUCH)
    for seat in (0, 1):
        assert play.seal(seat, 30 + seat) is None
    assert len(journal.entries("futures")) == 2
    play.seal(2, 7)
    assert journal.entries("futures")[-1].move == {"type": "bids", "gold": [30, 31, 7]}
    assert play.state.gold == (90, 59, 90)
    play.undo()
    assert [one.answered for one in play.sealed()] == [False, False, False]


@pytest.mark.parametrize("seed", range(4))
def test_any_number_of_moves_is_taken_back_and_put_back(journal: Journal, seed: int) -> None:
    table, steps = whole_game(seed % 2)
    play = playing(journal, table)
    for move, _, _ in steps:
        play.propose(move, source=Source.TOUCH)
    states = [state_of(table), *(state for _, state, _ in steps)]
    depth = (1, 7, 30, len(steps))[seed]
    for back in range(1, depth + 1):
        play.undo()
        assert play.state == states[-1 - back]
    for _ in range(depth):
        play.redo()
    assert play.state == states[-1]
    assert play.state.over


def test_a_record_for_everybody_is_played_again_to_where_the_game_stands(journal: Journal) -> None:
    table, moves = noted(1)
    play = playing(journal, table)
    for move in moves[:20]:
        play.propose(move, source=Source.TOUCH)
    written = write_record(journal.game("futures"), journal.entries("futures")).encode()
    game, entries = read_record(written, "futures", now=lambda: NOON, new_id=lambda: "id")
    again = Course.of(SORCEROUS_FUTURES, game, entries).state
    assert again == seen_by(play.state, None)


def test_a_bid_of_a_table_is_one_move() -> None:
    assert SORCEROUS_FUTURES.unseal is not None
    assert SORCEROUS_FUTURES.unseal(state_of(whole_game(0)[0]), {2: 5, 0: 3, 1: 4}) == Bids((3, 4, 5))
