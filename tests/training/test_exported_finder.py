"""The die finder's network as ultralytics builds it gives the maps that the program reads, and learns from these."""

from typing import Any

import numpy as np
import pytest

from companion.vision.dice.finding import decoded
from companion.vision.networks import load_network, network_path
from models.training.finder.lessons import SIDE, Marked

torch = pytest.importorskip("torch", reason="training needs the extra: pip install '.[train]'")
pytest.importorskip("ultralytics", reason="training needs the extra: pip install '.[train]'")


@pytest.fixture(scope="module")
def finder(tmp_path_factory: pytest.TempPathFactory) -> Any:
    from models.training.common import yolo
    from models.training.common.onnx_layers import load_layers
    from models.training.finder.exported import ExportedFinder
    from models.training.finder.pipeline import ARCHITECTURE

    network = ExportedFinder(yolo.built(tmp_path_factory.mktemp("finder"), ARCHITECTURE, "pose"))
    load_layers(network, network_path("die-finder"), "head.")
    return network


def test_the_finder_with_the_weights_of_its_file_answers_as_the_file_does(finder: Any) -> None:
    pictures = np.random.default_rng(1).random((1, 3, 64, 96), np.float32)
    with torch.no_grad():
        answers = finder.train()(torch.from_numpy(pictures)).numpy()
    assert answers.shape == (1, 6, 8, 12)
    assert np.abs(answers - load_network("die-finder")(pictures)).max() < 1e-3


def test_cells_that_give_what_they_should_are_decoded_to_the_dice_of_the_piece() -> None:
    from models.training.finder.tuning import finder_loss, targets

    middles, across = np.array([[60.0, 80.0], [150.0, 141.0], [168.0, 141.0]]), np.array([40.0, 12.0, 20.0])
    wanted = targets(Marked(np.zeros((SIDE, SIDE, 3), np.uint8), middles, across))
    decodable = np.zeros((6, *wanted.shape[1:]), np.float32)
    decodable[0] = np.where(wanted[0] > 0, 9.0, -9.0)
    decodable[1:3], decodable[5] = wanted[1:3], wanted[3]
    found = sorted(decoded(decodable, 0.1), key=lambda one: one.middle)
    assert [one.middle for one in found] == [pytest.approx(middle, abs=0.1) for middle in middles]
    assert [one.across for one in found] == pytest.approx(across, abs=0.1)
    right, output = torch.from_numpy(wanted)[None], torch.from_numpy(decodable)[None]
    shifted, larger, unsure = output.clone(), output.clone(), output.clone()
    shifted[:, 1] += 0.2
    larger[:, 5] += 0.2
    unsure[:, 0] *= 0
    assert all(finder_loss(other, right) > 2 * finder_loss(output, right) for other in (shifted, larger, unsure))
