"""The die reader's lessons, its calibration, and the comparison of two readers."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.pieces import DieKind
from companion.vision.camera_pose.aspect import Aspect, Lean
from companion.vision.dice.calibration import NAMES, Calibration, Evidence
from companion.vision.dice.crops import RISE, crop_map, cut
from companion.vision.dice.prediction import ANSWERS, LEANS, NOTHING, OTHER, TURNED, pooled
from companion.vision.dice.reader import DiceReader
from companion.vision.dice.readings import NONE, READINGS
from companion.vision.dice.stages import TURNS
from models.training.reader.calibrating import by_maker, calibrated, expected, rows, write
from models.training.reader.comparing import on_photographs
from models.training.reader.gathering import Gathered
from models.training.reader.pipeline import configuration
from models.training.reader.stocking import drawn, row

SETTINGS = Path(__file__).parents[2] / "models" / "training" / "reader" / "die-reader.toml"
SEVEN, NINE = READINGS.index((DieKind.D10, 7)), READINGS.index((DieKind.D10, 9))


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
    chain = DiceReader()
    document = on_photographs({"installed": chain, "candidate": chain}, [tmp_path])
    assert [document[name]["rows"][0]["missed"] for name in ("installed", "candidate")] == [1, 1]


def test_the_learning_rate_rises_and_falls_with_the_time() -> None:
    pytest.importorskip("torch")
    from models.training.reader.training import rate_at

    settings = configuration(SETTINGS)
    rates = [rate_at(step, done, settings) for step, done in ((0, 0.0), (200, 0.2), (900, 0.99))]
    assert rates[0] < rates[1] > rates[2] > 0


def test_leaning_dice_and_clutter_have_their_answers() -> None:
    rng = np.random.default_rng(3)
    made = [row(*drawn(sort, rng)) for sort in ("cocked", "tens", "clutter")]
    assert [one[2] for one in made] == [1 << LEANS, 1 << OTHER, 1 << NOTHING]


def test_crops_of_the_training_are_those_of_the_reader() -> None:
    torch = pytest.importorskip("torch")
    from models.training.reader import lessons

    noise = np.random.default_rng(1).integers(0, 255, (176, 176, 3), np.uint8)
    picture = np.asarray(cv2.GaussianBlur(noise, (0, 0), 2), np.uint8)
    lean = Lean(0.5, (0.6, 0.8))
    level = np.eye(2) + (1 / np.cos(lean.tilt) - 1) * np.outer(lean.up, lean.up)
    read = cut(picture, [crop_map((80, 90), 60, 1.1, Aspect(level, lean))], lean)[0, :3]
    spot = torch.tensor([[[80.0, 90.0]]]) + RISE * np.sin(lean.tilt) * 60 * torch.tensor(lean.up)
    shown = torch.from_numpy(picture.transpose(2, 0, 1).copy())[None].float()
    size, turn = torch.tensor([[60.0]]), torch.tensor([[1.1]])
    learnt = lessons._crops(shown, spot, size, turn, torch.from_numpy(level)[None].float())[0]
    assert np.abs(learnt.numpy() - read).max() < 0.1
