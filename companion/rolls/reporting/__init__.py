"""Dice that say by radio what they show: what each make says, and which of it is a roll. Pure; no radio here."""

from companion.rolls.reporting.dice_source import ReportingDice
from companion.rolls.reporting.motion import DieMotion, Report
from companion.rolls.reporting.own_dice import KeptDie, Make, format_dice, parse_dice

__all__ = ["DieMotion", "KeptDie", "Make", "Report", "ReportingDice", "format_dice", "parse_dice"]
