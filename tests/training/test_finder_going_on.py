"""The finder's training goes on from nothing but its ONNX file."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.vision.networks import load_network, network_path
from models.training.dice.backgrounds import SIDE, paint
from models.training.finder.lessons import SIDE as PIECE

torch = pytest.importorskip("torch", reason="training needs the extra: pip install '.[train]'")
pytest.importorskip("ultralytics", reason="training needs the extra: pip install '.[train]'")


@pytest.fixture(scope="module")
def pieces(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    from models.training.common.decks import own_deck

    folder = tmp_path_factory.mktemp("pieces")
    left = (SIDE - PIECE) // 2
    paths = []
    for number, ground in enumerate(paint((own_deck(),), np.random.default_rng(3), 8).pictures):
        paths.append(folder / f"{number}.png")
        cv2.imwrite(str(paths[-1]), ground[left : left + PIECE, left : left + PIECE])
    return paths


def test_what_goes_on_answers_at_first_as_the_file_does(pieces: list[Path], tmp_path: Path) -> None:
    from models.training.common.backbone import register_backbone
    from models.training.finder.exported import ExportedFinder
    from models.training.finder.resume import begun, shown

    register_backbone()
    kept = torch.load(begun(network_path("die-finder"), pieces, tmp_path), weights_only=False)
    pictures = np.stack([shown(path) for path in pieces])
    with torch.no_grad():
        output = ExportedFinder(kept["model"].eval())(torch.from_numpy(pictures)).numpy()
    assert output == pytest.approx(load_network("die-finder")(pictures), abs=1e-3)


def test_another_network_s_file_is_no_finder_to_go_on_from(pieces: list[Path], tmp_path: Path) -> None:
    from models.training.common.backbone import register_backbone
    from models.training.finder.resume import begun

    register_backbone()
    with pytest.raises(ValueError, match="layers"):
        begun(network_path("die-reader"), pieces, tmp_path)
