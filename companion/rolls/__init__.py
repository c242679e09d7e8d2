"""One roll, many sources: touch, the app's dice, the camera, the roller; each is handed in from outside."""

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
