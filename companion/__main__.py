"""``python -m companion`` and the console script: the command line, and the project's benches, which stand above it."""

from companion.bench.commands import bench
from companion.cli.main import app, main, run

__all__ = ["main", "run"]

app.add_typer(bench, name="bench")

if __name__ == "__main__":
    main()
