"""The camera of what networks learn from."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from companion.vision.arrays import Floats
from models.training.scenes.photography import photograph
from models.training.scenes.variety import CARD_CAMERA, DICE_CAMERA, CameraRanges
from tests.cases import each

NEVER = (0.0, (0.5, 1.5))
EXACT = CameraRanges(0, 0, (1, 1), NEVER, NEVER, NEVER, {"none": 1.0}, (0, 0), (1e-3, 1e-3), NEVER, NEVER, NEVER)
"""A camera without any effect."""


def chequers() -> Floats:
    squares = np.indices((96, 128)).sum(axis=0) // 6 % 2 * 160 + 40
    return np.repeat(cv2.GaussianBlur(squares.astype(np.float32), (0, 0), 0.6)[..., None], 3, axis=2)


def sharpness(camera: CameraRanges, blur: float | None = None) -> float:
    pictures = [photograph(chequers(), np.random.default_rng(seed), camera, blur) for seed in range(12)]
    return float(np.mean([cv2.Laplacian(picture, cv2.CV_32F).std() for picture in pictures]))


@each("camera", [CARD_CAMERA, DICE_CAMERA])
def test_a_camera_keeps_another_picture_for_each_seed(camera: CameraRanges) -> None:
    first, again, other = (photograph(chequers(), np.random.default_rng(seed), camera) for seed in (1, 1, 2))
    assert first.shape == (96, 128, 3) and first.dtype == np.uint8
    assert np.array_equal(first, again) and not np.array_equal(first, other)


def test_a_camera_without_any_effect_keeps_the_picture() -> None:
    taken = photograph(chequers(), np.random.default_rng(3), EXACT)
    assert np.abs(taken - chequers()).max() <= 0.51


@each("kind", [kind for kind in CARD_CAMERA.blurs if kind not in ("none", "lens")])
def test_each_kind_of_blur_takes_about_as_much_as_a_lens(kind: str) -> None:
    for blur in (0.8, 1.6):
        other, lens = (sharpness(replace(EXACT, blurs={one: 1.0}), blur) for one in (kind, "lens"))
        assert other < 0.8 * sharpness(EXACT)
        assert 0.3 < other / lens < 3


def test_who_knows_how_large_dice_are_chooses_the_blur() -> None:
    assert sharpness(DICE_CAMERA, 2.0) < 0.6 * sharpness(DICE_CAMERA, 0.4)
