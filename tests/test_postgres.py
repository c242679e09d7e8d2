"""The server that tests start ends with them, however they end."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.postgres import PACKAGE, programs

STARTS = """
import sys
from tests.postgres import Postgres, programs
server = Postgres(programs())
print(server.folder, flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(programs() is None, reason=f"no PostgreSQL server here: sudo apt-get install {PACKAGE}")
def test_a_test_that_is_killed_leaves_no_server_behind_it() -> None:
    root = Path(__file__).resolve().parents[1]
    with subprocess.Popen(
        [sys.executable, "-c", STARTS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root
    ) as test:
        assert test.stdout is not None
        folder = Path(test.stdout.readline().strip())
        number = int((folder / "data" / "postmaster.pid").read_text().split()[0])
        test.kill()
    for _ in range(400):
        if not folder.exists():
            break
        time.sleep(0.05)
    assert not folder.exists() and not Path(f"/proc/{number}").exists()
