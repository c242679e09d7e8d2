"""The central picture of every card, one function each."""

from collections.abc import Callable

from companion.artwork.block import Block
from companion.artwork.pictures import (
    aces,
    courts,
    crowns_leaves_wyrms_knots,
    crowns_moons_suns_waves,
    eights_nines,
    fours_fives,
    pawns,
    sixes_sevens,
    twos_threes,
)

Picture = Callable[[Block], None]

PICTURES: dict[str, Picture] = {
    **aces.PICTURES,
    **twos_threes.PICTURES,
    **fours_fives.PICTURES,
    **sixes_sevens.PICTURES,
    **eights_nines.PICTURES,
    **pawns.PICTURES,
    **courts.PICTURES,
    **crowns_moons_suns_waves.PICTURES,
    **crowns_leaves_wyrms_knots.PICTURES,
}
"""The function that paints a card's picture, by the card's code."""
