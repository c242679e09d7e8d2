"""What is answered under cover stays with its owner until the last answer is in; notes stay until the end."""

import itertools
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.games.errors import IllegalMove
from companion.journal import Entry, Journal, KeptGame
from companion.locale import Message
from companion.play import Play, Question, Source
from companion.play.private_view import find_viewer, is_secret
from companion.play.sealed_answers import NotAsked
from companion.questions import Choice
from tests.journal.kept_games import NOON
from tests.toy.sparrows import SPARROWS, Move, Note, State, Throw

Opened = Callable[[], Play[State, Move]]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(f"sqlite:///{tmp_path / 'games.db'}") as journal:
        players, setup = ("Ann", "Ben"), {"feathers": [3, 4]}
        journal.create(KeptGame("flock", "sparrows", "A flock", players, {"preset": "short"}, setup, NOON))
        yield journal


@pytest.fixture
def opened(journal: Journal) -> Opened:
    ids = itertools.count()
    return lambda: Play(SPARROWS, journal, "flock", now=lambda: NOON, new_id=lambda: f"id-{next(ids)}")


@pytest.fixture
def bidding(opened: Opened) -> Play[State, Move]:
    play = opened()
    for value in (4, 6):
        play.propose(Throw(0, value), source=Source.TOUCH)
    return play


def test_nothing_of_a_bid_is_journaled_before_the_last_is_in(bidding: Play[State, Move], journal: Journal) -> None:
    assert bidding.seal(0, 2) is None
    assert [one.answered for one in bidding.sealed()] == [True, False]
    assert len(journal.entries("flock")) == 2
    entry = bidding.seal(1, 4)
    assert isinstance(entry, Entry)
    assert entry.move == {"type": "bids", "bids": [2, 4]}
    assert bidding.state.points == (0, 10)
    assert bidding.sealed() == ()


def test_a_bid_may_be_replaced_until_the_last_is_in(bidding: Play[State, Move]) -> None:
    bidding.seal(0, 2)
    bidding.seal(0, 3)
    entry = bidding.seal(1, 1)
    assert entry is not None
    assert entry.move["bids"] == [3, 1]


def test_a_bid_that_breaks_a_rule_is_refused_and_not_kept(bidding: Play[State, Move]) -> None:
    with pytest.raises(IllegalMove, match="more feathers"):
        bidding.seal(0, 9)
    assert not any(one.answered for one in bidding.sealed())


def test_nobody_seals_what_is_not_asked(opened: Opened) -> None:
    with pytest.raises(NotAsked):
        opened().seal(0, 1)


def test_after_a_restart_bidders_are_asked_again_with_a_notice(bidding: Play[State, Move], opened: Opened) -> None:
    bidding.seal(0, 2)
    again = opened()
    assert [one.answered for one in again.sealed()] == [False, False]
    assert "restarted" in str(again.sealed()[0].sentence())


def test_a_bid_stays_when_somebody_else_does_something(bidding: Play[State, Move]) -> None:
    bidding.seal(0, 2)
    bidding.propose(Note(1, "Ann bluffs"), source=Source.TOUCH)
    assert [one.answered for one in bidding.sealed()] == [True, False]


def test_bids_are_gone_when_what_asked_for_them_is_taken_back(bidding: Play[State, Move]) -> None:
    bidding.seal(0, 2)
    bidding.undo()
    assert bidding.sealed() == ()
    bidding.redo()
    assert [one.answered for one in bidding.sealed()] == [False, False]


def test_every_throw_of_a_turn_stays_cast(opened: Opened) -> None:
    play = opened()
    play.propose(Throw(0, 4), source=Source.TOUCH)
    play.propose(Throw(0, 6), source=Source.TOUCH)
    play.undo()
    assert [die.value for die in play.course.dice_cast or ()] == [6]
    play.undo()
    assert [die.value for die in play.course.dice_cast or ()] == [4]
    play.redo()
    assert [die.value for die in play.course.dice_cast or ()] == [6]


def test_a_note_is_its_owner_s_until_the_end(bidding: Play[State, Move]) -> None:
    bidding.propose(Note(1, "Ann bluffs"), source=Source.TOUCH)
    rules, now = bidding.course.rules, bidding.state
    assert [rules.seen_by(now, viewer).notes[1] for viewer in (None, 0, 1)] == [None, None, "Ann bluffs"]
    bidding.seal(0, 2)
    bidding.seal(1, 4)
    assert rules.seen_by(bidding.state, None).notes[1] == "Ann bluffs"


def test_a_question_whose_answers_hold_a_note_is_secret_and_for_its_owner(bidding: Play[State, Move]) -> None:
    def question(*moves: Move) -> Question:
        return Question("which", "which", Message("Which?"), tuple(Choice("0", Message("this"), one) for one in moves))

    open_, own, both = question(Throw(0, 4)), question(Note(1, "a"), Throw(0, 4)), question(Note(0, "a"), Note(1, "b"))
    assert [is_secret(bidding, one) for one in (open_, own, both)] == [False, True, True]
    assert [find_viewer(bidding, one) for one in (own, both)] == [1, 0]


def test_a_note_is_in_no_document_or_record_before_the_end(bidding: Play[State, Move], journal: Journal) -> None:
    from companion.cli.documents import course_document
    from companion.journal.records.record import write_record
    from companion.journal.records.text_form import write_lines

    bidding.propose(Note(1, "Ann bluffs"), source=Source.TOUCH)
    document = json.dumps(course_document(bidding.course))
    assert "bluffs" not in document
    record = write_record(journal.game("flock"), journal.entries("flock"))
    assert "bluffs" not in record
    assert "bluffs" not in write_lines(bidding.course)
    assert "bluffs" in write_record(journal.game("flock"), journal.entries("flock"), viewer=1)
