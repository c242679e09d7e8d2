"""The one reader of dice: what its embedding learns from, its calibration, and the comparison of two chains."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.pieces import DieKind
from companion.vision.dice.eyes import DiceEyes
from companion.vision.dice.upright import ANSWERS, LEANS, NOTHING, PLANES, SIDE, TURNED
from models.training.dice.backgrounds import Grounds
from models.training.reader import families
from models.training.reader.calibrating import by_maker, calibrated, expected, rows, write
from models.training.reader.calibration import NAMES, NONE, READINGS, Calibration, Evidence
from models.training.reader.comparing import on_photographs
from models.training.reader.gathering import TURNS, Gathered
from models.training.reader.lessons import NOWHERE, Sizes, batch
from models.training.reader.pipeline import configuration, rate_at
from models.training.reader.prediction import pooled

SETTINGS = Path(__file__).parents[2] / "models" / "training" / "reader" / "die-reader.toml"
SEVEN, NINE = READINGS.index((DieKind.D10, 7)), READINGS.index((DieKind.D10, 9))


@pytest.fixture(scope="module")
def makes(tmp_path_factory: pytest.TempPathFactory) -> families.Families:
    folder = tmp_path_factory.mktemp("families")
    rows = [(0, face, one) for face, one in families.family(np.random.default_rng(7))]
    families.write(folder / "0000.npz", rows)
    return families.read_families(sorted(folder.glob("*.npz")))


def turns(answer: int, digit: int | None = None) -> np.ndarray:
    """Probabilities at every turn: an answer, and at two turns a digit that stands upright."""
    probabilities = np.full((TURNS, ANSWERS), 0.002, np.float32)
    probabilities[:, answer] = 1
    if digit is not None:
        probabilities[4:6] = 0.002
        probabilities[4:6, digit] = 1
    return np.asarray(probabilities / probabilities.sum(axis=1, keepdims=True), np.float32)


def places(maker: str, wrong: float, seed: int) -> Gathered:
    """Sevens and what is no die, of which the reader gets some wrong."""
    chance = np.random.default_rng(seed)
    true = np.where(np.arange(80) % 2, SEVEN, NONE)
    answers = [
        turns(*((TURNED, 7) if (one == SEVEN) != (chance.random() < wrong) else (NOTHING, None))) for one in true
    ]
    names = np.array([str(number) for number in range(80)])
    across, score, tilt = (np.full(80, value, np.float32) for value in (50, 0.8, np.nan))
    return Gathered(np.array([maker] * 80), names, true, across, score, tilt, np.stack(answers))


def test_every_face_of_a_make_is_seen_several_times_under_one_number(makes: families.Families) -> None:
    chosen = makes.drawn(1, 4, 2, np.random.default_rng(1))
    faces = [face for face, _ in chosen]
    assert len(faces) == 8 and all(faces.count(face) == 2 for face in faces)
    for face in set(faces):
        digits = {(one.digit, one.pips) for number, one in chosen if number == face}
        assert len(digits) == 1


def test_families_that_exist_already_are_left_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "0000.npz").write_bytes(b"made before")
    assert families.make_families(tmp_path, 1, 3) == [tmp_path / "0000.npz"]
    assert (tmp_path / "0000.npz").read_bytes() == b"made before"


def test_a_batch_names_the_face_of_the_crops_that_the_embedding_learns_from(makes: families.Families) -> None:
    grounds = Grounds(np.full((2, 352, 352, 3), 90, np.uint8), np.array([90, 120], np.float32))
    crops, true, faces = batch([], makes, grounds, Sizes(0, 1, 3, 2), np.random.default_rng(2))
    assert crops.shape == (6, PLANES, SIDE, SIDE) and true.shape == (6, ANSWERS)
    assert (true.sum(axis=1) >= 1).all() and len(set(faces)) == 3 and NOWHERE not in faces


def test_a_clear_seven_is_read_and_a_leaning_die_is_not() -> None:
    plain = Calibration(expected(), np.zeros(6))
    seven = plain.probabilities(Evidence(pooled(turns(TURNED, 7)), 50, None, 0.9))
    assert seven.argmax() == SEVEN and seven[SEVEN] > 0.9
    assert plain.probabilities(Evidence(pooled(turns(LEANS)), 50, None, 0.9)).argmax() == NONE


def test_a_die_cut_by_the_edge_of_the_picture_is_never_likelier_than_not() -> None:
    evidence = Evidence(pooled(turns(TURNED, 7)), 50, None, 0.9, cut=True)
    assert Calibration(expected(), np.zeros(6)).probabilities(evidence)[:NONE].sum() == pytest.approx(0.5)


def test_templates_tell_values_apart_and_never_make_a_die_more_readable() -> None:
    fitted = Calibration(expected(), np.ones(6))
    unsure = turns(TURNED, 7)
    unsure[4:6, [7, 9]] = 0.4, 0.6
    plain = Evidence(pooled(unsure), 50, None, 0.9)
    likeness = np.full((NONE, 2), np.nan, np.float32)
    likeness[SEVEN], likeness[NINE] = 0.95, 0.2
    without, matched = (fitted.probabilities(one) for one in (plain, replace(plain, templates=likeness)))
    assert without.argmax() == NINE and matched.argmax() == SEVEN
    assert matched[NONE] == pytest.approx(without[NONE])


def test_a_reader_that_errs_is_calibrated_to_what_it_is_worth(tmp_path: Path) -> None:
    known = Gathered.together([places("hers", 0.1, 1), places("his", 0.1, 2)])
    table = rows(known)
    found = calibrated(known, table)
    reading = found.probabilities(Evidence(pooled(turns(TURNED, 7)), 50, None, 0.8))
    # One in ten of what looks like a seven is none; where dice were laid down that counts a fifth.
    assert 0.95 < reading[SEVEN] < 0.995
    assert by_maker(known, table)["his"]["d10"]["places"] == 40
    write(found, known, tmp_path / "fitted.json")
    assert np.allclose(Calibration.read(tmp_path / "fitted.json").weights, found.weights, atol=1e-4)
    assert set(NAMES) < set(json.loads((tmp_path / "fitted.json").read_text())["weights"])


def test_two_chains_are_measured_on_the_same_photographs(tmp_path: Path) -> None:
    (tmp_path / "hers").mkdir()
    cv2.imwrite(str(tmp_path / "hers" / "1.png"), np.full((200, 300, 3), 120, np.uint8))
    die = {"kind": "d6", "value": 5, "bbox": [40, 40, 100, 100]}
    (tmp_path / "labels.json").write_text(json.dumps({"photos": {"hers/1.png": {"dice": [die], "complete": True}}}))
    chain = DiceEyes()
    document = on_photographs({"today": chain, "candidate": chain}, [tmp_path])
    assert [document[name]["rows"][0]["missed"] for name in ("today", "candidate")] == [1, 1]


def test_the_settings_of_the_training_are_whole() -> None:
    settings = configuration(SETTINGS)
    assert Sizes(**settings["batch"]).dice and sum(settings["shares"].values()) == pytest.approx(1)
    assert rate_at(0, 100, 1e-3, 10) < rate_at(20, 100, 1e-3, 10) > rate_at(99, 100, 1e-3, 10) > 0


def test_crops_of_one_face_are_drawn_together_by_the_contrastive_loss() -> None:
    torch = pytest.importorskip("torch")
    from models.training.reader.network import contrastive

    close = torch.nn.functional.normalize(torch.tensor([[1.0, 0], [1, 0.1], [0, 1], [0.1, 1]]), dim=1)
    assert contrastive(close, torch.tensor([1, 1, 2, 2])) < contrastive(close, torch.tensor([1, 2, 1, 2]))
