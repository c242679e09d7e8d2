"""Corrections to what lies on the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.games.errors import IllegalMove, SeatName
from companion.games.gold_amount import gold_amount
from companion.games.magistratvm import correcting_provinces as provinces
from companion.games.magistratvm import correcting_turn as turn
from companion.games.magistratvm import facts as f
from companion.games.magistratvm.correcting_turn import going_on
from companion.games.magistratvm.correction_checks import CORRECTION, check_settled, check_was, decided_with_owner
from companion.games.magistratvm.ending import gaps
from companion.games.magistratvm.gold import BANK, biddable, estate, moved
from companion.games.magistratvm.moves import Correct
from companion.games.magistratvm.phases import check_phase, check_seat, contested
from companion.games.magistratvm.state import (
    HIGHEST,
    PROVINCES,
    TOKENS,
    Magistrate,
    Moved,
    Phase,
    Place,
    Purse,
    State,
    replaced_at,
)
from companion.locale import Message
from companion.pieces.piecepack import TILES


def correct(state: State, move: Correct) -> State:
    """Set each fact from its old value to its new one; all of them or none.

    Raises :class:`IllegalMove` if a fact is stale (``was`` is not the game's value), if the result is impossible on any
    table, or if a pending answer depends on it.
    """
    if not move.facts:
        raise IllegalMove("I1", Message("name what is different on the table"))
    for fact in move.facts:
        state = _SETTING[type(fact)](state, fact)
    _check(state)
    return going_on(state)


def _gold(state: State, fact: f.GoldFact) -> State:
    check_seat(state, fact.player, "I4")
    check_was(fact.was, state.gold[fact.player])
    return _with_gold(state, estate(fact.player), fact.was, fact.now)


def _province_gold(state: State, fact: f.ProvinceGoldFact) -> State:
    owner, own = decided_with_owner(state, fact.tile)
    held = own.gold if own is not None else contested(state, fact.tile, "I21").gold
    check_was(fact.was, held)
    return _with_gold(state, Purse(Place.PROVINCE, owner, fact.tile), fact.was, fact.now)


def _with_gold(state: State, purse: Purse, was: int, now: int) -> State:
    if now < 0:
        raise IllegalMove("I4", Message("there cannot be {gold}", {"gold": gold_amount(now)}))
    if now > was:
        return moved(state, Moved(CORRECTION, now - was, BANK, purse))
    return moved(state, Moved(CORRECTION, was - now, purse, BANK))


def _die(state: State, fact: f.DieFact) -> State:
    check_seat(state, fact.player, "I10")
    check_was(fact.was, state.dice[fact.player])
    if not 1 <= fact.now <= HIGHEST:
        raise IllegalMove("I10", Message("a die shows 1 for its ace to 6 for its null"))
    return replace(state, dice=replaced_at(state.dice, fact.player, fact.now))


def _tokens(state: State, fact: f.TokensFact) -> State:
    check_settled(state)
    check_seat(state, fact.player, "I3")
    check_was(fact.was, contested(state, fact.tile, "I14").tokens[fact.player])
    if fact.now < 0:
        raise IllegalMove("I3", Message("there cannot be {n} tokens", {"n": fact.now}))
    return state.with_tokens(fact.tile, fact.player, fact.now - fact.was)


def _magistrates(state: State, fact: f.MagistratesFact) -> State:
    check_settled(state)
    held = tuple(f.Rival(one.player, one.active) for one in state.magistrates_in(fact.office))
    check_was(fact.was, held, lambda rivals: sorted((one.player, one.active) for one in rivals))
    others = tuple(one for one in state.magistrates if one.office is not fact.office)
    state = replace(state, magistrates=others)
    for one in fact.now:
        check_seat(state, one.player, "I3")
        if not state.has_room(fact.office):
            raise IllegalMove(
                "I15", Message("no space of this Office is free: {office}", {"office": fact.office.wording()})
            )
        state = state.with_magistrate(Magistrate(fact.office, one.player, one.active))
    return state


def _governor(state: State, fact: f.GovernorFact) -> State:
    owner, own = decided_with_owner(state, fact.tile)
    if own is None or owner is None:
        raise IllegalMove("I19", Message("nobody has won {tile}", {"tile": fact.tile.wording()}))
    check_was(fact.was, own.governed)
    return state.with_own(owner, replace(own, governed=fact.now))


def _tile(state: State, fact: f.TileFact) -> State:
    province = state.circuit[fact.place] if fact.place in range(PROVINCES) else None
    if province is None:
        places = " ".join(str(place) for place in range(PROVINCES) if place not in gaps(state))
        raise IllegalMove("I2", Message("there is no Province at this place; they are at {places}", {"places": places}))
    check_was(fact.was, province.tile)
    if fact.now != fact.was and fact.now in state.known_tiles:
        raise IllegalMove("I1", Message("{tile} was there before", {"tile": fact.now.wording()}))
    state = replace(state, circuit=replaced_at(state.circuit, fact.place, replace(province, tile=fact.now)))
    if state.voting is None:
        return state
    to_vote = tuple(fact.now if tile == fact.was else tile for tile in state.voting.to_vote)
    return replace(state, voting=replace(state.voting, to_vote=to_vote))


def _turn(state: State, fact: f.TurnFact) -> State:
    check_phase(state, Phase.ACTION, "I13")
    check_seat(state, fact.now, "I13")
    check_was(fact.was, state.to_act)
    return replace(state, to_act=fact.now, passes=0)


_SETTING: Mapping[type[Any], Callable[[State, Any], State]] = {
    f.GoldFact: _gold,
    f.ProvinceGoldFact: _province_gold,
    f.DieFact: _die,
    f.TokensFact: _tokens,
    f.MagistratesFact: _magistrates,
    f.GovernorFact: _governor,
    f.TileFact: _tile,
    f.TurnFact: _turn,
    f.WonFact: provinces.won,
    f.DiscardedFact: provinces.discarded,
    f.FaceDownFact: provinces.face_down,
    f.PrefectFact: turn.prefect,
    f.PrefectGoldFact: turn.prefect_gold,
    f.PassesFact: turn.passes,
    f.PhaseFact: turn.phase,
}


def _check(state: State) -> None:
    """Raise :class:`IllegalMove` for a state that is impossible on any table."""
    going = state.voting.leaving if state.voting is not None else ()
    for seat in range(state.seats):
        out = state.placed(seat) + sum(one.tokens for one in going if one.player == seat)
        if out > TOKENS:
            raise IllegalMove("I3", Message("{name} has 20 tokens, not {n}", {"name": SeatName(seat), "n": out}))
        falling = state.falling is not None and state.falling.player == seat
        if state.patricians(seat) - falling < 0:
            raise IllegalMove("I3", Message("{name} has six coins and no more", {"name": SeatName(seat)}))
    known = len(state.known_tiles)
    if known + state.face_down > len(TILES):
        raise IllegalMove(
            "I1",
            Message("{n} tiles can lie face down, not {given}", {"n": len(TILES) - known, "given": state.face_down}),
        )
    auction = state.auction
    if auction is not None and auction.leader is not None and biddable(state, auction.leader) < auction.bid:
        raise IllegalMove(
            "I11", Message("you have bid {bid}, and must be able to pay it", {"bid": gold_amount(auction.bid)})
        )
