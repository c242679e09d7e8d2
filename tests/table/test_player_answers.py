"""What a player said of a card holds for that card, not for another."""

from __future__ import annotations

from companion.locale import Message
from companion.table.choices import choices
from companion.table.player_answers import PlayerAnswers, is_same_card
from companion.table.questions import TableQuestion
from companion.table.sightings import CardSighting, Sightings
from tests.cases import each
from tests.table.magnate.laid import WIDTH, sighting

DOUBTED = {"6SY": 0.5, "6MW": 0.4}


def lying(x: float = 0.0, turn: float = 45.0) -> CardSighting:
    """A doubtful card, ``x`` card widths from where the first lay."""
    return sighting("6SY", WIDTH * x, 0, turn, candidates=DOUBTED, sure=False)


def named(card: CardSighting) -> str:
    """What the card is taken for, once it was said that the first is the other one."""
    [known] = PlayerAnswers().with_answer("card", "6MW", lying()).apply_to(Sightings(1600, 1600, (card,))).cards
    return str(known.card)


def test_a_card_nudged_a_little_is_what_it_was_said_to_be() -> None:
    assert named(lying(0.3)) == "6MW"
    assert is_same_card(lying(), lying(0.3))


def test_what_lies_half_a_card_further_is_another_card() -> None:
    assert named(lying(0.5)) == "6SY"
    assert not is_same_card(lying(), lying(0.5))


@each(("turned_by", "holds"), [(12.0, True), (18.0, False)])
def test_how_a_card_lies_holds_until_it_is_turned(turned_by: float, holds: bool) -> None:
    answers = PlayerAnswers().with_answer("deed", "deed", lying())
    asked = TableQuestion("deed", "deed", Message(""), choices(("deed", "property")), card=lying(turn=45 + turned_by))
    assert answers.answer(asked) == ("deed" if holds else None)
