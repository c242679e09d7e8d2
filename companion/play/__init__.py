"""A game in progress: proposals, questions and their owners, confirmation policy, append, publish."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.play.play import AnyPlay, Change, NoSuchQuestion, NoWayBack, Play, StaleProposal
    from companion.play.policy import Confirm, Policy
    from companion.play.questions import Kind, OtherQuestions
    from companion.play.sealed_answers import NotAsked, SealedQuestion
    from companion.play.unsent_moves import Overtaken
    from companion.questions import Choice, Question
    from companion.rolls.source import Source

__all__ = [
    "AnyPlay",
    "Change",
    "Choice",
    "Confirm",
    "Kind",
    "NoSuchQuestion",
    "NoWayBack",
    "NotAsked",
    "OtherQuestions",
    "Overtaken",
    "Play",
    "Policy",
    "Question",
    "SealedQuestion",
    "Source",
    "StaleProposal",
]

_MODULES = {
    "AnyPlay": "companion.play.play",
    "Change": "companion.play.play",
    "Choice": "companion.questions",
    "Confirm": "companion.play.policy",
    "SealedQuestion": "companion.play.sealed_answers",
    "Kind": "companion.play.questions",
    "NoSuchQuestion": "companion.play.play",
    "NoWayBack": "companion.play.play",
    "NotAsked": "companion.play.sealed_answers",
    "OtherQuestions": "companion.play.questions",
    "Overtaken": "companion.play.unsent_moves",
    "Play": "companion.play.play",
    "Policy": "companion.play.policy",
    "Question": "companion.questions",
    "Source": "companion.rolls.source",
    "StaleProposal": "companion.play.play",
}
"""By name, the module that defines it."""


def __getattr__(name: str) -> object:
    """Import a name on first use: settings need no journal."""
    if name not in _MODULES:
        raise AttributeError(name)
    return getattr(import_module(_MODULES[name]), name)
