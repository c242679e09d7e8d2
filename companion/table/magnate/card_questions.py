"""Questions about a card at a place."""

from __future__ import annotations

from collections.abc import Iterable

from companion.locale import Message
from companion.table.card_pose import CardPose
from companion.table.choices import choices
from companion.table.magnate.column_gaps import InferredCard
from companion.table.questions import Place, TableQuestion

_ANSWERS = {"deed": Message("A deed"), "property": Message("A finished property")}


def card_question(
    card: CardPose, place: Place, kind: str, text: Message, answers: Iterable[str], key: str = ""
) -> TableQuestion:
    """Return a question about this card.

    Args:
        card: The pose of the card.
        place: Its place in the layout.
        kind: The kind of the question.
        text: The text of the question.
        answers: The answers to choose from.
        key: The start of the question's key; the kind if it is empty.
    """
    return TableQuestion(
        place.key(key or kind),
        kind,
        text,
        choices(answers, _ANSWERS),
        region=card.region,
        card=None if isinstance(card, InferredCard) else card.sighting,
        place=place,
    )
