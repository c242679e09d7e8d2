"""Facts and moves of every game are typed as they print, read back, and accepted or refused like them."""

import os
import random
from collections.abc import Sequence
from dataclasses import fields
from enum import Enum
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import CompanionError
from companion.games.errors import IllegalMove
from companion.games.magistratvm.facts import MagistratesFact
from companion.games.magistratvm.turn_moves import Rival
from companion.games.magnate.state import Column
from companion.games.magnate.state_notation import column_to_text
from companion.games.registry import game as rules_of
from companion.games.sorcerous_futures.state import Bought
from companion.journal.course.course import Course
from companion.journal.entries import Entry
from companion.play.move_words import read_correction, write_move
from companion.play.typed_moves import read_line
from tests.bench.figures import Measured
from tests.cases import each
from tests.examples import some
from tests.figures import record, write, written
from tests.games.chance import KINDS, NOON, ChanceGame, chance_game
from tests.games.test_corrected_games import GAMES


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


HOW_MANY = int(os.environ.get("TYPED_GAMES", "500"))
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
@pytest.mark.parametrize("first", range(0, HOW_MANY, STEP))
@pytest.mark.parametrize("name", ["magnate", "sorcerous-futures", "magistratvm"])
def test_random_games_read_back_from_their_texts_to_the_same_state(name: str, first: int) -> None:
    kinds, games = kinds_of(name), range(first, min(HOW_MANY, first + STEP))
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
    if played >= HOW_MANY:
        record({f"typed-{name}": Measured(0, read)})


KIND_OF = {"magnate": "magnate standard", "sorcerous-futures": "sorcerous-futures", "magistratvm": "magistratvm"}


@cache
def courses(name: str, seed: int) -> list[Course[Any, Any]]:
    game: ChanceGame = chance_game(KIND_OF[name], seed)
    return [course for course, _ in game.courses()]


def typed(value: Any) -> str:  # noqa: PLR0911 - one line a kind of value
    """A value as it is typed in a correction."""
    match value:
        case None | ():
            return "-"
        case bool():
            return "yes" if value else "no"
        case Rival():
            return f"p{value.player}{'' if value.active else '-'}"
        case Bought():
            return f"{value.card}={value.gold}"
        case Column():
            return column_to_text(value)
        case Enum():
            return str(value.value)
        case tuple():
            return ",".join(map(typed, value))
    return str(value)


def line_of(name: str, fact: Any) -> str:
    """The whole fact without its old value; a tuple of fixed length is several words."""
    corrections = rules_of(name).corrections
    assert corrections is not None
    kind = next(word for word, one in corrections.facts.items() if one is type(fact))
    words = [kind]
    for one in fields(fact):
        value = getattr(fact, one.name)
        several = one.name == "now" and (name, kind) in (("magnate", "pile"), ("magnate", "turn"))
        if one.name != "was":
            words += map(typed, value) if several else [typed(value)]
    return " ".join(words)


def refusal(course: Course[Any, Any], move: Any) -> str | None:
    try:
        course.rules.apply(course.state, move)
    except IllegalMove as error:
        return str(error)
    return None


@each("name", KIND_OF)
@given(seed=st.integers(0, 2), place=st.floats(0, 1), chance=st.integers(0, 10**6))
@settings(max_examples=some(12), deadline=None)
def test_a_typed_fact_is_accepted_or_refused_like_the_fact(name: str, seed: int, place: float, chance: int) -> None:
    game, played = GAMES[name], courses(name, seed)
    course = played[int(place * (len(played) - 1))]
    for fact in game.facts(course.state, random.Random(chance)):
        move = read_correction(course, line_of(name, fact))
        expected = refusal(course, game.correct((fact,)))
        assert refusal(course, move) == expected
        if expected is None:
            assert course.rules.apply(course.state, move) == course.rules.apply(course.state, game.correct((fact,)))
            assert course.rules.move_from_json(course.rules.move_to_json(move), "move") == move


@each("name", KIND_OF)
@given(seed=st.integers(0, 2), chance=st.integers(0, 10**6), data=st.data())
@settings(max_examples=some(12), deadline=None)
def test_a_typed_fact_of_other_words_is_read_or_refused(name: str, seed: int, chance: int, data: st.DataObject) -> None:
    course = courses(name, seed)[-1]
    for fact in GAMES[name].facts(course.state, random.Random(chance)):
        words = line_of(name, fact).split()
        words[data.draw(st.integers(0, len(words) - 1))] = data.draw(
            st.sampled_from(["", "-", "-1", "@0", "99", "p0", "p9", "x", "TS3", "4MS", "M2", ",", "yes", "{}", "Ann"])
        )
        try:
            refusal(course, read_correction(course, " ".join(words)))
        except CompanionError as error:
            assert error.line()


@each("name", KIND_OF)
def test_each_fact_of_a_correction_begins_where_the_one_before_it_ends(name: str) -> None:
    game, dice, read = GAMES[name], random.Random(7), 0
    for course in courses(name, 1)[::5]:
        facts = [one for one in game.facts(course.state, dice) if refusal(course, game.correct((one,))) is None]
        for fact in facts:
            twice = f"{line_of(name, fact)} and {line_of(name, fact)}"
            assert refusal(course, read_correction(course, twice)) is None
            read += 1
    assert read > 20


def test_the_old_magistrates_of_a_typed_correction_are_the_games_own() -> None:
    course = next(one for one in courses("magistratvm", 1) if len(one.state.magistrates) > 1)
    office = course.state.magistrates[0].office
    (fact,) = read_correction(course, f"magistrates {office.value} p0").facts
    assert isinstance(fact, MagistratesFact)
    assert sorted((one.player, one.active) for one in fact.was) == sorted(
        (one.player, one.active) for one in course.state.magistrates_in(office)
    )


def test_a_typed_column_keeps_the_stored_preference_for_its_deed() -> None:
    kept = 0
    for course in courses("magnate", 2):
        for place, district in enumerate(course.state.districts):
            for seat, column in enumerate(district.columns):
                if column is not None and column.deed is not None and column.deed.preferred is not None:
                    cards = ",".join([*map(str, column.properties), str(column.deed.card)])
                    line = f"column @{place} p{seat} {cards}({column.deed.tokens})"
                    (fact,) = read_correction(course, line).facts
                    assert fact.now.deed.preferred == column.deed.preferred
                    kept += 1
    assert kept
