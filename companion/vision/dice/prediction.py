"""What the die reader predicts of detections: answers for each crop, pooled over turns, in stages."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from companion.pictures.arrays import Floats, Picture
from companion.table.die_face import DieFace
from companion.vision.camera_pose.table_view import Aspect
from companion.vision.dice.crops import crop_map, cut, nearby
from companion.vision.dice.finding import DieDetection
from companion.vision.dice.known_faces import NO_FACES, KnownFaces, encode_face
from companion.vision.networks import Network, map_in_threads

DIGITS, PIPS = slice(0, 10), slice(10, 16)
"""Answers: the digit of a d10 that stands upright on top, and the pips of a d6, 1 to 6."""
TURNED, NEIGHBOUR, LEANS, OTHER, NOTHING = range(16, 21)
"""Answers: a d10 whose top digit is not upright, one whose neighbour's is; a leaning die, another die, no die."""
ANSWERS = 21
"""Answers of a crop; after them the network gives the embedding of its face."""
BEST = 2
"""A digit counts by so many of the turns at which it is most upright."""

FAINT = 1e-4
"""Least probability that a logarithm is taken of."""


@dataclass(frozen=True, slots=True, eq=False)
class Prediction:
    """Probabilities of the kinds (sum 1), and of one to six pips and each upright digit."""

    d6: float
    d10: float
    leaning: float
    other: float
    nothing: float
    pips: Floats
    digits: Floats

    @property
    def flat(self) -> float:
        """Probability of a d6 or d10 that lies flat."""
        return self.d6 + self.d10

    @property
    def strange(self) -> float:
        """Probability that what is no d6 or d10 that lies flat is another die that does."""
        return self.other / max(self.leaning + self.other + self.nothing, FAINT)


def pooled(turns: Floats) -> Prediction:
    """Return the prediction for probabilities of the answers at several turns (turns × 21): geometric means.

    A digit counts by the two turns at which it is most upright.

    >>> turns = np.zeros((2, 21), np.float32); turns[0, 7] = turns[1, TURNED] = 1
    >>> round(pooled(turns).d10, 2)
    1.0
    """
    d10 = turns[:, DIGITS].sum(axis=1) + turns[:, TURNED] + turns[:, NEIGHBOUR]
    kinds = np.stack([turns[:, PIPS].sum(axis=1), d10, *turns[:, [LEANS, OTHER, NOTHING]].T], axis=1)
    shares = np.exp(_logs(kinds).mean(axis=0))
    shares /= shares.sum()
    digits = np.sort(_logs(turns[:, DIGITS]), axis=0)[-BEST:].mean(axis=0)
    pips = _logs(turns[:, PIPS]).mean(axis=0)
    d6, flat_d10, leaning, other, nothing = map(float, shares)
    return Prediction(d6, flat_d10, leaning, other, nothing, np.exp(pips), np.exp(digits))


def _logs(chances: Floats) -> Floats:
    return np.asarray(np.log(np.maximum(chances, FAINT)), np.float32)


def softmax(logits: Floats) -> Floats:
    """Return probabilities of logits, along the last axis."""
    shifted = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=-1, keepdims=True), np.float32)


TURNS = 20
"""Turns at which a die is read, since a digit is upright to 9° at one of them."""
QUARTER = TURNS // 4
"""Turns in a quarter of a circle."""
STAGES = (
    (0,),
    *(
        tuple(turn for turn in range(1, TURNS) if turn % QUARTER in own)
        for own in ((0,), (2,), (QUARTER - 2,), (1, QUARTER - 1))
    ),
)
"""Numbers of the turns that each stage adds: the same ones of every quarter."""
PIPPED, PIP_TURNS = 0.6, tuple(QUARTER * (quarter + 0.5) for quarter in range(TURNS // QUARTER))
"""Probability of a d6 after two stages from which these turns are the last: pips are alike at all of them."""
HOPELESS = {1: 0.003, 4: 0.007}
"""Score times probability of a flat die, after so many turns, below which a detection is no readable die."""
UNREADABLE = {8: 0.0015, 12: 0.011}
"""Calibrated probability of a readable die, likewise. All limits are a third of the lowest value of the 336 places in
120 photographs, of those that training may use, at which a readable die was reported in the end."""
BATCH_SIZE = 16
"""Crops that are predicted at once."""


@dataclass(slots=True, eq=False)
class View:
    """One detection: its surroundings, its place in them, and what the network gave at each turn so far."""

    place: DieDetection
    aspect: Aspect
    near: Picture
    there: DieDetection
    outputs: list[Floats] = field(default_factory=list)

    @classmethod
    def of(cls, picture: Picture, place: DieDetection, aspect: Aspect) -> View:
        """Return the view of a detection in a picture (height × width × 3, BGR)."""
        return cls(place, aspect, *nearby(picture, place))

    def crops(self, turns: Sequence[float]) -> Floats:
        """Return the crops at these turns, in twentieths of a circle."""
        middle, across = self.there.middle, self.there.across
        maps = [crop_map(middle, across, math.tau * turn / TURNS, self.aspect) for turn in turns]
        return cut(self.near, maps, self.aspect.lean)

    @property
    def answers(self) -> Floats:
        """The probabilities of the answers (turns × 21)."""
        return softmax(np.stack(self.outputs)[:, :ANSWERS])

    @property
    def embeddings(self) -> Floats:
        """The embeddings of the face (turns × 64)."""
        return np.stack(self.outputs)[:, ANSWERS:]

    @property
    def prediction(self) -> Prediction:
        """The prediction by all turns so far."""
        return pooled(self.answers)

    @property
    def face(self) -> DieFace:
        """The face by all turns so far."""
        return encode_face(self.embeddings)


def predict_in_stages(
    views: Sequence[View],
    network: Network,
    readable: Callable[[View], float] | None = None,
    faces: KnownFaces = NO_FACES,
) -> list[View]:
    """Predict views at all turns, but leave out those that are no readable dice as soon as that is clear.

    Args:
        views: The detections.
        network: The network that predicts crops.
        readable: Returns the calibrated probability that a view shows a die to report; without, none is left out.
        faces: Whether dice of an unknown kind are reported.

    Returns:
        The views that were predicted at all turns.
    """
    left, pipped = list(views), list[View]()
    for stage in STAGES:
        predict(left, stage, network)
        if readable is not None:
            left = [view for view in left if _may_be_reported(view, readable, faces)]
        if stage == STAGES[1]:
            pipped = [view for view in left if view.prediction.d6 > PIPPED]
            left = [view for view in left if view.prediction.d6 <= PIPPED]
    predict(pipped, PIP_TURNS, network)
    return [*left, *pipped]


def predict(views: Sequence[View], turns: Sequence[float], network: Network) -> None:
    """Add the answers at these turns to each view."""
    at_once = max(1, BATCH_SIZE // len(turns))
    batches = [views[start : start + at_once] for start in range(0, len(views), at_once)]
    map_in_threads(lambda batch: _predict_batch(batch, turns, network), batches)


def _predict_batch(views: Sequence[View], turns: Sequence[float], network: Network) -> None:
    output = network(np.concatenate([view.crops(turns) for view in views]))
    for view, own in zip(views, np.split(output, len(views)), strict=True):
        view.outputs += list(own)


def _may_be_reported(view: View, readable: Callable[[View], float], faces: KnownFaces) -> bool:
    count, shown = len(view.outputs), view.prediction
    if count in UNREADABLE:
        return readable(view) >= UNREADABLE[count]
    flat = shown.flat if faces.strange is None else shown.flat + shown.other
    return view.place.score * flat >= HOPELESS.get(count, 0.0)
