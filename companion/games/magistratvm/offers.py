"""The legal moves of a seat, with the usual payment and with gold from each governed Province first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations_with_replacement

from companion.games.legal_moves import LegalMove
from companion.games.magistratvm import moves as m
from companion.games.magistratvm.actions import price_of_tokens
from companion.games.magistratvm.apply import apply
from companion.games.magistratvm.elections import dictator_of
from companion.games.magistratvm.facts import Rival
from companion.games.magistratvm.gold import biddable
from companion.games.magistratvm.moves import Move
from companion.games.magistratvm.narration import paid
from companion.games.magistratvm.offices import ENTERED, NEVER_RECALLED, Office, promotion
from companion.games.magistratvm.promoting import displaceable, displaceable_in_fall, landings
from companion.games.magistratvm.state import TOKENS, Phase, Province, State


def incomes(state: State, seat: int) -> Iterator[m.TakeIncome]:
    """Yield the possible incomes, the largest first: all Quaestors and the die."""
    for quaestors in range(state.active(seat, Office.QUAESTOR), -1, -1):
        yield m.TakeIncome(seat, quaestors, die=True)
        yield m.TakeIncome(seat, quaestors, die=False)


def bids(state: State) -> Iterator[m.Bid | m.Pass]:
    """Yield a pass if there is a leader, then every affordable bid."""
    auction = state.auction
    assert auction is not None
    seat = auction.to_bid
    if auction.leader is not None:
        yield m.Pass(seat)
    least = 0 if auction.leader is None else auction.bid + 1
    for gold in range(least, biddable(state, seat) + 1):
        yield m.Bid(seat, gold)


def actions(state: State) -> Iterator[m.Action]:
    """Yield the legal actions of the current player (I13)."""
    seat = state.to_act
    for province in state.contested:
        yield from _placements(state, seat, province)
    for office in ENTERED:
        price = promotion(None, office)
        if price is not None and price <= state.usable_gold(seat) and state.patricians(seat) and state.has_room(office):
            yield m.Enter(seat, office)
    for office in Office:
        if state.active(seat, office):
            yield from _promotions(state, seat, office)
            yield from _SPECIAL.get(office, _nothing)(state, seat)
            yield from (m.Appoint(seat, office, own.tile) for own in state.decided[seat] if not own.governed)
    yield from (m.Withdraw(seat, own.tile) for own in state.decided[seat] if own.governed)
    yield m.Pass(seat)


def _placements(state: State, seat: int, province: Province) -> Iterator[m.PlaceTokens]:
    own, most = province.tokens[seat], max(province.tokens)
    for tokens in range(max(1, most - own), TOKENS - state.placed(seat) + 1):
        if price_of_tokens(own, tokens) > state.usable_gold(seat):
            return
        yield m.PlaceTokens(seat, province.tile, tokens)


def _promotions(state: State, seat: int, office: Office) -> Iterator[m.Promote]:
    # Whoever rises leaves a space behind, into which others may fall.
    risen = state.with_inactive(seat, office).without(state.with_inactive(seat, office).magistrates_in(office)[-1])
    for to in Office:
        price = promotion(office, to)
        if price is None or price > state.usable_gold(seat):
            continue
        if state.has_room(to):
            yield m.Promote(seat, office, to)
        else:
            for rival in displaceable(risen, seat, to):
                yield m.Promote(seat, office, to, Rival(rival.player, rival.active))


def _tribune(state: State, seat: int) -> Iterator[m.Action]:
    if state.placed(seat) < TOKENS:
        yield from (m.UseTribune(seat, province.tile) for province in state.contested)


def _aedile(state: State, seat: int) -> Iterator[m.Action]:
    for province in state.contested:
        for owner, tokens in enumerate(province.tokens):
            for other in state.contested:
                if tokens and other != province:
                    yield m.UseAedile(seat, owner, province.tile, other.tile)


def _praetor(state: State, seat: int) -> Iterator[m.Action]:
    for province in state.contested:
        there = [owner for owner, tokens in enumerate(province.tokens) if tokens]
        yield from (m.UsePraetor(seat, province.tile, (owner,)) for owner in there)
        for one, other in combinations_with_replacement(there, 2):
            if one != other or province.tokens[one] > 1:
                yield m.UsePraetor(seat, province.tile, (one, other))


def _consul(state: State, seat: int) -> Iterator[m.Action]:
    acting = state.with_inactive(seat, Office.CONSUL)
    for one in dict.fromkeys(acting.magistrates):
        same = state.magistrates.count(one) - (one.office is Office.CONSUL and one.player == seat and one.active)
        if one.office not in NEVER_RECALLED and same > 0:
            yield m.Recall(seat, one.office, Rival(one.player, one.active))
    yield from (m.RecallGovernor(seat, own.tile) for _, own in state.governed)


def _nothing(_state: State, _seat: int) -> Iterator[m.Action]:
    return iter(())


_SPECIAL: dict[Office, Callable[[State, int], Iterator[m.Action]]] = {
    Office.TRIBUNE: _tribune,
    Office.AEDILE: _aedile,
    Office.PRAETOR: _praetor,
    Office.CONSUL: _consul,
}


def falls(state: State) -> Iterator[m.Fall]:
    """Yield the Offices for a displaced Magistrate (I17)."""
    falling = state.falling
    assert falling is not None
    for office in landings(state, falling.office):
        if state.has_room(office):
            yield m.Fall(falling.player, office)
        else:
            for rival in displaceable_in_fall(state, falling, office):
                yield m.Fall(falling.player, office, Rival(rival.player, rival.active))


def dictations(state: State) -> Iterator[m.Dictate]:
    """Yield the Provinces that the Dictator may win, to govern or not (I20)."""
    dictator = dictator_of(state)
    assert dictator is not None
    for province in state.contested:
        if province.tokens[dictator.player]:
            yield m.Dictate(dictator.player, province.tile, governs=True)
            yield m.Dictate(dictator.player, province.tile, governs=False)


def loans(state: State) -> Iterator[m.Lend]:
    """Yield the active Magistrates that can add to votes, for the own ones first (I22)."""
    if state.phase is not Phase.ELECTION or state.voting is None:
        return
    province = state.province(state.voting.to_vote[0])
    assert province is not None
    anywhere, voted = state.options.votes_without_tokens, state.voting.lenders if state.options.one_vote_each else ()
    there = [seat for seat, tokens in enumerate(province.tokens) if tokens or anywhere]
    for one in dict.fromkeys(state.magistrates):
        if one.active and one.office.influence and one.player not in voted:
            for to in sorted(there, key=lambda seat, own=one.player: seat != own):  # type: ignore[misc]
                yield m.Lend(one.player, one.office, to)


def redistributions(state: State) -> Iterator[m.Redistribute]:
    """Yield all tokens to one Province that has not voted, or all home; other splits are the owner's to enter."""
    assert state.voting is not None
    first = state.voting.leaving[0]
    for tile in state.voting.to_vote:
        yield m.Redistribute(first.player, (m.Put(tile, first.tokens),))
    yield m.Redistribute(first.player)


def payments(state: State, move: Move) -> Iterator[Move]:
    """Yield the move with the default payment, then with gold from each governed Province first (I8)."""
    yield move
    if isinstance(move, m.PlaceTokens | m.Enter | m.Promote) and state.gold[move.player]:
        price = paid(apply(state, move))
        for one in state.decided[move.player]:
            if one.governed and one.gold and price:
                yield replace(move, provincial=(m.Drawn(one.tile, min(price, one.gold)),))


def _all_incomes(state: State) -> Iterator[m.TakeIncome]:
    for seat in range(state.seats):
        if seat not in state.with_income:
            yield from incomes(state, seat)


def _starts(state: State) -> Iterator[m.StartCircuit]:
    return (m.StartCircuit(state.prefect, province.tile) for province in state.contested)


def _votes(state: State) -> Iterator[Move]:
    yield m.Count(state.prefect)
    yield from loans(state)


_OFFERED: dict[Phase, Callable[[State], Iterator[Move]]] = {
    Phase.INCOME: _all_incomes,
    Phase.BIDDING: bids,
    Phase.ACTION: actions,
    Phase.FALLING: falls,
    Phase.DICTATOR: dictations,
    Phase.START: _starts,
    Phase.ELECTION: _votes,
    Phase.REDISTRIBUTION: redistributions,
}


def offered(state: State) -> tuple[Move, ...]:
    """Return the legal moves of the present phase; none if it waits for dice or tiles."""
    offers = _OFFERED.get(state.phase)
    return () if offers is None else tuple(offers(state))


def legal_moves(state: State, seat: int) -> Iterator[LegalMove[Move]]:
    """Yield a seat's legal moves; dice, tiles, gifts, split tokens and corrections are typed in."""
    for move in offered(state):
        if getattr(move, "player", None) == seat:
            first, *others = payments(state, move)
            yield LegalMove(first, tuple(others))
