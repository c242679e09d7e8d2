"""The whole training of the dice networks, tiny: it runs through, and both runtimes agree on what comes out."""

from pathlib import Path

import numpy as np
import pytest

from models.training.dice import pipeline

_REASON = "networks are trained with the extra: pip install '.[train]'"
torch = pytest.importorskip("torch", reason=_REASON)
pytest.importorskip("onnx", reason=_REASON)
pytest.importorskip("onnxslim", reason=_REASON)
pytest.importorskip("efficientnet_lite_pytorch", reason=_REASON)

from models.training.common.decks import own_deck  # noqa: E402
from models.training.common.onnx_export import export_onnx, runtime_difference  # noqa: E402
from models.training.common.resume import interpolate_weights, read_parameters, resume_from_onnx  # noqa: E402
from models.training.common.training_loop import build_network  # noqa: E402
from models.training.dice import readers  # noqa: E402
from models.training.dice.backgrounds import paint  # noqa: E402
from models.training.dice.specimens import amiss  # noqa: E402
from models.training.dice.stock import Stock, make_shard, specimen  # noqa: E402
from models.training.dice.trunk import BLOCKS, begun  # noqa: E402
from models.training.upright import network as upright  # noqa: E402


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> pipeline.Plan:
    folder = tmp_path_factory.mktemp("run")
    plan = pipeline.Plan((own_deck(),), folder, folder / "weights", 1, 1, 1, 1, 1, 3, 0)
    for name, draw in (("stock", specimen), ("amiss", amiss)):
        (folder / name).mkdir()
        made = make_shard(np.random.default_rng(0), 24, draw)
        columns = {column: getattr(made, column) for column in Stock.__dataclass_fields__}
        np.savez(folder / name / "0000.npz", **columns)
    (folder / "grounds").mkdir()
    tops = paint(plan.decks, np.random.default_rng(0), 2)
    np.savez(folder / "grounds" / "0000.npz", pictures=tops.pictures, card=tops.card)
    return plan


def test_a_tiny_run_trains_writes_and_measures(plan: pipeline.Plan) -> None:
    pipeline.train_close(plan)
    pipeline.train_wide(plan)
    pipeline.train_witness(plan)
    pipeline.write_weights(plan)
    for name, planes in ((pipeline.CLOSE_READER, 6), (pipeline.WIDE_READER, 6), (pipeline.WITNESS, 5)):
        assert runtime_difference(plan.weights / f"{name}.onnx", (3, planes, 64, 64)) < 1e-3
    figures = pipeline.measure(plan)
    assert figures["pictures"] >= 1
    assert figures["clutter alone"]["pictures"] == 1


def test_training_goes_on_from_weights_alone(plan: pipeline.Plan, tmp_path: Path) -> None:
    tops = pipeline.grounds(plan)
    loss = readers.close_loss(pipeline.specimens(plan), tops, pipeline.false_dice(plan, tops))
    began = build_network(readers.build_close, 3).eval()
    export_onnx(began, (1, 6, 64, 64), tmp_path / "began.onnx", False)
    again = resume_from_onnx(build_network(readers.build_close, 4), tmp_path / "began.onnx", loss, 0)
    crops = torch.rand(5, 6, 64, 64)
    assert torch.allclose(again(crops), began(crops), atol=1e-4)
    export_onnx(build_network(readers.build_close, 4).eval(), (1, 6, 64, 64), tmp_path / "went.onnx", False)
    interpolate_weights(tmp_path / "began.onnx", tmp_path / "went.onnx", 0.25, tmp_path / "between.onnx")
    sharing = [read_parameters(tmp_path / f"{name}.onnx")[0][0] for name in ("began", "went", "between")]
    assert np.allclose(0.75 * sharing[0] + 0.25 * sharing[1], sharing[2])
    with pytest.raises(ValueError, match="layer"):
        resume_from_onnx(readers.build_wide(), tmp_path / "began.onnx", loss, 0)


def test_the_close_reader_begins_with_the_trunk_of_the_upright_one(plan: pipeline.Plan, tmp_path: Path) -> None:
    known = build_network(lambda: upright.build(pretrained=False), 5).eval()
    export_onnx(known, (1, 6, 64, 64), tmp_path / "upright.onnx", False)
    tops = pipeline.grounds(plan)
    loss = readers.close_loss(pipeline.specimens(plan), tops, pipeline.false_dice(plan, tops))
    began = begun(build_network(readers.build_close, 6), tmp_path / "upright.onnx", loss, 0).eval()
    crops = torch.rand(3, 6, 64, 64)
    features = known.trunk._swish(known.trunk._bn0(known.trunk._conv_stem(crops[:, [2, 1, 0, 3, 4, 5]])))
    for block in list(known.trunk._blocks)[:BLOCKS]:
        features = block(features)
    assert torch.allclose(began[0](crops), features, atol=1e-3)
