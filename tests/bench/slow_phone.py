"""``python -m tests.bench slow-phone``: a seat's page on a slow phone, compared with an earlier version's."""

import json
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from tests.bench import slow_phone_visit
from tests.bench.figures import AsJson, Figure, Measured, Record, report
from tests.bench.one_table import unpacked
from tests.code_figures import ROOT

MOST_S = 2.0
"""Maximum median of the seconds until the first paint."""
Visits = dict[str, dict[str, float]]


def bench_slow_phone(
    since: Annotated[str, typer.Option(help="Compare the weight with that of this commit.")] = "eb472c45",
    repeat: Annotated[int, typer.Option(min=1, help="How often both versions are visited in turn.")] = 3,
    record: Record = False,
    as_json: AsJson = False,
) -> int:
    """Visit a seat's page in Chromium, 4 times slower and with 1.6 Mbit/s. Exit 1 if a figure is missed."""
    return report("slow-phone", _figures(since, repeat), as_json, record)


def _figures(since: str, repeat: int) -> Iterator[Figure]:
    with unpacked(since) as before:
        each = [(_visits(before), _visits(ROOT)) for _ in range(repeat)]
    for game in each[0][1]:
        (then, earlier), (now, weight) = (
            (statistics.median(run[side][game]["ms"] for run in each) / 1000,
             statistics.median(run[side][game]["bytes"] for run in each))
            for side in (0, 1)
        )  # fmt: skip
        painted = {f"slow-phone-paint-{game}": Measured(round(now, 2), repeat)}
        seconds = {"before": round(then, 2), "now": round(now, 2)}
        yield Figure(f"{game}: seconds until the first paint", f"at most {MOST_S}", seconds, now <= MOST_S, painted)
        share = round(weight / earlier, 2)
        sent = {"before": earlier, "now": weight, "share": share}
        shares = {f"slow-phone-bytes-{game}": Measured(share, repeat)}
        yield Figure(f"{game}: bytes of a first visit", f"no more than at {since}", sent, share <= 1, shares)


def _visits(root: Path) -> Visits:
    program = (sys.executable, str(Path(slow_phone_visit.__file__)))
    run = subprocess.run(program, cwd=root, capture_output=True, text=True, check=True)
    visits: Visits = json.loads(run.stdout)
    return visits
