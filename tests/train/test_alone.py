"""What each network knows alone, given where cards and dice lie."""

import shutil
from pathlib import Path

from companion.demo.bundled import __file__ as bundled
from models.train.alone import known

KEPT_OUT = Path(__file__).resolve().parents[2] / "models" / "kept-out.txt"


def test_of_the_bundled_photo_each_network_knows_nearly_all_and_its_maker_is_named(tmp_path: Path) -> None:
    own = tmp_path / "bundled"
    own.mkdir()
    for kind in ("jpg", "json"):
        shutil.copy(Path(bundled).parent / f"photo.{kind}", own)
    told = known([own], KEPT_OUT)["bundled"]
    assert {name.partition(":")[0] for name in told} >= {"strip-finder", "strip-reader", "face-reader", "lean-witness"}
    for question in ("strip-finder: strips of whole cards", "strip-reader: strips of whole cards"):
        right, of = told[question]
        assert of >= 10 and right >= 0.9 * of, question
    right, of = told["face-reader: cards showing 60 % and more"]
    assert of >= 5 and right == of
