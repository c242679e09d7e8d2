"""Dice that report by radio: the messages of each make, and which of them are rolls. The radio is elsewhere."""

from companion.rolls.reporting.dice_source import ReportingDice
from companion.rolls.reporting.motion import DieMotion, Report
from companion.rolls.reporting.own_dice import KeptDie, Make, format_dice, parse_dice

__all__ = ["DieMotion", "KeptDie", "Make", "Report", "ReportingDice", "format_dice", "parse_dice"]
