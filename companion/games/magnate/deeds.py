"""Deeds: tokens put on them, and the token that one pays (B15, B27–B31)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Annotated, cast

from companion.games.decisions import Answers, Decision
from companion.games.declared import Among, Chosen, Move, Names, Paid
from companion.games.errors import IllegalMove, SeatName
from companion.games.field_types import YES_NO, Seat
from companion.games.fields import Cards, Field, Payment, Pick
from companion.games.magnate.paying import check_addition, payment_to_deed, price
from companion.games.magnate.state import Column, Deed, Phase, State, changed, districts_with, tokens_with
from companion.games.magnate.turn_moves import TurnMove, check_not_over, check_turn
from companion.locale import Message, Wording
from companion.pieces import Card, Suit, Tokens


@dataclass(frozen=True, slots=True)
class TakeDeedIncome(TurnMove):
    """An owner's choice of the token that a deed of the rolled rank pays (B15)."""

    player: Annotated[Seat, Among(lambda state, _chosen: dict.fromkeys(owner for owner, _ in state.pending_income))]
    """The owner of the deed."""
    card: Annotated[
        Card,
        Among(lambda state, chosen: [card for owner, card in state.pending_income if owner == chosen["player"]]),
    ]
    suit: Annotated[Suit, Among(lambda _state, chosen: chosen["card"].suits)]

    @property
    def rule(self) -> str:
        """The rule of the choice."""
        return "B15"

    def apply(self, state: State) -> State:
        """Pay an owner's choice, on any player's roll; owners answer in any order (B15)."""
        check_not_over(state)
        if state.phase is not Phase.INCOME or (self.player, self.card) not in state.pending_income:
            raise IllegalMove(
                "B15",
                Message(
                    "no deed on {card} waits for {name}'s choice", {"card": self.card, "name": SeatName(self.player)}
                ),
            )
        if self.suit not in self.card.suits:
            raise IllegalMove("B15", Message("{card} pays no {suit}", {"card": self.card, "suit": self.suit}))
        gain = Tokens.of(self.suit)
        pending = tuple(one for one in state.pending_income if one != (self.player, self.card))
        result = state.roll
        if result is not None:
            result = replace(result, income=_raised(result.income, self.player, gain))
        return changed(
            state,
            tokens=_raised(state.tokens, self.player, gain),
            phase=Phase.INCOME if pending else Phase.PLAY,
            pending_income=pending,
            roll=result,
        )

    def _turn_sentence(self, _before: State, _after: State, names: Names) -> Message:
        values: Wording = {"name": names[self.player], "tokens": Tokens.of(self.suit), "card": self.card}
        return Message("{name} takes {tokens} from the deed on {card}", values)


def _raised(amounts: tuple[Tokens, ...], player: int, gain: Tokens) -> tuple[Tokens, ...]:
    return tuple(held + gain if seat == player else held for seat, held in enumerate(amounts))


def _own_deeds(state: State, chosen: Chosen) -> list[Card]:
    return [deed.card for _, deed in state.deeds(chosen["player"])]


@dataclass(frozen=True, slots=True)
class PreferDeedIncome(TurnMove):
    """The suit that a deed's owner takes from now on (B15); None to choose each time."""

    player: Annotated[Seat, Among(lambda state, _chosen: range(state.players))]
    """The owner of the deed."""
    card: Annotated[Card, Among(_own_deeds)]
    suit: Annotated[Suit | None, Among(lambda _state, chosen: (*chosen["card"].suits, None))]

    def apply(self, state: State) -> State:
        """Set the suit that a deed pays from now on, on any player's turn (B15)."""
        check_not_over(state)
        for place, deed in state.deeds(self.player) if 0 <= self.player < state.players else ():
            if deed.card == self.card:
                if self.suit is not None and self.suit not in self.card.suits:
                    raise IllegalMove("B15", Message("{card} pays no {suit}", {"card": self.card, "suit": self.suit}))
                column = state.column(self.player, place) or Column()
                preferring = replace(column, deed=replace(deed, preferred=self.suit))
                return changed(state, districts=districts_with(state, self.player, place, preferring))
        raise _no_deed("B15", self.player, self.card)

    def _turn_sentence(self, _before: State, _after: State, names: Names) -> Message:
        values: Wording = {"name": names[self.player], "card": self.card}
        if self.suit is None:
            return Message("{name} chooses each time what the deed on {card} pays", values)
        return Message("{name} always takes {suit} from the deed on {card}", {**values, "suit": self.suit})


def _no_deed(rule: str, player: int, card: Card) -> IllegalMove:
    return IllegalMove(rule, Message("{name} has no deed on {card}", {"name": SeatName(player), "card": card}))


def _additions(state: State, chosen: Chosen) -> list[Tokens]:
    """Return the amounts that a deed lacks at most, the largest first."""
    purse = state.tokens[chosen["player"]]
    deed = next(deed for _, deed in state.deeds(chosen["player"]) if deed.card == chosen["card"])
    suits, missing = deed.card.suits, price(deed.card, state.options) - deed.tokens.total
    amounts = [
        Tokens.from_counts(dict(zip(suits, counts, strict=True)))
        for counts in product(*(range(min(purse[suit], missing) + 1) for suit in suits))
        if 0 < sum(counts) <= missing
    ]
    return sorted(amounts, key=lambda one: -one.total)


def _current(state: State, _chosen: Chosen) -> tuple[int, ...]:
    return (state.player,) if state.phase in (Phase.PLAY, Phase.DRAW) else ()


@dataclass(frozen=True, slots=True)
class AddToDeed(TurnMove):
    """Tokens put on an own deed, which is complete when they reach its price (B27–B30)."""

    player: Annotated[Seat, Among(_current)]
    card: Annotated[Card, Among(_own_deeds)]
    payment: Annotated[Tokens, Among(_additions), Paid()]

    @property
    def rule(self) -> str:
        """The rule of tokens on a deed."""
        return "B27"

    def apply(self, state: State) -> State:
        """Put tokens on an own deed, which is complete when they reach its price (B27–B31).

        The tokens of a complete deed go to the bank (B30), and the district is free again (B22).
        """
        check_turn(state, self.player, Phase.PLAY, Phase.DRAW, rule="B27")
        for place, deed in state.deeds(self.player):
            if deed.card == self.card:
                purse = state.tokens[self.player]
                check_addition(deed, self.payment, purse, state.options)
                column = state.column(self.player, place) or Column()
                on_deed = deed.tokens + self.payment
                if on_deed.total == price(deed.card, state.options):
                    grown = Column((*column.properties, deed.card))
                else:
                    grown = Column(column.properties, Deed(deed.card, on_deed, deed.preferred))
                return changed(
                    state,
                    districts=districts_with(state, self.player, place, grown),
                    tokens=tokens_with(state, self.player, purse - self.payment),
                )
        raise _no_deed("B27", self.player, self.card)

    def _turn_sentence(self, before: State, after: State, names: Names) -> Message:
        values: Wording = {"name": names[self.player], "tokens": self.payment, "card": self.card}
        for _, deed in after.deeds(self.player):
            if deed.card == self.card:
                held: Wording = {"held": deed.tokens.total, "price": price(self.card, before.options)}
                return Message("{name} puts {tokens} on the deed on {card}, {held} of {price}", {**values, **held})
        return Message("{name} puts {tokens} on the deed on {card} and completes it", values)


def add(state: State, seat: int) -> Iterator[Decision[Move[State]]]:
    """Yield the decision on tokens for a deed, if the player has any for one (B27–B31)."""
    purse = state.tokens[seat]
    deeds = {deed.card: (place, deed) for place, deed in state.deeds(seat) if purse.only(deed.card.suits)}
    cards = tuple(deeds)
    if not deeds:
        return

    def left(deed: Deed) -> int:
        return price(deed.card, state.options) - deed.tokens.total

    def then(deed: Deed, paid: Tokens) -> Message:
        now, needed = deed.tokens.total + paid.total, price(deed.card, state.options)
        values: Wording = {"card": deed.card, "now": now, "price": needed}
        return Message("{card}: {now} of {price}", values)

    def ask(answers: Answers) -> Iterator[Field]:
        yield Cards("deed", Message("Which deed?"), cards, proposed=cards[:1])
        deed = deeds[answers["deed"][0]][1]
        most = min(left(deed), purse.only(deed.card.suits).total)
        yield Payment(
            "payment",
            Message("How many tokens?"),
            deed.card.suits,
            purse,
            0,
            most,
            proposed=payment_to_deed(deed, left(deed), purse, state.options),
            preview=lambda paid: then(deed, paid),
        )

    def confirm(answers: Answers) -> Message:
        deed = deeds[answers["deed"][0]][1]
        return Message("Complete the deed") if answers["payment"].total == left(deed) else Message("Add to the deed")

    yield Decision(
        "deed",
        Message("Add tokens to a deed"),
        lambda answers: AddToDeed(seat, answers["deed"][0], answers["payment"]),
        ask,
        owner=seat,
        optional=True,
        makes=("add",),
        confirm=confirm,
        taps={f"deed-{place}-{seat}": {"deed": str(card)} for card, (place, _) in deeds.items()},
    )


def deed_income(state: State) -> Iterator[Decision[Move[State]]]:
    """Yield the decision on the token that each deed pays which waits for its owner (B15)."""
    for owner, card in state.pending_income:
        yield _income(owner, card)


def _income(owner: int, card: Card) -> Decision[Move[State]]:
    def ask(answers: Answers) -> Iterator[Field]:
        yield Cards("deed", Message("Which deed?"), (card,))
        yield Pick("suit", Message("choose one token"), card.suits, lambda suit: cast("Suit", suit).wording())
        yield Pick("always", Message("Always"), (False, True), lambda yes: YES_NO[yes], proposed=False)

    def then(answers: Answers) -> tuple[Move[State], ...]:
        return (PreferDeedIncome(owner, card, answers["suit"]),) if answers["always"] else ()

    return Decision(
        "income",
        Message("Income of a deed"),
        lambda answers: TakeDeedIncome(owner, card, answers["suit"]),
        ask,
        owner=owner,
        makes=("deed_income", "prefer"),
        then=then,
        words={"deed": str(card)},
    )


def preferences(state: State) -> Iterator[Decision[Move[State]]]:
    """Yield each player's decision on the token that a deed pays from now on (B15)."""
    for seat in range(state.players):
        several = {deed.card: place for place, deed in state.deeds(seat) if len(deed.card.suits) > 1}
        if several and seat != state.automa and not state.over:
            yield _preference(seat, several)


def _preference(seat: int, several: Mapping[Card, int]) -> Decision[Move[State]]:
    cards = tuple(several)

    def ask(answers: Answers) -> Iterator[Field]:
        yield Cards("deed", Message("Which deed?"), cards, proposed=cards if len(cards) == 1 else None)
        yield Pick(
            "suit",
            Message("When it pays, take"),
            (*answers["deed"][0].suits, None),
            lambda suit: Message("Ask each time") if suit is None else cast("Suit", suit).wording(),
        )

    return Decision(
        "prefer",
        Message("Income of a deed"),
        lambda answers: PreferDeedIncome(seat, answers["deed"][0], answers["suit"]),
        ask,
        owner=seat,
        optional=True,
        makes=("prefer",),
        taps={f"deed-{place}-{seat}": {"deed": str(card)} for card, place in several.items()},
    )
