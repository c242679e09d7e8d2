"""What a roller is built from, made by one command, and what its pages and drawings say of it."""

import re
import shutil
import subprocess
from binascii import crc_hqx
from collections import Counter
from pathlib import Path

import pytest

from firmware_bridge.codec import OLD_WHO, PROTOCOL, decode
from firmware_bridge.port import BAUD


def test_the_wiring_diagram_and_the_firmware_name_the_same_pins() -> None:
    main = (ROLLER / "firmware" / "board" / "main.c").read_text()
    lcd = (ROLLER / "firmware" / "board" / "lcd.c").read_text()
    wiring = (ROLLER / "wiring.svg").read_text("utf8")
    assert re.search(r"#define BUTTON PD2", main)
    assert re.search(r"#define RS PB0", lcd)
    assert re.search(r"#define E PB1", lcd)
    assert "<title>D8 to RS 4</title>" in wiring and "<title>D9 to E 6</title>" in wiring  # D8 is PB0, D9 is PB1
    assert ">D2</text>" in wiring


def test_the_protocol_page_shows_lines_that_are_understood() -> None:
    page = (ROLLER / "PROTOCOL.md").read_text(encoding="utf-8")
    whole = re.findall(r"^    ([A-Z]+ .*\*[0-9A-F]{8})$", page, re.MULTILINE)
    assert whole
    for line in whole:
        decode(line.encode("ascii"))


def test_the_protocol_page_shows_the_greeting_that_an_old_companion_gets() -> None:
    page = (ROLLER / "PROTOCOL.md").read_text(encoding="utf-8")
    [(words, checksum)] = re.findall(r"^ +(HELLO .*)\*([0-9A-F]{4})$", page, re.MULTILINE)
    assert crc_hqx(words.encode("ascii"), 0) == int(checksum, 16)
    assert words.startswith(f"HELLO {PROTOCOL} ")
    assert OLD_WHO.decode("ascii").rstrip() in page


def test_page_firmware_and_bridge_name_one_version() -> None:
    page = (ROLLER / "PROTOCOL.md").read_text(encoding="utf-8")
    header = (ROLLER / "firmware" / "logic" / "roller.h").read_text()
    assert f"This is version {PROTOCOL}." in page
    assert f'#define ROLLER_PROTOCOL "{PROTOCOL}"' in header
    assert re.search(rf'#define ROLLER_FIRMWARE "{PROTOCOL}\.\d+"', header)


def test_page_firmware_and_bridge_name_one_baud_rate() -> None:
    page = (ROLLER / "PROTOCOL.md").read_text(encoding="utf-8")
    uart = (ROLLER / "firmware" / "board" / "uart.c").read_text()
    assert f"{BAUD} baud" in page
    assert f"#define BAUD {BAUD}" in uart


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
