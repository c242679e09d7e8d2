"""The play of a card: developed, bought as a deed, or sold (B17–B26, B32, C2–C4, D3–D5)."""

from dataclasses import dataclass
from typing import Annotated, Any

from companion.games.declared import Names, Paid
from companion.games.errors import IllegalMove, SeatName
from companion.games.field_types import Seat
from companion.games.magnate.options import Solo
from companion.games.magnate.paying import check_deed_price, check_price, deed_price, price, sale_income
from companion.games.magnate.state import (
    Column,
    Deed,
    District,
    DistrictIndex,
    Phase,
    State,
    changed,
    districts_with,
    tokens_with,
)
from companion.games.magnate.turn_moves import TurnMove, change_of_total, check_turn
from companion.locale import Message, Wording, listed
from companion.pieces import Card, Rank, Suit, Tokens


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


@dataclass(frozen=True, slots=True)
class Develop(TurnMove):
    """A card played and paid for at once (B18, B19, C2)."""

    player: Seat
    card: Card
    district: DistrictIndex
    payment: Annotated[Tokens, Paid()]

    @property
    def rule(self) -> str:
        """The rule of its price."""
        return {Rank.ACE: "B19", Rank.COURT: "C2"}.get(self.card.rank, "B18")

    def apply(self, state: State) -> State:
        """Play a card and pay for it at once (B18–B21, C2)."""
        _check_playable(state, self.player, self.card)
        check_place(state, self.player, self.card, self.district)
        check_price(self.rule, self.card, self.payment, state.tokens[self.player], state.options)
        column = state.column(self.player, self.district) or Column()
        return _placed(state, self, Column((*column.properties, self.card), column.deed))

    def preview(self, before: State, after: State) -> Message | None:
        """Return how the total in its district changes."""
        return change_of_total(before, after, self.district, self.player)

    def _turn_sentence(self, before: State, _after: State, names: Names) -> Message:
        return Message("{name} develops {card} at {district} for {tokens}", _values(before, self, names))


@dataclass(frozen=True, slots=True)
class BuyDeed(TurnMove):
    """A card played as a deed (B24, B25, C3)."""

    player: Seat
    card: Card
    district: DistrictIndex
    payment: Tokens

    @property
    def rule(self) -> str:
        """The rule of its price."""
        return {Rank.ACE: "B25", Rank.COURT: "C3"}.get(self.card.rank, "B24")

    def apply(self, state: State) -> State:
        """Play a card as a deed; its price goes to the bank (B24–B26, C3)."""
        _check_playable(state, self.player, self.card)
        if self.card.rank is Rank.TWO and not state.options.deeds_on_twos:
            raise IllegalMove(
                "B26", Message("deeds on a 2 are not allowed at this table"), Message("develop it outright for 2")
            )
        check_place(state, self.player, self.card, self.district)
        check_deed_price(self.rule, self.card, self.payment, state.tokens[self.player], state.options)
        column = state.column(self.player, self.district) or Column()
        return _placed(state, self, Column(column.properties, Deed(self.card)))

    def preview(self, before: State, after: State) -> Message | None:
        """Return the tokens paid for the deed, of the card's price."""
        paid, whole = deed_price(self.card, before.options).total, price(self.card, before.options)
        return Message("deed {placed}/{price}", {"placed": paid, "price": whole})

    def _turn_sentence(self, before: State, _after: State, names: Names) -> Message:
        return Message("{name} buys the deed on {card} at {district} for {tokens}", _values(before, self, names))


def _placed(state: State, move: Develop | BuyDeed, column: Column) -> State:
    return _played(
        state,
        move.card,
        districts=districts_with(state, move.player, move.district, column),
        tokens=tokens_with(state, move.player, state.tokens[move.player] - move.payment),
    )


def _values(state: State, move: Develop | BuyDeed, names: Names) -> Wording:
    place = state.districts[move.district].card
    return {"name": names[move.player], "card": move.card, "district": place, "tokens": move.payment}


@dataclass(frozen=True, slots=True)
class Sell(TurnMove):
    """A card discarded for tokens (B32, C4); in the solo game the automa gets it (D3, D5)."""

    player: Seat
    card: Card
    district: DistrictIndex | None = None
    """In the solo game the automa's district for it; None for a plain sale, or a card without a place."""

    @property
    def rule(self) -> str:
        """The rule of the tokens for it."""
        return "C4" if self.card.rank is Rank.COURT else "B32"

    @property
    def discarded(self) -> Card | None:
        """The card, unless the automa gets it."""
        return self.card if self.district is None else None

    def apply(self, state: State) -> State:
        """Discard a card for tokens (B32, C4); in the solo game the automa gets it (D3–D5, D8, D9)."""
        _check_playable(state, self.player, self.card)
        tokens = tokens_with(state, self.player, state.tokens[self.player] + sale_income(self.card))
        automa, allowed = state.automa, automa_places(state, self.card)
        if self.district is None:
            if allowed:
                values: Wording = {"card": self.card, "places": _named(state, allowed)}
                raise IllegalMove("D3", Message("{card} goes to the automa's side: {places}", values))
            after = _played(state, self.card, tokens=tokens)
            return changed(after, discards=state.discards + 1, hidden=after.hidden.after_sale(self.card))
        if automa is None:
            raise IllegalMove("B32", Message("a sold card goes to the discard pile and to no district"))
        if self.district not in allowed:
            check_place(state, automa, self.card, self.district)
            values = {"card": self.card, "places": _named(state, allowed)}
            raise IllegalMove("D8", Message("{card} must match by a suit of the automa's Crowns: {places}", values))
        column = state.column(automa, self.district) or Column()
        grown = Column((*column.properties, self.card), column.deed)
        return _played(state, self.card, districts=districts_with(state, automa, self.district, grown), tokens=tokens)

    def preview(self, before: State, after: State) -> Message | None:
        """Return how the automa's total changes, if it gets the card."""
        if self.district is None or before.automa is None:
            return None
        return change_of_total(before, after, self.district, before.automa)

    def _turn_sentence(self, before: State, _after: State, names: Names) -> Message:
        values: Wording = {"name": names[self.player], "card": self.card, "tokens": sale_income(self.card)}
        if self.district is None:
            return Message("{name} sells {card} for {tokens}", values)
        return Message(
            "{name} sells {card} for {tokens}; it goes to the automa at {district}",
            {**values, "district": before.districts[self.district].card},
        )


def _named(state: State, places: tuple[int, ...]) -> Message:
    return listed([state.districts[place].card for place in places])


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


def _played(state: State, card: Card, **changes: Any) -> State:
    """Count one of the turn's plays, with its changes on the table (B17, F6)."""
    left = state.plays_left - 1
    return changed(
        state,
        hidden=state.hidden.after_play(card),
        plays_left=left,
        phase=Phase.PLAY if left else Phase.DRAW,
        **changes,
    )
