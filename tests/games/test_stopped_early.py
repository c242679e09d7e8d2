"""A game that its players stop early is scored as it stands, and goes on where it was if that is undone."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest

from companion.errors import CompanionError
from companion.games.errors import IllegalMove
from tests.cases import each
from tests.games.answers import filled_in
from tests.games.chance import chance_game

KINDS = ("magnate standard", "sorcerous-futures", "magistratvm")


def stopped(rules: Any, state: Any, names: tuple[str, ...]) -> Any:
    correct = next(one for one in rules.decisions(state, names) if one.name == "correct")
    assert correct.missing is not None
    return rules.apply(state, filled_in(correct.answer(correct.missing.name, "stopped"), random.Random(0)).move())


@each("kind", KINDS)
def test_a_game_is_stopped_at_any_time_and_then_only_shown_and_scored(kind: str) -> None:
    game = chance_game(kind, 5)
    rules, names, dice = game.rules, game.kept.names, random.Random(5)
    for course, _ in islice(game.courses(), 3, None, 11):
        if course.state.over:
            continue
        state = stopped(rules, course.state, names)
        while not state.over:  # hidden cards are turned up and shown as at the end
            awaited = next(one for one in rules.decisions(state, names) if one.name in ("turn-up", "show"))
            state = rules.apply(state, filled_in(awaited, dice).move())
        assert rules.score_to_json(state, names)["why"]
        with pytest.raises(CompanionError):
            stopped(rules, state, names)


@each("kind", KINDS)
def test_it_is_written_in_words_and_goes_on_only_by_undo(kind: str) -> None:
    game = chance_game(kind, 5)
    rules, names = game.rules, game.kept.names
    course, _ = next(islice(game.courses(), 4, None))
    before = course.state
    move = rules.move_from_json({"type": "correct", "facts": [{"type": "stopped", "was": False, "now": True}]}, "")
    after = rules.apply(before, move)
    assert rules.move_from_json(rules.move_to_json(move), "") == move
    assert "the game stops here" in str(rules.describe(before, move, after, names))
    back = rules.move_from_json({"type": "correct", "facts": [{"type": "stopped", "was": True, "now": False}]}, "")
    with pytest.raises(IllegalMove, match="go on"):
        rules.apply(after, back)
