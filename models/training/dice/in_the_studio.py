"""Lessons about the second studio's dice, for networks that learnt from the first renderer's alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.training.dice.aspects import aspect_of, seen_anyhow
from models.training.dice.composing import placed
from models.training.dice.lessons import FirstCardHint
from models.training.dice.mining import FalseDice
from models.training.dice.specimens import SIDE, Specimen, What, nothing
from models.training.studio.shards import Shots
from models.training.upright.lessons import false_again, photographed_again

HALF = 0.5
"""So often a lesson is about one of the studio's dice, where its shots are given."""
FALSE = 0.08
"""So often such a lesson is about what the finder takes for a die there."""
LIKE_UPSIDE_DOWN = (0, 8)


@dataclass(frozen=True, slots=True, eq=False)
class InTheStudio:
    """The studio's shots, how often a d6, a d10, a cocked die and a die of another kind is drawn; and what on them is
    taken for a die and is none."""

    shots: Shots
    shares: tuple[float, float, float, float]
    false: FalseDice | None = None

    def draw(self, rng: np.random.Generator) -> FirstCardHint:
        """One of its dice that lies in its picture whole, or what is none, photographed again."""
        shots = self.shots
        if self.false is not None and len(self.false.ground) and rng.random() < FALSE:
            part, at, wide = false_again(shots, self.false, rng)
            return FirstCardHint(part, placed(nothing(), at, wide, float(rng.uniform(0, 2 * np.pi))), seen_anyhow(rng))
        number = shots.drawn(self.shares, rng)
        what, tilt = What(int(shots.what[number])), float(shots.tilt[number])
        part, (x, y), across = photographed_again(
            shots.pictures[shots.picture[number]], shots.middle[number], float(shots.across[number]), rng
        )
        digit = int(shots.digit[number]) if what is What.D10 else -1
        pips = int(shots.pips[number]) if what is What.D6 else -1
        frame = shots.frame[number] - shots.middle[number] + np.float32(SIDE / 2)
        bare = np.zeros((1, 1, 4), np.uint8)
        one = Specimen(bare, what, digit, pips, frame, digit in LIKE_UPSIDE_DOWN, float(shots.across[number]), tilt)
        return FirstCardHint(part, placed(one, (x, y), across, 0.0), aspect_of(tilt, shots.up[number], rng))
