"""Weigh camera poses by how flat the dice of a picture lie under them, as the reader's network predicts it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from companion.vision.arrays import Picture
from companion.vision.camera_pose.estimation import CameraPose
from companion.vision.camera_pose.table_view import TableView, aspect_from_pose
from companion.vision.dice.crops import crop_map, cut, nearby
from companion.vision.dice.finding import Candidate
from companion.vision.dice.pose_evidence import (
    AGREEING,
    DieViews,
    Places,
    PoseEvidence,
    estimate_pose,
    odds_by_others,
    views_of,
)
from companion.vision.dice.prediction import ANSWERS, pooled, softmax
from companion.vision.networks import Network, map_in_threads


def view_table(table: TableView, size: tuple[int, int], evidence: PoseEvidence | None) -> TableView:
    """Return how the camera sees the table: as cards show it, or else the dice that it saw before.

    Args:
        table: The view by cards.
        size: Width and height of the picture, pixels.
        evidence: Dice that the camera saw from the same position.

    Returns:
        The view.
    """
    if table.pose or not evidence:
        return table
    return TableView(table.cards, evidence.pose(Places.of_any_lens(*size), exact=True))


def add_dice(picture: Picture, dice: Sequence[Candidate], evidence: PoseEvidence, predictor: Network) -> None:
    """Add what the dice of a picture say of the camera, unless one lay at their place before."""

    def views(place: Candidate) -> DieViews:
        return DieViews(place, np.array(flat_under(picture, place, views_of(place.middle), predictor)))

    evidence.dice += map_in_threads(views, evidence.new(dice))


def pose_by_dice(
    dice: Sequence[Candidate], evidence: PoseEvidence, places: Places
) -> tuple[CameraPose | None, dict[Candidate, float]]:
    """Return the camera pose under which most of the dice lie flat, those of earlier pictures included.

    Args:
        dice: The dice of a picture, which have been added.
        evidence: All dice that the camera saw.
        places: Where the camera may stand.

    Returns:
        The pose; None if too few dice lie flat under any. Then also how what the others say of the camera changes the
        odds that each die lies flat.
    """
    pose = evidence.pose(places)
    if pose is not None or len(evidence.dice) < 2:
        return pose, {}
    odds = odds_by_others(places.flat(evidence.dice), places)
    rows = ((place, evidence.at(place)) for place in dice)
    return None, {place: float(odds[row]) for place, row in rows if row is not None}


def pose_near(
    pose: CameraPose, picture: Picture, dice: Sequence[Candidate], evidence: PoseEvidence | None, predictor: Network
) -> CameraPose | None:
    """Return the pose near a known one under which most dice lie flat; if they contradict it, forget the evidence."""
    if len(dice) < 2:
        return None
    places = Places.about(pose)
    flat = map_in_threads(lambda place: flat_under(picture, place, places.standpoints, predictor), dice)
    shown = estimate_pose(np.array(flat), places)
    if shown is None and evidence and len(dice) >= AGREEING:
        evidence.dice = []
    return shown


def flat_under(picture: Picture, place: Candidate, poses: Sequence[CameraPose], predictor: Network) -> list[float]:
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
