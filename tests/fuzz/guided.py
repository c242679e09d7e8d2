"""One go at one door, with inputs led by what they reach: ``python -m tests.fuzz.guided TARGET INPUTS SECONDS FOLDER``.

Needs atheris (the extra ``fuzz``). What it found worth keeping lies in FOLDER/kept and is begun with the next time; an
input that is not refused as it should be ends the go, and lies in FOLDER. An input may take a second of processor time
(ten by the clock: other programs may be at work), and the process 700 MB.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

CORPUS = Path(__file__).parent / "corpus"
LONGEST = 1.0
"""Seconds of processor time that an input may take."""
_MOST = {"codec": 400, "lines": 4000}
"""Bytes of an input, where one has a line or a few; of every other door 60,000."""


def timed(door: Callable[[bytes], None], noted: Path) -> Callable[[bytes], None]:
    """The door; each time that an input took longer than any before, the seconds are written down in ``noted``."""
    slowest = float(noted.read_text("utf8")) if noted.exists() else 0.0

    def passed(data: bytes) -> None:
        nonlocal slowest
        begun = time.process_time()
        door(data)
        took = time.process_time() - begun
        if took > slowest:
            slowest = took
            noted.write_text(f"{took:.4f}", "utf8")
        assert took < LONGEST, f"{took:.1f} s for one input"

    return passed


def main(target: str, inputs: str, seconds: str, folder: str) -> None:
    """Never comes back: the fuzzer ends the program."""
    import atheris

    with atheris.instrument_imports(include=["companion", "firmware_bridge", "tests.fuzz.targets", "PIL"]):
        from tests.fuzz.targets import TARGETS
    from tests.fuzz.mutating import mutated

    kept = Path(folder) / "kept"
    kept.mkdir(parents=True, exist_ok=True)
    limits = [
        f"-runs={inputs}",
        f"-max_total_time={seconds}",
        "-timeout=10",
        "-rss_limit_mb=700",
        f"-max_len={_MOST.get(target, 60_000)}",
        "-len_control=0",
    ]
    shown = ["-print_final_stats=1", f"-artifact_prefix={folder}/"]
    atheris.Setup(
        [sys.argv[0], *limits, *shown, str(kept), str(CORPUS / target)],
        timed(TARGETS[target], Path(folder) / "slowest.txt"),
        custom_mutator=lambda data, most, seed: mutated(data, most, seed, atheris.Mutate),
    )
    atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])
