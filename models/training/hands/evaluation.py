"""Evaluation of the hand finder on hands drawn by another renderer."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from companion.vision.networks import load_with_onnxruntime
from companion.vision.tracking.hands import HandFinder
from companion.vision.tracking.motion import SmallPicture
from companion.vision.tracking.regions import Grid
from models.training.hands.arm_shards import HIGH, SPAN, WIDE, Arms
from models.training.hands.pictures import SIDE, compose_picture
from models.training.scenes import variety
from models.training.scenes.grounds import read_grounds
from models.training.stage.hand_model import Person, Pose
from models.training.stage.hand_pictures import PIXELS_PER_MM, TOP, hand_picture

MIN_ARM_PIXELS = 150
"""Minimum number of pixels of an arm that counts as present, and of a false one that counts as reported."""


def measure(weights: Path, folder: Path, seed: int, count: int = 200) -> dict[str, float]:
    """Return the figures of the hand finder on generated pictures.

    Arms are those of the staged films' renderer, which are not used in training.

    Args:
        weights: the ONNX file.
        folder: shards of tables.
        seed: seed of the pictures.
        count: number of pictures.

    Returns:
        Pixel recall and precision, the share of arms of which half is found, and the share of pictures without arms in
        which one is reported.
    """
    finder = HandFinder(load_with_onnxruntime(weights))
    arms, tables = staged_arms(np.random.default_rng([seed, 18])), read_grounds(folder)
    both = truth = predicted_pixels = found = with_arms = false_alarms = empty = 0
    for number in range(count):
        shown, where = compose_picture(arms, tables, np.random.default_rng([seed, number, 19]))
        grid = Grid.of((SIDE, SIDE), SmallPicture.from_pixels(shown))
        predicted, true_mask = finder.find(shown, grid), where > 0
        both, truth, predicted_pixels = (
            both + int((predicted & true_mask).sum()),
            truth + int(true_mask.sum()),
            predicted_pixels + int(predicted.sum()),
        )
        if true_mask.sum() >= MIN_ARM_PIXELS:
            with_arms += 1
            found += bool((predicted & true_mask).sum() >= 0.5 * true_mask.sum())
        elif not true_mask.any():
            empty += 1
            false_alarms += bool(predicted.sum() >= MIN_ARM_PIXELS)
    return {
        "of arms found": both / max(1, truth),
        "of found arms": both / max(1, predicted_pixels),
        "pictures with arms found": found / max(1, with_arms),
        "pictures without arms amiss": false_alarms / max(1, empty),
    }


def staged_arms(rng: np.random.Generator, count: int = 60) -> Arms:
    """Return arms of the staged films' renderer in the format of Blender's.

    Args:
        rng: the source of randomness.
        count: number of arms.

    Returns:
        The arms.
    """
    shown, shadows, tips = [], [], []
    for number in range(count):
        person, pose = Person.random(rng), variety.one_of(rng, list(Pose))
        light = (float(rng.uniform(-0.6, 0.6)), float(rng.uniform(-0.6, 0.6)), 0.7)
        drawn = hand_picture(person, pose, light, number)
        whole = np.dstack([drawn.colours, drawn.cover])
        finer = HIGH / SPAN / PIXELS_PER_MM
        small = cv2.resize(whole, None, fx=finer, fy=finer, interpolation=cv2.INTER_AREA)
        patch = np.zeros((HIGH, WIDE, 4), np.uint8)
        left = (WIDE - small.shape[1]) // 2
        high = min(HIGH, small.shape[0])
        patch[:high, left : left + small.shape[1]] = small[:high]
        shown.append(patch)
        shadows.append(np.asarray(cv2.GaussianBlur(patch[..., 3] // 2, (0, 0), 6), np.uint8))
        tips.append((WIDE / 2, -TOP * HIGH / SPAN))
    return Arms(np.stack(shown), np.stack(shadows), np.array(tips, np.float32))
