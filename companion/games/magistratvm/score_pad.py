"""The score pad of Magistratvm."""

from __future__ import annotations

from companion.games.magistratvm.options import Options
from companion.games.sheet import PadRow
from companion.locale import Message


def score_pad(_: Options) -> tuple[PadRow, ...]:
    """Return rows for Provinces, Offices, governed Provinces once more, and their sum (I29, I30)."""
    return (
        PadRow(Message("Provinces won")),
        PadRow(Message("Influence in the Offices")),
        PadRow(Message("Governed Provinces, once more")),
        PadRow(Message("Points"), strong=True),
    )
