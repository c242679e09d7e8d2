"""A screen or widget is one ``.py`` and one ``.kv`` of the same name."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder


def load_kv(python_file: str) -> None:
    """Loads the ``.kv`` that lies beside a module (give its ``__file__``)."""
    Builder.load_file(str(Path(python_file).with_suffix(".kv")), encoding="utf8")
