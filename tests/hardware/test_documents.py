"""What the roller's pages and drawings say agrees with what the firmware and the bridge do."""

import re
from binascii import crc_hqx
from pathlib import Path

from firmware_bridge.codec import OLD_WHO, PROTOCOL, decode
from firmware_bridge.port import BAUD

ROLLER = Path(__file__).parents[2] / "hardware" / "roller"


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
