"""The score pad of Sorcerous Futures."""

from __future__ import annotations

from companion.games.sheet import PadRow
from companion.games.sorcerous_futures.options import Options
from companion.locale import Message
from companion.pieces import Suit


def score_pad(_: Options) -> tuple[PadRow, ...]:
    """Return rows for gold, the cards suit by suit, and the own Crown (H17–H19)."""
    return (
        PadRow(Message("Gold left")),
        *(PadRow(Message("{suit}: cards × value", {"suit": suit.wording()}), suit=suit) for suit in Suit),
        PadRow(Message("Cards with my Crown’s suit × Excuse")),
        PadRow(Message("All gold"), strong=True),
        PadRow(Message("Tied: valuations in front")),
    )
