"""Magnate: the rules of docs/rules/magnate.md."""

from companion.games.magnate.moves import apply, fold
from companion.games.magnate.options import PRESETS, Options, preset
from companion.games.magnate.scoring import Layout, Score, score
from companion.games.magnate.setup import Setup, default_districts, start
from companion.games.magnate.state import Phase, State

__all__ = [
    "PRESETS",
    "Layout",
    "Options",
    "Phase",
    "Score",
    "Setup",
    "State",
    "apply",
    "default_districts",
    "fold",
    "preset",
    "score",
    "start",
]
