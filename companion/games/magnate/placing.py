"""The places where a card may be played (B20–B23, C6, D4, D8, D9)."""

from __future__ import annotations

from companion.games.errors import IllegalMove, SeatName
from companion.games.magnate.options import Solo
from companion.games.magnate.state import Column, District, State
from companion.locale import Message, listed
from companion.pieces import Card, Rank, Suit


def places(state: State, player: int, card: Card) -> tuple[int, ...]:
    """Return the districts in which the player may place the card; without any it can only be sold (B23)."""
    return tuple(place for place, district in enumerate(state.districts) if fits(district, player, card))


def fits(district: District, player: int, card: Card) -> bool:
    """Return whether the player may place the card in the district (B20–B22)."""
    column = district.columns[player]
    if column is None or column.deed is not None:
        return False
    if column.properties:
        return card.shares_suit_with(column.properties[-1])
    return district.card.rank is Rank.EXCUSE or card.shares_suit_with(district.card)


def check_place(state: State, player: int, card: Card, place: int) -> None:
    """Raise :class:`IllegalMove` with the suits unless the player may place the card there."""
    if not 0 <= place < len(state.districts):
        raise IllegalMove("B2", Message("there is no district {n}", {"n": place}))
    if not fits(state.districts[place], player, card):
        raise _refusal(state.districts[place], player, card)


def _refusal(district: District, player: int, card: Card) -> IllegalMove:
    column = district.columns[player]
    if column is None:
        return IllegalMove(
            "F7", Message("{name} does not border on {district}", {"name": SeatName(player), "district": district.card})
        )
    if column.deed is not None:
        return IllegalMove(
            "B22", Message("the deed on {deed} is not complete there", {"deed": column.deed.card}), _FINISH
        )
    if column.last is None:
        return _no_match("B20", card, district.card)
    return _no_match("B21", card, column.last)


_FINISH = Message("complete it first, or play in another district")


def _no_match(rule: str, card: Card, onto: Card) -> IllegalMove:
    return IllegalMove(
        rule,
        Message(
            "{card} ({suits}) shares no suit with {onto} ({onto_suits})",
            {"card": card, "suits": listed(card.suits), "onto": onto, "onto_suits": listed(onto.suits)},
        ),
    )


def automa_places(state: State, card: Card) -> tuple[int, ...]:
    """Return the districts for a card sold in the solo game, on the automa's side (D3, D4).

    At the hard level these are the places that match by a suit of the automa's Crowns, if any (D8). An empty column at
    the Excuse matches any suit. Otherwise all places count (D9). Without any the card may be discarded (D5).
    """
    automa = state.automa
    if automa is None:
        return ()
    anywhere = places(state, automa, card)
    if state.options.solo is not Solo.HARD:
        return anywhere
    crown_suits = {suit for crown in state.crowns[automa] for suit in crown.suits if suit in card.suits}
    preferred = tuple(place for place in anywhere if crown_suits & _matching_suits(state, automa, card, place))
    return preferred or anywhere


def _matching_suits(state: State, player: int, card: Card, place: int) -> set[Suit]:
    district = state.districts[place]
    column = district.columns[player] or Column()
    if column.last is None and district.card.rank is Rank.EXCUSE:
        return set(card.suits)
    return set(card.suits) & set((column.last or district.card).suits)
