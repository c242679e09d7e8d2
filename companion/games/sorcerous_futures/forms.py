"""Forms for players' moves: cards to tap, bids to type (H5–H16)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from companion.games.forms import Amount, Answers, Cards, Form, Part, choice_form, in_order
from companion.games.gold_amount import gold_amount
from companion.games.quick_bids import quick_bids
from companion.games.sorcerous_futures import moves as m
from companion.games.sorcerous_futures.auctions import rank_of
from companion.games.sorcerous_futures.correction_forms import corrections
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

Forms = Iterator[Form[Move]]


def forms(state: State, names: Sequence[str]) -> Forms:
    """Return the forms of the phase, and those for players' notes."""
    match state.phase:
        case Phase.DEAL:
            five = Cards(state.prompt(), unseen(state), state.to_deal, state.to_deal)
            yield Form(
                state.player,
                Message("Lay five cards open") if state.to_deal == FIVE else Message("Lay cards open"),
                in_order(five),
                lambda answers: m.Deal(answers[0]),
                makes=("deal",),
            )
        case Phase.CHOOSE:
            yield from _auctions(state)
        case Phase.OPEN:
            yield from _bids(state)
        case Phase.CLOSED:
            yield _open_hands(state, names)
        case Phase.TURN_UP:
            card = Cards(state.prompt(), unseen(state))
            yield Form(
                state.player,
                Message("Turn it up"),
                in_order(card),
                lambda answers: m.TurnUp(answers[0][0]),
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
    yield choice_form(
        Message("Correct"), Message("What is different on the table?"), kinds, optional=True, makes=("correct",)
    )


def _auctions(state: State) -> Forms:
    seat, held = state.player, state.gold[state.player]
    affordable = tuple(card for card in state.middle if rank_of(card) <= held)
    which = Message("Which card is up for auction?")

    def first_bid(answers: Answers) -> Part | None:
        if not answers:
            return Cards(which, affordable)
        if len(answers) == 1 and state.options.opens_at_least:
            least = rank_of(answers[0][0])
            return Amount(Message("Your first bid"), least, held, quick=quick_bids(least, least, held))
        return None

    if affordable:
        opened: Form[Move] = Form(
            seat,
            Message("Open auction"),
            first_bid,
            lambda answers: m.Offer(seat, answers[0][0], bid=_second(answers)),
            makes=("offer",),
        )
        yield _at_cards(opened, affordable)
    closed: Form[Move] = Form(
        seat,
        Message("Closed auction"),
        in_order(Cards(which, state.middle)),
        lambda answers: m.Offer(seat, answers[0][0], closed=True),
        makes=("offer",),
    )
    yield _at_cards(closed, state.middle)


def _at_cards(form: Form[Move], cards: Sequence[Card]) -> Form[Move]:
    """Return a form that goes on with a card once that card is tapped in the middle."""
    return form.tapped({f"middle-{card}": ((card,),) for card in cards})


def _second(answers: Answers) -> int | None:
    return answers[1] if len(answers) > 1 else None


def _bids(state: State) -> Forms:
    assert state.auction is not None
    assert state.auction.to_bid is not None
    seat, least = state.auction.to_bid, state.auction.bid + 1
    held = state.gold[seat]
    if held >= least:
        text = Message("You have {held}: how much do you bid?", {"held": gold_amount(held)})
        amount = Amount(text, least, held, quick=quick_bids(state.auction.bid, least, held))
        bid: Form[Move] = Form(
            seat, Message("Bid higher"), in_order(amount), lambda answers: m.Bid(seat, answers[0]), makes=("bid",)
        )
        yield bid.tapped({"auction": ()})
        yield Form(seat, Message("Pass"), in_order(), lambda _answers: m.Pass(seat), makes=("pass",))


def _open_hands(state: State, names: Sequence[str]) -> Form[Move]:
    """Return the form for bids shown at the table, all typed in by one player (H11)."""
    each = [
        Amount(Message("{name} bids, of {held}", {"name": name, "held": gold_amount(held)}), 0, held)
        for name, held in zip(names, state.gold, strict=True)
    ]
    return Form(
        None, Message("Hands were opened: tap the bids in"), in_order(*each), m.Bids, optional=True, makes=("bids",)
    )


def _show(state: State, seat: int) -> Form[Move]:
    places = state.front(seat)
    hidden = [place for place in places if state.valuation(place) is None]

    def part(answers: Answers) -> Part | None:
        if len(answers) < len(hidden):
            taken = {card for one in answers for card in one}
            left = tuple(card for card in unseen(state) if card not in taken)
            return Cards(Message("What lies under {card}?", {"card": hidden[len(answers)]}), left)
        if len(answers) == len(hidden):
            own = state.crowns[seat]
            crowns = tuple(card for card in crowns_for(state, seat) if card not in state.crowns)
            crowns = crowns if own is None else (own,)
            return Cards(Message("Which is your Crown?"), crowns)
        return None

    def move(answers: Answers) -> Move:
        *under, crown = (one[0] for one in answers)
        return m.Show(seat, tuple(map(Valuation, hidden, under)), crown)

    return Form(seat, Message("Show them"), part, move, makes=("show",))


def _note(state: State, seat: int, names: Sequence[str]) -> Form[Move]:
    """Return the form for notes: the cards in front, Crowns, the sly Excuse's draw (H5, H7, H20)."""
    noted, has_excuse = state.notes[seat], not state.aces[seat]
    places = [place for place in state.front(seat) if state.valuation(place) is None]
    seats = list(range(state.seats)) if has_excuse else [seat]
    parts = [
        *(_under(state, place, noted) for place in places),
        *(_crown(state, one, one == seat, noted, names) for one in seats),
    ]
    if has_excuse and state.options.sly_excuse:
        parts.append(Cards(Message("Which seven did you draw?"), unseen(state), 0, DRAWN, noted.drawn))
    move = partial(_noted, seat, places, seats)
    return Form(seat, Message("Note what I saw"), in_order(*parts), move, optional=True, secret=True, makes=("note",))


def _under(state: State, place: Card, noted: Notes) -> Cards:
    before = tuple(one.card for one in noted.valuations if one.under == place)
    text = Message("You checked under {card}. Which card is there?", {"card": place})
    if place == EXCUSE:
        text = Message("You checked under the Excuse. Which card is there?")
    return Cards(text, unseen(state), 0, 1, before)


def _crown(state: State, seat: int, own: bool, noted: Notes, names: Sequence[str]) -> Cards:
    before = tuple(one.card for one in noted.crowns if one.player == seat)
    text = (
        Message("Which is your Crown?") if own else Message("Which Crown did you give {name}?", {"name": names[seat]})
    )
    return Cards(text, crowns_for(state, seat), 0, 1, before)


def _noted(seat: int, places: Sequence[Card], seats: Sequence[int], answers: Answers) -> Move:
    last = len(places) + len(seats)
    under, crowns, drawn = answers[: len(places)], answers[len(places) : last], answers[last:]
    return m.Note(
        seat,
        Notes(
            tuple(Valuation(place, card) for place, cards in zip(places, under, strict=True) for card in cards),
            tuple(HeldCrown(one, card) for one, cards in zip(seats, crowns, strict=True) for card in cards),
            tuple(card for cards in drawn for card in cards),
        ),
    )
