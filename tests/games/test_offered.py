"""What a decision offers is what the rules allow, and every sentence about it is one of the catalogue."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from companion.errors import CompanionError
from companion.games.decisions import Answers, Decision
from companion.games.fields import Amount, Cards, Pick
from companion.locale import Message
from companion.locale.languages import translations
from tests.cases import each
from tests.games.answers import filled_in
from tests.games.chance import KINDS, ChanceGame, chance_game

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
