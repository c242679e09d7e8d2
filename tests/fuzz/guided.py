"""Feeds one door with inputs led by what they reach: ``python -m tests.fuzz.guided TARGET INPUTS SECONDS FOLDER``.

Needs atheris (the extra ``fuzz``). What it found worth keeping stays in FOLDER; an input that is not refused as it
should be ends it, and is written there too. An input may take a second, and all of it 700 MB.
"""

from __future__ import annotations

import sys
from pathlib import Path

CORPUS = Path(__file__).parent / "corpus"


def main(target: str, inputs: str, seconds: str, folder: str) -> None:
    """Never comes back: the fuzzer ends the program."""
    import atheris

    with atheris.instrument_imports(include=["companion", "firmware_bridge", "tests.fuzz.targets", "PIL"]):
        from tests.fuzz.targets import TARGETS
    limits = [
        f"-runs={inputs}",
        f"-max_total_time={seconds}",
        "-timeout=1",
        "-rss_limit_mb=700",
        "-max_len=60000",
        "-len_control=0",
    ]
    shown = ["-print_final_stats=1", f"-artifact_prefix={folder}/"]
    atheris.Setup([sys.argv[0], *limits, *shown, folder, str(CORPUS / target)], TARGETS[target])
    atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])
