"""The readings of a die: kind and value."""

from __future__ import annotations

from companion.pieces import DieKind

READINGS: tuple[tuple[DieKind, int], ...] = (
    *((DieKind.D6, value) for value in range(1, 7)),
    *((DieKind.D10, digit or 10) for digit in range(10)),
)
"""Kinds and values of the 16 readings; the seventeenth is that there is none."""
NONE = len(READINGS)
D6_ROWS, D10_ROWS = slice(0, 6), slice(6, NONE)
