"""The board in neutral terms: the cards in the middle, every player's gold and cards, the final values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.board import Board, Cell, Counters, Rows, SeatCounters, verbatim
from companion.games.gold_amount import gold_amount
from companion.games.sorcerous_futures.scoring import CardWorth, Score, score, value_of
from companion.games.sorcerous_futures.state import EXCUSE, Notes, State
from companion.locale import Message, listed


def board(state: State, names: Sequence[str]) -> Board:
    """Return the board, with the viewer's own notes if the state has them."""
    return Board(
        Rows((Message("in the middle"), Message("up for auction"), Message("auction")), _middle(state, names)),
        Counters(
            (Message("gold"), Message("cards"), Message("in front"), Message("Crown")),
            tuple(_seat(state, seat, names) for seat in range(state.seats)),
        ),
        tuple(_says(state, names)),
    )


def _middle(state: State, names: Sequence[str]) -> tuple[tuple[Cell, ...], ...]:
    if not state.middle:
        return ()
    auction = state.auction
    waiting = tuple(card for card in state.middle if auction is None or card != auction.card)
    return ((waiting, () if auction is None else (auction.card,), _auction(state, names)),)


def _auction(state: State, names: Sequence[str]) -> Message:
    auction = state.auction
    if auction is None:
        return verbatim("")
    if auction.leader is None:
        return Message("closed")
    return Message("{name} bids {gold}", {"name": names[auction.leader], "gold": gold_amount(auction.bid)})


def _seat(state: State, seat: int, names: Sequence[str]) -> SeatCounters:
    crown = state.crowns[seat]
    counts: tuple[Cell, ...] = (
        verbatim(state.gold[seat]),
        tuple(one.card for one in state.bought[seat]),
        _front(state, seat),
        () if crown is None else (crown,),
    )
    return SeatCounters(names[seat], counts, at_turn=seat == state.player and not state.over)


def _front(state: State, seat: int) -> Cell:
    """Return the Aces or the Excuse, with the open valuations under them."""
    front = state.front(seat)
    if not any(state.valuation(under) for under in front):
        return front
    return verbatim(
        " ".join(
            str(under) if (card := state.valuation(under)) is None else f"{under.code}:{card.code}" for under in front
        )
    )


def _says(state: State, names: Sequence[str]) -> Iterator[Message]:
    excuse = state.valuation(EXCUSE)
    if excuse is not None and not state.over:
        yield Message("{card} lies open under the Excuse: it adds {value}", {"card": excuse, "value": value_of(excuse)})
    if not state.over:
        for seat, notes in enumerate(state.notes):
            yield from _noted(notes, seat, names)
    if state.over:
        yield from explain_score(score(state), names)


def _noted(notes: Notes, seat: int, names: Sequence[str]) -> Iterator[Message]:
    """Yield the seat's private notes."""
    for one in notes.valuations:
        yield Message(
            "{name} noted: {card} lies under {under}", {"name": names[seat], "card": one.card, "under": one.under}
        )
    for held in notes.crowns:
        yield Message(
            "{name} noted: {owner} has {card}", {"name": names[seat], "owner": names[held.player], "card": held.card}
        )
    if notes.drawn:
        yield Message("{name} noted as drawn: {cards}", {"name": names[seat], "cards": listed(notes.drawn)})


def explain_score(worth: Score, names: Sequence[str]) -> Iterator[Message]:
    """Yield the result, then the score card by card and suit by suit."""
    yield worth.why(names)
    for one in worth.seats:
        name = names[one.player]
        yield Message("{name}: {gold} left", {"name": name, "gold": gold_amount(one.gold or 0)})
        for card in one.cards:
            yield Message(
                "{name}: {card} brings {worth} ({parts})",
                {"name": name, "card": card.card, "worth": card.worth or 0, "parts": _parts(card)},
            )
        yield Message("{name}: {total} in all", {"name": name, "total": gold_amount(one.total or 0)})


def _parts(card: CardWorth) -> Message:
    line, *rest = (Message("{suit} {value}", {"suit": one.suit, "value": one.value or 0}) for one in card.suits)
    if card.crown:
        rest.append(Message("Crown {value}", {"value": card.crown}))
    for part in rest:
        line = Message("{these} + {one}", {"these": line, "one": part})
    return line
