"""Compares a record with the stored game before its entries are added."""

from __future__ import annotations

from collections.abc import Sequence

from companion.errors import CompanionError
from companion.journal.entries import Entry
from companion.locale import Message


def missing_entries(name: str, entries: Sequence[Entry], there: Sequence[Entry], next_step: Message) -> Sequence[Entry]:
    """Return what a record has behind the stored game.

    Args:
        name: The name of the game, for errors.
        entries: The entries of the record.
        there: The stored entries.
        next_step: What to do if the two went on differently.

    Returns:
        The entries to be appended; none if the record is as long or shorter.

    Raises:
        CompanionError: The two went on differently.
    """
    if [one.move for one in entries[: len(there)]] != [one.move for one in there[: len(entries)]]:
        raise CompanionError(name, Message("is stored here already and went on differently"), next_step)
    return entries[len(there) :]
