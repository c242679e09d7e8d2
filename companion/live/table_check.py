"""Check of the whole table: everything that lies otherwise than the journal has it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.errors import CompanionError
from companion.live.camera_game import TableDifference, TableReader
from companion.live.events import CheckedDifference, TableChecked
from companion.live.followed_play import FollowedPlay
from companion.locale import Message
from companion.pieces import Card
from companion.questions import Box
from companion.table.card_pose import CardPose, bounding_box
from companion.table.comparison import NoTable
from companion.table.edge import Edge
from companion.table.player_answers import PlayerAnswers
from companion.table.sightings import Face, Sightings

_REASON = Message("the table was checked")
NOT_SHOWN = Message("the cards do not show everything that the game needs, such as a price")
NEXT_STEP = Message("enter the move, or put the card back")


class NotShown(CompanionError):
    """A difference that no move of the cards alone can adopt."""


def check_table(
    followed: FollowedPlay, reader: TableReader, near: Edge, sightings: Sightings, answers: PlayerAnswers
) -> TableChecked:
    """Compare the table with the journal, whether a move explains a difference or not.

    Args:
        followed: The followed play.
        reader: The reader of its table.
        near: The edge of the picture at which player 0 sits.
        sightings: What is in view.
        answers: The players' answers so far.

    Returns:
        The differences, or why the table cannot be compared.
    """
    cards = followed.cards
    try:
        reading = reader.read(sightings, followed.course, near, answers)
    except NoTable as error:
        return TableChecked((), 0, error.reason)
    if not reading.comparable:
        return TableChecked((), len(reading.questions), Message("The camera asks about a card first."))
    contradiction = reader.dispute(followed.course, reading, _REASON)
    found = cards.differences(followed.state, contradiction, followed.names)
    named = reading.answers.apply_to(sightings)
    return TableChecked(
        tuple(_checked(followed, number, one, named) for number, one in enumerate(found, 1)), len(reading.questions)
    )


def _checked(followed: FollowedPlay, number: int, one: TableDifference, sightings: Sightings) -> CheckedDifference:
    return CheckedDifference(
        f"difference-{number}",
        one.texts,
        _region(one.cards, sightings),
        one.adopt,
        followed.rules.move_to_json(one.adopt) if one.adopt is not None else None,
        one.put_back,
    )


def _region(cards: Sequence[Card], sightings: Sightings) -> Box | None:
    """Return the box around these cards in the picture; None if none of them is in view."""
    kinds = {card.kind for card in cards}
    shown = [CardPose.of(one) for one in sightings.cards if one.face is Face.UP and one.card in kinds]
    return bounding_box(shown) if shown else None
