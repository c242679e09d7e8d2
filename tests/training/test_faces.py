"""The die reader's embedding of faces: its place in the ONNX file, what it learns, and how much faces then count."""

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

onnx = pytest.importorskip("onnx")
pytest.importorskip("torch")
pytest.importorskip("scipy")

from companion.table.sightings import LENGTH  # noqa: E402
from companion.vision.dice.calibration import with_faces  # noqa: E402
from companion.vision.dice.die_reading import NONE  # noqa: E402
from companion.vision.dice.prediction import (  # noqa: E402
    ANSWERS,
    PLANES,
    SIDE,
)
from companion.vision.networks import load_with_onnxruntime, network_path  # noqa: E402
from models.training.common.settings import read_settings  # noqa: E402
from models.training.reader.command import SETTINGS  # noqa: E402
from models.training.reader.face_head import with_embeddings, with_means  # noqa: E402
from models.training.reader.face_weights import fit_faces  # noqa: E402
from models.training.reader.faces import embed, train_faces  # noqa: E402

MEANS = 1280
CROPS = np.random.default_rng(0).standard_normal((2, PLANES, SIDE, SIDE)).astype(np.float32)


def make(seed: int) -> dict[str, Any]:
    """Dice of one make; their values differ in some of the trunk's planes, differently for each make."""
    rng = np.random.default_rng(seed)
    true = np.arange(40) % 10 + 6
    means = rng.normal(0, 1, (40, MEANS))
    means[:, :160] += 4 * rng.normal(0, 1, (16, 160))[true]
    return {"true": true, "means": means.astype(np.float32)}


def test_an_embedding_replaces_the_one_before_and_leaves_the_answers(tmp_path: Path) -> None:
    path, trunk = tmp_path / "die-reader.onnx", tmp_path / "trunk.onnx"
    shutil.copyfile(network_path("die-reader"), path)
    with_means(path, trunk)
    answers, means = np.split(load_with_onnxruntime(trunk)(CROPS), [ANSWERS], axis=1)
    assert means.shape == (2, MEANS)
    weight = np.random.default_rng(1).normal(0, 0.1, (MEANS, LENGTH)).astype(np.float32)
    with_embeddings(path, weight, np.ones(LENGTH, np.float32))
    same, faces = np.split(load_with_onnxruntime(path)(CROPS), [ANSWERS], axis=1)
    assert np.array_equal(same, answers)
    assert faces == pytest.approx(means @ weight + 1, abs=0.05)


def test_faces_of_a_make_that_was_not_learned_from_are_nearest_to_their_own_values(tmp_path: Path) -> None:
    path = tmp_path / "die-reader.onnx"
    shutil.copyfile(network_path("die-reader"), path)
    settings = {**read_settings(SETTINGS)["faces"], "steps": 120, "rate": 5e-3}
    weight, bias = train_faces([make(seed) for seed in range(20)], settings, path)
    strange = make(99)
    faces = embed(strange, weight, bias)
    nearest = (faces @ faces.T - 2 * np.eye(len(faces))).argmax(axis=1)
    assert (strange["true"][nearest] == strange["true"]).mean() >= 0.6


def test_a_face_counts_as_much_as_it_was_right() -> None:
    rng = np.random.default_rng(0)
    cases = []
    for _ in range(120):
        true, other = (int(one) for one in rng.choice(np.arange(6, NONE), 2, replace=False))
        shares, alike = np.full(NONE + 2, 1e-4), np.full(NONE, np.nan, np.float32)
        shares[[true, other]] = 0.5
        alike[6:] = 0.2
        alike[true if rng.random() < 0.95 else other] = 0.9
        cases.append((shares / shares.sum(), alike, true))
    weights = fit_faces(cases)
    likely = [with_faces(shares, alike, weights)[int(np.nanargmax(alike))] for shares, alike, _ in cases]
    assert 0.85 < float(np.mean(likely)) < 0.99
