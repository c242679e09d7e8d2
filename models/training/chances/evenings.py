"""Evenings as photographs can tell of them: some of a maker's dice were named before, then another is looked at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from companion.vision.dice.chances import NONE
from companion.vision.dice.familiar import FamiliarDice
from models.training.chances.fitting import sort_of
from models.training.chances.gathering import Known

NAMED = (2, 4, 8, 16, 24)
"""So many dice were named before."""


def evenings(known: Sequence[Known], chance: np.random.Generator) -> Iterator[Known]:
    """Every place that has a portrait, once more, as one who knows some dice of its maker's other pictures sees it.

    The dice known are of its kind; for what is no die to be read of either kind.
    """
    dice: dict[tuple[str, str], list[Known]] = defaultdict(list)
    for one in known:
        if one.portrait is not None and one.true != NONE:
            dice[one.maker, sort_of(one.true)].append(one)
    for one in known:
        kind = sort_of(one.true) if one.true != NONE else ("d6", "d10")[int(chance.integers(2))]
        others = [other for other in dice[one.maker, kind] if other.picture != one.picture]
        if one.portrait is None or not others:
            continue
        familiar = FamiliarDice()
        for number in chance.permutation(len(others))[: chance.choice(NAMED)]:
            portrait = others[number].portrait
            assert portrait is not None  # nothing else was collected
            familiar = familiar.knowing(others[number].true, portrait)
        yield replace(one, evidence=replace(one.evidence, familiar=familiar.likeness(one.portrait)))
