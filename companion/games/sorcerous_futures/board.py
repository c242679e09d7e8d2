"""The table in neutral words: the cards in the middle, everybody's gold and cards; once over, what each is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.board import Board, Counters, Rows, SeatCounters, written, written_each
from companion.games.sorcerous_futures.auctions import rank_of
from companion.games.sorcerous_futures.preparing import steps
from companion.games.sorcerous_futures.scoring import CardWorth, Score, score, value_of
from companion.games.sorcerous_futures.state import EXCUSE, State
from companion.locale import Message

NONE = "–"


def board(state: State, names: Sequence[str]) -> Board:
    """Where it stands; before the first five cards also how the table is set up."""
    return Board(
        Rows((Message("in the middle"), Message("rank"), Message("auction")), _middle(state, names)),
        Counters(
            (Message("gold"), Message("cards"), Message("in front"), Message("Crown")),
            tuple(_seat(state, seat, names) for seat in range(state.seats)),
        ),
        tuple(_says(state, names)),
    )


def _middle(state: State, names: Sequence[str]) -> tuple[tuple[Message, ...], ...]:
    auction = state.auction
    return tuple(
        (
            *written_each((card, rank_of(card))),
            written("") if auction is None or auction.card != card else _auction(state, names),
        )
        for card in state.middle
    )


def _auction(state: State, names: Sequence[str]) -> Message:
    auction = state.auction
    if auction is None or auction.leader is None:
        return Message("closed")
    return Message("{name} bids {gold} gold", {"name": names[auction.leader], "gold": auction.bid})


def _seat(state: State, seat: int, names: Sequence[str]) -> SeatCounters:
    front = " ".join(
        str(under) if (card := state.valuation(under)) is None else f"{under}:{card}" for under in state.front(seat)
    )
    cards = " ".join(str(one.card) for one in state.bought[seat]) or NONE
    counts = written_each((state.gold[seat], cards, front, state.crowns[seat] or NONE))
    return SeatCounters(names[seat], counts, at_turn=seat == state.player and not state.over)


def _says(state: State, names: Sequence[str]) -> Iterator[Message]:
    if not state.middle and not state.auctions:
        yield from (line.text for line in steps(state, names))
    excuse = state.valuation(EXCUSE)
    if excuse is not None and not state.over:
        yield Message("{card} lies open under the Excuse: it adds {value}", {"card": excuse, "value": value_of(excuse)})
    if state.over:
        yield from explained(score(state), names)


def explained(worth: Score, names: Sequence[str]) -> Iterator[Message]:
    """The score card by card and suit by suit, then who wins."""
    for one in worth.seats:
        name = names[one.player]
        yield Message("{name}: {gold} gold left", {"name": name, "gold": one.gold})
        for card in one.cards:
            yield Message(
                "{name}: {card} brings {worth} ({parts})",
                {"name": name, "card": card.card, "worth": card.worth or 0, "parts": _parts(card)},
            )
        yield Message("{name}: {total} gold in all", {"name": name, "total": one.total or 0})
    yield worth.why(names)


def _parts(card: CardWorth) -> Message:
    line, *rest = (Message("{suit} {value}", {"suit": one.suit, "value": one.value or 0}) for one in card.suits)
    if card.crown:
        rest.append(Message("Crown {value}", {"value": card.crown}))
    for part in rest:
        line = Message("{these} + {one}", {"these": line, "one": part})
    return line
