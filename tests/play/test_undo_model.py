"""Moves, undo, redo, corrections and restarts in any order agree with a simple list."""

from __future__ import annotations

import itertools
import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.magnate import State, apply, preset, start
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Move, Roll
from companion.journal import Journal, KeptGame
from companion.journal.course.course import Course
from companion.journal.course.folding import REDO, UNDO, NothingToRedo, NothingToUndo
from companion.journal.records.record import read_record, write_record
from companion.play import Play, Question, Source
from companion.play.play import NoWayBack
from tests.examples import some
from tests.games.random_play import random_setup
from tests.journal.kept_games import NOON
from tests.play.chance import any_move, correction


class Lists:
    """What undo and redo mean: moves that stand, and moves that wait to be put back."""

    def __init__(self, begun: State) -> None:
        self.states = [begun]
        self.moves: list[Move] = []
        self.undone: list[Move] = []

    def make(self, move: Move) -> None:
        if self.undone and self.undone[-1] == move:
            return self.redo()
        self.undone.clear()
        return self._put(move)

    def undo(self) -> None:
        self.undone.append(self.moves.pop())
        self.states.pop()

    def redo(self) -> None:
        self._put(self.undone.pop())

    def _put(self, move: Move) -> None:
        self.moves.append(move)
        self.states.append(apply(self.states[-1], move))


@contextmanager
def a_game(seed: int) -> Iterator[tuple[Journal, KeptGame]]:
    options = preset("courts")
    setup = MAGNATE.setup_to_json(random_setup(options, random.Random(seed)))
    kept = KeptGame("g", "magnate", "chance", ("Ann", "Ben"), MAGNATE.options_to_json(options), setup, NOON)
    with tempfile.TemporaryDirectory() as folder, Journal.open(f"sqlite:///{Path(folder) / 'games.db'}") as journal:
        journal.create(kept)
        yield journal, kept


@settings(max_examples=some(10), deadline=None)
@given(
    seed=st.integers(0, 2**32),
    deeds=st.lists(
        st.sampled_from(["move", "move", "move", "move", "undo", "undo", "redo", "correct", "restart"]),
        min_size=1,
        max_size=60,
    ),
)
def test_any_sequence_agrees_with_a_list(seed: int, deeds: list[str]) -> None:
    chance, ids = random.Random(seed), itertools.count()
    with a_game(seed) as (journal, kept):

        def opened() -> Play[State, Move]:
            return Play(MAGNATE, journal, "g", now=lambda: NOON, new_id=lambda: f"id-{next(ids)}")

        play, model = opened(), Lists(opened().state)
        for deed in deeds:
            match deed:
                case "move" | "correct":
                    move = any_move(play.state, chance) if deed == "move" else correction(play.state, chance)
                    outcome = play.propose(move, source=Source.TOUCH)
                    if isinstance(outcome, Question):  # other dice than were cast
                        assert isinstance(move, Roll)
                        play.confirm(outcome.key)
                    model.make(move)
                case "undo" if model.moves:
                    play.undo()
                    model.undo()
                case "undo":
                    with pytest.raises(NothingToUndo):
                        play.undo()
                case "redo" if model.undone:
                    play.redo()
                    model.redo()
                case "redo":
                    with pytest.raises(NothingToRedo):
                        play.redo()
                case "restart":
                    play = opened()
            assert play.state == model.states[-1]
            assert [step.move for step in play.course.done] == model.moves
        entries = journal.entries("g")
        assert [line.entry for line in play.history()] == list(entries)
        exported = write_record(kept, entries).encode()
        game, again = read_record(exported, "x.json", now=lambda: NOON, new_id=lambda: "new")
        assert (game, again) == (kept, entries)
        assert Course.of(MAGNATE, game, again) == play.course


@settings(max_examples=some(5), deadline=None)
@given(
    seed=st.integers(0, 2**32),
    deeds=st.lists(st.sampled_from(["move", "move", "move", "undo", "redo"]), min_size=1, max_size=30),
)
def test_a_game_goes_to_any_moment_that_it_did_not_leave_otherwise(seed: int, deeds: list[str]) -> None:
    chance, ids = random.Random(seed), itertools.count()
    with a_game(seed) as (journal, _):
        play = Play(MAGNATE, journal, "g", now=lambda: NOON, new_id=lambda: f"id-{next(ids)}")
        for deed in deeds:
            if deed == "move":
                outcome = play.propose(any_move(play.state, chance), source=Source.TOUCH)
                if isinstance(outcome, Question):
                    play.confirm(outcome.key)
            elif deed == "undo" and play.course.done:
                play.undo()
            elif deed == "redo" and play.course.undone:
                play.redo()
        reached = [play.course.start, *(step.after for step in (*play.course.done, *reversed(play.course.undone)))]
        for entry in [line.entry for line in play.history()]:
            before, after = play.course.around(entry.seq)
            assert before != after
            assert play.course.way_to(entry.seq) == counted_way(play.course, entry.seq)
            if play.course.way_to(entry.seq) is None:
                with pytest.raises(NoWayBack):
                    play.go_to(entry.seq)
            else:
                assert after in reached
                play.go_to(entry.seq)
                assert play.state == after
        play.go_to(0)
        assert play.state == play.course.start


def counted_way(course: Course[Any, Any], seq: int) -> int | None:
    """The way by the entries alone: what stood then is what stands now, up to some move, or what can be redone."""
    stood: list[int] = []
    taken_back: list[int] = []
    for entry, step in course.entry_steps[:seq]:
        if entry.move == UNDO:
            taken_back.append(stood.pop())
        elif entry.move == REDO:
            stood.append(taken_back.pop())
        else:
            stood.append(step.entry.seq)
    line = [step.entry.seq for step in (*course.done, *reversed(course.undone))]
    return len(stood) - len(course.done) if line[: len(stood)] == stood else None


def test_the_list_model_starts_where_the_rules_do() -> None:
    with a_game(0) as (_, kept):
        options = MAGNATE.options_from_json(kept.options, "options")
        begun = start(options, MAGNATE.setup_from_json(kept.setup, "setup"))
        assert Course.of(MAGNATE, kept).state == begun
