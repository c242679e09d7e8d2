"""The standing of a game: margins, deeds that would change a district's owner, tie-breaks, turns left."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games.magnate.foresight.turns_left import TurnsLeft, turns_left
from companion.games.magnate.layout import Layout
from companion.games.magnate.scoring import DistrictScore, Score, score
from companion.games.magnate.state import Column, State, districts_with
from companion.locale import Message
from companion.pieces import Card


@dataclass(frozen=True, slots=True)
class Completing:
    """An unfinished deed that would change who holds the district."""

    player: int
    card: Card
    held_by: int | None
    """Who would hold it then."""


@dataclass(frozen=True, slots=True)
class DistrictStanding:
    """One district, and what would change its owner."""

    index: int
    held_by: int | None
    margin: int
    """The lead of its owner; 0 if nobody holds it."""
    to_hold: tuple[int | None, ...]
    """By seat: the points to add to hold it alone; 0 for its owner, None without a border."""
    completing: tuple[Completing, ...]
    """The deeds whose completion would change the owner."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The standing of the whole table."""

    score: Score
    """The score if the game ended now, tie-breaks included."""
    districts: tuple[DistrictStanding, ...]
    turns: TurnsLeft
    warning: Message | None
    """A warning that the last turns have begun or are near."""


def standing(state: State) -> Standing:
    """Return margins (best total less the next), points to hold (best other total + 1 − own), and turns left."""
    now = score(state)
    districts = tuple(_district(state, one) for one in now.districts)
    turns = turns_left(state)
    return Standing(now, districts, turns, _warning(state, turns))


def _district(state: State, now: DistrictScore) -> DistrictStanding:
    totals = {side.player: side.total for side in now.sides}
    ranked = sorted(totals.values(), reverse=True)
    margin = ranked[0] - ranked[1] if len(ranked) > 1 else sum(ranked)
    to_hold = tuple(
        max(0, _best_other(totals, seat) + 1 - totals[seat]) if seat in totals else None
        for seat in range(state.players)
    )
    return DistrictStanding(now.index, now.won_by, margin, to_hold, _completing(state, now))


def _best_other(totals: dict[int, int], seat: int) -> int:
    return max((total for other, total in totals.items() if other != seat), default=0)


def _completing(state: State, now: DistrictScore) -> tuple[Completing, ...]:
    changes = []
    for side in now.sides:
        if side.deed is not None:
            done = Column((*side.properties, side.deed))
            layout = replace(Layout.of(state), districts=districts_with(state, side.player, now.index, done))
            then = score(replace(layout, districts=layout.districts[now.index : now.index + 1])).districts[0].won_by
            if then != now.won_by:
                changes.append(Completing(side.player, side.deed, then))
    return tuple(changes)


def _warning(state: State, turns: TurnsLeft) -> Message | None:
    if state.last_turns == 1:
        return Message("this is the last turn")
    if state.last_turns is not None:
        return Message(
            "the last turns have begun: {n} is left, without a draw",
            {"n": state.last_turns},
            "the last turns have begun: {n} are left, without a draw",
            "n",
        )
    if turns.known and turns.turns <= 2 * state.players:
        return Message(
            "the end is near: {n} turn is left", {"n": turns.turns}, "the end is near: {n} turns are left", "n"
        )
    return None
