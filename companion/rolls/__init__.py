"""Rolls from several sources: touch, the app's dice, the camera, the roller and dice with radio."""

from companion.rolls.app_dice import AppDice
from companion.rolls.rolled import Deliver, Fate, Rolled, RollSource
from companion.rolls.roller_dice import CannotRoll, RollerDice
from companion.rolls.source import Source

__all__ = [
    "AppDice",
    "CannotRoll",
    "Deliver",
    "Fate",
    "RollSource",
    "Rolled",
    "RollerDice",
    "Source",
]
