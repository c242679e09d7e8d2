"""So many inputs at a door, in as many goes as it takes: ``python -m tests.fuzz.counted [DOOR…]`` runs them all.

What was tried is written down after each go, in ``out/fuzz/DOOR``, with the trees that it was tried on; a go that was
broken off is not counted. At the end the lines of the door that its inputs reached are told.
"""

import json
import re
import subprocess
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

from tests.prove import tree

ROOT = Path(__file__).resolve().parents[2]
WANTED = {"picture": 100_000}
"""Inputs of a door; of every other :data:`MILLION`."""
MILLION = 1_000_000
_GO = 60
"""Seconds of one go."""


@dataclass(slots=True)
class Tried:
    """What was tried at a door in all goes so far."""

    inputs: int = 0
    slowest: float = 0.0
    """Seconds of processor time, of one input."""
    most_mb: int = 0
    """Of memory."""
    seconds: float = 0.0
    """By the clock."""
    trees: list[str] = field(default_factory=list)
    """Git's names of what was tried."""


class Found(Exception):
    """An input that was neither refused in a line nor read; the message is what the fuzzer said."""


def folder_of(door: str) -> Path:
    return ROOT / "out" / "fuzz" / door


def tried(door: str) -> Tried:
    """What was written down of a door."""
    kept = folder_of(door) / "tried.json"
    return Tried(**json.loads(kept.read_text("utf8"))) if kept.exists() else Tried()


def try_on(door: str, seconds: float) -> Tried:
    """Tries on until a door has had all its inputs, or for so many seconds. Raises :class:`Found`."""
    so_far, wanted, ends = tried(door), WANTED.get(door, MILLION), time.monotonic() + seconds
    here = str(tree())
    while so_far.inputs < wanted and (left := ends - time.monotonic()) > 1:
        _one_go(door, so_far, wanted - so_far.inputs, round(min(_GO, left)), here)
        (folder_of(door) / "tried.json").write_text(json.dumps(asdict(so_far), indent=1), "utf8")
    return so_far


def _one_go(door: str, so_far: Tried, inputs: int, seconds: int, here: str) -> None:
    folder = folder_of(door)
    folder.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    command = [sys.executable, "-m", "tests.fuzz.guided", door, str(inputs), str(seconds), str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        raise Found(done.stderr[-4000:])
    so_far.inputs += _count_in("number_of_executed_units", done.stderr)
    so_far.most_mb = max(so_far.most_mb, _count_in("peak_rss_mb", done.stderr))
    so_far.slowest = float((folder / "slowest.txt").read_text("utf8"))
    so_far.seconds += time.monotonic() - begun
    so_far.trees += [] if here in so_far.trees else [here]


def _count_in(name: str, stderr: str) -> int:
    found = re.search(rf"stat::{name}:\s*(\d+)", stderr)
    if found is None:
        raise Found(stderr[-4000:])
    return int(found[1])


def summary(door: str, done: Tried) -> str:
    """What was tried, and which lines of the door its inputs reach, one file a line."""
    command = [sys.executable, "-m", "tests.fuzz.reached", door, str(folder_of(door) / "kept")]
    lines = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    took = f"{done.seconds:.0f} s by the clock, slowest {done.slowest:.3f} s, at most {done.most_mb} MB"
    return f"{door}: {done.inputs:,} inputs in {took}\n{lines}"


def main(doors: list[str]) -> None:
    """Every door until it has had its inputs; what was found first is raised."""
    from tests.fuzz.reached import DOORS

    for door in doors or DOORS:
        print(summary(door, try_on(door, 36_000)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
