"""Magnate's table: the districts with their columns, the draw pile, each player's tokens and Crowns."""

from collections.abc import Iterator, Sequence

from companion.games.magnate.paying import price
from companion.games.magnate.rolling import paid_cards
from companion.games.magnate.scoring import DistrictScore, Score, score
from companion.games.magnate.state import Deed, State
from companion.games.view import Clock, Kind, Layout, Piece, Region, Spot, View, cards
from companion.locale import Message
from companion.pieces import Card

NEAR_END_CARDS = 3
"""Cards on the pile from which on the end is announced, as on the tablet."""


def view(state: State, names: Sequence[str]) -> View:
    """Return the table; cards that this turn's roll made pay are marked."""
    stands, paid = score(state), paid_cards(state)
    beginners = frozenset(seat for seat in range(state.players) if not _has_cards(state, seat))
    piles = (
        Spot("pile", Message("to draw"), number=state.pile),
        Spot("discards", Message("Discards"), number=state.discards),
    )
    return View(
        tuple(names),
        (
            Region(
                Message("district"),
                Layout.COLUMNS,
                tuple(_district(state, one, paid, beginners) for one in stands.districts),
            ),
            Region(Message("Piles"), Layout.PILE, piles),
            *(region for seat in range(state.players) for region in _seat(state, seat, stands)),
        ),
        None if state.over else state.player,
        _clock(state),
        (stands.why(names),) if state.over else (),
    )


def _clock(state: State) -> Clock | None:
    """Return the cards left to draw or, in the last round, the turns left."""
    if state.over:
        return None
    if state.last_turns is not None:
        return Clock(state.last_turns, Message("last turn", {"n": state.last_turns}, "last turns", "n"), urgent=True)
    return Clock(state.pile, Message("to draw"), state.pile <= NEAR_END_CARDS)


def _has_cards(state: State, seat: int) -> bool:
    columns = (state.column(seat, place) for place in range(len(state.districts)))
    return any(column is not None and column.cards for column in columns)


def _district(state: State, stands: DistrictScore, paid: frozenset[Card], beginners: frozenset[int]) -> Spot:
    """Return a district; a seat that has laid no card yet reads which may be its first there (B20)."""
    place, label = stands.index, Message("District {number}", {"number": stands.index + 1})
    first = Message("First card: share a suit with the Pawn") if stands.card.suits else Message("First card: any card")
    sides = []
    for side in stands.sides:
        column, seat = state.districts[place].columns[side.player], side.player
        deed = column.deed if column is not None else None
        sides.append(
            Spot(
                f"side-{place}-{seat}",
                label,
                tuple(Piece(Kind.CARD, card, marked=card in paid) for card in side.properties),
                side.total,
                seat=seat,
                leads=stands.won_by == seat,
                note=first if seat in beginners else None,
                spots=() if deed is None else (_deed(state, place, seat, deed, marked=deed.card in paid),),
            )
        )
    return Spot(f"district-{place}", label, cards((stands.card,)), spots=tuple(sides))


def _deed(state: State, place: int, seat: int, deed: Deed, *, marked: bool) -> Spot:
    tokens = tuple(Piece(Kind.TOKEN, suit, count=count) for suit, count in deed.tokens.items() if count)
    lies = (Piece(Kind.CARD, deed.card, turned=True, marked=marked), *tokens)
    needed = price(deed.card, state.options)
    return Spot(f"deed-{place}-{seat}", Message("deed"), lies, deed.tokens.total, needed, seat)


def _seat(state: State, seat: int, stands: Score) -> Iterator[Region]:
    tokens = tuple(
        Spot(f"token-{seat}-{suit}", suit.wording(), (Piece(Kind.TOKEN, suit, count=count),), count, seat=seat)
        for suit, count in state.tokens[seat].items()
        if seat != state.automa
    )
    won = Spot(f"standing-{seat}", Message("Districts"), number=stands.districts_won[seat], seat=seat)
    yield Region(Message("tokens"), Layout.PURSE, (*tokens, won), seat)
    crowns = tuple(
        Spot(f"crown-{seat}-{place}", Message("Crown"), cards((card,)), seat=seat)
        for place, card in enumerate(state.crowns[seat])
    )
    yield Region(Message("Crowns"), Layout.SPREAD, crowns, seat)
