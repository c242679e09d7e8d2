"""A typed move that cannot be made is refused with its rule, or with the words that can be typed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.errors import CompanionError
from companion.games.errors import IllegalMove
from companion.journal.course.course import Course
from companion.play.move_words import notation_of, write_move
from companion.play.refused_words import UnreadableMove
from companion.play.typed_moves import read_line
from tests.cases import each
from tests.games.chance import chance_game
from tests.play.test_typed_moves import friday, played

GAMES = ("magnate standard", "sorcerous-futures", "magistratvm")


def refusal(course: Course[Any, Any], line: str) -> CompanionError:
    with pytest.raises(CompanionError) as caught:
        read_line(course, line)
    return caught.value


def at_phase(kind: str, phase: str) -> Course[Any, Any]:
    """A random game when it first waits for something."""
    game = chance_game(kind, 1)
    return next(course for course, _ in game.courses() if game.rules.phase(course.state) == phase)


def out_of_turn(kind: str) -> Iterator[tuple[Course[Any, Any], str, IllegalMove]]:
    """Whole moves of a random game, each typed when the rules refuse it."""
    game = chance_game(kind, 2)
    every = list(game.courses())
    texts = {type(move): write_move(course, move, seat=False) for course, move in every}
    for course, _ in every[3 :: max(1, len(every) // 12)]:
        for text in texts.values():
            try:
                read_line(course, text)
            except IllegalMove as error:
                yield course, text, error
            except CompanionError:
                continue


@each("kind", GAMES)
def test_a_shortened_move_is_refused_by_the_rule_that_refuses_the_whole_one(kind: str) -> None:
    tried = 0
    for course, text, whole in out_of_turn(kind):
        verbs = notation_of(course).patterns
        verb, *rest = text.split()
        short = next((verb[:n] for n in range(1, len(verb)) if sum(v.startswith(verb[:n]) for v in verbs) == 1), verb)
        words = [word[:5] if word.isalpha() and word.islower() else word for word in rest]
        try:
            read_line(course, " ".join((short, *words)))
        except IllegalMove as error:
            assert (error.rule, str(error.reason)) == (whole.rule, str(whole.reason)), (text, short, words)
            tried += 1
    assert tried > 20


@each("kind", GAMES)
def test_a_refused_move_without_its_last_word_names_a_rule_or_what_is_missing(kind: str) -> None:
    named = 0
    for course, text, _ in out_of_turn(kind):
        if len(text.split()) > 1:
            try:
                read_line(course, text.rsplit(" ", 1)[0])
            except IllegalMove as error:
                named += bool(error.rule)
            except CompanionError as error:
                assert error.next_step is not None
    assert named > 10


@each(
    ("kind", "phase", "line", "words"),
    [
        ("magistratvm", "action", "enter foo", "tribune, quaestor, aedile, praetor, consul, censor, dictator"),
        ("magistratvm", "action", "prom trib prat", "tribune, quaestor, aedile"),
        ("magistratvm", "bidding", "give Zed 1", "Ann, Ben, Cleo, Dan"),
        ("sorcerous-futures", "show", "show CZ", "CM, CS, CW, CL, CY, CK"),
        ("magnate standard", "roll", "trade M Q", "M, S, W, L, Y, K"),
        ("magnate standard", "roll", "develop 4MS @9", "@0, @1, @2, @3, @4"),
        ("magnate standard", "roll", "devlop 4MS", "roll, income, prefer, develop"),
        ("magistratvm", "action", "correct weather fine", "gold, lying_gold, die"),
    ],
)
def test_an_unknown_word_gets_the_words_that_exist(kind: str, phase: str, line: str, words: str) -> None:
    error = refusal(at_phase(kind, phase), line)
    assert isinstance(error, UnreadableMove) and words in str(error.next_step), str(error)


@each(
    ("kind", "phase", "line", "pattern"),
    [
        ("magnate standard", "roll", "roll 3", "roll D10 D10"),
        ("magnate standard", "roll", "set courts", "set OPTION WAS NOW"),
        ("magistratvm", "action", "give Ben", "give PLAYER GOLD"),
        ("magistratvm", "action", "refill 3", "refill PLACE:PROVINCE"),
    ],
)
def test_a_number_that_nobody_typed_is_in_no_answer(kind: str, phase: str, line: str, pattern: str) -> None:
    error = refusal(at_phase(kind, phase), line)
    if isinstance(error, IllegalMove):  # the same refusal for every number
        assert error.rule
    else:
        assert f"ype {pattern}" in str(error)
        numbers = {one.strip(".,") for one in str(error.reason).split() if one.strip(".,").isdecimal()}
        assert numbers <= set(line.split())


def test_the_nearest_move_names_no_card_that_the_player_has_not_typed() -> None:
    course = played(friday(), "roll 9 4")
    for line in ("develop 9MS @0 M4S4", "deed 3MW @9", "develop 5SW", "sell M", "add 4MS", "draw"):
        step = str(refusal(course, line).next_step)
        named = step.rpartition("is: ")[2].split() if "nearest" in step else []
        cards = {word for word in named if len(word) == 3 and word[0].isdecimal()}
        assert cards <= set(line.split()), step


@each(("kind", "phase", "line"), [("magistratvm", "bidding", "bid -1"), ("sorcerous-futures", "open", "bid -1")])
def test_a_negative_number_is_refused_by_its_rule(kind: str, phase: str, line: str) -> None:
    error = refusal(at_phase(kind, phase), line)
    assert isinstance(error, IllegalMove) and "-1" in str(error.reason)


def test_a_correction_is_typed_among_moves() -> None:
    corrected, drawn = read_line(friday(), "correct tokens Ann M3S1, roll 9 4")
    assert (corrected.seat, drawn.seat) == (None, 0)
    assert str(refusal(friday(), "correct tokens Zoe M1").next_step)
