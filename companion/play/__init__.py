"""A game in progress: proposals, questions and their owners, confirmation policy, append, publish."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.play.play import AnyPlay as AnyPlay
    from companion.play.play import Change as Change
    from companion.play.play import NoSuchQuestion as NoSuchQuestion
    from companion.play.play import Play as Play
    from companion.play.questions import Kind as Kind
    from companion.play.sealed_answers import SealedQuestion as SealedQuestion
    from companion.questions import Question as Question
    from companion.rolls.source import Source as Source

_NAMES = {
    "companion.play.play": ("AnyPlay", "Change", "NoSuchQuestion", "Play"),
    "companion.play.questions": ("Kind",),
    "companion.play.sealed_answers": ("SealedQuestion",),
    "companion.questions": ("Question",),
    "companion.rolls.source": ("Source",),
}
"""By module, the names that it defines."""


def __getattr__(name: str) -> object:
    """Import a name on first use: settings need no journal."""
    for module, names in _NAMES.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(name)
