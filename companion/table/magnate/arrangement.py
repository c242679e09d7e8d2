"""The arrangement of a Magnate table, before its cards are identified."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.games.magnate.options import Options
from companion.locale import Message
from companion.pieces import Card, Rank
from companion.table.card_pose import CardPose, bounding_box
from companion.table.choices import choices
from companion.table.comparison import NoTable
from companion.table.edge import Edge
from companion.table.magnate.columns import Spots
from companion.table.magnate.crowns import OwnedCrowns
from companion.table.magnate.game_prior import NEAR, GamePrior
from companion.table.questions import TableQuestion


class NoMagnateTable(NoTable):
    """The cards in view make no Magnate table."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """District cards in order, the seats that border on each, the Crowns, and the questions about all that."""

    districts: tuple[CardPose, ...]
    borders: tuple[tuple[int, ...], ...]
    spots: Callable[[GamePrior], Spots]
    """Finds the columns, given a prior."""
    crowns: OwnedCrowns
    questions: tuple[TableQuestion, ...]
    seat_at: Callable[[Edge], int]
    """Returns which seat is nearest to an edge of the picture."""


DISTRICT_RANKS = frozenset({Rank.PAWN, Rank.EXCUSE})


def likely_rank(card: CardPose) -> Rank | None:
    """Return the most likely rank."""
    return card.sighting.card.rank if card.sighting.card else None


def could_be_district(card: CardPose) -> bool:
    """Return whether an uncertain card may be a Pawn or the Excuse."""
    candidates = card.sighting.candidates
    return not candidates or any(kind.rank in DISTRICT_RANKS for kind, _ in candidates)


def ask_missing_districts(
    found: Sequence[CardPose], read: Sequence[Card], options: Options
) -> tuple[TableQuestion, ...]:
    """Return a question if fewer districts were found than the options have.

    Args:
        found: The district cards.
        read: The cards that they are.
        options: The options in force.

    Returns:
        A question without choices, or none.
    """
    expected = options.pawns + options.excuse
    if len(found) >= expected:
        return ()
    text = Message(
        "Only {found} of {expected} districts were found ({cards}). Take the photo again with the whole row in view.",
        {"found": len(found), "expected": expected, "cards": ", ".join(str(card) for card in read)},
    )
    return (TableQuestion("districts", "district", text, (), region=bounding_box(list(found))),)


def ask_near_edge(
    text: Message, near: Edge, cards: Sequence[CardPose], prior: GamePrior
) -> tuple[Edge | None, TableQuestion]:
    """Ask at which of the two edges next to ``near`` player 0 sits.

    Args:
        text: The text of the question.
        near: The edge that is ambiguous.
        cards: The cards that the question points at.
        prior: What is known beforehand.

    Returns:
        The edge that was answered, and the question.
    """
    offered = choices(edge.value for edge in near.neighbours)
    question = TableQuestion(NEAR, NEAR, text, offered, region=bounding_box(list(cards)))
    answer = prior.answer(question)
    return (None if answer is None else Edge(answer)), question
