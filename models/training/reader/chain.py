"""One network reads dice: every detection at twenty turns, pooled to a prediction and calibrated to a reading."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from companion.vision.arrays import Floats, Picture
from companion.vision.camera_pose.aspect import Aspect
from companion.vision.camera_pose.estimation import CameraPose
from companion.vision.camera_pose.table_view import aspect_from_pose
from companion.vision.dice.eyes import CLEAR, HOPELESS, DiceEyes, inside
from companion.vision.dice.familiar import STRANGERS, FamiliarDice, Portrait
from companion.vision.dice.finding import Candidate
from companion.vision.dice.tops import nearby, on_top
from companion.vision.dice.upright import ANSWERS, around, softmax
from companion.vision.dice.verdicts import Verdict, verdict
from companion.vision.networks import Network
from models.training.reader.crops import crop_map, cut
from models.training.reader.calibration import Calibration, Evidence
from models.training.reader.prediction import Prediction, pooled

TURNS, GLANCE = 20, 4
"""Turns at which a die is read: a digit is upright to 9° at one of them; turns at a first glance."""
PIPPED, PIP_TURNS = 0.6, 8
"""Probability of a d6 from which on fewer turns are enough: pips look alike at all of them."""


class DiceReader(DiceEyes):
    """The detector of today, one reader and its calibration behind the same ``find`` and ``read``."""

    def __init__(self, reader: Network, fitted: Calibration, detector: Network | None = None) -> None:
        super().__init__(detector)
        self._reader, self._fitted = reader, fitted

    def read_detection(
        self, picture: Picture, place: Candidate, aspect: Aspect, familiar: FamiliarDice = STRANGERS
    ) -> Verdict | None:
        """The reading of one detection; None if a glance shows that no die lies there flat."""
        found = self.predict(picture, place, aspect)
        if found is None:
            return None
        templates = familiar.likeness(self.portrait(picture, place, aspect)) if familiar.faces else None
        tilt = aspect.lean.tilt if aspect.lean is not None else None
        cut_off = not inside(place, picture, CLEAR)
        evidence = Evidence(found, place.across, tilt, place.score, templates, cut_off)
        return verdict(self._fitted.probabilities(evidence))

    def predict(
        self, picture: Picture, place: Candidate, aspect: Aspect, least: float = HOPELESS
    ) -> Prediction | None:
        """The prediction for one detection; None if score times probability of a flat die is below ``least``."""
        near, there = nearby(picture, place)
        glance = self._answers(near, there, around(GLANCE), aspect)
        first = pooled(glance)
        if place.score * first.flat < least:
            return None
        turns = PIP_TURNS if first.d6 > PIPPED else TURNS
        return pooled(np.concatenate([glance, self._answers(near, there, around(turns, but=GLANCE), aspect)]))

    def portrait(self, picture: Picture, place: Candidate, aspect: Aspect) -> Portrait:
        """A template of the top face of the die at a place."""
        near, there = nearby(picture, place)
        return Portrait.of(near, on_top(there, aspect.lean), aspect)

    def _answers(self, picture: Picture, place: Candidate, turns: Sequence[float], aspect: Aspect) -> Floats:
        maps = [crop_map(place.middle, place.across, turn, aspect) for turn in turns]
        return softmax(self._reader(cut(picture, maps, aspect.lean))[:, :ANSWERS])

    def _flat(self, picture: Picture, place: Candidate, standpoints: Sequence[CameraPose]) -> list[float]:
        """Probability that a die lies flat at a place for each of several camera poses, at the turn where up is up."""
        near, there = nearby(picture, place)
        crops = []
        for one in standpoints:
            aspect = aspect_from_pose(one, place.middle)
            x, y = aspect.lean.up if aspect.lean is not None else (0.0, -1.0)
            turn = -math.pi / 2 - math.atan2(y, x)
            crops.append(cut(near, [crop_map(there.middle, there.across, turn, aspect)], aspect.lean))
        probabilities = softmax(self._reader(np.concatenate(crops))[:, :ANSWERS])
        return [pooled(probabilities[number : number + 1]).flat for number in range(len(standpoints))]
