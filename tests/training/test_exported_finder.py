"""The die finder's network as ultralytics builds it gives the maps that the program reads."""

from pathlib import Path

import pytest

from companion.vision.networks import load_network

torch = pytest.importorskip("torch", reason="training needs the extra: pip install '.[train]'")
pytest.importorskip("ultralytics", reason="training needs the extra: pip install '.[train]'")


def test_the_exported_finder_has_the_maps_of_the_installed_one(tmp_path: Path) -> None:
    from ultralytics import YOLO

    from models.training.common.backbone import register_backbone
    from models.training.finder.exported import ExportedFinder
    from models.training.finder.pipeline import ARCHITECTURE

    register_backbone()
    own = tmp_path / f"yolo26n-{ARCHITECTURE.name}"
    own.write_bytes(ARCHITECTURE.read_bytes())
    network = ExportedFinder(YOLO(str(own), task="pose").model.float().eval())
    pictures = torch.zeros(1, 3, 64, 96)
    with torch.no_grad():
        answers = network(pictures).numpy()
    assert answers.shape == load_network("die-finder")(pictures.numpy()).shape == (1, 6, 8, 12)
