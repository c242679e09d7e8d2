"""Errors between a player and the rules."""

from __future__ import annotations

from companion.errors import CompanionError
from companion.locale import Message


class BrokenRule(CompanionError):
    """A refusal by the rules; ``rule`` is the rule's number in RULES.md, such as ``B18``."""

    def __init__(self, rule: str, reason: Message, next_step: Message | None = None) -> None:
        self.rule = rule
        super().__init__(Message("rule {rule}", {"rule": rule}), reason, next_step)


class IllegalMove(BrokenRule):
    """A move that the rules refuse.

    The reason has the numbers: "needs 4 Suns or Knots, at least one of each; you have 3 Suns".
    """


class StaleFact(IllegalMove):
    """A correction whose old value is not the game's; ``held`` is the game's."""

    def __init__(self, rule: str, reason: Message, next_step: Message | None, held: object) -> None:
        self.held = held
        super().__init__(rule, reason, next_step)


class UnplayableSetup(BrokenRule):
    """Options or a setup of a game that no document describes."""


class UnreadableDocument(CompanionError):
    """A document (JSON or a line of text) that is no move, state or setup; ``thing`` names the place in it."""
