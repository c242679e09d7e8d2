"""One game going on: proposals, questions and their owners, confirm policy, append, publish."""

from companion.play.play import AnyPlay, Change, NoSuchQuestion, Play, StaleProposal
from companion.play.policy import Confirm, Policy, Source
from companion.play.questions import Choice, Kind, Question
from companion.play.under_cover import Covered, NotAskedUnderCover

__all__ = [
    "AnyPlay",
    "Change",
    "Choice",
    "Confirm",
    "Covered",
    "Kind",
    "NoSuchQuestion",
    "NotAskedUnderCover",
    "Play",
    "Policy",
    "Question",
    "Source",
    "StaleProposal",
]
