"""The bridge by itself: the documented program takes a roll from the real firmware, with nothing but pyserial."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import serial

from firmware_bridge.emulator import BoardTimedOut, EmulatedBoard, EmulatorMissing, build

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = re.search(r"^```python\n(.*?)^```$", (ROOT / "docs" / "firmware-bridge.md").read_text("utf8"), re.M | re.S)


@pytest.mark.paced
@pytest.mark.prove("roller")
def test_a_program_of_ones_own_takes_a_roll_with_the_bridge_and_pyserial_alone(tmp_path: Path) -> None:
    try:
        built = build()
    except EmulatorMissing as missing:
        pytest.skip(f"no emulated roller: {missing}")
    assert PROGRAM is not None
    (tmp_path / "one_roll.py").write_text(PROGRAM[1], "utf8")
    (tmp_path / "firmware_bridge").symlink_to(ROOT / "firmware_bridge")
    (tmp_path / "serial").symlink_to(Path(serial.__file__).parent)
    with EmulatedBoard(tmp_path, built) as board:
        command = [sys.executable, "-S", "-E", "one_roll.py", board.port]  # -S: no other package is there
        ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    if "queue.Empty" in ran.stderr:
        raise BoardTimedOut("no roll")
    assert ran.returncode == 0, ran.stderr
    *states, roll = ran.stdout.splitlines()
    assert states[0] == f"connecting {board.port} " and f"rolling {board.port} " in states
    dice = re.fullmatch(r"d10 (\d+) (\d+) d6 ([1-6]) ([1-6])", roll)
    assert dice is not None and all(1 <= int(value) <= 10 for value in dice.groups()[:2])
