"""``python -m companion`` and the console script ``companion``."""

import sys

from companion.closing_signals import close_on_signals, ignore_signals, interrupt


def main() -> None:
    """Run the command line and exit with its status; a signal closes it without a traceback, also while it starts."""
    close_on_signals(interrupt)
    try:
        status = run()
        ignore_signals()
    except KeyboardInterrupt:
        ignore_signals()
        status = 2
    sys.exit(status)


def run(arguments: list[str] | None = None) -> int:
    """Run one command line as :func:`companion.cli.main.run` does."""
    from companion.cli.main import run as run_command

    return run_command(arguments)


if __name__ == "__main__":
    main()
