"""Whole games go by looking at the table and tapping."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.games import declared
from companion.games.magnate import State, preset
from companion.games.magnate.moves import AddToDeed, Draw, EndTurn, Move, PreferDeedIncome, Roll, TakeDeedIncome
from companion.games.magnate.options import Options
from companion.live.events import Asked, Disagreed, Proposed, RollDetected, RollFate
from companion.pieces import Card
from companion.play import Policy, Source
from tests.games.random_play import RandomGame
from tests.live.watched_game import AT_ONCE, Watched
from tests.table.magnate.test_difference import alike, shows, unseen_twin


@pytest.mark.parametrize(
    ("options", "policy"),
    [(preset("standard"), None), (preset("mega"), AT_ONCE), (preset("solo"), None), (preset("courts"), AT_ONCE)],
    ids=["standard, confirmed", "mega, at once", "solo, confirmed", "with Courts, at once"],
)
def test_a_game_goes_by_looking_and_tapping(tmp_path: Path, options: Options, policy: Policy | None) -> None:
    game = RandomGame(options, 6)
    table = Watched(tmp_path, game.setup, options, policy)
    table.show(game.state)
    moves = 0
    while not game.state.over and moves < (40 if options.decks == 2 else 60):
        before, known = game.state, list(game.discards)
        move = game.step()
        moves += 1
        table.lay(game.state, game.discards)
        was_proposed = follow(table, before, move, game.state, known)
        if not was_proposed and not isinstance(move, Draw | EndTurn):
            table.play.propose(journaled(table, move), source=Source.TOUCH)
            table.live.attend()
        if not isinstance(move, Draw | EndTurn):
            assert table.state.tokens == game.state.tokens, move
    assert not table.all(Disagreed)
    sources = [entry.source for entry in table.journal.entries("g")]
    assert sources.count("camera") > moves // 2
    table.journal.close()


def follow(table: Watched, before: State, move: Move, now: State, known: list[Card]) -> bool:
    """Lets the eye see what the players did, and taps; whether the game has it now."""
    if isinstance(move, Roll):
        table.throw(move.dice, move.tax_dice)
    events = table.rest()
    if isinstance(move, Roll):
        for event in events:
            if isinstance(event, Proposed) and event.seq is None:
                assert isinstance(event.move, Draw | EndTurn)
                table.live.confirm(event.id)
        roll = table.last(RollDetected)
        if roll.fate is RollFate.ASKED:
            table.live.confirm(str(roll.id))
        return True
    if not shows(before, move, now) or unseen_twin(move, known):
        return False
    last = next(event for event in reversed(events) if isinstance(event, Proposed | Asked))
    if isinstance(last, Proposed):
        assert alike(last.move, move), (last.move, move)
        if last.seq is None:
            table.live.confirm(last.id)
        return True
    answer = next(one.answer for one in last.choices if isinstance(one.move, declared.Move) and alike(one.move, move))
    table.live.answer(last.key, answer)
    return True


def journaled(table: Watched, move: Move) -> Move:
    """The move with the copy of its deed's card that this journal has."""
    if isinstance(move, AddToDeed | TakeDeedIncome | PreferDeedIncome):
        held = [deed.card for _, deed in table.state.deeds(move.player) if deed.card.kind == move.card.kind]
        return replace(move, card=held[0])
    return move
