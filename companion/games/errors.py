"""What goes wrong between a player and the rules."""

from __future__ import annotations

from companion.errors import CompanionError
from companion.locale import Message


class BrokenRule(CompanionError):
    """Something that the rules refuse; ``rule`` is the rule's number in RULES.md, ``B18`` say."""

    def __init__(self, rule: str, reason: Message, next_step: Message | None = None) -> None:
        self.rule = rule
        super().__init__(Message("rule {rule}", {"rule": rule}), reason, next_step)


class IllegalMove(BrokenRule):
    """A move that the rules refuse.

    The reason carries the numbers: "needs 4 Suns or Knots, at least one of each; you have 3 Suns".
    """


class UnplayableSetup(BrokenRule):
    """Options or a setup that make no game any document describes."""


class UnreadableDocument(CompanionError):
    """A document (JSON or a line of text) that says no move, state or setup; ``thing`` names the place in it."""
