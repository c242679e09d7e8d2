"""Documents and lines that say no move, and codecs made from dataclasses: errors name the place and the reason."""

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

import pytest

from companion.games.errors import UnreadableDocument
from companion.games.field_types import Readers, Writers
from companion.games.magnate.encoding import LINES, move_from_json, move_to_json, setup_from_json, state_to_json
from companion.games.magnate.facts import ColumnFact, PileFact, TurnFact
from companion.games.magnate.moves import Correct, Draw, Sell
from companion.games.magnate.options import options_from_json, options_from_text, preset
from companion.games.magnate.state import Column, Deed, Phase
from companion.games.magnate.state_notation import state_from_text
from companion.games.registry import UnknownGame, game
from companion.pieces import Card, Tokens
from tests.cases import each
from tests.games.random_play import table


class Colour(Enum):
    """What a nest is painted in."""

    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Bird:
    """Who sits there."""

    wings: ClassVar[int] = 2
    sings: bool


@dataclass(frozen=True, slots=True)
class Nest:
    """Something with every type that is derived."""

    eggs: tuple[int, ...]
    colour: Colour
    owner: str | None = None
    birds: tuple[Bird, ...] = ()
    place: tuple[int, Colour] = (0, Colour.RED)


@dataclass(frozen=True, slots=True)
class Vague:
    """A field of which nobody knows how it is written."""

    anything: int | str


read, write = Readers({}).of(Nest), Writers({})


def test_what_is_written_reads_back() -> None:
    nest = Nest((1, 2), Colour.BLUE, "Ann", (Bird(True),), (3, Colour.BLUE))
    written = {"eggs": [1, 2], "colour": "blue", "owner": "Ann", "birds": [{"sings": True}], "place": [3, "blue"]}
    assert write(nest) == written
    assert read(write(nest), "nest") == nest
    assert read({"eggs": [], "colour": "red", "owner": None}, "nest") == Nest((), Colour.RED)


@each(
    ("document", "text"),
    [
        ({"eggs": [1, "2"], "colour": "red"}, "nest.eggs[1]: must be a whole number, and is a text"),
        ({"eggs": "12", "colour": "red"}, "nest.eggs: must be a list, and is a text"),
        ({"eggs": [], "colour": "red", "place": [1]}, "nest.place: must be a list of 2 values"),
        ({"eggs": [], "colour": "red", "place": [1, 2]}, "nest.place[1]: 2: unknown value. Choose from: red, blue."),
        ({"eggs": [], "colour": "pink"}, "nest.colour: 'pink': unknown value. Choose from: red, blue."),
        ({"eggs": [], "colour": "red", "owner": 3}, "nest.owner: must be a text, and is a number"),
        ({"eggs": [], "colour": "red", "birds": [{}]}, "nest.birds[0].sings: missing"),
        ({"eggs": []}, "nest.colour: missing"),
        ({"eggs": [], "colour": "red", "twigs": 9}, "nest.twigs: unknown field"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(document: object, text: str) -> None:
    with pytest.raises(UnreadableDocument) as refused:
        read(document, "nest")
    assert str(refused.value) == text


def test_a_type_that_says_too_little_is_refused_before_anything_is_read() -> None:
    with pytest.raises(TypeError, match=r"int \| str"):
        Readers({}).of(Vague)


DEVELOP = {"type": "develop", "player": 0, "card": "4MS", "district": 0, "payment": {"M": 2, "S": 2}}


@each(
    ("document", "text"),
    [
        (None, "moves[3]: must be an object, not null"),
        ([1], "moves[3]: must be an object, not a list"),
        ({}, "moves[3].type: missing"),
        ({"type": "dance"}, "moves[3].type: 'dance': unknown value. Choose from: roll"),
        ({"type": 3}, "moves[3].type: must be a text, and is a number"),
        ({**DEVELOP, "card": "4MZ"}, "moves[3].card: '4MZ': unknown card"),
        ({**DEVELOP, "card": 4}, "moves[3].card: must be a text, and is a number"),
        ({**DEVELOP, "player": "Ann"}, "moves[3].player: must be a whole number, and is a text"),
        ({**DEVELOP, "player": True}, "moves[3].player: must be a whole number, and is a boolean"),
        ({**DEVELOP, "district": 1.5}, "moves[3].district: must be a whole number, and is a number"),
        ({**DEVELOP, "payment": {"M": -1}}, "moves[3].payment: 'M': -1"),
        ({**DEVELOP, "payment": "M2S2"}, "moves[3].payment: 'M2S2': must be an object of numbers"),
        ({**DEVELOP, "tip": 1}, "moves[3].tip: unknown field"),
        ({"type": "develop", "player": 0}, "moves[3].card: missing"),
        ({"type": "roll", "player": 0, "dice": [1]}, "moves[3].dice: must be a list of 2 values"),
        ({"type": "roll", "player": 0, "dice": "91"}, "moves[3].dice: must be a list of 2 values"),
        ({"type": "roll", "player": 0, "dice": [1, "x"]}, "moves[3].dice[1]: must be a whole number"),
        ({"type": "trade", "player": 0, "give": "Z", "get": "M"}, "moves[3].give: 'Z': unknown suit"),
        ({"type": "correct", "facts": [{"type": "weather"}]}, "moves[3].facts[0].type: 'weather'"),
        (
            {"type": "correct", "facts": [{"type": "pile", "was": [1], "now": [1]}]},
            "facts[0].was: must be a list of 3 values",
        ),
        (
            {"type": "correct", "facts": [{"type": "turn", "was": 1, "now": 2}]},
            "facts[0].was: must be a list of 2 values",
        ),
        ({"type": "correct", "facts": [{"type": "turn", "was": [0, "nap"], "now": []}]}, "was[1]: 'nap'"),
    ],
)
def test_a_document_that_is_no_move_is_refused_at_its_place(document: object, text: str) -> None:
    with pytest.raises(UnreadableDocument) as caught:
        move_from_json(document, "moves[3]")
    assert text in str(caught.value)


def test_fields_with_a_usual_value_may_be_left_out() -> None:
    assert move_from_json({"type": "draw", "player": 1}) == Draw(1)
    assert move_from_json({"type": "sell", "player": 0, "card": "4MS"}) == Sell(0, Card.parse("4MS"))


@each(
    ("document", "text"),
    [
        ({"courts": 1}, "options.courts: must be true or false, and is a number"),
        ({"solo": "easy"}, "options.solo: 'easy': unknown value. Choose from: no, normal, hard"),
        ({"deucey": True}, "options.deucey: is a variant of Abstract Play's own"),
        ({"preset": "monster"}, "options.preset: 'monster': unknown preset. Choose from: standard"),
        ({"preset": "deucey"}, "options.preset: 'deucey': is a variant of Abstract Play's own"),
        ({"dragons": True}, "options.dragons: unknown field"),
        ({"hand": "many"}, "options.hand: must be a whole number"),
    ],
)
def test_options_that_are_none_are_refused(document: object, text: str) -> None:
    with pytest.raises(UnreadableDocument) as caught:
        options_from_json(document)
    assert text in str(caught.value)


def test_options_left_out_are_the_presets() -> None:
    assert options_from_json({}) == preset("standard")
    assert options_from_json({"preset": "mega", "tax_dice": 1}) == options_from_text("mega tax_dice=1")


def test_a_setup_names_what_is_wrong_with_it() -> None:
    with pytest.raises(UnreadableDocument, match=r"setup\.crowns\[1\]\[0\]: '9X': unknown card"):
        setup_from_json({"districts": [], "crowns": [[], ["9X"]]})
    with pytest.raises(UnreadableDocument, match=r"setup\.crowns: missing"):
        setup_from_json({"districts": []})


def test_a_states_document_says_what_it_waits_for() -> None:
    document = state_to_json(table({"X": "9MS(M1)/-"}))
    assert document["waiting_for"] == [{"owner": 0, "kind": "play", "text": "play 1 card", "card": None, "suits": []}]
    assert document["districts"][2]["columns"][0]["deed"]["tokens"]["M"] == 1


def test_a_correction_survives_its_document_and_its_line() -> None:
    deed = Column((Card.parse("4MS"),), Deed(Card.parse("9MS"), Tokens.parse("M3")))
    facts = (
        ColumnFact(0, 1, Column(), deed),
        PileFact((1, 2, 0), (2, 1, 1)),
        TurnFact((0, Phase.PLAY), (1, Phase.DRAW)),
    )
    move = Correct(facts, "the cat jumped on the table")
    assert move_from_json(move_to_json(move)) == move
    assert LINES.read(LINES.write(move)) == move


@each(
    "line",
    ["", "0", "0 dance", "Ann sell 4MS", "0 sell", "0 sell 4MZ", "0 develop 4MS 0 M2S2", "0 roll 9", "0 trade M",
     "set courts", "correct {", "0 develop 4MS @x M2", "0 add 9MS Z9", "0 income 9MS Z"],
)  # fmt: skip
def test_a_line_that_says_no_move_is_refused(line: str) -> None:
    with pytest.raises(UnreadableDocument):
        LINES.read(line)


@each("line", ["", "standard", "standard | X:-/- | - | 0/0 | 0 1 nap 1 | 1 2 3 - | - | -"])
def test_a_line_that_says_no_state_is_refused(line: str) -> None:
    with pytest.raises(UnreadableDocument, match="is not a state"):
        state_from_text(line)


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(UnknownGame, match=r"'chess': unknown game\. Choose from: magnate"):
        game("chess")
    assert game("magnate").name == "magnate"
