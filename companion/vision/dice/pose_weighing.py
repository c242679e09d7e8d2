"""Weigh camera poses by how flat the dice of a picture lie under them, as the reader's network predicts it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from companion.table.sightings import CardSighting
from companion.vision.arrays import Picture
from companion.vision.camera_pose.estimation import CameraPose, Landmark
from companion.vision.camera_pose.table_view import TableView, aspect_from_pose
from companion.vision.dice.company import (
    AGREEING,
    DieViews,
    Places,
    SeenDice,
    by_company,
    odds_by_others,
    views_of,
)
from companion.vision.dice.crops import crop_map, cut
from companion.vision.dice.finding import Candidate
from companion.vision.dice.prediction import ANSWERS, pooled, softmax
from companion.vision.dice.tops import nearby
from companion.vision.networks import Network, map_in_threads


def view_table(
    cards: Sequence[CardSighting],
    size: tuple[int, int],
    landmarks: Sequence[Landmark] = (),
    seen: SeenDice | None = None,
) -> TableView:
    """Return how the camera sees the table: by its cards, or else by the dice that it saw before.

    Args:
        cards: Cards on the table.
        size: Width and height of the picture, pixels.
        landmarks: Others that the camera saw from the same position.
        seen: Dice, likewise.

    Returns:
        The view.
    """
    table = TableView.of(cards, *size, landmarks)
    return (
        table if table.pose is not None or seen is None else TableView(table.cards, seen.pose(Places.anywhere(*size)))
    )


def pose_by_dice(
    picture: Picture, dice: Sequence[Candidate], seen: SeenDice, predictor: Network
) -> tuple[CameraPose | None, dict[Candidate, float]]:
    """Return the camera pose under which most of the dice lie flat, those of earlier pictures included.

    Args:
        picture: Height × width × 3, BGR.
        dice: The dice in it.
        seen: Dice that the camera saw before; those of this picture are added.
        predictor: The reader's network.

    Returns:
        The pose; None if too few dice lie flat under any. Then also how what the others say of the camera changes the
        odds that each die lies flat.
    """
    views = map_in_threads(lambda place: flat_under(picture, place, views_of(place.middle), predictor), dice)
    seen.add([DieViews(place.middle, place.across, np.array(flat)) for place, flat in zip(dice, views, strict=True)])
    if len(seen.views) < 2:
        return None, {}
    places = Places.anywhere(picture.shape[1], picture.shape[0])
    flat = places.flat(seen.views)
    pose = by_company(flat, places) if len(flat) >= AGREEING else None
    if pose is not None:
        return pose, {}
    odds = odds_by_others(flat, places)[len(flat) - len(dice) :]
    return None, dict(zip(dice, map(float, odds), strict=True))


def pose_near(
    pose: CameraPose, picture: Picture, dice: Sequence[Candidate], seen: SeenDice, predictor: Network
) -> CameraPose | None:
    """Return the pose near a known one under which most dice lie flat; if they contradict it, forget seen dice."""
    if len(dice) < 2:
        return None
    places = Places.about(pose)
    flat = map_in_threads(lambda place: flat_under(picture, place, places.standpoints, predictor), dice)
    shown = by_company(np.array(flat), places)
    if shown is None and len(dice) >= AGREEING:
        seen.views = []
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
