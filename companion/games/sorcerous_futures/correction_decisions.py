"""Corrections by touch: gold, cards, the current player, open valuations and Crowns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.decisions import Answers, Decision
from companion.games.fields import Amount, Cards, Field, Pick, pick_seat
from companion.games.rows import verbatim
from companion.games.sorcerous_futures import moves as m
from companion.games.sorcerous_futures.moves import Move
from companion.games.sorcerous_futures.setup_steps import crowns_for
from companion.games.sorcerous_futures.state import EXCUSE, FIVE, GOLD, Bought, Phase, State, unseen
from companion.games.view import TURN
from companion.locale import Message
from companion.pieces import Card

Decisions = Iterator[Decision[Move]]


def corrections(state: State, names: Sequence[str]) -> Decisions:
    """Yield one decision for each kind of correction."""
    seats = range(state.seats)

    def gold(answers: Answers) -> Iterator[Field]:
        yield pick_seat("player", Message("Whose gold?"), seats, names)
        most = GOLD * state.seats
        yield Amount("gold", Message("How much is there?"), 0, most, state.gold[answers["player"]])

    yield Decision(
        "gold",
        Message("A player’s gold"),
        lambda answers: m.Correct((m.GoldFact(answers["player"], state.gold[answers["player"]], answers["gold"]),)),
        gold,
        taps={f"gold-{seat}": {"player": str(seat)} for seat in seats},
    )
    if not state.over and state.auction is None and state.phase is not Phase.SHOW:
        yield Decision(
            "turn",
            Message("Whose turn it is"),
            lambda answers: m.Correct((m.TurnFact(state.player, answers["player"]),)),
            lambda _answers: (pick_seat("player", Message("Who is active?"), seats, names),),
            taps={TURN: {}},
        )
    if any(state.bought):
        yield from _bought(state, names)
    if state.middle:
        lies = Message("Which cards lie in the middle?")
        middle = Cards("cards", lies, (*state.middle, *unseen(state)), 0, FIVE, state.middle)
        yield Decision(
            "middle",
            Message("The cards in the middle"),
            lambda answers: m.Correct((m.MiddleFact(state.middle, answers["cards"]),)),
            lambda _answers: (middle,),
        )
    if state.valuations:
        yield _valuation(state)
    if any(state.crowns):
        yield _crown(state, names)


def _bought(state: State, names: Sequence[str]) -> Decisions:
    """Yield the decisions on a card's owner and the price paid."""
    bought = {one.card: (seat, one) for seat, own in enumerate(state.bought) for one in own}
    cards = Cards("card", Message("Which card?"), tuple(bought))
    taps = {f"bought-{card}": {"card": str(card)} for card in bought}
    middle = state.seats

    def owner(seat: int) -> Message:
        return Message("nobody: it lies in the middle") if seat == middle else verbatim(names[seat])

    def price(answers: Answers) -> Iterator[Field]:
        yield cards
        paid = bought[answers["card"][0]][1].gold
        yield Amount("gold", Message("How much was paid for it?"), 0, GOLD, paid)

    where = Pick("player", Message("Who has it?"), tuple(range(middle + 1)), owner)
    yield Decision(
        "bought",
        Message("Who has a bought card"),
        lambda answers: _moved(state, *bought[answers["card"][0]], answers["player"]),
        lambda _answers: (cards, where),
        taps=taps,
    )
    yield Decision(
        "paid",
        Message("What was paid for a card"),
        lambda answers: _priced(state, *bought[answers["card"][0]], answers["gold"]),
        price,
        taps=taps,
    )


def _moved(state: State, held: int, one: Bought, to: int) -> Move:
    """Move a bought card to another player, or back to the middle."""
    if held == to:
        return m.Correct(())
    left = tuple(other for other in state.bought[held] if other != one)
    there = (
        m.BoughtFact(to, state.bought[to], (*state.bought[to], one))
        if to < state.seats
        else m.MiddleFact(state.middle, (*state.middle, one.card))
    )
    return m.Correct((m.BoughtFact(held, state.bought[held], left), there))


def _priced(state: State, held: int, one: Bought, paid: int) -> Move:
    own = state.bought[held]
    now = tuple(Bought(one.card, paid) if other == one else other for other in own)
    return m.Correct((m.BoughtFact(held, own, now),))


def _valuation(state: State) -> Decision[Move]:
    """Return the decision on the card under an Ace or the Excuse; two cards entered crosswise change places."""
    places = tuple(one.under for one in state.valuations)

    def under(place: Card) -> Message:
        return Message("under the Excuse") if place == EXCUSE else Message("under {card}", {"card": place})

    fields = (
        Pick("place", Message("Which valuation?"), places, under),
        Cards("card", Message("What lies there?"), (*(one.card for one in state.valuations), *unseen(state))),
    )

    def make(answers: Answers) -> Move:
        here, (now,) = answers["place"], answers["card"]
        was = state.valuation(here)
        there = next((one.under for one in state.valuations if one.card == now and one.under != here), None)
        crosswise = () if there is None else (m.ValuationFact(there, now, was),)
        return m.Correct((m.ValuationFact(here, was, now), *crosswise))

    return Decision("valuation", Message("A valuation that was shown"), make, lambda _answers: fields)


def _crown(state: State, names: Sequence[str]) -> Decision[Move]:
    """Return the decision on the owners of Crowns; two Crowns entered crosswise change hands."""
    shown = tuple(seat for seat, crown in enumerate(state.crowns) if crown is not None)

    def ask(answers: Answers) -> Iterator[Field]:
        yield pick_seat("player", Message("Whose Crown?"), shown, names)
        yield Cards("crown", Message("Which one is it?"), crowns_for(state, answers["player"]))

    def make(answers: Answers) -> Move:
        seat, (now,) = answers["player"], answers["crown"]
        was = state.crowns[seat]
        other = next((one for one in shown if one != seat and state.crowns[one] == now), None)
        crosswise = () if other is None else (m.CrownFact(other, now, was),)
        return m.Correct((m.CrownFact(seat, was, now), *crosswise))

    return Decision("crown", Message("A Crown that was shown"), make, ask)
