"""Texts about a roll of which some dice were not read, or did not move."""

from __future__ import annotations

from companion.locale import Message, Wording
from companion.pieces import DieKind


def unread_text(kind: DieKind, n: int, together: int) -> Message:
    """Ask for the values of a roll of ``together`` dice if only ``n`` were read."""
    values: Wording = {"kind": kind.value, "n": n, "all": together}
    if together == 2:
        return Message("Only one {kind} was read. What do both show?", values)
    return Message(
        "Only {n} {kind} of {all} was read. What do all show?",
        values,
        "Only {n} {kind} of {all} were read. What do all show?",
        "n",
    )


def few_moved_text(kind: DieKind, n: int, together: int) -> Message:
    """Ask whether ``together`` dice are a roll if only ``n`` moved."""
    values: Wording = {"kind": kind.value, "n": n, "all": together}
    if together == 2:
        return Message("Only one {kind} moved. Is this the roll?", values)
    return Message(
        "Only {n} {kind} of {all} moved. Is this the roll?",
        values,
        "Only {n} {kind} of {all} moved. Is this the roll?",
        "n",
    )
