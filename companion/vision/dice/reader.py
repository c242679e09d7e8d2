"""Read dice: one network detects them, one predicts each at several turns, and a calibration gives probabilities."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property

import cv2
import numpy as np

from companion.pictures.arrays import Picture, middle_of
from companion.pieces import DieKind
from companion.table.dice_colours import Colour
from companion.table.sightings import CardSighting, DieSighting
from companion.vision.camera_pose.estimation import CameraPose, Landmark
from companion.vision.camera_pose.table_view import Aspect, TableView, aspect_from_pose
from companion.vision.dice.calibration import Calibration, Evidence, installed_calibration
from companion.vision.dice.die_reading import DieReading
from companion.vision.dice.finding import DieDetection, detect_dice, likeliest, overlap
from companion.vision.dice.known_faces import NO_FACES, KnownFaces
from companion.vision.dice.pose_evidence import ASKED, DieViews, Places, PoseEvidence, views_of
from companion.vision.dice.prediction import ANSWERS, View, crop_map, cut, nearby, pooled, predict_in_stages, softmax
from companion.vision.networks import Network, load_network, loaded_once, map_in_threads

REACH = 0.3
"""Half the side of the measured square, in diameters: the die fills it, and its mark is the smaller part."""


def middle_colour(picture: Picture, place: DieDetection) -> Colour | None:
    """Return the median colour (CIE L*a*b*, 0 to 255 each) around the middle of a die; None outside the picture.

    Args:
        picture: Height × width × 3, BGR.
        place: The die.
    """
    reach = REACH * place.across
    x, y = place.middle
    rows = slice(max(0, round(y - reach)), max(0, round(y + reach)) + 1)
    columns = slice(max(0, round(x - reach)), max(0, round(x + reach)) + 1)
    part = np.ascontiguousarray(picture[rows, columns])
    if not part.size:
        return None
    lightness, a, b = middle_of(cv2.cvtColor(part, cv2.COLOR_BGR2LAB).reshape(-1, 3))
    return round(float(lightness)), round(float(a)), round(float(b))


def add_dice(picture: Picture, dice: Sequence[DieDetection], evidence: PoseEvidence, predictor: Network) -> None:
    """Add what the dice of a picture say of the camera, unless one lay at their place before."""

    def views(place: DieDetection) -> DieViews:
        return DieViews(place, np.array(flat_under(picture, place, views_of(place.middle), predictor)))

    evidence.dice += map_in_threads(views, evidence.new(dice))


def flat_under(picture: Picture, place: DieDetection, poses: Sequence[CameraPose], predictor: Network) -> list[float]:
    """Return the probability that a die lies flat under each of these poses, at the turn where up is up."""
    near, there = nearby(picture, place)
    crops = []
    for pose in poses:
        aspect = aspect_from_pose(pose, place.middle)
        x, y = aspect.lean.up if aspect.lean is not None else (0.0, -1.0)
        turn = -math.pi / 2 - math.atan2(y, x)
        crops.append(cut(near, [crop_map(there.middle, there.across, turn, aspect)], aspect.lean))
    chances = softmax(predictor(np.concatenate(crops))[:, :ANSWERS])
    return [pooled(chances[number : number + 1]).flat for number in range(len(poses))]


FLAT = 0.25
"""Probability of a readable d6 or d10 from which a die is reported."""
GLIMPSED = 0.12
"""Probability from which another reading is worth its time."""
MAX_DETECTIONS = 64
"""Number of detections of a picture that are read, the likeliest first."""
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

    def load(self) -> None:
        """Load networks and calibration before they are used."""
        _ = self._detector, self._predictor, self._calibration

    def find(self, picture: Picture) -> list[DieDetection]:
        """Return where dice may be in a picture (height × width × 3, BGR), the likeliest first."""
        return likeliest(detect_dice(picture, self._detector), MAX_DETECTIONS)

    def read(
        self,
        picture: Picture,
        places: Sequence[DieDetection],
        cards: Sequence[CardSighting] = (),
        landmarks: Sequence[Landmark] = (),
        least: float = FLAT,
        faces: KnownFaces = NO_FACES,
        evidence: PoseEvidence | None = None,
    ) -> tuple[DieSighting, ...]:
        """Read the dice at these places.

        Args:
            picture: Height × width × 3, BGR.
            places: Detections of :meth:`find`.
            cards: Cards around, which show the camera pose.
            landmarks: Other landmarks, likewise.
            least: Probability of a die from which it is reported.
            faces: Faces whose values players confirmed.
            evidence: Dice that a camera saw before from the same position: without cards they show its pose. Those of
                this picture are added.
        """
        size = picture.shape[1], picture.shape[0]
        table = TableView.of(cards, *size, landmarks)
        evidence = evidence if table.pose is None else None
        if evidence is not None:
            table = replace(table, pose=evidence.pose(Places.of_any_lens(*size)))
        known = suppress_duplicates(self.read_each(picture, places, table.at, faces))
        if evidence is not None:
            dice = [place for place, reading in known if reading.flat >= FLAT][:ASKED]
            add_dice(picture, dice, evidence, self._predictor)
        sightings = (_to_sighting(place, reading, picture, least, faces.strange) for place, reading in known)
        return tuple(die for die in sightings if die is not None)

    def read_each(
        self,
        picture: Picture,
        places: Sequence[DieDetection],
        aspect: Callable[[tuple[float, float]], Aspect],
        faces: KnownFaces = NO_FACES,
    ) -> list[tuple[DieDetection, DieReading | None]]:
        """Read each of these places alone.

        Args:
            picture: Height × width × 3, BGR.
            places: Detections.
            aspect: Returns the aspect of a point of the picture.
            faces: Faces whose values players confirmed.

        Returns:
            The places with their readings; None if a few turns show no readable die.
        """
        unknown = KnownFaces(strange=faces.strange)
        views = [View.of(picture, place, aspect(place.middle)) for place in places]
        readable = predict_in_stages(
            views, self._predictor, lambda view: self._read_view(picture, view, unknown).there, faces
        )
        readings = map_in_threads(lambda view: self._read_view(picture, view, faces), readable)
        read = {id(view): reading for view, reading in zip(readable, readings, strict=True)}
        return [(view.place, read.get(id(view))) for view in views]

    def _read_view(self, picture: Picture, view: View, faces: KnownFaces) -> DieReading:
        """Return the calibrated reading of a view by its turns so far."""
        place, lean = view.place, view.aspect.lean
        cut_off = not is_inside(place, picture, CLEAR)
        tilt = lean.tilt if lean is not None else None
        face = view.face
        evidence = Evidence(view.prediction, place.across, tilt, place.score, faces.likeness(face), cut_off)
        reading = DieReading.of(self._calibration.probabilities(evidence), face)
        return reading if faces.strange is not None else replace(reading, strange=0.0)


def suppress_duplicates(
    readings: Iterable[tuple[DieDetection, DieReading | None]],
) -> list[tuple[DieDetection, DieReading]]:
    """Return the readings without those of overlapping detections that are less probably a flat die."""
    found = [(place, reading) for place, reading in readings if reading is not None]
    kept: list[tuple[DieDetection, DieReading]] = []
    for place, reading in sorted(found, key=lambda item: -item[1].there):
        if not any(overlap(place, die) for die, _ in kept):
            kept.append((_best_detection(place, reading, found), reading))
    return kept


def _best_detection(
    place: DieDetection, reading: DieReading, found: Sequence[tuple[DieDetection, DieReading]]
) -> DieDetection:
    """Return the detection of the same die with the highest score: with its shadow it reads as well but is larger."""
    same = (
        other
        for other, also in found
        if overlap(place, other)
        and 1 / SIMILAR < other.across / place.across < SIMILAR
        and also.there >= FLAT
        and (also.kind, also.candidates[0][0]) == (reading.kind, reading.candidates[0][0])
    )
    return max(same, key=lambda other: other.score, default=place)


def _to_sighting(
    place: DieDetection, reading: DieReading, picture: Picture, least: float, strange: DieKind | None
) -> DieSighting | None:
    """Return the sighting of a reading, a die of an unknown kind as one of ``strange``; None if no die is there."""
    if reading.there < least:
        return None
    whole = is_inside(place, picture, WHOLE)
    center = (round(place.middle[0], 1), round(place.middle[1], 1))
    across, colour, face = round(place.across, 1), middle_colour(picture, place), reading.face if whole else None
    if not whole or reading.flat < reading.strange:
        return DieSighting(strange or reading.kind, center, (), False, across, colour=colour, face=face)
    return DieSighting(reading.kind, center, reading.candidates, reading.certain, across, colour=colour, face=face)


def is_inside(place: DieDetection, picture: Picture, share: float) -> bool:
    """Return whether all within ``share`` of the die's diameter around its middle is in the picture."""
    x, y = place.middle
    reach = share * place.across
    return bool(reach <= x <= picture.shape[1] - reach and reach <= y <= picture.shape[0] - reach)


@loaded_once
def installed_reader() -> DiceReader:
    """Return the reader with the networks of this install, loaded on its first use."""
    return DiceReader()
