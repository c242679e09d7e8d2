"""Runs mutmut on folders of ``companion`` and says how many of the mutants the tests kill.

``make mutants``, or ``python -m tests.mutants [--tenth] [FOLDER…]`` from the project's root, such as ``games/magnate``
or ``journal``: many minutes each, with ``--tenth`` only those whose number ends in 4; without a folder, all of which
``pyproject.toml`` names files. Exit 1 where less than 85 % of a folder's are killed. ``mutmut results`` names the
survivors afterwards, ``mutmut show NAME`` shows one.
"""

import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

WANTED = 0.85
KILLED = ("killed", "timeout")
TENTH = "--tenth"
NESTED = ("games", "web")
"""Rooms of which each folder is counted by itself."""
_RESULT = re.compile(r"^\s*(\S+): (.+)$", re.MULTILINE)


def main(arguments: Sequence[str]) -> int:
    """Mutates, tests, counts. Status 2: nothing of a folder is mutated."""
    known = mutated()
    wanted = [folder.replace("-", "_") for folder in arguments if folder != TENTH] or known
    unknown = [folder for folder in wanted if folder not in known]
    if unknown:
        print(f"Nothing of {', '.join(unknown)} is mutated; write one of {', '.join(known)}.", file=sys.stderr)
        return 2
    names = {folder: f"companion.{folder.replace('/', '.')}.*" for folder in wanted}
    if TENTH in arguments:
        names = {folder: f"{name}__mutmut_*4" for folder, name in names.items()}
    for copied in _settings()["also_copy"]:
        (Path("mutants") / copied).parent.mkdir(parents=True, exist_ok=True)  # mutmut itself makes no folder for a file
    subprocess.run([sys.executable, "-m", "mutmut", "run", *names.values()], check=True)
    results = subprocess.run(
        [sys.executable, "-m", "mutmut", "results", "--all", "true"], check=True, capture_output=True, text=True
    ).stdout
    return max(_tell(folder, counted(results, name)) for folder, name in names.items())


def mutated() -> list[str]:
    """The folders of which files are mutated."""
    parts = [Path(file).parts[1:] for file in _settings()["only_mutate"]]
    return sorted({"/".join(part[: 2 if part[0] in NESTED else 1]) for part in parts})


def _settings() -> dict[str, Any]:
    settings: dict[str, Any] = tomllib.loads(Path("pyproject.toml").read_text("utf8"))["tool"]["mutmut"]
    return settings


def counted(results: str, names: str) -> Counter[str]:
    """How many mutants with such names came to what, from what ``mutmut results --all true`` prints."""
    return Counter(what for name, what in _RESULT.findall(results) if fnmatch(name, names))


def _tell(folder: str, found: Counter[str]) -> int:
    """Says it, and gives the exit status."""
    killed, every = sum(found[what] for what in KILLED), found.total()
    share = killed / every if every else 0.0
    print(
        f"{folder}: {killed} of {every} mutants killed, {found['timeout']} of them by their time, "
        f"{found['no tests']} in no test's reach: {100 * share:.1f} % (wanted: {100 * WANTED:.0f} %)"
    )
    if "RECORD" in os.environ:
        from tests.bench.figures import Measured
        from tests.figures import record

        record({f"{folder.rpartition('/')[2].removeprefix('sorcerous_')}-mutants": Measured.share(killed, every)})
    return 0 if share >= WANTED else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
