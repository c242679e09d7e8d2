"""The table of Sorcerous Futures: the middle, the auction, and what each player has."""

from collections.abc import Iterator, Sequence

from companion.games.sorcerous_futures.scoring import score, value_of
from companion.games.sorcerous_futures.state import AUCTIONS, EXCUSE, Notes, State
from companion.games.texts import gold_amount
from companion.games.view import Clock, Kind, Layout, Piece, Region, Spot, View, cards
from companion.locale import Message, Wording, listed
from companion.pieces import Card


def view(state: State, names: Sequence[str]) -> View:
    """Return the table, with the viewer's own notes if the state has them."""
    left = max(0, AUCTIONS - state.auctions)
    clock = Clock(left, Message("auction left", {"n": left}, "auctions left", "n"), left <= 1)
    nobodys = (_under(state, EXCUSE, None, None),) if all(state.aces) else ()
    return View(
        tuple(names),
        (
            Region(Message("auction"), Layout.SPREAD, _auction(state, names)),
            Region(Message("in the middle"), Layout.ROW, tuple(_middle(state))),
            Region(Message("under the Excuse"), Layout.SPREAD, nobodys),
            *(region for seat in range(state.seats) for region in _seat(state, seat)),
        ),
        None if state.over else state.player,
        None if state.over else clock,
        tuple(_remarks(state, names)),
    )


def _auction(state: State, names: Sequence[str]) -> tuple[Spot, ...]:
    auction = state.auction
    if auction is None:
        return ()
    card = (Piece(Kind.CARD, auction.card, marked=True),)
    if auction.leader is None:
        return (Spot("auction", Message("up for auction"), card, note=Message("closed")),)
    values: Wording = {"name": names[auction.leader], "gold": gold_amount(auction.bid)}
    note = Message("{name} bids {gold}", values)
    return (Spot("auction", Message("up for auction"), card, auction.bid, seat=auction.leader, note=note),)


def _middle(state: State) -> Iterator[Spot]:
    """Yield a spot for each card in the middle; the one in the auction has left it empty."""
    for card in state.middle:
        away = state.auction is not None and state.auction.card == card
        yield Spot(f"middle-{card}", Message("{name}", {"name": card}), () if away else cards((card,)))


def _seat(state: State, seat: int) -> Iterator[Region]:
    gold = Spot(f"gold-{seat}", Message("gold"), number=state.gold[seat], seat=seat)
    yield Region(Message("gold"), Layout.PURSE, (gold,), seat)
    bought = tuple(
        Spot(f"bought-{one.card}", Message("{name}", {"name": one.card}), cards((one.card,)), one.gold, seat=seat)
        for one in state.bought[seat]
    )
    yield Region(Message("cards"), Layout.SPREAD, bought, seat)
    noted = {one.under: one.card for one in state.notes[seat].valuations}
    front = tuple(_under(state, card, noted.get(card), seat) for card in state.front(seat))
    yield Region(Message("in front"), Layout.SPREAD, front, seat)
    crown = state.crowns[seat]
    shown = (Piece(Kind.CARD, face_down=True),) if crown is None else cards((crown,))
    yield Region(Message("Crown"), Layout.SPREAD, (Spot(f"crown-{seat}", Message("Crown"), shown, seat=seat),), seat)


def _under(state: State, lies: Card, noted: Card | None, seat: int | None) -> Spot:
    """Return an Ace or the Excuse with its valuation: open, noted by this viewer, or unknown (H6, H7)."""
    card = state.valuation(lies)
    hidden = Piece(Kind.CARD, noted, face_down=True) if card is None else Piece(Kind.CARD, card)
    return Spot(f"front-{lies}", Message("{name}", {"name": lies}), (*cards((lies,)), hidden), seat=seat)


def _remarks(state: State, names: Sequence[str]) -> Iterator[Message]:
    excuse = state.valuation(EXCUSE)
    if excuse is not None and not state.over:
        yield Message("{card} lies open under the Excuse: it adds {value}", {"card": excuse, "value": value_of(excuse)})
    if not state.over:
        for seat, notes in enumerate(state.notes):
            yield from _noted(notes, seat, names)
    if state.over:
        yield score(state).why(names)


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
