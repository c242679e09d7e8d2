"""What was done to a table, card by card, before anybody asks what it cost or whether it was allowed."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.magnate.state import Column
from companion.pieces import Card


@dataclass(frozen=True, slots=True)
class Laid:
    """A card was laid at the end of a column; ``deed``: the way deeds lie."""

    card: Card
    district: int
    player: int
    deed: bool


@dataclass(frozen=True, slots=True)
class Completed:
    """A deed was turned the way finished properties lie."""

    card: Card
    district: int
    player: int


@dataclass(frozen=True, slots=True)
class Discarded:
    """A card was put with the discards."""

    card: Card


CardChange = Laid | Completed | Discarded


def find_changes(journal: Column, table: Column, district: int, player: int) -> tuple[CardChange, ...] | None:
    """What makes the journal's column the table's, in the order that the cards lie; None where nothing legal does.

    Cards never move and never leave a column (B23), so a column only grows at its outer end.
    """
    known = len(journal.properties)
    if table.properties[:known] != journal.properties:
        return None
    new = list(table.properties[known:])
    changes: list[CardChange] = []
    lies_across = table.deed.card if table.deed is not None else None
    if journal.deed is not None:
        if new and new[0] == journal.deed.card:
            changes.append(Completed(new.pop(0), district, player))
        elif not new and lies_across == journal.deed.card:
            return ()
        else:
            return None
    changes += [Laid(card, district, player, deed=False) for card in new]
    if lies_across is not None:
        changes.append(Laid(lies_across, district, player, deed=True))
    return tuple(changes)
