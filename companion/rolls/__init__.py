"""One roll, many sources: touch, the app's dice, the camera, the roller; each is handed in from outside."""

from companion.rolls.app_dice import AppDice
from companion.rolls.rolled import Deliver, Fate, Rolled, RollSource, Source, UnusableRoll
from companion.rolls.roller_dice import RollerDice, roll_id
from companion.rolls.table_dice import TableDice

__all__ = [
    "AppDice",
    "Deliver",
    "Fate",
    "RollSource",
    "Rolled",
    "RollerDice",
    "Source",
    "TableDice",
    "UnusableRoll",
    "roll_id",
]
