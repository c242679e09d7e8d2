"""One command makes what a roller is built from: the firmware to flash, and the box to print."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

ROLLER = Path(__file__).parents[2] / "hardware" / "roller"
NEEDED = ("make", "avr-gcc", "openscad")
Point = tuple[float, ...]


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    missing = [program for program in NEEDED if shutil.which(program) is None]
    if missing:
        pytest.skip(f"not here: {', '.join(missing)} (make roller-kit installs what is missing)")
    folder = tmp_path_factory.mktemp("kit")
    subprocess.run(["make", "-C", str(ROLLER), "kit", f"BUILD={folder}"], check=True, capture_output=True)
    return folder


@pytest.mark.prove("documentation")
def test_the_firmware_is_a_whole_hex_file_that_fits_the_board(kit: Path) -> None:
    lines = (kit / "firmware.hex").read_text().split()
    assert lines[-1] == ":00000001FF"
    records = [bytes.fromhex(line.removeprefix(":")) for line in lines]
    assert all(sum(record) % 256 == 0 for record in records)
    assert 1000 < sum(record[0] for record in records if record[3] == 0) <= 32 * 1024 - 512


@pytest.mark.prove("documentation")
@pytest.mark.parametrize("part", ["box", "lid"])
def test_a_part_of_the_box_is_closed_all_around_and_as_large_as_its_drawing_says(kit: Path, part: str) -> None:
    corners: list[Point] = [
        tuple(map(float, sent.split())) for sent in re.findall(r"vertex (.*)", (kit / f"{part}.stl").read_text())
    ]
    triangles = [corners[first : first + 3] for first in range(0, len(corners), 3)]
    edges = Counter((one[side], one[(side + 1) % 3]) for one in triangles for side in range(3))
    assert triangles and all(edges[(end, begin)] == times for (begin, end), times in edges.items())
    long, wide, _ = (max(axis) - min(axis) for axis in zip(*corners, strict=True))
    # 80 mm of display and two corners of 6; 36 mm of it, a button's hole of 16.2, 26 mm; walls of 2.4 around.
    assert (long, wide) == (pytest.approx(80 + 12 + 4.8, abs=0.05), pytest.approx(36 + 16.2 + 26 + 4.8, abs=0.05))
