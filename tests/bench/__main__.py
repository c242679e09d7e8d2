"""``python -m tests.bench``: the project's own figures."""

import sys

from tests.bench.commands import run_bench

if __name__ == "__main__":
    sys.exit(run_bench())
