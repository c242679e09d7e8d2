"""The value of every player's cards, card by card and suit by suit, the winner, and the final count (H16–H19)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from companion.games.final_count import FinalCount, share, summed, tie_breaks
from companion.games.sorcerous_futures.state import EXCUSE, Bought, State
from companion.games.texts import gold_amount
from companion.games.view import Kind, Piece, Spot, cards
from companion.locale import Message, Wording, listed
from companion.pieces import Card, Rank, Suit
from companion.pieces.cards import describe_card


class DecidedBy(Enum):
    """The criterion that settles the game (H19)."""

    GOLD = "gold"
    VALUATIONS = "valuations"
    SHARED = "shared"
    UNDECIDED = "undecided"
    """Some cards were not shown."""


@dataclass(frozen=True, slots=True)
class SuitValue:
    """The value of a card's suit; None while its valuation is hidden."""

    suit: Suit
    value: int | None


@dataclass(frozen=True, slots=True)
class CardWorth:
    """A bought card and its value."""

    card: Card
    paid: int | None
    """The price; None if it is not known, as in a photo."""
    suits: tuple[SuitValue, ...]
    crown: int | None
    """The Excuse's valuation if the own Crown's suit is on the card, else 0; None while that is hidden."""
    worth: int | None


@dataclass(frozen=True, slots=True)
class SeatScore:
    """One player's score."""

    player: int
    gold: int | None
    """None if nobody counted it."""
    cards: tuple[CardWorth, ...]
    total: int | None
    in_front: int | None
    """The total of the own valuations; the lowest wins a tie."""


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a game."""

    seats: tuple[SeatScore, ...]
    winners: tuple[int, ...]
    decided_by: DecidedBy

    def why(self, names: Sequence[str | Message]) -> Message:
        """Return one sentence about who wins."""
        if self.decided_by is DecidedBy.UNDECIDED:
            return Message("what the cards are worth is not shown yet")
        first = self.seats[self.winners[0]]
        values: Wording = {
            "names": listed([Message("{name}", {"name": names[seat]}) for seat in self.winners]),
            "total": gold_amount(first.total or 0),
            "front": first.in_front or 0,
        }
        if self.decided_by is DecidedBy.GOLD:
            return Message("{names} wins with {total}", values)
        if self.decided_by is DecidedBy.VALUATIONS:
            return Message("{names} wins the tie at {total} with {front} in valuations", values)
        return Message("{names} share the victory: {total}, {front} in valuations", values)


def value_of(card: Card) -> int:
    """Return a valuation's number: its rank, a Pawn 1 (H16)."""
    return card.rank.number or 1


def score(state: State) -> Score:
    """Return all players' scores, as far as open cards determine them."""
    seats = tuple(_seat(state, seat) for seat in range(state.seats))
    totals = [one.total for one in seats if one.total is not None]
    if len(totals) < len(seats):
        return Score(seats, (), DecidedBy.UNDECIDED)
    tied = [one for one in seats if one.total == max(totals)]
    lowest = min(one.in_front or 0 for one in tied)
    winners = tuple(one.player for one in tied if one.in_front == lowest)
    decided = DecidedBy.GOLD if len(tied) == 1 else DecidedBy.VALUATIONS if len(winners) == 1 else DecidedBy.SHARED
    return Score(seats, winners, decided)


def _seat(state: State, seat: int) -> SeatScore:
    cards = tuple(_card(state, seat, one) for one in state.bought[seat])
    front = [state.valuation(under) for under in state.front(seat)]
    return SeatScore(
        seat,
        state.gold[seat],
        cards,
        _sum([state.gold[seat], *(one.worth for one in cards)]) if None not in state.crowns else None,
        _sum([None if card is None else _in_a_tie(state, card) for card in front]),
    )


def _card(state: State, seat: int, bought: Bought) -> CardWorth:
    suits = tuple(SuitValue(suit, _value(state, Card.parse(f"A{suit}"))) for suit in bought.card.suits)
    crown, excuse = state.crowns[seat], _value(state, EXCUSE)
    added = None if crown is None else excuse if crown.shares_suit_with(bought.card) else 0
    return CardWorth(bought.card, bought.gold, suits, added, _sum([*(one.value for one in suits), added]))


def _value(state: State, under: Card) -> int | None:
    card = state.valuation(under)
    return None if card is None else value_of(card)


def _in_a_tie(state: State, card: Card) -> int:
    return 10 if state.options.pawns_ten_in_ties and card.rank is Rank.PAWN else value_of(card)


def _sum(values: Sequence[int | None]) -> int | None:
    """Return the sum; None if one of the values is unknown."""
    known = [value for value in values if value is not None]
    return sum(known) if len(known) == len(values) else None


def final_count(state: State, names: Sequence[str]) -> FinalCount:
    """Return the count of a finished game; the names are by seat."""
    worth = score(state)
    valuations = ("valuations", Message("Tied: valuations in front"), [one.in_front for one in worth.seats])
    ties = tie_breaks([one.total or 0 for one in worth.seats], [valuations], min)
    steps = summed(_counted(state, worth), state.seats)
    return FinalCount(Message("gold"), (*steps, *ties), worth.winners, worth.why(names))


def _counted(state: State, worth: Score) -> Iterator[Spot]:
    """Yield the gold, and each valuation with what it makes of everybody's cards; that of the Excuse last."""
    left = Message("Gold left")
    gold = tuple(Spot(f"gold-{seat}", left, number=number, seat=seat) for seat, number in enumerate(state.gold))
    yield Spot("left", left, spots=gold)
    for suit in (*Suit, None):
        under = EXCUSE if suit is None else Card.parse(f"A{suit}")
        label = Message("The Crown’s suit") if suit is None else suit.wording()
        shares = tuple(
            share(
                f"share-{suit or EXCUSE}-{seat.player}",
                seat.player,
                label,
                [
                    (describe_card(one.card), Piece(Kind.CARD, one.card), value)
                    for one in seat.cards
                    if (value := _counted_value(one, suit))
                ],
            )
            for seat in worth.seats
        )
        card = state.valuation(under)
        yield Spot(f"front-{under}", label, cards((under,) if card is None else (card, under)), spots=shares)


def _counted_value(one: CardWorth, suit: Suit | None) -> int | None:
    """Return what a card's suit is worth, or its share in the own Crown's suits; None if it has none."""
    return one.crown if suit is None else next((part.value for part in one.suits if part.suit is suit), None)
