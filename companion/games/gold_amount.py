"""An amount of gold, with its unit."""

from __future__ import annotations

from companion.locale import Message


def gold_amount(pieces: int) -> Message:
    """Return an amount of gold as a message.

    >>> str(gold_amount(3))
    '3 gold'
    """
    return Message("{n} gold", {"n": pieces}, "{n} gold", "n")
