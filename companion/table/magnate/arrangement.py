"""Where everything of a Magnate table lies, before it is settled which card is which."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.errors import CompanionError
from companion.games.magnate.options import Options
from companion.locale import Message
from companion.pieces import Card, Rank
from companion.table.card_pose import CardPose, bounding_box
from companion.table.magnate.columns import Spots
from companion.table.magnate.crowns import OwnedCrowns
from companion.table.magnate.game_prior import GamePrior
from companion.table.questions import TableQuestion


class NoMagnateTable(CompanionError):
    """The cards seen make no Magnate table."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """District cards in order, who borders on each (seats), the Crowns, and what is asked of all that."""

    districts: tuple[CardPose, ...]
    borders: tuple[tuple[int, ...], ...]
    spots: Callable[[GamePrior], Spots]
    """The columns, by what is prior of them."""
    crowns: OwnedCrowns
    questions: tuple[TableQuestion, ...]


DISTRICT_RANKS = frozenset({Rank.PAWN, Rank.EXCUSE})


def likely_rank(card: CardPose) -> Rank | None:
    """The rank that it most likely has."""
    return card.sighting.card.rank if card.sighting.card else None


def could_be_district(card: CardPose) -> bool:
    """Whether a doubtful card may be a Pawn or the Excuse."""
    candidates = card.sighting.candidates
    return not candidates or any(kind.rank in DISTRICT_RANKS for kind, _ in candidates)


def ask_missing_districts(
    found: Sequence[CardPose], read: Sequence[Card], options: Options
) -> tuple[TableQuestion, ...]:
    """What is said where fewer districts were found than these options have."""
    expected = options.pawns + options.excuse
    if len(found) >= expected:
        return ()
    text = Message(
        "Only {found} of {expected} districts were found ({cards}); take the photo again with the whole row in it",
        {"found": len(found), "expected": expected, "cards": ", ".join(str(card) for card in read)},
    )
    return (TableQuestion("districts", "district", text, (), region=bounding_box(list(found))),)
