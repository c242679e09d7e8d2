"""Forms for corrections by touch: gold, cards, the current player, open valuations and Crowns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from companion.games.board import verbatim, verbatim_each
from companion.games.forms import Amount, Answers, Cards, Form, Part, Pick, in_order
from companion.games.sorcerous_futures import moves as m
from companion.games.sorcerous_futures.moves import Move
from companion.games.sorcerous_futures.setup_steps import crowns_for
from companion.games.sorcerous_futures.state import EXCUSE, FIVE, GOLD, Bought, Phase, State, unseen
from companion.locale import Message
from companion.pieces import Card

Forms = Iterator[Form[Move]]


def corrections(state: State, names: Sequence[str]) -> Forms:
    """Yield one form for each kind of correction."""
    seats = verbatim_each(names)
    gold = in_order(
        Pick(Message("Whose gold?"), seats),
        lambda answers: Amount(Message("How much is there?"), 0, GOLD * state.seats, state.gold[answers[0]]),
    )
    held: Form[Move] = Form(
        None,
        Message("A player’s gold"),
        gold,
        lambda answers: m.Correct((m.GoldFact(answers[0], state.gold[answers[0]], answers[1]),)),
    )
    yield held.tapped({f"gold-{seat}": (seat,) for seat in range(state.seats)})
    if not state.over and state.auction is None and state.phase is not Phase.SHOW:
        turn = in_order(Pick(Message("Who is active?"), seats))
        yield Form(
            None, Message("Whose turn it is"), turn, lambda answers: m.Correct((m.TurnFact(state.player, answers[0]),))
        )
    if any(state.bought):
        yield from _bought(state, seats)
    if state.middle:
        middle = Cards(
            Message("Which cards lie in the middle?"), (*state.middle, *unseen(state)), 0, FIVE, state.middle
        )
        yield Form(
            None,
            Message("The cards in the middle"),
            in_order(middle),
            lambda answers: _middle_is(state, tuple(answers[0])),
        )
    if state.valuations:
        yield _valuation(state)
    if any(state.crowns):
        yield _crown(state, names)


def _bought(state: State, seats: tuple[Message, ...]) -> Forms:
    """Yield forms for a card's owner and the price paid."""
    cards = Cards(Message("Which card?"), tuple(one.card for own in state.bought for one in own))
    where = (*seats, Message("nobody: it lies in the middle"))
    who = in_order(cards, Pick(Message("Who has it?"), where))
    price = in_order(
        cards,
        lambda answers: Amount(Message("How much was paid for it?"), 0, GOLD, _holder(state, answers[0][0])[1].gold),
    )
    forms: tuple[Form[Move], ...] = (
        Form(None, Message("Who has a bought card"), who, partial(_moved, state)),
        Form(None, Message("What was paid for a card"), price, partial(_priced, state)),
    )
    for form in forms:
        yield form.tapped({f"bought-{card}": ((card,),) for card in cards.offered})


def _holder(state: State, card: Card) -> tuple[int, Bought]:
    return next((seat, one) for seat, own in enumerate(state.bought) for one in own if one.card == card)


def _moved(state: State, answers: Answers) -> Move:
    """Move a bought card to another player, or back to the middle."""
    (card,), to = answers
    held, one = _holder(state, card)
    if held == to:
        return m.Correct(())
    left = tuple(other for other in state.bought[held] if other != one)
    there = (
        m.BoughtFact(to, state.bought[to], (*state.bought[to], one))
        if to < state.seats
        else m.MiddleFact(state.middle, (*state.middle, card))
    )
    return m.Correct((m.BoughtFact(held, state.bought[held], left), there))


def _priced(state: State, answers: Answers) -> Move:
    (card,), paid = answers
    held, one = _holder(state, card)
    own = state.bought[held]
    return m.Correct((m.BoughtFact(held, own, tuple(Bought(card, paid) if other == one else other for other in own)),))


def _middle_is(state: State, now: tuple[Card, ...]) -> Move:
    return m.Correct((m.MiddleFact(state.middle, now),))


def _valuation(state: State) -> Form[Move]:
    """Return the form for the card under an Ace or the Excuse; two cards entered crosswise change places."""
    places = tuple(one.under for one in state.valuations)
    under = tuple(
        Message("under the Excuse") if place == EXCUSE else Message("under {card}", {"card": place}) for place in places
    )

    def part(answers: Answers) -> Part | None:
        if not answers:
            return Pick(Message("Which valuation?"), under)
        valuations = tuple(one.card for one in state.valuations)
        return Cards(Message("What lies there?"), (*valuations, *unseen(state))) if len(answers) == 1 else None

    def move(answers: Answers) -> Move:
        here, (now,) = places[answers[0]], answers[1]
        was = state.valuation(here)
        there = next((one.under for one in state.valuations if one.card == now and one.under != here), None)
        crosswise = () if there is None else (m.ValuationFact(there, now, was),)
        return m.Correct((m.ValuationFact(here, was, now), *crosswise))

    return Form(None, Message("A valuation that was shown"), part, move)


def _crown(state: State, names: Sequence[str]) -> Form[Move]:
    """Return the form for the owners of Crowns; two Crowns entered crosswise change hands."""
    shown = tuple(seat for seat, crown in enumerate(state.crowns) if crown is not None)

    def part(answers: Answers) -> Part | None:
        if not answers:
            return Pick(Message("Whose Crown?"), tuple(verbatim(names[seat]) for seat in shown))
        return Cards(Message("Which one is it?"), crowns_for(state, shown[answers[0]])) if len(answers) == 1 else None

    def move(answers: Answers) -> Move:
        seat, (now,) = shown[answers[0]], answers[1]
        was = state.crowns[seat]
        other = next((one for one in shown if one != seat and state.crowns[one] == now), None)
        crosswise = () if other is None else (m.CrownFact(other, now, was),)
        return m.Correct((m.CrownFact(seat, was, now), *crosswise))

    return Form(None, Message("A Crown that was shown"), part, move)
