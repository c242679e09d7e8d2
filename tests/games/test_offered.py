"""What a decision offers is what the rules allow; sentences about it are known, and refusals name players."""

import random
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from companion.errors import CompanionError
from companion.games.decisions import Answers, Decision
from companion.games.errors import BrokenRule, naming
from companion.games.fields import Amount, Cards, Pick
from companion.games.magnate import Options, Phase, Setup, State, default_districts, preset, start
from companion.games.magnate.moves import Move
from companion.locale import Message
from companion.locale.languages import translations
from companion.pieces import Card
from docs.tools.catalogues import PACKAGE, collect_texts
from tests.cases import each
from tests.games.chance import KINDS, ChanceGame, chance_game, filled_in
from tests.games.random_play import play, table

NAMES = ("Ann", "Ben", "Cleo")
IN_DOCUMENTS = {
    "must be a seat and a phase",
    "write the seat if the move has one, its name, then what it needs",
    "Everybody's suit, by seat",
}
"""Texts about lines and documents, which do count seats."""


def crowns(codes: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, codes.split()))


@each(
    ("state", "line", "text"),
    [
        (table(phase=Phase.ROLL), "1 roll 9 4", "it is Ann's turn, not Ben's"),
        (table(), "0 add 4MS M1", "Ann has no deed on The Mountain"),
        (table(), "1 prefer 4MS M", "Ben has no deed on The Mountain"),
        (table(), "1 income 4MS M", "no deed on The Mountain waits for Ben's choice"),
    ],
)
def test_a_refused_move_of_magnate_names_the_player(state: State, line: str | Move, text: str) -> None:
    with pytest.raises(BrokenRule, match=re.escape(text)), naming(NAMES):
        play(state, line)


def test_a_refused_beginning_of_magnate_names_the_player() -> None:
    with pytest.raises(BrokenRule, match="Ben needs 3 Crowns, and has CL"), naming(NAMES):
        start(Options(), Setup(default_districts(Options()), (crowns("CM CS CW"), crowns("CL"))))
    solo = preset("solo")
    with pytest.raises(BrokenRule, match="the automa has no turns"), naming(NAMES):
        start(solo, Setup(default_districts(solo), (crowns("CM CS CW"), crowns("CL CY CK")), first_player=1))


def test_no_text_of_any_game_counts_seats() -> None:
    texts = {one.text for one in collect_texts(PACKAGE / "games")}
    assert len(texts) > 500
    assert {text for text in texts if re.search(r"\bseats?\b", text)} <= IN_DOCUMENTS


NUMBERED = ("sorcerous-futures", "magistratvm")
"""Games in which numbers are chosen."""


@each("kind", NUMBERED)
def test_a_number_beyond_those_offered_is_against_the_rules(kind: str) -> None:
    game, tried = chance_game(kind, 16), 0
    for state, decision in decided(game):
        fields = () if decision.optional else decision.fields
        for field in [field for field in fields if isinstance(field, Amount)]:
            for number in (field.least - 1, field.most + 1):
                answers = Answers(decision.words)
                answers.update({**decision.answers, field.name: number})
                with pytest.raises(CompanionError):
                    game.rules.apply(state, decision.make(answers))
                tried += 1
    assert tried >= 20


@each("kind", KINDS)
def test_every_sentence_about_a_decision_and_its_move_is_translated(kind: str) -> None:
    game, catalogue = chance_game(kind, 17), translations("fr")
    names = game.kept.names
    for state, decision in decided(game):
        messages = [decision.text, *decision.cautions(decision.answers)]
        if decision.confirm is not None:
            messages.append(decision.confirm(decision.answers))
        for field in decision.fields:
            messages.append(field.text)
            if isinstance(field, Pick):
                messages += [*map(field.label, field.offered[:4]), *field.refused().values()]
            if isinstance(field, Cards):
                messages += filter(None, map(field.note, field.offered[:4]))
        if not decision.optional:
            move = decision.move()
            messages.append(game.rules.describe(state, move, game.rules.apply(state, move), names))
        assert [text for message in messages for text in unknown(message, catalogue)] == [], str(decision)


def decided(game: ChanceGame) -> Iterator[tuple[Any, Decision[Any]]]:
    """Every decision at every third moment of a game, answered at random."""
    dice = random.Random(3)
    for course, _ in islice(game.courses(), 0, None, 3):
        for decision in game.rules.decisions(course.state, game.kept.names):
            yield course.state, filled_in(decision, dice)


def unknown(message: Message, catalogue: Any) -> Iterator[str]:
    """The texts of a message and of its values that the catalogue does not have, apart from mere places."""
    assert "{" not in message.text(catalogue)
    known = {message.template, (message.template, 0)} & catalogue._catalog.keys()
    if not known and not message.template.strip("{}").isidentifier():
        yield message.template
    for value in message.values.values():
        if isinstance(value, Message):
            yield from unknown(value, catalogue)
