"""What each network knows alone, at the places of cards."""

import shutil
from pathlib import Path

from companion.demo.bundled import __file__ as bundled
from models.training.network_accuracy import measure_networks


def test_each_network_reads_nearly_all_of_the_bundled_photo_and_its_maker_is_named(tmp_path: Path) -> None:
    own = tmp_path / "bundled"
    own.mkdir()
    for kind in ("jpg", "json"):
        shutil.copy(Path(bundled).parent / f"photo.{kind}", own)
    figures = measure_networks([own])["bundled"]
    assert {name.partition(":")[0] for name in figures} >= {
        "strip-finder",
        "strip-reader",
        "face-reader",
    }
    for question in ("strip-finder: strips of whole cards", "strip-reader: strips of whole cards"):
        right, of = figures[question]
        assert of >= 10 and right >= 0.9 * of, question
    right, of = figures["face-reader: cards showing 60 % and more"]
    assert of >= 5 and right == of
