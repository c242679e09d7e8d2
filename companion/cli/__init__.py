"""The same abilities without a screen."""

import os

os.environ["TYPER_USE_RICH"] = "0"
"""Before typer is loaded: help by rich loads two hundred modules, for frames around the same lines."""
