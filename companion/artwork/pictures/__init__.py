"""The central picture of every card, one function each."""

from __future__ import annotations

from collections.abc import Callable

from companion.artwork.block import Block
from companion.artwork.pictures import aces, courts, crowns, eights_nines, fours_fives, pawns, sixes_sevens, twos_threes

Picture = Callable[[Block], None]

PICTURES: dict[str, Picture] = {
    **aces.PICTURES,
    **twos_threes.PICTURES,
    **fours_fives.PICTURES,
    **sixes_sevens.PICTURES,
    **eights_nines.PICTURES,
    **pawns.PICTURES,
    **courts.PICTURES,
    **crowns.PICTURES,
}
"""What cuts a card's picture into a block, by the card's code."""
