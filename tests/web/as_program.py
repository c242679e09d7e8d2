"""``companion web`` as a program of its own."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def page_program(
    data: Path, game: str, seat: str, *options: str, name: str | None = None
) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """The program, and its invitations of any device and of this seat; ended by Ctrl-C, if not before.

    ``name`` is the player's, where ``seat`` is written otherwise.
    """
    command = [sys.executable, "-m", "companion", "--data", str(data), "web", game, "--local", "--port", "0"]
    command += ["--seat", seat, *options]
    # Whoever runs the tests in the background has Ctrl-C ignored, and so would the program.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    served = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    try:
        found = [
            re.fullmatch(r"[^:]+: (http://127\.0\.0\.1:\d+/\S*#\w+)\n", line) for line in _until(served, name or seat)
        ]
        yield served, [one[1] for one in found if one is not None]
    finally:
        served.send_signal(signal.SIGINT)
        served.communicate(timeout=30)


def _until(served: subprocess.Popen[str], name: str) -> list[str]:
    """The lines printed up to the invitation of this name."""
    assert served.stdout is not None
    lines: list[str] = []
    while not lines or not lines[-1].startswith(name):
        lines.append(served.stdout.readline())
        assert lines[-1], lines
    return lines
