"""Changes of a table, card by card, before their cost and legality are considered."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.magnate.state import Column
from companion.pieces import Card


@dataclass(frozen=True, slots=True)
class Laid:
    """A card was added at the end of a column; ``deed``: in the direction of deeds."""

    card: Card
    district: int
    player: int
    deed: bool


@dataclass(frozen=True, slots=True)
class Completed:
    """A deed was turned to the direction of finished properties."""

    card: Card
    district: int
    player: int


@dataclass(frozen=True, slots=True)
class Discarded:
    """A card was discarded."""

    card: Card


CardChange = Laid | Completed | Discarded


def find_changes(journal: Column, table: Column, district: int, player: int) -> tuple[CardChange, ...] | None:
    """Return the changes from the journal's column to the table's, in the order of the cards.

    Cards never move and never leave a column (B23), so a column only grows at its outer end.

    Args:
        journal: The column in the journal.
        table: The column on the table.
        district: The index of the district.
        player: The seat of the player.

    Returns:
        The changes; None if no legal moves make them.
    """
    known = len(journal.properties)
    if table.properties[:known] != journal.properties:
        return None
    new = list(table.properties[known:])
    changes: list[CardChange] = []
    deed_card = table.deed.card if table.deed is not None else None
    if journal.deed is not None:
        if new and new[0] == journal.deed.card:
            changes.append(Completed(new.pop(0), district, player))
        elif not new and deed_card == journal.deed.card:
            return ()
        else:
            return None
    changes += [Laid(card, district, player, deed=False) for card in new]
    if deed_card is not None:
        changes.append(Laid(deed_card, district, player, deed=True))
    return tuple(changes)
