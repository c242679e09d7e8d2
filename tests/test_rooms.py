"""The house keeps its plan."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_rooms_know_only_those_they_may_know() -> None:
    checked = python("-c", "from importlinter.cli import lint_imports_command; lint_imports_command()")
    assert checked.returncode == 0, checked.stdout


def test_the_command_line_starts_without_the_screen_the_eyes_or_training() -> None:
    heavy = "{'kivy', 'cv2', 'torch', 'onnxruntime', 'sqlalchemy'}"
    loaded = python("-c", f"import sys, companion.__main__; print(*{heavy} & set(sys.modules))")
    assert (loaded.returncode, loaded.stdout.strip()) == (0, "")


def test_no_player_needs_torch_or_ultralytics() -> None:
    for room in ("companion", "firmware_bridge"):
        for source in (ROOT / room).rglob("*.py"):
            text = source.read_text(encoding="utf-8")
            assert "import torch" not in text and "import ultralytics" not in text, source
