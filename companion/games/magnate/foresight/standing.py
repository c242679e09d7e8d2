"""The standing of a game: margins, deeds that would change a district's owner, tie-breaks; turns and rolls left."""

from dataclasses import dataclass, replace

from companion.games.magnate.scoring import DistrictScore, Layout, Score, score
from companion.games.magnate.state import Column, Phase, State, districts_with
from companion.games.magnate.turns import turns_at_the_end
from companion.locale import Message
from companion.pieces import Card


@dataclass(frozen=True, slots=True)
class TurnsLeft:
    """The turns left, the current one included, and the rolls in them."""

    turns: int
    rolls: int
    known: bool
    """False if a reshuffle is still to come. Then the number is a minimum, as more cards may be discarded."""


def turns_left(state: State) -> TurnsLeft:
    """Return the turns to the end: ``⌈cards / draws a turn⌉`` and the last turns.

    The cards are those of the pile and, if a reshuffle is still to come, of the present discards. If the last turns
    count from the first failed draw, the number is ``⌊cards / draws a turn⌋ + 1``. With nothing to draw the current
    turn is the first of the last.
    """
    if state.phase is Phase.OVER:
        return TurnsLeft(0, 0, True)
    rolled = state.phase is not Phase.ROLL
    if state.last_turns is not None:
        return TurnsLeft(state.last_turns, state.last_turns - rolled, True)
    to_shuffle = state.reshuffles < state.options.reshuffles
    cards = state.pile + (state.discards if to_shuffle else 0)
    if state.options.last_turns_from_failed_draw:
        drawing = cards // state.options.plays + 1
    else:
        drawing = -(-cards // state.options.plays)
    turns = max(drawing + turns_at_the_end(state), 1)
    return TurnsLeft(turns, turns - rolled, not to_shuffle)


def rolls_before_next_action(state: State, player: int) -> int:
    """Return the number of rolls before the player can spend tokens again, if the current turn ends now.

    On a player's own turn, after the roll, that is one for each seat. On another's turn it is one for each seat from
    the next roll to the player's own. It is never more than the rolls left in the game.
    """
    if state.phase is Phase.OVER:
        return 0
    turns = 1 if state.automa is not None else state.players
    away = (player - state.player) % turns
    rolls = away + 1 if state.phase is Phase.ROLL else away or turns
    return min(rolls, turns_left(state).rolls)


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
