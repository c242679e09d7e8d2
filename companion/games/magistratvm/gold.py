"""Gold that moves between places, each time by a rule (I4, I8, I31)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.games.declared import replaced_at
from companion.games.errors import IllegalMove
from companion.games.field_types import Positive
from companion.games.magistratvm.state import Moved, Place, Purse, State
from companion.games.texts import gold_amount
from companion.locale import Message
from companion.pieces.piecepack import Tile


@dataclass(frozen=True, slots=True)
class Drawn:
    """The part of a payment that comes from a governed Province (I8).

    The rest comes from the Estate, then from governed Provinces in the order in which they were won.
    """

    tile: Tile
    gold: Positive


BANK, PREFECT = Purse(Place.BANK), Purse(Place.PREFECT)


def estate(seat: int) -> Purse:
    """Return a player's purse in the Family Estate."""
    return Purse(Place.ESTATE, seat)


def pay(state: State, seat: int, amount: int, provincial: Sequence[Drawn], taker: Purse, rule: str) -> State:
    """Pay another place. Raises :class:`IllegalMove` if the gold is not there (``rule``, I8)."""
    check_source(state, seat, amount, provincial)
    if state.usable_gold(seat) < amount:
        raise IllegalMove(
            rule,
            Message(
                "costs {gold}, and you have {held}", {"gold": gold_amount(amount), "held": state.usable_gold(seat)}
            ),
        )
    for purse, gold in _taken(state, seat, amount, provincial):
        state = moved(state, Moved(rule, gold, purse, taker))
    return state


def moved(state: State, change: Moved) -> State:
    """Return the state after this transfer, which ``moved`` records."""
    if not change.gold:
        return state
    state = _with_more(_with_more(state, change.giver, -change.gold), change.taker, change.gold)
    return replace(state, moved=(*state.moved, change))


def biddable(state: State, seat: int) -> int:
    """Return the gold that a player may bid (I11)."""
    return state.usable_gold(seat) if state.options.governed_gold_bids else state.gold[seat]


def check_source(state: State, seat: int, amount: int, provincial: Sequence[Drawn]) -> None:
    """Raise :class:`IllegalMove` if a named Province lacks the gold or has no Governor (I8)."""
    tiles = [drawn.tile for drawn in provincial]
    for drawn in provincial:
        own = state.own(seat, drawn.tile)
        if own is None or not own.governed or tiles.count(drawn.tile) > 1:
            raise IllegalMove(
                "I8", Message("{tile} must be a Province that you govern, named once", {"tile": drawn.tile.wording()})
            )
        if not 0 < drawn.gold <= own.gold:
            raise IllegalMove(
                "I8",
                Message(
                    "{tile} has {held}, not {gold}",
                    {"tile": drawn.tile.wording(), "held": gold_amount(own.gold), "gold": drawn.gold},
                ),
            )
    total = sum(drawn.gold for drawn in provincial)
    if total > amount:
        raise IllegalMove(
            "I8", Message("costs {gold}, less than the {drawn} taken", {"gold": gold_amount(amount), "drawn": total})
        )


def _taken(state: State, seat: int, amount: int, provincial: Sequence[Drawn]) -> Iterator[tuple[Purse, int]]:
    """Yield the sources of the gold: those named, then the Estate, then governed Provinces in the order won."""
    drawn_gold = {drawn.tile: drawn.gold for drawn in provincial}
    left = amount - sum(drawn_gold.values())
    loose = min(left, state.gold[seat])
    yield estate(seat), loose
    left -= loose
    for one in state.decided[seat]:
        if one.governed:
            more = min(left, one.gold - drawn_gold.get(one.tile, 0))
            left -= more
            yield Purse(Place.PROVINCE, seat, one.tile), drawn_gold.get(one.tile, 0) + more


def _with_more(state: State, purse: Purse, gold: int) -> State:
    if purse.place is Place.PREFECT:
        return replace(state, prefect_gold=state.prefect_gold + gold)
    if purse.place is Place.ESTATE:
        assert purse.player is not None
        return replace(state, gold=replaced_at(state.gold, purse.player, state.gold[purse.player] + gold))
    if purse.place is Place.PROVINCE:
        assert purse.tile is not None
        if purse.player is not None:
            own = state.own(purse.player, purse.tile)
            assert own is not None
            return state.with_own(purse.player, replace(own, gold=own.gold + gold))
        province = state.province(purse.tile)
        assert province is not None
        return state.with_province(replace(province, gold=province.gold + gold))
    return state


def paid(after: State) -> int:
    """Return the cost of the last move in gold."""
    return sum(one.gold for one in after.moved)


def payments(state: State, move: Any) -> Iterator[Any]:
    """Yield a move with the default payment, then with gold from each governed Province first (I8)."""
    yield move
    chosen = hasattr(move, "provincial") and state.gold[move.player]
    usable = [one for one in state.decided[move.player] if one.governed and one.gold] if chosen else []
    price = paid(move.apply(replace(state, moved=()))) if usable else 0
    if price:
        yield from (replace(move, provincial=(Drawn(one.tile, min(price, one.gold)),)) for one in usable)
