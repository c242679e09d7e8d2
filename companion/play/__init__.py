"""A game in progress: proposals, questions and their owners, confirmation policy, append, publish."""

from companion.play.play import AnyPlay, Change, NoSuchQuestion, NoWayBack, Play, StaleProposal
from companion.play.policy import Confirm, Policy
from companion.play.questions import Kind, OtherQuestions
from companion.play.sealed_answers import Covered, NotAskedUnderCover
from companion.play.unsent_moves import Overtaken
from companion.questions import Choice, Question
from companion.rolls.source import Source

__all__ = [
    "AnyPlay",
    "Change",
    "Choice",
    "Confirm",
    "Covered",
    "Kind",
    "NoSuchQuestion",
    "NoWayBack",
    "NotAskedUnderCover",
    "OtherQuestions",
    "Overtaken",
    "Play",
    "Policy",
    "Question",
    "Source",
    "StaleProposal",
]
