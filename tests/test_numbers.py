"""Numbers in texts from anywhere: thousands of digits, digits of other scripts, and what is out of bounds."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.decoding import is_number
from companion.games.errors import UnreadableDocument
from companion.games.registry import game as rules_of
from companion.names import NoSuchPlayer, find_seat
from companion.pictures.sources.cameras import find_camera
from companion.pieces.tokens import Tokens, UnreadableTokens
from companion.play.seat_words import names_seat, read_seat_word
from companion.questions import UnusableAnswer
from tests.cases import each
from tests.games.chance import chance_game

LONG = "9" * 5000
ODD = [LONG, "0" * 5000, "²", "٣", "1_0", "+1", "-1", " 1", ""]


@each("word", ODD)
def test_no_odd_text_is_a_number(word: str) -> None:
    assert not is_number(word)
    assert find_camera(word or "x", []) is None


@given(st.integers(0, 10**9 - 1))
def test_every_number_that_a_game_needs_is_one(number: int) -> None:
    assert is_number(str(number)) and int(str(number)) == number


@each("word", [LONG, f"p{LONG}", "p²", "²"])
def test_no_such_word_names_a_player(word: str) -> None:
    with pytest.raises(NoSuchPlayer):
        read_seat_word(word, ["Ann", "Ben"])
    with pytest.raises(NoSuchPlayer):
        find_seat(word, ["Ann", "Ben"])
    assert not names_seat(word, ["Ann", "Ben"])


@each("text", [f"M{LONG}", "M²", "M٣"])
def test_no_such_text_is_an_amount_of_tokens(text: str) -> None:
    with pytest.raises(UnreadableTokens):
        Tokens.parse(text)


@given(data=st.data())
def test_a_decision_reads_its_answers_or_refuses_them(data: st.DataObject) -> None:
    """Whatever the fields of a page hold."""
    texts = st.sampled_from([*ODD, f"M{LONG}", "M3W1", "AM", "4MS", "X", "0", "1", "M", "develop", "\ud800", "["])
    game = chance_game("magnate standard", 1)
    courses = [course for course, _ in game.courses()][:8]
    course = data.draw(st.sampled_from(courses))
    decision = data.draw(st.sampled_from(list(game.rules.decisions(course.state, game.kept.names))))
    for _ in range(4):
        with suppress(UnusableAnswer):
            names = [field.name for field in decision.fields] or ["none"]
            decision = decision.read({data.draw(st.sampled_from(names)): data.draw(texts)})
    if decision.missing is None:
        assert decision.move() is not None


def test_options_and_setups_keep_the_bounds_that_their_schema_states() -> None:
    rules = rules_of("magistratvm")
    options = rules.options_to_json(rules.options_from_json({}, "options"))
    for spaces in (-1, 7, 10**9):
        with pytest.raises(UnreadableDocument, match=r"options.tribunes: .*, but at (least 0|most 6)"):
            rules.options_from_json({**options, "tribunes": spaces}, "options")
    setup: dict[str, Any] = dict(chance_game("magistratvm", 1).kept.setup)
    circuits: tuple[list[object], ...] = ([], setup["circuit"][:5], setup["circuit"] * 2)
    for circuit in circuits:
        with pytest.raises(UnreadableDocument, match=r"setup.circuit: .*, but at (least|most) 6"):
            rules.setup_from_json({**setup, "circuit": circuit}, "setup")
