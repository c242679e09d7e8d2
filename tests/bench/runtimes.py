"""``python -m tests.bench runtimes``: readings and times with ONNX Runtime and with OpenCV alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Annotated, Any

import typer

from companion.errors import CompanionError
from companion.locale import Message
from companion.vision.networks import RUNTIME_VARIABLE
from tests.bench.figures import Figure, Record, report
from tests.bench.record import Measured

MAX_RATIO = 2.0
"""Maximum time of reading with OpenCV, in times of ONNX Runtime's."""
PHOTOS_PER_PROCESS = 6
"""Photos read by one process; the runtimes alternate, so that other load slows both."""
_SEE = "import sys; from companion.__main__ import run; sys.exit(run(['see', *sys.argv[1:], '--json']))"
Read = dict[str, Any]


class NoPhotos(CompanionError):
    """A folder without photos."""


def bench_runtimes(
    folder: Annotated[Path | None, typer.Argument(help="Photos; the bundled one where none is named.")] = None,
    most: Annotated[int, typer.Option(min=1, help="Read no more than so many of them.")] = 1000,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    recorded: Record = False,
) -> int:
    """Read photos with each runtime, in turn. Exit 1 if the readings differ or OpenCV takes twice as long."""
    return report("runtimes", _figures(_photos(folder)[:most]), as_json, recorded)


def _photos(folder: Path | None) -> list[Path]:
    from companion.demo import bundled

    if folder is None:
        return [bundled.photo()]
    found = sorted(folder.glob("*.jpg"))
    if not found:
        raise NoPhotos(str(folder), Message("holds no .jpg"), Message("name a folder of photos"))
    return found


def _figures(photos: Sequence[Path]) -> Iterator[Figure]:
    by_onnxruntime, by_opencv = list[Read](), list[Read]()
    for first in range(0, len(photos), PHOTOS_PER_PROCESS):
        some = photos[first : first + PHOTOS_PER_PROCESS]
        by_onnxruntime += _read(some, "onnxruntime")
        by_opencv += _read(some, "opencv")
    pairs = list(zip(by_onnxruntime, by_opencv, strict=True))
    answers = [(_answers(one), _answers(other)) for one, other in pairs]
    wrong = {
        Path(one["image"]["path"]).name: sorted(here ^ there)
        for (one, _), (here, there) in zip(pairs, answers, strict=True)
        if here != there
    }
    count = sum(len(here) for here, _ in answers)
    measured_answers = {"photos": len(photos), "answers": count, "photos_that_differ": len(wrong), "where": wrong}
    yield Figure(
        "what is read, and whether it is sure, through OpenCV alone",
        "the same",
        measured_answers,
        not wrong,
        {"runtimes-differ": Measured(len(wrong), len(photos))},
    )
    times = [(one["ms"], other["ms"]) for one, other in pairs]
    ratio = sum(other for _, other in times) / sum(one for one, _ in times)
    measured = {
        "onnxruntime_median_ms": round(median(one for one, _ in times)),
        "opencv_median_ms": round(median(other for _, other in times)),
        "times_as_long": round(ratio, 2),
    }
    yield Figure(
        "reading through OpenCV alone",
        f"at most {MAX_RATIO:g} times as long",
        measured,
        ratio <= MAX_RATIO,
        {"runtimes-time": Measured(round(ratio, 2), len(photos))},
    )


def _read(photos: Sequence[Path], runtime: str) -> list[Read]:
    """Return the documents of ``companion see`` for photos, in a process of its own, after a first photo to warm up."""
    arguments = [str(photo) for photo in (photos[0], *photos)]
    environment = {**os.environ, RUNTIME_VARIABLE: runtime}
    process = subprocess.run(
        [sys.executable, "-c", _SEE, *arguments], env=environment, capture_output=True, check=False
    )
    if process.returncode not in (0, 1):
        raise NoPhotos(str(photos[0]), process.stderr.decode(errors="replace"))
    read: list[Read] = json.loads(process.stdout)
    return read[1:]


def _answers(read: Read) -> set[str]:
    """Return every card and die read, its place to a hundredth of the picture, and whether it is certain."""
    wide = read["image"]["width"] / 100
    found = set[str]()
    for card in read["cards"]:
        x, y = (round(sum(corner[axis] for corner in card["corners"]) / 4 / wide) for axis in (0, 1))
        found.add(f"{card['card'] or card['face']} at {x},{y}{'' if card['sure'] else '?'}")
    for die in read["dice"]:
        x, y = (round(part / wide) for part in die["center"])
        found.add(f"{die['kind']} {die['value']} at {x},{y}{'' if die['sure'] else '?'}")
    return found
