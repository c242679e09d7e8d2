"""Evaluation of the hand finder on hands drawn by another renderer."""

from pathlib import Path

import numpy as np

from companion.vision.networks import load_with_onnxruntime
from companion.vision.tracking.hands import HandFinder
from companion.vision.tracking.motion import SmallPicture
from companion.vision.tracking.regions import Grid
from models.training.hands.arms import draw_arms
from models.training.hands.pictures import SIDE, compose_picture
from models.training.scenes.grounds import read_grounds

MIN_ARM_PIXELS = 150
"""Minimum number of pixels of an arm that counts as present, and of a false one that counts as reported."""


def measure(weights: Path, folder: Path, seed: int, count: int = 200) -> dict[str, float]:
    """Return the figures of the hand finder on generated pictures.

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
    arms, tables = draw_arms(np.random.default_rng([seed, 18])), read_grounds(folder)
    both = truth = predicted_pixels = found = with_arms = false_alarms = empty = 0
    for number in range(count):
        shown, where = compose_picture(arms, tables, np.random.default_rng([seed, number, 19]))
        grid = Grid.of((SIDE, SIDE), SmallPicture.from_pixels(shown))
        predicted, true_mask = finder.find(shown, grid), where > 0
        both += int((predicted & true_mask).sum())
        truth += int(true_mask.sum())
        predicted_pixels += int(predicted.sum())
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
