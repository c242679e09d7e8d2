"""Moves by chance, undo, redo, corrections and restarts in any order agree with a simple list."""

import itertools
import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.magnate import Phase, State, apply, preset, start
from companion.games.magnate.facts import TokensFact
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import (
    AddToDeed,
    BuyDeed,
    Correct,
    Develop,
    Draw,
    EndTurn,
    Move,
    Roll,
    Sell,
    TakeDeedIncome,
)
from companion.games.magnate.paying import deed_price, price
from companion.games.magnate.playing import places
from companion.journal import Journal, KeptGame
from companion.journal.course.course import Course
from companion.journal.course.folding import REDO, UNDO, NothingToRedo, NothingToUndo
from companion.journal.records.record import read_record, write_record
from companion.pieces import DECK, Card, Suit, Tokens
from companion.play import Play, Question, Source
from companion.play.play import NoWayBack
from tests.examples import some
from tests.games.random_play import random_roll, random_setup, random_tokens
from tests.journal.kept_games import NOON


def any_move(state: State, chance: Random) -> Move:
    """Something legal at a table with Courts and two players. Not for a finished game."""
    player = state.player
    if state.phase is Phase.ROLL:
        return random_roll(state, chance)
    if state.phase is Phase.INCOME:
        owner, card = chance.choice(state.pending_income)
        return TakeDeedIncome(owner, card, chance.choice(card.suits))
    for _, deed in state.deeds(player):
        usable = state.tokens[player].only(deed.card.suits)
        if usable and chance.random() < 0.5:
            missing = price(deed.card, state.options) - deed.tokens.total
            return AddToDeed(player, deed.card, random_tokens(usable, chance.randint(1, missing), chance))
    if state.phase is Phase.PLAY:
        return _play(state, chance)
    return Draw(player) if state.last_turns is None else EndTurn(player)


def _play(state: State, chance: Random) -> Move:
    player, purse = state.player, state.tokens[state.player]
    lying = set(state.cards_on_table())
    hand = chance.sample([card for card in DECK if card.is_property and card not in lying], 3)
    for card in hand:
        for place in places(state, player, card):
            payment = _payment(card, price(card, state.options), purse, chance)
            if payment is not None:
                return Develop(player, card, place, payment)
            if purse.covers(deed_price(card, state.options)):
                return BuyDeed(player, card, place, deed_price(card, state.options))
    return Sell(player, hand[0])


def _payment(card: Card, cost: int, purse: Tokens, chance: Random) -> Tokens | None:
    each, usable = Tokens.of(*card.suits), purse.only(card.suits)
    if usable.total < cost or not usable.covers(each):
        return None
    return each + random_tokens(usable - each, cost - each.total, chance)


def correction(state: State, chance: Random) -> Correct:
    """Somebody has other tokens than was thought."""
    seat = chance.randrange(state.players)
    held = Tokens.from_counts({suit: chance.randint(0, 5) for suit in Suit})
    return Correct((TokensFact(seat, state.tokens[seat], held),), "counted")


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
