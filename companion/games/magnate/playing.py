"""A player's moves between roll and draw: cards, deeds, trades (B17–B33, C2–C4, D3–D5)."""

from __future__ import annotations

from companion.games.errors import IllegalMove, SeatName
from companion.games.magnate.moves import AddToDeed, BuyDeed, Develop, Sell, Trade
from companion.games.magnate.paying import check_addition, check_deed_price, check_price, price, sale_income
from companion.games.magnate.placing import automa_places, check_place
from companion.games.magnate.state import Column, Deed, District, Phase, State, changed, districts_with, tokens_with
from companion.games.magnate.turn_checks import check_turn
from companion.locale import Message, listed
from companion.pieces import Card, Rank, Tokens


def develop(state: State, move: Develop) -> State:
    """Play a card and pay for it at once (B18–B21, C2)."""
    _check_playable(state, move.player, move.card)
    check_place(state, move.player, move.card, move.district)
    purse = state.tokens[move.player]
    rule = {Rank.ACE: "B19", Rank.COURT: "C2"}.get(move.card.rank, "B18")
    check_price(rule, move.card, move.payment, purse, state.options)
    column = state.column(move.player, move.district) or Column()
    grown = Column((*column.properties, move.card), column.deed)
    return _played(
        state,
        move.card,
        districts=districts_with(state, move.player, move.district, grown),
        tokens=tokens_with(state, move.player, purse - move.payment),
    )


def buy_deed(state: State, move: BuyDeed) -> State:
    """Play a card as a deed; its price goes to the bank (B24–B26, C3)."""
    _check_playable(state, move.player, move.card)
    if move.card.rank is Rank.TWO and not state.options.deeds_on_twos:
        raise IllegalMove(
            "B26", Message("deeds on a 2 are not allowed at this table"), Message("develop it outright for 2")
        )
    check_place(state, move.player, move.card, move.district)
    purse = state.tokens[move.player]
    check_deed_price(move.card, move.payment, purse, state.options)
    column = state.column(move.player, move.district) or Column()
    grown = Column(column.properties, Deed(move.card))
    return _played(
        state,
        move.card,
        districts=districts_with(state, move.player, move.district, grown),
        tokens=tokens_with(state, move.player, purse - move.payment),
    )


def add_to_deed(state: State, move: AddToDeed) -> State:
    """Put tokens on an own deed, which is complete when they reach its price (B27–B31).

    The tokens of a complete deed go to the bank (B30), and the district is free again (B22).
    """
    check_turn(state, move.player, Phase.PLAY, Phase.DRAW, rule="B27")
    for place, deed in state.deeds(move.player):
        if deed.card == move.card:
            purse = state.tokens[move.player]
            check_addition(deed, move.payment, purse, state.options)
            column = state.column(move.player, place) or Column()
            on_deed = deed.tokens + move.payment
            if on_deed.total == price(deed.card, state.options):
                grown = Column((*column.properties, deed.card))
            else:
                grown = Column(column.properties, Deed(deed.card, on_deed, deed.preferred))
            return changed(
                state,
                districts=districts_with(state, move.player, place, grown),
                tokens=tokens_with(state, move.player, purse - move.payment),
            )
    raise IllegalMove(
        "B27", Message("{name} has no deed on {card}", {"name": SeatName(move.player), "card": move.card})
    )


def sell(state: State, move: Sell) -> State:
    """Discard a card for tokens (B32, C4); in the solo game the automa gets it (D3–D5, D8, D9)."""
    _check_playable(state, move.player, move.card)
    tokens = tokens_with(state, move.player, state.tokens[move.player] + sale_income(move.card))
    automa = state.automa
    if automa is None:
        if move.district is not None:
            raise IllegalMove("B32", Message("a sold card goes to the discard pile and to no district"))
        return _discarded(state, move.card, tokens)
    allowed = automa_places(state, move.card)
    if move.district is None:
        if allowed:
            raise IllegalMove(
                "D3",
                Message(
                    "{card} goes to the automa's side: {places}", {"card": move.card, "places": _named(state, allowed)}
                ),
            )
        return _discarded(state, move.card, tokens)
    if move.district not in allowed:
        check_place(state, automa, move.card, move.district)
        raise IllegalMove(
            "D8",
            Message(
                "{card} must match by a suit of the automa's Crowns: {places}",
                {"card": move.card, "places": _named(state, allowed)},
            ),
        )
    column = state.column(automa, move.district) or Column()
    grown = Column((*column.properties, move.card), column.deed)
    return _played(state, move.card, districts=districts_with(state, automa, move.district, grown), tokens=tokens)


def _named(state: State, places: tuple[int, ...]) -> Message:
    return listed([state.districts[place].card for place in places])


def trade(state: State, move: Trade) -> State:
    """Exchange three tokens of one suit for one of another, between roll and draw (B33)."""
    check_turn(state, move.player, Phase.PLAY, Phase.DRAW, rule="B33")
    if move.times < 1:
        raise IllegalMove("B33", Message("a trade happens at least once, not {n} times", {"n": move.times}))
    if move.give is move.get:
        raise IllegalMove("B33", Message("trade three {suit} for a token of another suit", {"suit": move.give}))
    purse, paid = state.tokens[move.player], Tokens.of(move.give) * (3 * move.times)
    if not purse.covers(paid):
        raise IllegalMove(
            "B33",
            Message("the trade gives {given}; you have {held}", {"given": paid, "held": purse.only([move.give])}),
        )
    return changed(state, tokens=tokens_with(state, move.player, purse - paid + Tokens.of(move.get) * move.times))


def _check_playable(state: State, player: int, card: Card) -> None:
    check_turn(state, player, Phase.PLAY, rule="B17")
    check_card(state, card)


def check_card(state: State, card: Card) -> None:
    """Raise :class:`IllegalMove` for a card that cannot be in any hand (B17, B23, C1, F2)."""
    if not card.is_property:
        raise IllegalMove("B17", Message("{card} is never in a hand", {"card": card}))
    if card.rank is Rank.COURT and not state.options.courts:
        raise IllegalMove("C1", Message("this table plays without Courts"))
    if card.copy > state.options.decks:
        raise IllegalMove("F2", Message("{card} is from a second deck, and this game uses one", {"card": str(card)}))
    if card in state.cards_on_table():
        raise IllegalMove("B23", Message("{card} lies on the table already", {"card": card}))


def _discarded(state: State, card: Card, tokens: tuple[Tokens, ...]) -> State:
    """Discard a card that was played (B17, B32, D5)."""
    after = _played(state, card, tokens=tokens, districts=state.districts)
    return changed(after, discards=state.discards + 1, hidden=after.hidden.after_sale(card))


def _played(
    state: State,
    card: Card,
    *,
    tokens: tuple[Tokens, ...],
    districts: tuple[District, ...],
) -> State:
    """Count one of the turn's plays, with its changes on the table (B17, F6)."""
    left = state.plays_left - 1
    return changed(
        state,
        tokens=tokens,
        districts=districts,
        hidden=state.hidden.after_play(card),
        plays_left=left,
        phase=Phase.PLAY if left else Phase.DRAW,
    )
