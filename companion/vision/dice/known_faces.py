"""Faces of dice whose values players have confirmed, and how alike a die is to them.

The reader's network turns each top face into an embedding. It is trained so that faces of one make with the same value
are alike and those with other values are not, whatever the value is. So dice are recognised that the network misreads
or does not know.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from companion.pictures.arrays import Floats
from companion.pieces import DieKind
from companion.table.sightings import DieFace
from companion.vision.dice.die_reading import NONE

WHOLE = 127.0
"""The value of a face's number that stands for 1."""


def encode_face(embeddings: Floats) -> DieFace:
    """Return the face of a die by its embeddings at several turns (turns × 64): their mean does not turn with it."""
    mean = embeddings.mean(axis=0)
    codes = np.round(WHOLE * mean / max(float(np.linalg.norm(mean)), 1e-6))
    return DieFace(codes.astype(np.int8).tobytes())


def _decode(face: DieFace) -> Floats:
    return np.frombuffer(face.code, np.int8).astype(np.float32) / WHOLE


@dataclass(frozen=True)
class KnownFaces:
    """Confirmed faces.

    Attributes:
        faces: The number of each reading in :data:`~companion.vision.dice.die_reading.READINGS`, and the face.
        strange: The kind as which a flat die of an unknown kind is reported; None if it is not.
    """

    faces: tuple[tuple[int, DieFace], ...] = ()
    strange: DieKind | None = None

    @cached_property
    def _codes(self) -> Floats:
        return np.stack([_decode(face) for _, face in self.faces])

    def likeness(self, face: DieFace) -> Floats | None:
        """Return how alike a face is to those of each reading.

        Args:
            face: The face.

        Returns:
            The highest cosine (16), NaN for a reading without a known face; None if no face is known.
        """
        if not self.faces:
            return None
        return highest_likeness([reading for reading, _ in self.faces], self._codes @ _decode(face))


def highest_likeness(readings: Sequence[int], cosines: Floats) -> Floats:
    """Return the highest cosine with the faces of each reading (16), NaN for a reading without a face."""
    highest = np.full(NONE, np.nan, np.float32)
    np.fmax.at(highest, np.asarray(readings, np.intp), cosines)
    return highest


NO_FACES = KnownFaces()
"""Nothing is known, and dice of unknown kinds are not reported."""
