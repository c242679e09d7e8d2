"""Weigh camera poses by how flat the dice of a picture lie under them, as the reader's network predicts it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from companion.pictures.arrays import Picture
from companion.vision.camera_pose.estimation import CameraPose
from companion.vision.camera_pose.table_view import aspect_from_pose
from companion.vision.dice.crops import crop_map, cut, nearby
from companion.vision.dice.finding import DieDetection
from companion.vision.dice.pose_evidence import DieViews, PoseEvidence, views_of
from companion.vision.dice.prediction import ANSWERS, pooled, softmax
from companion.vision.networks import Network, map_in_threads


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
