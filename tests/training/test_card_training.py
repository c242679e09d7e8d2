"""The whole training, tiny: it runs through, goes on where it was stopped, and both runtimes agree."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from models.training.cards import pipeline

_REASON = "networks are trained with the extra: pip install '.[train]'"
torch = pytest.importorskip("torch", reason=_REASON)
pytest.importorskip("onnx", reason=_REASON)
pytest.importorskip("onnxslim", reason=_REASON)

from companion.vision.networks import load_with_onnxruntime, trained_file  # noqa: E402
from models.training.cards import finder, shards, strip_reader  # noqa: E402
from models.training.common.decks import own_deck  # noqa: E402
from models.training.common.onnx_export import export_onnx, runtime_difference  # noqa: E402
from models.training.common.resume import average_with, read_parameters, resume_from_onnx  # noqa: E402
from models.training.common.settings import read_settings  # noqa: E402
from models.training.common.shards import write_arrays  # noqa: E402
from models.training.common.training_loop import Schedule, build_network, train  # noqa: E402

MODELS = trained_file("strip-reader.onnx").parent


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> pipeline.Plan:
    folder = tmp_path_factory.mktemp("run")
    settings = {"seed": 0, "shards": 1, "schedule": {"steps": 2}}
    plan = pipeline.Plan(pipeline.FINDER, settings, (own_deck(),), folder, folder / "weights")
    tiles = folder / "tiles" / "0000.npz"
    tiles.parent.mkdir(parents=True)
    made = shards.make_shard(plan.decks, np.random.default_rng(0), tiles=4)
    write_arrays(tiles, made)
    return plan


def test_a_tiny_run_trains_and_writes_three_networks(plan: pipeline.Plan) -> None:
    for network in (pipeline.FINDER, pipeline.READER, pipeline.FACES):
        one = replace(plan, network=network)
        pipeline.train(one)
        pipeline.export(one)
    assert runtime_difference(plan.weights / f"{pipeline.FINDER}.onnx", (1, 3, 160, 208)) < 1e-3
    assert runtime_difference(plan.weights / f"{pipeline.READER}.onnx", (3, 3, 104, 32)) < 1e-3
    assert runtime_difference(plan.weights / f"{pipeline.FACES}.onnx", (3, 3, 100, 72)) < 1e-3


def test_a_run_may_go_on_from_the_weights_that_are_there(plan: pipeline.Plan, tmp_path: Path) -> None:
    weights, mined = MODELS / f"{pipeline.READER}.onnx", tmp_path / "mined.npz"
    write_arrays(mined, {"tile": np.zeros(0, np.int64), "corners": np.zeros((0, 4, 2), np.float32)})
    loss = strip_reader.loss_on(pipeline.make_tiles(plan), [mined])
    again = resume_from_onnx(build_network(strip_reader.build, 0), weights, "", loss, 0)
    crops = np.random.default_rng(1).normal(size=(6, 3, 104, 32)).astype(np.float32)
    answers = again(torch.from_numpy(crops)).detach().numpy()
    assert np.abs(answers - load_with_onnxruntime(weights)(crops)).max() < 2e-3, "nothing was learnt yet"


def test_every_parameter_of_the_mean_of_two_networks_is_halfway_between_theirs(tmp_path: Path) -> None:
    own, before = tmp_path / "own.onnx", MODELS / f"{pipeline.READER}.onnx"
    network = build_network(strip_reader.build, 3)
    for values in network.parameters():
        torch.nn.init.normal_(values)
    export_onnx(network, (1, 3, 104, 32), own, False)
    mine = read_parameters(own)
    average_with(own, before)
    for mean, one, other in zip(read_parameters(own), mine, read_parameters(before), strict=True):
        assert all(np.allclose(found, (a + b) / 2, atol=1e-6) for found, a, b in zip(mean, one, other, strict=True))


def test_a_run_that_was_stopped_ends_as_one_that_was_not(plan: pipeline.Plan, tmp_path: Path) -> None:
    class Stopped(Exception):
        pass

    def stopping(network: Any, step: int, rng: np.random.Generator) -> Any:
        if step == 2:
            raise Stopped
        return loss(network, step, rng)

    tiles = pipeline.make_tiles(plan)
    loss, schedule = strip_reader.loss_on(tiles, pipeline.false_strips(plan, tiles)), Schedule(3, checkpoint_every=1)
    straight = train(build_network(strip_reader.build, 4), loss, schedule, tmp_path / "straight.pt", 4)
    with pytest.raises(Stopped):
        train(build_network(strip_reader.build, 4), stopping, schedule, tmp_path / "stopped.pt", 4)
    resumed = train(build_network(strip_reader.build, 5), loss, schedule, tmp_path / "stopped.pt", 4)
    for one, other in zip(straight.parameters(), resumed.parameters(), strict=True):
        assert torch.equal(one, other)


def test_the_finder_is_asked_for_every_strip_in_view_and_for_no_covered_one() -> None:
    quad = np.array([[40, 40], [60, 40], [60, 100], [40, 100]], np.float32)
    wanted = finder.strip_target(np.stack([quad, quad + 150]), np.array([1.0, 0.2], np.float32))
    rows, columns = np.nonzero(wanted[0] == 1)
    assert len(rows) > 0
    assert rows.max() * 8 < 100
    middle = wanted[3:, rows[0], columns[0]].reshape(4, 2) * 32 + (columns[0] * 8 + 4, rows[0] * 8 + 4)
    assert np.allclose(middle, quad, atol=1e-3)


@pytest.mark.parametrize("network", [pipeline.FINDER, pipeline.READER, pipeline.FACES])
def test_each_network_for_cards_has_a_configuration_file_that_its_trainer_takes(network: str) -> None:
    settings = read_settings(Path(pipeline.__file__).with_name(f"{network}.toml"))
    assert Schedule(**settings["schedule"]).steps > 0
    assert {"seed", "shards"} < settings.keys()
