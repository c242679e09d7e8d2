"""The same abilities without a screen."""

import os

try:
    import rich as _rich  # noqa: F401 - only whether it is there
except ImportError:
    os.environ["TYPER_USE_RICH"] = "0"  # before typer is loaded, which would take it for there
