"""A game in progress: proposals, questions and their owners, confirmation policy, append, publish."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.play.play import AnyPlay as AnyPlay
    from companion.play.play import Change as Change
    from companion.play.play import NoSuchQuestion as NoSuchQuestion
    from companion.play.play import Play as Play
    from companion.play.policy import Confirm as Confirm
    from companion.play.policy import Policy as Policy
    from companion.play.questions import Kind as Kind
    from companion.play.sealed_answers import SealedQuestion as SealedQuestion
    from companion.questions import Question as Question
    from companion.rolls.source import Source as Source

_MODULES = {
    "AnyPlay": "companion.play.play",
    "Change": "companion.play.play",
    "Confirm": "companion.play.policy",
    "SealedQuestion": "companion.play.sealed_answers",
    "Kind": "companion.play.questions",
    "NoSuchQuestion": "companion.play.play",
    "Play": "companion.play.play",
    "Policy": "companion.play.policy",
    "Question": "companion.questions",
    "Source": "companion.rolls.source",
}
"""By name, the module that defines it."""


def __getattr__(name: str) -> object:
    """Import a name on first use: settings need no journal."""
    if name not in _MODULES:
        raise AttributeError(name)
    return getattr(import_module(_MODULES[name]), name)
