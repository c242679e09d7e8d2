"""What happened between two states of a game, for screens that show it happening."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.magnate.scoring import score
from companion.games.magnate.state import State
from companion.games.magnate.token_changes import token_changes
from companion.pieces import Suit


@dataclass(frozen=True, slots=True)
class DiceLanded:
    """A roll came to rest (B8, B9)."""

    dice: tuple[int, ...]
    tax_dice: tuple[int, ...]
    taxed: tuple[Suit, ...]
    """The suits that the tax dice tax."""


@dataclass(frozen=True, slots=True)
class TokensMoved:
    """Tokens of one suit went between a seat and the supply."""

    seat: int
    suit: Suit
    count: int
    """Positive for tokens that the seat took, negative for those that it gave back."""


@dataclass(frozen=True, slots=True)
class DistrictTaken:
    """A district has another holder (B38)."""

    place: int
    seat: int


Event = DiceLanded | TokensMoved | DistrictTaken


def list_events(before: State | None, after: State) -> tuple[Event, ...]:
    """Return what happened with a move, in the order in which it is shown.

    Args:
        before: The state before the move; None if there is none, and then nothing happened.
        after: The state after it.

    Returns:
        The roll, then tokens given back, then tokens taken, then districts with another holder.
    """
    if before is None or len(before.districts) != len(after.districts) or before.players != after.players:
        return ()
    events: list[Event] = []
    if after.roll is not None and before.roll is None:
        events.append(DiceLanded(after.roll.dice, after.roll.tax_dice, after.roll.taxed_suits))
    changes = token_changes(before, after)
    for sign, name in ((-1, "lost"), (1, "gained")):
        events += [
            TokensMoved(seat, suit, sign * count)
            for seat, change in enumerate(changes)
            for suit, count in getattr(change, name).items()
            if count
        ]
    if before.districts != after.districts:
        pairs = zip(score(before).districts, score(after).districts, strict=True)
        events += [
            DistrictTaken(place, new.won_by)
            for place, (old, new) in enumerate(pairs)
            if new.won_by is not None and new.won_by != old.won_by
        ]
    return tuple(events)
