"""The screens look as in the kept pictures."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.person.pictures.kept_pictures import KEPT, MADE_WITH, PLACES, otherwise, read

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.prove("pictures")
@pytest.mark.timeout(2400)
@pytest.mark.parametrize("place", PLACES)
def test_the_screens_look_as_in_the_kept_pictures(place: str, tmp_path: Path) -> None:
    drawing = [sys.executable, "-m", "tests.person.pictures", place, "-o", str(tmp_path)]
    done = subprocess.run(drawing, cwd=ROOT, capture_output=True, text=True, check=False)
    if "Skipped: " in done.stderr:
        pytest.skip(done.stderr.rpartition("Skipped: ")[2].strip())
    assert done.returncode == 0, done.stderr
    drawn = {path.stem: read(path) for path in (tmp_path / place).glob("*.webp")}
    assert set(drawn) == {path.stem for path in (KEPT / place).glob("*.webp")}
    assert otherwise(place, drawn, (tmp_path / place / MADE_WITH).read_text("utf8").strip()) == [], (
        "run: make generated"
    )
