"""What is written down at the end of Sorcerous Futures."""

from __future__ import annotations

from companion.games.sheet import PadRow
from companion.games.sorcerous_futures.options import Options
from companion.locale import Message
from companion.pieces import Suit


def score_pad(_: Options) -> tuple[PadRow, ...]:
    """Gold left, what the cards bring suit by suit, and what the own Crown brings (H17–H19)."""
    return (
        PadRow(Message("Gold left")),
        *(PadRow(Message("{suit}: cards × value", {"suit": suit.wording()})) for suit in Suit),
        PadRow(Message("Cards with my Crown’s suit × Excuse")),
        PadRow(Message("All gold"), strong=True),
        PadRow(Message("Tied: valuations in front")),
    )
