"""One make of dice: every face seen several times, for the embedding to tell apart."""

from __future__ import annotations

import numpy as np

from models.training.dice import specimens
from models.training.dice.casting import cast
from models.training.dice.marks import alike_turned
from models.training.dice.materials import drawn
from models.training.dice.solids import drawn_ring, laid, solid
from models.training.dice.specimens import Specimen, What, outline_across, stands_out

VIEWS = 3
"""Times that every face is seen, each time turned, tilted and lit anew."""
PIPPED = 0.15
"""Share of makes that are pip dice."""


def family(rng: np.random.Generator) -> list[tuple[int, Specimen]]:
    """Every face of one make that stands out, ``VIEWS`` times, with the face's number."""
    sides = 6 if rng.random() < PIPPED else 10
    shape = solid(10, float(rng.uniform(38, 47)), drawn_ring(rng)) if sides == 10 else solid(sides)
    marks = specimens.drawn_marks(shape, sides, False, rng)
    material, roundness = drawn(rng), specimens.drawn_roundness(sides, shape, rng)
    body = int(rng.integers(2**31))
    views = []
    for face, value in enumerate(shape.values):
        if marks.told != "pips" and value == 10 and sides == 6:
            continue
        for _ in range(VIEWS):
            view, light = specimens.drawn_view(shape, rng), specimens.drawn_light(rng)
            pose = laid(shape, face, float(rng.uniform(0, 2 * np.pi)))
            # The body's pattern is the make's own: the same generator every time.
            patch = cast(shape, pose, marks, material, view, light, roundness, np.random.default_rng(body))
            frame = specimens.mark_frame(shape, pose, marks, face, view)
            if not stands_out(patch, marks.masks[face], frame):
                continue
            pips = marks.told == "pips"
            half = pips or (value % 10 in (0, 1, 8) and alike_turned(marks.masks[face]))
            what = What.D6 if sides == 6 else What.D10
            shown = (-1, value) if pips else (value % 10, -1)
            views.append((face, Specimen(patch, what, *shown, frame, half, outline_across(patch[..., 3]), view.tilt)))
    return views
