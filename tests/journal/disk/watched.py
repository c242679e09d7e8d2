"""Programs run under ``shim.c``, which is compiled when it is first needed."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[2]


@contextmanager
def in_memory() -> Iterator[Path]:
    """A folder for programs under the shim, in memory where there is any: a disk takes its time to sync."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        yield Path(folder)


@cache
def shim() -> Path:
    """The compiled shim; skips the test where it cannot be."""
    compiler = shutil.which("gcc")
    if compiler is None or not sys.platform.startswith("linux"):
        pytest.skip("writes are recorded under Linux with gcc")
    made = Path(tempfile.mkdtemp()) / "shim.so"
    flags = ["-O1", "-Wall", "-Werror", "-shared", "-fPIC"]
    subprocess.run([compiler, *flags, "-o", str(made), str(HERE / "shim.c"), "-ldl", "-lpthread"], check=True)
    return made


def run(module: str, *arguments: str, folder: Path, log: Path | None = None) -> str:
    """Runs a module of ours under the shim, which watches ``folder``; gives what it printed."""
    watched = {"LD_PRELOAD": str(shim()), "DISK_FOLDER": str(folder), "PYTHONPATH": str(ROOT)}
    logged = {} if log is None else {"DISK_LOG": str(log)}
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **watched, **logged}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
