"""Players' decisions: cards to tap, bids to type (H5–H16)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.decisions import Answers, Decision, choose
from companion.games.fields import Amount, Cards, Field
from companion.games.gold_amount import gold_amount
from companion.games.quick_bids import quick_bids
from companion.games.sale import bid_out, sale
from companion.games.sorcerous_futures import moves as m
from companion.games.sorcerous_futures.apply import apply
from companion.games.sorcerous_futures.auctions import rank_of
from companion.games.sorcerous_futures.correction_decisions import corrections
from companion.games.sorcerous_futures.ending import DRAWN
from companion.games.sorcerous_futures.moves import Move
from companion.games.sorcerous_futures.setup_steps import crowns_for
from companion.games.sorcerous_futures.state import (
    EXCUSE,
    FIVE,
    HeldCrown,
    Notes,
    Phase,
    State,
    Valuation,
    unseen,
)
from companion.locale import Message
from companion.pieces import Card

Decisions = Iterator[Decision[Move]]


def decisions(state: State, names: Sequence[str]) -> Decisions:
    """Return the decisions of the phase, and those on players' notes."""
    match state.phase:
        case Phase.DEAL:
            five = Cards("cards", state.prompt(), unseen(state), state.to_deal, state.to_deal)
            yield Decision(
                "deal",
                Message("Lay five cards open") if state.to_deal == FIVE else Message("Lay cards open"),
                lambda answers: m.Deal(answers["cards"]),
                lambda _answers: (five,),
                owner=state.player,
                makes=("deal",),
            )
        case Phase.CHOOSE:
            yield from _auctions(state)
        case Phase.OPEN:
            yield from _bids(state)
            yield _sold(state, names)
        case Phase.CLOSED:
            yield _open_hands(state, names)
        case Phase.TURN_UP:
            card = Cards("card", state.prompt(), unseen(state))
            yield Decision(
                "turn-up",
                Message("Turn it up"),
                lambda answers: m.TurnUp(answers["card"][0]),
                lambda _answers: (card,),
                owner=state.player,
                makes=("turn_up",),
            )
        case Phase.SHOW:
            for seat in range(state.seats):
                if not state.has_shown(seat):
                    yield _show(state, seat)
    if not state.over:
        for seat in range(state.seats):
            yield _note(state, seat, names)
    kinds = tuple(corrections(state, names))
    what = Message("What is different on the table?")
    yield choose("correct", Message("Correct"), what, kinds, optional=True, makes=("correct",))


def _auctions(state: State) -> Decisions:
    seat, held = state.player, state.gold[state.player]
    affordable = tuple(card for card in state.middle if rank_of(card) <= held)
    which = Message("Which card is up for auction?")

    def first_bid(answers: Answers) -> Iterator[Field]:
        yield Cards("card", which, affordable)
        least = rank_of(answers["card"][0])
        if state.options.opens_at_least:
            yield Amount("bid", Message("Your first bid"), least, held, quick=quick_bids(least, least, held))

    if affordable:
        yield Decision(
            "open-auction",
            Message("Open auction"),
            lambda answers: m.Offer(seat, answers["card"][0], bid=answers.get("bid")),
            first_bid,
            owner=seat,
            makes=("offer",),
            taps=_at_cards(affordable),
        )
    yield Decision(
        "closed-auction",
        Message("Closed auction"),
        lambda answers: m.Offer(seat, answers["card"][0], closed=True),
        lambda _answers: (Cards("card", which, state.middle),),
        owner=seat,
        makes=("offer",),
        taps=_at_cards(state.middle),
    )


def _at_cards(cards: Sequence[Card]) -> dict[str, dict[str, str]]:
    """Return the answers that a tap on a card in the middle gives."""
    return {f"middle-{card}": {"card": str(card)} for card in cards}


def _bids(state: State) -> Decisions:
    assert state.auction is not None
    assert state.auction.to_bid is not None
    seat, least = state.auction.to_bid, state.auction.bid + 1
    held = state.gold[seat]
    if held >= least:
        text = Message("You have {held}: how much do you bid?", {"held": gold_amount(held)})
        gold = Amount("gold", text, least, held, quick=quick_bids(state.auction.bid, least, held))
        yield Decision(
            "bid",
            Message("Bid higher"),
            lambda answers: m.Bid(seat, answers["gold"]),
            lambda _answers: (gold,),
            owner=seat,
            makes=("bid",),
            taps={"auction": {}},
        )
        yield Decision("pass", Message("Pass"), lambda _answers: m.Pass(seat), owner=seat, makes=("pass",))


def _sold(state: State, names: Sequence[str]) -> Decision[Move]:
    """Return the decision on the end of an open auction, in which everybody is asked once (H10)."""
    auction = state.auction
    assert auction is not None
    assert auction.to_bid is not None
    asked = [auction.to_bid]
    while asked[-1] != state.player and state.left_of(asked[-1]) != auction.leader:
        asked.append(state.left_of(asked[-1]))
    prices = {seat: (auction.bid + 1, state.gold[seat]) for seat in asked if state.gold[seat] > auction.bid}
    if auction.leader is not None:
        prices[auction.leader] = auction.bid, auction.bid

    def moves(winner: int, gold: int) -> tuple[Move, ...]:
        def bid(now: State, seat: int) -> Move | None:
            return m.Bid(seat, gold) if seat == winner else None

        return bid_out(state, lambda now: now.auction.to_bid if now.auction else None, apply, bid, m.Pass)

    return sale(names, prices, moves, ("auction",))


def _open_hands(state: State, names: Sequence[str]) -> Decision[Move]:
    """Return the decision on bids shown at the table, all typed in by one player (H11)."""
    each = [
        Amount(
            f"gold-{seat}", Message("{name} bids, of {held}", {"name": names[seat], "held": gold_amount(held)}), 0, held
        )
        for seat, held in enumerate(state.gold)
    ]
    return Decision(
        "bids",
        Message("Hands were opened: tap the bids in"),
        lambda answers: m.Bids(tuple(answers[one.name] for one in each)),
        lambda _answers: each,
        optional=True,
        makes=("bids",),
    )


def _show(state: State, seat: int) -> Decision[Move]:
    hidden = [place for place in state.front(seat) if state.valuation(place) is None]

    def ask(answers: Answers) -> Iterator[Field]:
        left = list(unseen(state))
        for place in hidden:
            yield Cards(f"under-{place}", Message("What lies under {card}?", {"card": place}), tuple(left))
            left.remove(answers[f"under-{place}"][0])
        own = state.crowns[seat]
        crowns = tuple(card for card in crowns_for(state, seat) if card not in state.crowns)
        yield Cards("crown", Message("Which is your Crown?"), crowns if own is None else (own,))

    def make(answers: Answers) -> Move:
        under = tuple(Valuation(place, answers[f"under-{place}"][0]) for place in hidden)
        return m.Show(seat, under, answers["crown"][0])

    return Decision("show", Message("Show them"), make, ask, owner=seat, makes=("show",))


def _note(state: State, seat: int, names: Sequence[str]) -> Decision[Move]:
    """Return the decision on notes: the cards in front, Crowns, the sly Excuse's draw (H5, H7, H20)."""
    noted, has_excuse = state.notes[seat], not state.aces[seat]
    places = [place for place in state.front(seat) if state.valuation(place) is None]
    seats = list(range(state.seats)) if has_excuse else [seat]

    def ask(_answers: Answers) -> Iterator[Field]:
        for place in places:
            yield _under(state, place, noted)
        for one in seats:
            yield _crown(state, one, one == seat, noted, names)
        if has_excuse and state.options.sly_excuse:
            yield Cards("drawn", Message("Which seven did you draw?"), unseen(state), 0, DRAWN, noted.drawn)

    def make(answers: Answers) -> Move:
        under = tuple(Valuation(place, card) for place in places for card in answers[f"under-{place}"])
        crowns = tuple(HeldCrown(one, card) for one in seats for card in answers[f"crown-{one}"])
        return m.Note(seat, Notes(under, crowns, answers.get("drawn", ())))

    text = Message("Note what I saw")
    return Decision("note", text, make, ask, owner=seat, optional=True, secret=True, makes=("note",))


def _under(state: State, place: Card, noted: Notes) -> Cards:
    before = tuple(one.card for one in noted.valuations if one.under == place)
    text = Message("You checked under {card}. Which card is there?", {"card": place})
    if place == EXCUSE:
        text = Message("You checked under the Excuse. Which card is there?")
    return Cards(f"under-{place}", text, unseen(state), 0, 1, before)


def _crown(state: State, seat: int, own: bool, noted: Notes, names: Sequence[str]) -> Cards:
    before = tuple(one.card for one in noted.crowns if one.player == seat)
    text = (
        Message("Which is your Crown?") if own else Message("Which Crown did you give {name}?", {"name": names[seat]})
    )
    return Cards(f"crown-{seat}", text, crowns_for(state, seat), 0, 1, before)
