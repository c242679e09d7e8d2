"""Read dice: one network detects them, one predicts each at several turns, and a calibration gives probabilities."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property, partial

import numpy as np

from companion.table.sightings import CardSighting, DieSighting
from companion.vision.arrays import Floats, Picture
from companion.vision.camera_pose.aspect import Aspect
from companion.vision.camera_pose.estimation import Landmark
from companion.vision.camera_pose.table_view import TableView, aspect_from_pose
from companion.vision.dice.body_colour import middle_colour
from companion.vision.dice.calibration import Calibration, Evidence, installed_calibration
from companion.vision.dice.company import ASKED, Places, PoseEvidence
from companion.vision.dice.crops import crop_map, cut
from companion.vision.dice.familiar import STRANGERS, FamiliarDice, Portrait
from companion.vision.dice.finding import Candidate, candidates, likeliest, overlap
from companion.vision.dice.pose_weighing import add_dice, pose_by_dice, pose_near, view_table
from companion.vision.dice.prediction import ANSWERS, Prediction, around, pooled, softmax
from companion.vision.dice.tops import nearby, on_top
from companion.vision.dice.verdicts import Verdict, is_sure, surer, verdict
from companion.vision.networks import Network, load_network, map_in_threads

TURNS, GLANCE = 20, 4
"""Turns at which a die is read, since a digit is upright to 9° at one of them; turns of a first glance."""
PIPPED, PIP_TURNS = 0.6, 8
"""Probability of a d6 from which on fewer turns are enough: pips are alike at all of them."""
FLAT = 0.25
"""Probability of a readable d6 or d10 from which a die is reported."""
GLIMPSED = 0.12
"""Probability from which another reading is worth its time."""
DETECTED = 0.5
"""Score of a detection that is read once more if several dice show the camera pose: from aside few are readable."""
HOPELESS = 0.008
"""Score times probability of a flat die at a glance below which a detection is not read."""
MOST = 64
"""Most places of a picture that are read, the likeliest first."""
WHOLE, CLEAR = 0.45, 0.55
"""Distance of a die's middle from the picture's edge, in diameters, from which its top is visible; and all of it."""
SIMILAR = 2.0
"""Factor between the diameters of detections inside each other that may be the same die."""


class DiceReader:
    """Reads dice with the networks of this install, which are loaded when first used.

    Args:
        detector: The detector, if not the one of this install.
        predictor: The network that predicts crops, likewise.
        calibration: The calibration, likewise.
    """

    def __init__(
        self,
        detector: Network | None = None,
        predictor: Network | None = None,
        calibration: Calibration | None = None,
    ) -> None:
        self._chosen = detector, predictor, calibration

    @cached_property
    def _detector(self) -> Network:
        return self._chosen[0] or load_network("die-finder")

    @cached_property
    def _predictor(self) -> Network:
        return self._chosen[1] or load_network("die-reader")

    @cached_property
    def _calibration(self) -> Calibration:
        return self._chosen[2] or installed_calibration()

    def find(self, picture: Picture) -> list[Candidate]:
        """Return where dice may be in a picture (height × width × 3, BGR), the likeliest first."""
        return likeliest(candidates(picture, self._detector), MOST)

    def read(
        self,
        picture: Picture,
        places: Sequence[Candidate],
        cards: Sequence[CardSighting] = (),
        landmarks: Sequence[Landmark] = (),
        least: float = FLAT,
        familiar: FamiliarDice = STRANGERS,
        evidence: PoseEvidence | None = None,
    ) -> tuple[DieSighting, ...]:
        """Read the dice at these places.

        Args:
            picture: Height × width × 3, BGR.
            places: Detections of :meth:`find`.
            cards: Cards around, which show the camera pose.
            landmarks: Other landmarks, likewise.
            least: Probability of a readable die from which it is reported.
            familiar: Templates of dice whose values players confirmed.
            evidence: Dice that the camera saw before from the same position; those of this picture are added.

        Returns:
            The dice.
        """
        size = picture.shape[1], picture.shape[0]
        by_cards = TableView.of(cards, *size, landmarks)
        table = view_table(by_cards, size, evidence)
        first = self._read_each(picture, places, table.at, familiar)
        known = suppressed(first)
        dice = [place for place, reading in known if reading.flat >= FLAT][:ASKED]
        if evidence is not None and by_cards.pose is None:
            add_dice(picture, dice, evidence, self._predictor)
        certain = [one for one in known if one[1].certain]
        doubted = [place for place, found in first if _is_doubted(place, found) and not _is_inside(place, certain)]
        pose = None
        if doubted and table.pose is not None:
            pose = pose_near(table.pose, picture, dice, evidence, self._predictor)
        elif doubted:
            possible = Places.anywhere(*size) if evidence is None else Places.of_any_lens(*size)
            evidence = evidence or PoseEvidence()
            add_dice(picture, dice, evidence, self._predictor)
            pose, odds = pose_by_dice(dice, evidence, possible)
            known = [(place, reading.with_odds(odds.get(place, 1.0))) for place, reading in known]
        if pose is not None:
            again = [place for place, found in known if (place, found) not in certain and found.flat >= GLIMPSED]
            again += [place for place in doubted if place not in again]
            second = self._read_each(picture, again, partial(aspect_from_pose, pose), familiar)
            # A pose that dice alone show is rough: of both readings of a die the surer one counts.
            before = dict(known) if table.pose is None else {}
            known = suppressed([*certain, *((place, surer(found, before.get(place))) for place, found in second)])
        sightings = (reported(place, found, picture, least) for place, found in known)
        return tuple(die for die in sightings if die is not None)

    def _read_each(
        self,
        picture: Picture,
        places: Sequence[Candidate],
        aspect: Callable[[tuple[float, float]], Aspect],
        familiar: FamiliarDice,
    ) -> list[tuple[Candidate, Verdict | None]]:
        """Read each of these places; ``aspect`` gives the aspect of a point of the picture."""
        return map_in_threads(
            lambda place: (place, self.read_detection(picture, place, aspect(place.middle), familiar)), places
        )

    def read_detection(
        self, picture: Picture, place: Candidate, aspect: Aspect, familiar: FamiliarDice = STRANGERS
    ) -> Verdict | None:
        """Read one detection; return None if a glance shows no flat die there."""
        found = self.predict(picture, place, aspect)
        if found is None:
            return None
        templates = familiar.likeness(self.portrait(picture, place, aspect)) if familiar.faces else None
        tilt = aspect.lean.tilt if aspect.lean is not None else None
        cut_off = not inside(place, picture, CLEAR)
        evidence = Evidence(found, place.across, tilt, place.score, templates, cut_off)
        return verdict(self._calibration.probabilities(evidence))

    def predict(self, picture: Picture, place: Candidate, aspect: Aspect, least: float = HOPELESS) -> Prediction | None:
        """Return the prediction for one detection; None if score times probability of a flat die is below ``least``."""
        near, there = nearby(picture, place)
        glance = self._answers(near, there, around(GLANCE), aspect)
        first = pooled(glance)
        if place.score * first.flat < least:
            return None
        turns = PIP_TURNS if first.d6 > PIPPED else TURNS
        return pooled(np.concatenate([glance, self._answers(near, there, around(turns, without=GLANCE), aspect)]))

    def portrait(self, picture: Picture, place: Candidate, aspect: Aspect) -> Portrait:
        """Return a template of the top face of the die at a place."""
        near, there = nearby(picture, place)
        return Portrait.of(near, on_top(there, aspect.lean), aspect)

    def _answers(self, picture: Picture, place: Candidate, turns: Sequence[float], aspect: Aspect) -> Floats:
        maps = [crop_map(place.middle, place.across, turn, aspect) for turn in turns]
        return softmax(self._predictor(cut(picture, maps, aspect.lean))[:, :ANSWERS])


def _is_doubted(place: Candidate, found: Verdict | None) -> bool:
    """Return whether another reading with a known camera pose may help."""
    if found is None or found.flat < FLAT:
        return place.score >= DETECTED
    return not found.certain


def _is_inside(place: Candidate, dice: Sequence[tuple[Candidate, Verdict]]) -> bool:
    return any(overlap(place, die) for die, _ in dice)


def suppressed(readings: Iterable[tuple[Candidate, Verdict | None]]) -> list[tuple[Candidate, Verdict]]:
    """Return the readings without those of overlapping detections that are less probably a flat die."""
    found = [(place, reading) for place, reading in readings if reading is not None]
    kept: list[tuple[Candidate, Verdict]] = []
    for place, reading in sorted(found, key=lambda one: -one[1].flat):
        if not _is_inside(place, kept):
            kept.append((_best_detection(place, reading, found), reading))
    return kept


def _best_detection(place: Candidate, reading: Verdict, found: Sequence[tuple[Candidate, Verdict]]) -> Candidate:
    """Return the detection of the same die with the highest score: with its shadow it reads as well but is larger."""
    same = (
        other
        for other, its in found
        if overlap(place, other)
        and 1 / SIMILAR < other.across / place.across < SIMILAR
        and its.flat >= FLAT
        and (its.kind, its.candidates[0][0]) == (reading.kind, reading.candidates[0][0])
    )
    return max(same, key=lambda other: other.score, default=place)


def reported(place: Candidate, found: Verdict, picture: Picture, least: float = FLAT) -> DieSighting | None:
    """Return the sighting of a reading; None if it is more probably no readable die."""
    if found.flat < least:
        return None
    whole = inside(place, picture, WHOLE)
    center = (round(place.middle[0], 1), round(place.middle[1], 1))
    sure = whole and is_sure(found.candidates)
    across, colour = round(place.across, 1), middle_colour(picture, place)
    return DieSighting(found.kind, center, found.candidates if whole else (), sure, across, colour=colour)


def inside(place: Candidate, picture: Picture, share: float) -> bool:
    """Return whether all within ``share`` of the die's diameter around its middle is in the picture."""
    x, y = place.middle
    reach = share * place.across
    return bool(reach <= x <= picture.shape[1] - reach and reach <= y <= picture.shape[0] - reach)


@cache
def installed_reader() -> DiceReader:
    """Return the reader with the networks of this install, loaded once."""
    return DiceReader()
