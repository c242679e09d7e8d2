"""What the die reader predicts of detections: rectified crops, answers for each, pooled over turns, in stages."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.pictures.arrays import Floats, Matrix, Picture
from companion.table.sightings import DieFace
from companion.vision.camera_pose.table_view import FROM_ABOVE, Aspect, Lean
from companion.vision.dice.finding import DieDetection
from companion.vision.dice.known_faces import NO_FACES, KnownFaces, encode_face
from companion.vision.networks import Network, map_in_threads

SIDE = 96
"""A crop's side in pixels."""
VIEW = 1.2
"""The same in diameters of the die."""
PLANES = 6
"""Three colours, then direction and size of the tilt and whether it is known."""
RISE = 0.42
"""A top face's middle is so many diameters from the die's own, times the sine of the tilt."""
TILTS = 0.5
"""Radians of tilt that count as 1."""

LARGEST = 80.0
"""Diameter in pixels to which larger dice are shrunk."""


def nearby(picture: Picture, place: DieDetection) -> tuple[Picture, DieDetection]:
    """Return the die's surroundings and its place in them, shrunk if it is larger than the reader knows dice."""
    reach = 1.4 * place.across
    left, top = (max(0, math.floor(middle - reach)) for middle in place.middle)
    right, bottom = (math.ceil(middle + reach) for middle in place.middle)
    part = picture[top:bottom, left:right]
    zoom = min(1.0, LARGEST / place.across)
    if zoom < 1:
        part = np.asarray(cv2.resize(part, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA), np.uint8)
    x, y = place.middle
    return part, DieDetection(((x - left) * zoom, (y - top) * zoom), place.across * zoom, place.score)


def crop_map(middle: Sequence[float], across: float, turn: float, aspect: Aspect = FROM_ABOVE) -> Matrix:
    """Return the map (2 × 3) from picture points to a crop of a die, turned clockwise by ``turn`` radians."""
    level, lean = aspect.level, aspect.lean
    centre = np.asarray(middle, np.float64)
    if lean is not None:
        centre = centre + RISE * math.sin(lean.tilt) * across * np.asarray(lean.up)
    scale = SIDE / (VIEW * across * math.sqrt(float(np.linalg.det(level))))
    cos, sin = scale * math.cos(turn), scale * math.sin(turn)
    linear = np.array([[cos, -sin], [sin, cos]]) @ level
    return np.column_stack([linear, SIDE / 2 - linear @ centre])


def cut(picture: Picture, maps: Sequence[Matrix], lean: Lean | None = None) -> Floats:
    """Return crops (N × 6 × 96 × 96): red, green, blue with mean 0 and spread 1, and the planes of the tilt."""
    crops = np.empty((len(maps), PLANES, SIDE, SIDE), np.float32)
    for number, onto in enumerate(maps):
        own = onto.copy()
        own[:, 2] += own[:, :2].sum(axis=1) / 2 - 0.5
        small = cv2.warpAffine(picture, own, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        crops[number, :3] = small[..., ::-1].transpose(2, 0, 1)
        crops[number, 3:] = np.array(tilt_planes(onto, lean), np.float32)[:, None, None]
    colours = crops[:, :3]
    colours -= colours.mean(axis=(1, 2, 3), keepdims=True)
    colours /= colours.std(axis=(1, 2, 3), keepdims=True) + 4
    return crops


def tilt_planes(onto: Matrix, lean: Lean | None) -> tuple[float, float, float]:
    """Return direction and size of the tilt in a crop by this map, and 1; all 0 if the camera pose is unknown."""
    if lean is None:
        return 0.0, 0.0, 0.0
    x, y = onto[:, :2] @ np.asarray(lean.up, np.float64)
    far = lean.tilt / TILTS / max(1e-9, math.hypot(x, y))
    return float(x) * far, float(y) * far, 1.0


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
