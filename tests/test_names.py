"""Texts from anywhere: names that are accepted or the same, and numbers in any digits."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.decoding import is_number
from companion.games.errors import UnreadableDocument
from companion.games.registry import game as rules_of
from companion.names import (
    MAX_GAME_NAME,
    NoSuchPlayer,
    UnusableName,
    clean_name,
    distinct_names,
    find_seat,
    game_name,
    graphemes,
    name_key,
    normalize_name,
    player_names,
    shorten,
)
from companion.pictures.sources.cameras import find_camera
from companion.play.move_words import names_seat, read_seat_word
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


FAMILY = "👩\u200d👩\u200d👧"


@each(
    ("written", "kept"),
    [
        ("  Ann ", "Ann"),
        ("Ann \u00a0\u3000 Lee", "Ann Lee"),
        ("Zoe\u0308", "Zoë"),
        ("\u200eשרה\u200f", "שרה"),
        ("A\u200bnn\ufeff", "Ann"),
        ("Ann\n", "Ann"),
        (f"{FAMILY} Ana", f"{FAMILY} Ana"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("李小龍", "李小龍"),
        ("7", "7"),
    ],
)
def test_a_name_is_kept_as_it_is_read(written: str, kept: str) -> None:
    assert clean_name(written) == kept == normalize_name(written)


@each(
    ("written", "why"),
    [
        ("", "empty name"),
        (" \t\u3000", "empty name"),
        ("\u200b\u2060", "empty name"),
        ("\u200d\u200c", "empty name"),
        ("\u3164\u2800", "empty name"),
        ("\u0301", "empty name"),
        ("\u202ennA", "reading direction"),
        ("A\u2066nn", "reading direction"),
        ("A\x1b[2Jnn", "control characters"),
        ("Ann\nBen", "control characters"),
        ("A\ud800", "control characters"),
        ("a" * 61, "61 letters, at most 60"),
        (FAMILY * 41, "too long"),
        ("a" + "\u0331" * 9, "more than 8 accents"),
    ],
)
def test_a_name_that_nobody_could_read_is_refused_with_the_reason(written: str, why: str) -> None:
    with pytest.raises(UnusableName, match=why):
        clean_name(written)


@each("names", [("Ann", "Ann"), ("Ann", " ANN"), ("Zoë", "zoe\u0308"), ("Straße", "STRASSE")])
def test_two_players_of_one_name_are_refused(names: tuple[str, str]) -> None:
    with pytest.raises(UnusableName, match="two players have this name"):
        player_names(names)


def test_kept_players_of_one_name_are_shown_with_a_number_and_blank_ones_by_their_seat() -> None:
    assert distinct_names(("Ann", "Ann", "ann")) == ("Ann", "Ann (2)", "ann (3)")
    assert distinct_names(("Ann", "Ann (2)", "Ann")) == ("Ann", "Ann (2)", "Ann (3)")
    assert distinct_names((" ", "Ben", "\u200b")) == ("#1", "Ben", "#3")
    assert distinct_names(("Ann", "Ben")) == ("Ann", "Ben")


@each(("written", "seat"), [("Ann", 0), ("ben", 1), (" BEN ", 1), ("1", 1), ("0", 0), ("zoe\u0308", 2), (" 2 ", 2)])
def test_a_player_is_named_in_any_case_or_by_the_seat(written: str, seat: int) -> None:
    assert find_seat(written, ("Ann", "Ben", "Zoë")) == seat


def test_a_name_as_it_stands_goes_before_case_and_seats() -> None:
    assert find_seat("ann", ("Ann", "ann")) == 1
    assert find_seat("0", ("Ann", "0")) == 1


@each("written", ["Zoë", "2", "-1", "١", "", " "])
def test_who_does_not_play_is_not_found(written: str) -> None:
    with pytest.raises(NoSuchPlayer, match=r"no such player\. Choose from: Ann or Ben, or a seat number from 0"):
        find_seat(written, ("Ann", "Ben"))


def test_a_name_of_two_players_asks_for_the_seat() -> None:
    with pytest.raises(NoSuchPlayer, match=r"2 players have this name\. Use a seat number instead: 0 or 1"):
        find_seat("ANN", ("Ann", "ann"))
    assert find_seat("Ann (2)", ("Ann", "Ann")) == 1


@each(
    "letter",
    ["a", "e\u0301", FAMILY, "👍🏽", "❤\ufe0f", "🇫🇷", "\u1112\u1161\u11ab", "각", "क्षि", "נִ", "🏴\U000e0067\U000e007f"],
)
def test_what_a_reader_sees_as_one_letter_is_never_cut(letter: str) -> None:
    assert list(graphemes(letter)) == [letter]
    assert list(graphemes(f"x{letter}x")) == ["x", letter, "x"]
    assert list(graphemes(letter * 2)) == [letter, letter]
    assert shorten(f"ab{letter}cdefgh", 4) in ("ab…", f"ab{letter}…")


def test_arabic_and_persian_words_are_letters_joined_or_not() -> None:
    assert list(graphemes("می\u200cخ")) == ["م", "ی\u200c", "خ"]


@given(st.text(max_size=40))
def test_letters_make_the_text_again_and_a_clean_name_is_clean(text: str) -> None:
    assert "".join(graphemes(text)) == text
    assert name_key(normalize_name(text)) == name_key(text)
    try:
        name = clean_name(text)
    except UnusableName:
        return
    assert clean_name(name) == name


def test_a_games_usual_name_fits_its_record() -> None:
    assert game_name(("Ann", "Ben")) == "Ann – Ben"
    assert len(game_name(("👩" * 60,) * 4)) <= 200
    assert clean_name(game_name(("Ann", "Ben")), MAX_GAME_NAME) == "Ann – Ben"
