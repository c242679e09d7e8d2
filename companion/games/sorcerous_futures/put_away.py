"""Storage of a game of Sorcerous Futures for another day, without a look at hidden cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.sheet import Line, Section
from companion.games.sorcerous_futures.state import AUCTIONS, EXCUSE, State
from companion.locale import Message, listed
from companion.pieces import Card


def put_away(state: State, names: Sequence[str]) -> tuple[Section, ...]:
    """Return what to bag together: each player's pieces, and those of nobody."""
    return (
        *(
            Section(Message("{name}’s bag", {"name": name}), tuple(_bag(state, seat)))
            for seat, name in enumerate(names)
        ),
        Section(Message("The cards that nobody has"), tuple(_rest(state))),
    )


def _bag(state: State, seat: int) -> Iterator[Line]:
    yield _line(Message("{gold} gold", {"gold": state.gold[seat]}))
    bought = [one.card for one in state.bought[seat]]
    if bought:
        yield _line(listed([_name(card) for card in bought]))
    for place in state.front(seat):
        yield _with_valuation(state, place)
    crown = state.crowns[seat]
    yield _line(Message("The Crown, face down") if crown is None else _name(crown))


def _with_valuation(state: State, place: Card) -> Line:
    card = state.valuation(place)
    if card is None:
        return _line(Message("{place}, and face down behind it the card under it, unseen", {"place": _name(place)}))
    return _line(Message("{place}, and the card under it: {card}", {"place": _name(place), "card": _name(card)}))


def _rest(state: State) -> Iterator[Line]:
    if state.middle:
        yield _line(Message("In the middle: {cards}", {"cards": listed([_name(card) for card in state.middle])}))
    if state.seats == 3:
        yield _with_valuation(state, EXCUSE)
    left = AUCTIONS + 1 - state.auctions - len(state.middle)
    yield _line(Message("The deck, face down, in its order: {count}", {"count": left}))
    yield _line(Message("The Crowns that nobody has, face down, unseen"))


def _name(card: Card) -> Message:
    return Message("{name} ({card})", {"name": card, "card": card.code})


def _line(text: Message) -> Line:
    return Line("", text)
