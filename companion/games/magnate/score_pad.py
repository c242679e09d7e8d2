"""The score pad of Magnate."""

from __future__ import annotations

from companion.games.magnate.options import Options
from companion.games.magnate.setup import default_districts
from companion.games.sheet import PadRow
from companion.locale import Message


def score_pad(options: Options) -> tuple[PadRow, ...]:
    """Return rows for each district's total, the districts held, and the tie-breaks (B38–B42).

    >>> from companion.games.magnate.presets import preset
    >>> [str(row.text) for row in score_pad(preset("standard"))][3:6]
    ['District 4', 'District 5', 'Districts held']
    """
    districts = range(1, len(default_districts(options)) + 1)
    return (
        *(PadRow(Message("District {number}", {"number": number})) for number in districts),
        PadRow(Message("Districts held"), strong=True),
        PadRow(Message("Sum of all totals")),
        PadRow(Message("Tokens left")),
    )
