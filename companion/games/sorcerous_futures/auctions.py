"""Five cards in the middle, and the auctions of them, one after the other (H9, H10, H13, H14)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from companion.games.decisions import Answers, Decision
from companion.games.declared import Among, Chosen, Move, Names, Paid
from companion.games.errors import IllegalMove
from companion.games.field_types import Count, Flag, Seat, Typed
from companion.games.fields import Amount, Cards, Field
from companion.games.sale import quick_bids
from companion.games.sorcerous_futures.checks import check_all_new, check_held, check_phase, check_seat
from companion.games.sorcerous_futures.state import FIVE, Auction, Phase, State, unseen
from companion.games.texts import gold_amount
from companion.locale import Message, Wording, listed
from companion.pieces import Card

PAWNS_RANK = 10
"""The first bid of an open auction of a Pawn (H10)."""


def rank_of(card: Card) -> int:
    """Return the first bid of an open auction of the card (H10)."""
    return card.rank.number or PAWNS_RANK


@dataclass(frozen=True, slots=True)
class Deal(Move[State]):
    """Five cards laid open in the middle (H9, H13)."""

    cards: Annotated[tuple[Card, ...], Typed("CARD CARD CARD CARD CARD")]

    def apply(self, state: State) -> State:
        """Lay five new cards open (H9, H13)."""
        check_phase(state, Phase.DEAL, "H13")
        wanted = state.to_deal
        if len(self.cards) != wanted:
            values: Wording = {"wanted": wanted, "n": len(self.cards)}
            raise IllegalMove(
                "H9",
                Message("needs {wanted} card, there are {n}", values, "needs {wanted} cards, there are {n}", "wanted"),
            )
        check_all_new(state, self.cards)
        return replace(state, middle=self.cards)

    def _sentence(self, _before: State, _after: State, _names: Names) -> Message:
        return Message("{cards} are laid open", {"cards": listed(self.cards)})


def deal(state: State) -> Iterator[Decision[Move[State]]]:
    """Yield the decision on the cards laid open."""
    five = Cards("cards", state.prompt(), unseen(state), state.to_deal, state.to_deal)
    yield Decision(
        "deal",
        Message("Lay five cards open") if state.to_deal == FIVE else Message("Lay cards open"),
        lambda answers: Deal(answers["cards"]),
        lambda _answers: (five,),
        owner=state.player,
        makes=("deal",),
    )


def _first_bids(state: State, chosen: Chosen) -> Iterator[int | None]:
    yield None
    if state.options.opens_at_least and not chosen["closed"]:
        yield from range(rank_of(chosen["card"]) + 1, state.gold[chosen["player"]] + 1)


@dataclass(frozen=True, slots=True)
class Offer(Move[State]):
    """A card that the active player puts up for auction (H9)."""

    player: Annotated[Seat, Among(lambda state, _chosen: [state.player] if state.phase is Phase.CHOOSE else [])]
    card: Annotated[Card, Among(lambda state, _chosen: state.middle)]
    closed: Annotated[bool, Among(lambda _state, _chosen: (False, True)), Flag("closed")] = False
    bid: Annotated[Count | None, Among(_first_bids), Paid(), Typed("GOLD")] = None
    """The first bid of an open auction; None for the card's rank (H10)."""

    def apply(self, state: State) -> State:
        """Put the active player's card up for auction (H9)."""
        check_phase(state, Phase.CHOOSE, "H9")
        check_seat(state.player, self.player, "H9")
        if self.card not in state.middle:
            raise IllegalMove(
                "H9",
                Message(
                    "{card} does not lie in the middle; there are {cards}",
                    {"card": self.card, "cards": " ".join(map(str, state.middle))},
                ),
            )
        if self.closed:
            if self.bid is not None:
                raise IllegalMove("H11", Message("a closed auction has no first bid"))
            return replace(state, auction=Auction(self.card, closed=True))
        bid = self._first_bid(state)
        return replace(state, auction=Auction(self.card, False, self.player, bid, state.left_of(self.player)))

    def _first_bid(self, state: State) -> int:
        rank, held = rank_of(self.card), state.gold[self.player]
        bid = rank if self.bid is None else self.bid
        if state.options.opens_at_least and bid < rank:
            raise IllegalMove(
                "H10", Message("begins at {rank} or more, not {bid}", {"rank": gold_amount(rank), "bid": bid})
            )
        if not state.options.opens_at_least and bid != rank:
            raise IllegalMove("H10", Message("begins at {rank}, not {bid}", {"rank": gold_amount(rank), "bid": bid}))
        if rank > held:
            raise IllegalMove(
                "H10",
                Message("begins at {rank}, and you have {held}", {"rank": gold_amount(rank), "held": held}),
                Message("choose another card, or a closed auction"),
            )
        check_held(held, bid)
        return bid

    def _sentence(self, _before: State, after: State, names: Names) -> Message:
        values: Wording = {"name": names[self.player], "card": self.card}
        if self.closed or after.auction is None:
            return Message("{name} puts {card} up for a closed auction", values)
        return Message(
            "{name} puts {card} up for an open auction, from {gold}", {**values, "gold": gold_amount(after.auction.bid)}
        )


def offers(state: State) -> Iterator[Decision[Move[State]]]:
    """Yield the decisions on the card that is put up for auction."""
    seat, held = state.player, state.gold[state.player]
    affordable = tuple(card for card in state.middle if rank_of(card) <= held)
    which = Message("Which card is up for auction?")

    def first_bid(answers: Answers) -> Iterator[Field]:
        yield Cards("card", which, affordable)
        least = rank_of(answers["card"][0])
        if state.options.opens_at_least:
            yield Amount("bid", Message("Your first bid"), least, held, quick=quick_bids(least, least, held))

    if affordable:
        yield Decision(
            "open-auction",
            Message("Open auction"),
            lambda answers: Offer(seat, answers["card"][0], bid=answers.get("bid")),
            first_bid,
            owner=seat,
            makes=("offer",),
            taps=_at_cards(affordable),
        )
    yield Decision(
        "closed-auction",
        Message("Closed auction"),
        lambda answers: Offer(seat, answers["card"][0], closed=True),
        lambda _answers: (Cards("card", which, state.middle),),
        owner=seat,
        makes=("offer",),
        taps=_at_cards(state.middle),
    )


def _at_cards(cards: Sequence[Card]) -> dict[str, dict[str, str]]:
    """Return the answers that a tap on a card in the middle gives."""
    return {f"middle-{card}": {"card": str(card)} for card in cards}
