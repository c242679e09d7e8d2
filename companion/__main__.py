"""``python -m companion`` and the console script: the command line, and the project's benches, which stand above it."""

from companion.cli.lazily import Listed
from companion.cli.listed import LISTED
from companion.cli.main import main, run

__all__ = ["main", "run"]

LISTED["bench"] = Listed("Prints the project's own figures on this machine.", "companion.bench.commands:bench")

if __name__ == "__main__":
    main()
