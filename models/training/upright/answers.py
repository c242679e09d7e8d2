"""What the upright reader may answer of one crop, and what its answers at every turn say together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.pieces import DieKind
from companion.vision.dice.upright import DIGITS, LEANS, PIPS

Floats = NDArray[np.float32]

TURNS = 20
"""A die is asked at so many turns: a digit is upright to 9° at one of them."""
BEST = 2
"""A digit counts by so many of the turns at which it looks most upright."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is said of one die: the likeliest kind and value, and the chance that this is right.

    Without a ``kind`` it is most likely none to be read.
    """

    kind: DieKind | None
    value: int | None
    chance: float


def strengths(chances: Floats) -> Floats:
    """How strongly each of 17 things is seen, by chances of the answers at every turn (turns × 21).

    Ten digits, six numbers of pips, and what is not to be read.

    >>> turned = np.zeros((4, 21), np.float32); turned[1:, 16] = 1; turned[0, 7] = 1
    >>> int(strengths(turned).argmax())
    7
    """
    digits = np.sort(chances[:, DIGITS], axis=0)[-BEST:].mean(axis=0)
    # Two turns of twenty are the most at which a digit can look upright; pips look alike at all.
    pips = chances[:, PIPS].mean(axis=0)
    none = chances[:, LEANS:].sum(axis=1).mean()
    return np.concatenate([digits, pips, [none]]).astype(np.float32)


def asked(chances: Floats, temperature: float = 1.0) -> Asked:
    """All turns' answers as one, with one chance; ``temperature`` is what calibrates it."""
    logits = np.log(strengths(chances) + 1e-4) / temperature
    shares = np.exp(logits - logits.max())
    shares /= shares.sum()
    best = int(shares.argmax())
    chance = float(shares[best])
    if best < 10:
        return Asked(DieKind.D10, best or 10, chance)
    if best < 16:
        return Asked(DieKind.D6, best - 9, chance)
    return Asked(None, None, chance)
