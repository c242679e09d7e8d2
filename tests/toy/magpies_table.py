"""A table of Magpies before a perfect camera: cards and dice are laid by a test, without a pixel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.pieces import Card, DieKind
from companion.table.camera_events import CameraEvent, Changed, Settled, Still
from companion.table.sightings import CardSighting, DieSighting, Face, Sightings


def laid_row(*codes: str) -> tuple[CardSighting, ...]:
    """Return certain cards side by side."""
    return tuple(
        CardSighting(
            ((x, 300.0), (x + 70, 300.0), (x + 70, 400.0), (x, 400.0)), Face.UP, ((Card.parse(code), 0.99),), True
        )
        for x, code in zip(range(100, 1200, 90), codes, strict=False)
    )


def unsure(card: CardSighting, *codes: str) -> CardSighting:
    """Return the card read without certainty, as one of these."""
    return replace(card, candidates=tuple((Card.parse(code), 0.4) for code in codes), sure=False)


def thrown(values: Sequence[int], x: float = 300.0) -> tuple[DieSighting, ...]:
    """Return d6 with these values."""
    return tuple(
        DieSighting(DieKind.D6, (x + 60.0 * n, 700.0), ((value, 0.999),), True, 40.0) for n, value in enumerate(values)
    )


class Rests:
    """Frames after a hand was over the table; each table lies still for a while."""

    def __init__(self) -> None:
        self.at, self.number = 0.0, 0

    def of(self, cards: Sequence[CardSighting], dice: Sequence[DieSighting] = ()) -> tuple[CameraEvent, ...]:
        """Return the events of a table that comes to rest with these cards and dice."""
        self.number += 1
        self.at += 2.0
        sightings = Sightings(1280, 960, tuple(cards), tuple(dice))
        return (
            Changed((0.0, 0.0, 100.0, 100.0)),
            Settled(sightings, self.at - 1.0, self.number),
            Still(self.at),
        )
