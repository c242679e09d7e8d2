"""What the finder takes for dice on the studio's pictures where none lies: prints, coins, cards' pictures, shadows.

Whoever learns dice on cards learns the cards too, or what is printed there would soon be dice.
"""

from __future__ import annotations

import numpy as np

from companion.vision.networks import Network
from models.training.dice.mining import FalseDice, false_dice
from models.training.studio.shards import Shots

APART = 0.55
"""What is nearer to a die than so much of both their diameters together is that die, or a mark on it."""


def mistaken(shots: Shots, finder: Network) -> FalseDice:
    """The finder's places on these pictures, but for those that are dice; the ground's number is the picture's."""
    found = false_dice(shots.pictures, finder)
    none = np.ones(len(found.ground), np.bool_)
    for number in np.unique(found.ground):
        own, dice = found.ground == number, shots.picture == number
        away = np.linalg.norm(found.middle[own][:, None] - shots.middle[dice][None], axis=2)
        reach = APART * (found.across[own][:, None] + shots.across[dice][None])
        none[own] = (away > reach).all(axis=1)
    return FalseDice(found.ground[none], found.middle[none], found.across[none])
