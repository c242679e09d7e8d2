"""Dice that say by radio what they show: what each make says, and which of it is a roll. Pure; no radio here."""

from companion.rolls.reporting.kept import KeptDie, Make, dice_of, document_of
from companion.rolls.reporting.motion import DieMotion, Report
from companion.rolls.reporting.thrown import ReportingDice

__all__ = ["DieMotion", "KeptDie", "Make", "Report", "ReportingDice", "dice_of", "document_of"]
