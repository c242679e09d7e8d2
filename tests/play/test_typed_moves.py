"""Moves are typed as they print or shorter; what cannot be made is refused with its rule or with other words."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import CompanionError
from companion.games.errors import IllegalMove
from companion.games.magnate import preset
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Develop, Draw, Roll, Trade
from companion.journal import KeptGame
from companion.journal.course.course import Course
from companion.journal.entries import Entry
from companion.pieces import Card, Suit, Tokens
from companion.play.move_words import correction_patterns, notation_of, read_correction, write_move
from companion.play.possible_moves import SeatOptions
from companion.play.refused_words import AmbiguousMove, UnreadableMove
from companion.play.shortened_moves import completions, unknown_word
from companion.play.typed_moves import matching_moves, read_line
from tests.cases import each
from tests.examples import some
from tests.games.chance import KINDS, NOON, chance_game
from tests.play.test_typed_corrections import round_trips

SETUP = {
    "districts": ["PMSL", "PMYK", "X", "PSWK", "PWLY"],
    "crowns": [["CM", "CW", "CS"], ["CL", "CY", "CK"]],
    "first_player": 0,
    "tokens": [{"M": 4, "S": 4}, {"K": 3}],
}


def friday(*names: str) -> Course[Any, Any]:
    """A game of Magnate before its first roll; the first player has 4 Moons and 4 Suns."""
    options = MAGNATE.options_to_json(preset("standard"))
    game = KeptGame("g", "magnate", "Friday", names or ("Ann", "Ben"), options, SETUP, NOON)
    return Course.of(MAGNATE, game)


def typed(course: Course[Any, Any], line: str) -> list[Any]:
    return [one.move for one in read_line(course, line)]


@each("kind", KINDS)
def test_a_random_game_goes_through_printer_and_parser_unchanged(kind: str) -> None:
    assert round_trips(chance_game(kind, 1), every=60) > 50


def test_a_usual_turn_of_magnate_is_one_line() -> None:
    line = "roll 9 4 develop 4MS @0 M2S2 draw"
    four = Develop(0, Card.parse("4MS"), 0, Tokens.parse("M2S2"))
    assert typed(friday(), line) == [Roll(0, (9, 4)), four, Draw(0)]


@each(
    "line",
    [
        "roll 9 4, dev 4ms @0 m2s2, dr",
        "Ann roll 9 4, ann develop 4MS @0 M2S2, ANN draw",
        "0 roll 9 4 dev 4ms 0 m2s2 draw",
        "r 9 4 , dev 4ms @0 M2S2 , draw",
        "p0 roll 9 4 develop 4MS @0 M2S2 p0 draw",
        "9 4, dev 4ms @0 m2s2, dr",
    ],
)
def test_moves_may_be_shortened_as_long_as_one_is_meant(line: str) -> None:
    assert typed(friday(), line) == typed(friday(), "roll 9 4 develop 4MS @0 M2S2 draw")


def test_an_amount_may_be_left_out_where_only_one_is_possible() -> None:
    assert typed(friday(), "roll 9 4 dev AM @0") == typed(friday(), "roll 9 4 develop AM @0 M3")
    with pytest.raises(AmbiguousMove, match=r"can mean 3 moves.*M2S2.*M3S1"):
        read_line(friday(), "roll 9 4 develop 4MS @0")


def test_a_refusal_names_the_rule_the_numbers_and_the_nearest_move() -> None:
    with pytest.raises(IllegalMove) as refused:
        read_line(friday(), "roll 9 4 develop 9MS @0 M4S4")
    assert refused.value.rule == "B18"
    assert "needs 9 Moons or Suns" in str(refused.value) and "you have 4 Moons and 4 Suns" in str(refused.value)
    assert "he nearest possible move is: Ann deed 9MS @0 M1S1" in str(refused.value)


def test_a_price_is_named_where_the_payment_was_left_out() -> None:
    with pytest.raises(IllegalMove, match="needs 9 Moons or Suns"):
        read_line(friday(), "roll 9 4 develop 9MS @0")


def test_words_that_are_no_move_are_refused_with_what_can_be_written() -> None:
    with pytest.raises(UnreadableMove, match=r"'dance': is not a move. Choose from: roll, income"):
        read_line(friday(), "dance")
    with pytest.raises(UnreadableMove, match=r"Choose from: roll, income"):
        read_line(friday(), "  ")
    with pytest.raises(IllegalMove, match="rule B7"):
        read_line(friday(), "roll 9 4 roll 9 4")


def test_nobody_else_is_meant_where_a_name_stands_before_the_move() -> None:
    with pytest.raises(IllegalMove):
        read_line(friday(), "Ben roll 9 4")
    assert typed(friday("Ann Lee", "Ben"), "Ann Lee roll 9 4") == [Roll(0, (9, 4))]
    assert typed(friday("Draw", "7"), "p0 roll 9 4") == [Roll(0, (9, 4))]


def test_a_move_prints_with_the_players_name() -> None:
    course = friday("Ann Lee", "Ben")
    assert write_move(course, Roll(0, (9, 1), (4,))) == "Ann_Lee roll 9 1 tax 4"
    assert write_move(course, Trade(1, Suit.KNOTS, Suit.MOONS)) == "Ben trade K M 1"


def test_other_players_are_named_in_moves_of_magistratvm() -> None:
    game = chance_game("magistratvm", 1)
    texts = set[str]()
    for course, move in game.courses():
        texts.add(write_move(course, move))
    named = [text for text in texts if text.split()[1] in ("praetor", "aedile", "lend", "give")]
    assert named and all(set(text.split()) & set(game.kept.names) for text in named)
    assert not any(word.startswith("p") and word[1:].isdecimal() for text in texts for word in text.split())


def test_words_list_the_moves_that_they_may_mean() -> None:
    course = played(friday(), "roll 9 4")
    moves = matching_moves(course, ["develop", "4MS"])
    assert {write_move(course, move) for move in moves} == {
        f"Ann develop 4MS @{place} {paid}" for place in (0, 1, 2, 3) for paid in ("M3S1", "M2S2", "M1S3")
    }
    assert len(matching_moves(course, [])) == len(list(SeatOptions(course, 0, None).legal()))


def played(course: Course[Any, Any], line: str) -> Course[Any, Any]:
    """The game after the moves of a line."""
    for one in read_line(course, line):
        seq = course.seq + 1
        entry = Entry("g", seq, f"e{seq}", seq - 1, NOON, None, "touch", course.rules.move_to_json(one.move))
        course = course.after(entry)
    return course


@each(
    ("line", "shown"),
    [
        ("tokens Ann M2W1", lambda state: state.tokens[0] == Tokens.parse("M2W1")),
        ("tok ben K1", lambda state: state.tokens[1] == Tokens.parse("K1")),
        ("turn Ben draw", lambda state: state.player == 1 and state.phase.value == "draw"),
        ("pile 20 3 0", lambda state: (state.pile, state.discards) == (20, 3)),
        ("column @2 Ann 4MS,9LK(L2)", lambda state: state.districts[2].columns[0].deed.tokens == Tokens.parse("L2")),
        ("tokens Ann M9 and tokens Ben 0", lambda state: state.tokens[0]["M" and Suit.MOONS] == 9),
    ],
)
def test_a_correction_is_typed_without_the_old_value(line: str, shown: Any) -> None:
    course = friday()
    assert shown(MAGNATE.apply(course.state, read_correction(course, line)))


@each("line", ["tokens", "tokens Zoe M1", "tokens Ann M1 M2", "weather fine", "", "pile 1 2"])
def test_a_correction_that_cannot_be_read_says_how_it_is_written(line: str) -> None:
    with pytest.raises(Exception, match=r"Type|Choose from|Ann") as refused:
        read_correction(friday(), line)
    assert type(refused.value).__module__.startswith("companion.")


TURN = friday()
WORDS = [
    "roll",
    "9",
    "4",
    "dev",
    "4MS",
    "@0",
    "M2S2",
    "draw",
    "Ann",
    "Ben",
    ",",
    "p0",
    "trade",
    "M",
    "correct",
    "{",
    "-",
]


@given(line=st.one_of(st.text(max_size=40), st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)))
@settings(max_examples=some(50), deadline=None)
def test_any_line_is_moves_or_is_refused_in_words(line: str) -> None:
    try:
        moves = read_line(TURN, line)
    except CompanionError as error:
        assert error.line()
    else:
        assert moves and all(str(one.effect) for one in moves)


def test_every_kind_of_correction_of_every_game_says_how_it_is_written() -> None:
    for kind in ("magnate standard", "sorcerous-futures", "magistratvm"):
        game = chance_game(kind, 1)
        course = next(game.courses())[0]
        assert game.rules.corrections is not None
        assert len(correction_patterns(course)) == len(game.rules.corrections.facts)


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
    assert "Ann rolled 9 and 4" in str(drawn.effect) and "Correction" in str(corrected.effect)
    assert str(refusal(friday(), "correct tokens Zoe M1").next_step)


BIDS = " | ".join([*(f"Dan bid {gold}" for gold in range(5, 10)), "…"])
MAGNATE_NAMES = "roll, income, prefer, develop, deed, add, sell, trade, draw, end, correct, set."
SOLD = "a sold card goes to the discard pile and to no district. The nearest possible move is: Ben sell 9MS."


@each(
    ("kind", "phase", "line", "words"),
    [
        ("magnate standard", "roll", "roll 3", "roll 3: is incomplete. Type roll D10 D10 [tax D6 …]."),
        ("magnate standard", "roll", ",", f"',': is not a move. Choose from: {MAGNATE_NAMES}"),
        ("magnate standard", "roll", "develop", "rule B17: first: roll the two d10. Type roll D10 D10 [tax D6 …]."),
        ("magistratvm", "bidding", "correct gold Ben 3 and gold x", "'gold x': no such player. Type gold PLAYER GOLD."),
        ("magnate standard", "play", "sell 9MS @2", f"rule B32: {SOLD}"),
        (
            "sorcerous-futures",
            "open",
            "Dan bid",
            f"Dan bid: can mean 86 moves: {BIDS}. Type more of the move you mean.",
        ),
        ("magistratvm", "action", "correct", "'': is not a correction. Choose from: gold, lying_gold, die, "),
    ],
)
def test_a_refusal_says_what_was_typed_why_not_and_what_to_type(kind: str, phase: str, line: str, words: str) -> None:
    assert str(refusal(at_phase(kind, phase), line)).startswith(words)


DOMAINS = {"PLAYER": ("p0", "p1"), "CARD": ("4MS", "4MW"), "PLACE": ("@0", "@1")}


@each(
    ("pattern", "typed", "written"),
    [
        ("PLAYER|all GOLD", "al", ["all 0", "all 1", "all 2", "all 5"]),
        ("CARD PLACE TOKENS", "4m 1 M2S2", ["4MS @1 M2S2", "4MW @1 M2S2"]),
        ("CARD [from CARD …] PLACE", "4ms fr 4mw 4ms 0", ["4MS from 4MW 4MS @0"]),
        ("CARD:PLACE|PLACE:CARD|PLAYER", "4:1", ["4MS:@1", "4MW:@1"]),
        ("D10 [tax D6] GOLD", "3", ["3 0", "3 1", "3 2", "3 5"]),
    ],
)
def test_what_is_left_out_or_shortened_is_completed_by_the_pattern(
    pattern: str, typed: str, written: list[str]
) -> None:
    found = [" ".join(line) for lines in completions(pattern, typed.split(), DOMAINS) for line in lines]
    assert found == written and unknown_word(pattern, typed.split(), DOMAINS) is None


def test_the_first_unknown_word_has_the_words_for_its_place() -> None:
    assert unknown_word("CARD [from CARD …] PLACE", ["4ms", "x"], DOMAINS) == (1, DOMAINS["CARD"])
    assert unknown_word("CARD GOLD PLACE", ["4ms", "3", "@9"], DOMAINS) == (2, DOMAINS["PLACE"])
    assert [unknown_word(pattern, ["4ms:9"], DOMAINS) for pattern in ("CARD:PLACE", "")] == [(0, ()), (0, ())]
