"""``python -m companion`` and the console script ``companion``."""

from companion.cli.main import main, run

__all__ = ["main", "run"]

if __name__ == "__main__":
    main()
