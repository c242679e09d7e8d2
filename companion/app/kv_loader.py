"""Loading of kv files: a screen or widget is a ``.py`` and a ``.kv`` of the same name."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder


def load_kv(python_file: str) -> None:
    """Load the ``.kv`` of a module, whose ``__file__`` is passed."""
    Builder.load_file(str(Path(python_file).with_suffix(".kv")), encoding="utf8")
