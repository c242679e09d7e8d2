"""The bench of the tablet app, with a real window; and an app that is closed as soon as it is there."""

from __future__ import annotations

import json
import subprocess
import sys
import time

MAX_MODULES = 480
"""Modules imported before the first frame; Kivy's window alone imports about 320."""
LATER = {
    "cv2",
    "numpy",
    "serial",
    "onnxruntime",
    "companion.journal.store.journal",
    "companion.vision",
    "companion.live",
}
"""What the first screen is drawn without."""


def test_the_first_screen_is_drawn_before_the_app_loads_games_cameras_and_networks() -> None:
    begun = time.time()
    command = [sys.executable, "-m", "tests.bench.app_in_use", "start"]
    document = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert begun < document["drawn"] < time.time()
    loaded = set(document["modules"])
    assert not loaded & LATER and len(loaded) <= MAX_MODULES


def test_an_app_that_is_closed_while_cards_are_still_painted_ends_without_a_complaint() -> None:
    painting = "from companion.app.window.environment import configure_offscreen; configure_offscreen();"
    painting += "from companion.app.window.textures import paint_ahead; assert paint_ahead().is_alive()"
    ended = subprocess.run([sys.executable, "-c", painting], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
