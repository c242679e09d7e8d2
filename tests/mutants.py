"""Runs mutmut on the rules and the scoring and says how many of its mutants the tests kill.

``make mutants``, or ``python -m tests.mutants`` from the project's root: many minutes. Exit 1 below 85 %.
``mutmut results`` names the survivors afterwards, ``mutmut show NAME`` shows one.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

WANTED = 0.85
STATISTICS = Path("mutants/mutmut-cicd-stats.json")


def main() -> int:
    """Mutates, tests, counts."""
    subprocess.run([sys.executable, "-m", "mutmut", "run"], check=True)
    subprocess.run([sys.executable, "-m", "mutmut", "export-cicd-stats"], check=True)
    found = json.loads(STATISTICS.read_text(encoding="utf-8"))
    killed = found["killed"] + found["timeout"]
    rate = killed / found["total"]
    print(f"{killed} of {found['total']} mutants killed: {100 * rate:.1f} % (wanted: {100 * WANTED:.0f} %)")
    return 0 if rate >= WANTED else 1


if __name__ == "__main__":
    sys.exit(main())
