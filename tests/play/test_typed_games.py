"""Hundreds of random games of each kind through the printer and the parser: every move, and what else is legal.

A game goes through printer and parser: move by move, and with all that is legal beside them.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import pytest

from companion.journal.course.course import Course
from companion.journal.entries import Entry
from companion.play.move_words import write_move
from companion.play.typed_moves import read_line
from tests.bench.figures import Measured
from tests.figures import record, write, written
from tests.games.chance import KINDS, NOON, ChanceGame, chance_game


def round_trips(game: ChanceGame, every: int = 1) -> int:
    """Play a game by its texts to the state of its record; every so many moves, read all that is legal.

    Gives the number of texts that read back.
    """
    read, made = 0, list[Any]()
    for number, (course, move) in enumerate(game.courses()):
        (typed,) = read_line(course, write_move(course, move))
        assert typed.move == move, (write_move(course, move), typed.move)
        made.append(typed.move)
        read += 1
        if number % every == 0:
            read += _legal_round_trips(course)
    assert _by_record(game, made) == _by_record(game, game.moves)
    return read


def _by_record(game: ChanceGame, moves: Sequence[Any]) -> Any:
    documents = [game.rules.move_to_json(move) for move in moves]
    entries = [Entry("g", seq, f"e{seq}", seq - 1, NOON, None, "file", one) for seq, one in enumerate(documents, 1)]
    return Course.of(game.rules, game.kept, entries).state


def _legal_round_trips(course: Course[Any, Any]) -> int:
    read = 0
    for seat in range(len(course.game.names)):
        for one in course.rules.legal_moves(course.state, seat):
            for move in one.every:
                text = write_move(course, move)
                (typed,) = read_line(course, text)
                assert typed.move == move, (text, typed.move)
                read += 1
    return read


GAMES = int(os.environ.get("TYPED_GAMES", "500"))
"""Games of each kind; Magnate's presets share them, and the contested readings of Magistratvm."""
STEP = 50
"""Games in one test, so that the part can be resumed."""
EVERY = 60
"""Of every so many moves, everything that is legal then is printed and read too."""


def kinds_of(name: str) -> list[str]:
    """The kinds of games of this name; Magistratvm's readings differ from game to game."""
    return [f"{kind} readings" if kind == "magistratvm" else kind for kind in KINDS if kind.startswith(name)]


@pytest.mark.prove("typed")
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("first", range(0, GAMES, STEP))
@pytest.mark.parametrize("name", ["magnate", "sorcerous-futures", "magistratvm"])
def test_random_games_read_back_from_their_texts_to_the_same_state(name: str, first: int) -> None:
    kinds, games = kinds_of(name), range(first, min(GAMES, first + STEP))
    texts = sum(round_trips(chance_game(kinds[game % len(kinds)], 1000 + game), EVERY) for game in games)
    assert texts > len(games) * 50
    add(name, first, len(games), texts)


def add(name: str, first: int, games: int, texts: int) -> None:
    """Write down how much was read back, and record the sum once every game has been played."""
    every = written("typed")
    every[name] = {**every.get(name, {}), str(first): [games, texts]}
    write("typed", every)
    played, read = (sum(one) for one in zip(*every[name].values(), strict=True))
    print(f"{name}: {played} games, {read} texts read back")
    if played >= GAMES:
        record({f"typed-{name}": Measured(0, read)})
