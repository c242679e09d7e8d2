"""Five cards in the middle, and their auctions one after the other (H9–H14)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.errors import IllegalMove, SeatName
from companion.games.gold_amount import gold_amount
from companion.games.sorcerous_futures.moves import Bid, Bids, Deal, Offer, Pass
from companion.games.sorcerous_futures.state import Auction, Bought, Phase, State, is_traded
from companion.locale import Message, Wording
from companion.pieces import Card

PAWNS_RANK = 10
"""The first bid of an open auction of a Pawn (H10)."""


def rank_of(card: Card) -> int:
    """Return the first bid of an open auction of the card (H10)."""
    return card.rank.number or PAWNS_RANK


def deal(state: State, move: Deal) -> State:
    """Lay five new cards open (H9, H13)."""
    check_phase(state, Phase.DEAL, "H13")
    wanted = state.to_deal
    if len(move.cards) != wanted:
        values: Wording = {"wanted": wanted, "n": len(move.cards)}
        raise IllegalMove(
            "H9",
            Message("needs {wanted} card, there are {n}", values, "needs {wanted} cards, there are {n}", "wanted"),
        )
    open_cards = list(state.open_cards())
    for card in move.cards:
        check_new(card, open_cards)
        open_cards.append(card)
    return replace(state, middle=move.cards)


def offer(state: State, move: Offer) -> State:
    """Put the active player's card up for auction (H9)."""
    check_phase(state, Phase.CHOOSE, "H9")
    check_seat(state.player, move.player, "H9")
    if move.card not in state.middle:
        raise IllegalMove(
            "H9",
            Message(
                "{card} does not lie in the middle; there are {cards}",
                {"card": move.card, "cards": " ".join(map(str, state.middle))},
            ),
        )
    if move.closed:
        if move.bid is not None:
            raise IllegalMove("H11", Message("a closed auction has no first bid"))
        return replace(state, auction=Auction(move.card, closed=True))
    bid = _first_bid(state, move)
    return replace(state, auction=Auction(move.card, False, move.player, bid, state.left_of(move.player)))


def _first_bid(state: State, move: Offer) -> int:
    rank, held = rank_of(move.card), state.gold[move.player]
    bid = rank if move.bid is None else move.bid
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


def bid(state: State, move: Bid) -> State:
    """Make a higher bid in an open auction (H10)."""
    auction = _asked(state, move.player)
    if move.gold <= auction.bid:
        raise IllegalMove(
            "H10",
            Message("must be more than {bid}, and is {gold}", {"bid": gold_amount(auction.bid), "gold": move.gold}),
        )
    check_held(state.gold[move.player], move.gold)
    return _answered(state, replace(auction, leader=move.player, bid=move.gold), move.player)


def pass_(state: State, move: Pass) -> State:
    """Leave an open auction (H10)."""
    return _answered(state, _asked(state, move.player), move.player)


def _asked(state: State, player: int) -> Auction:
    check_phase(state, Phase.OPEN, "H10")
    assert state.auction is not None
    assert state.auction.to_bid is not None
    check_seat(state.auction.to_bid, player, "H10")
    return state.auction


def _answered(state: State, auction: Auction, player: int) -> State:
    """Ask the left neighbour, the active player last; the leader is not asked (H10)."""
    asked = state.left_of(player)
    if player == state.player or asked == state.player == auction.leader:
        assert auction.leader is not None
        return _taken(state, auction.card, auction.leader, auction.bid)
    return replace(state, auction=replace(auction, to_bid=asked))


def bids(state: State, move: Bids) -> State:
    """Give the card to the highest bidder; of equal bids the first clockwise from the active player wins (H11)."""
    check_phase(state, Phase.CLOSED, "H11")
    assert state.auction is not None
    if len(move.gold) != state.seats:
        raise IllegalMove(
            "H11", Message("needs {n} bids, there are {given}", {"n": state.seats, "given": len(move.gold)})
        )
    for held, gold in zip(state.gold, move.gold, strict=True):
        check_bid(held, gold)
    seats = [(state.player + step) % state.seats for step in range(state.seats)]
    winner = max(seats, key=lambda seat: move.gold[seat])
    return _taken(state, state.auction.card, winner, move.gold[winner])


def check_bid(held: int, gold: int) -> None:
    """Raise :class:`IllegalMove` for an invalid bid in a closed auction (H11, H12)."""
    if gold < 0:
        raise IllegalMove("H11", Message("must be 0 gold or more, and is {gold}", {"gold": gold}))
    check_held(held, gold)


def check_held(held: int, gold: int) -> None:
    """Raise :class:`IllegalMove` if the bid is more than the player has (H12)."""
    if gold > held:
        raise IllegalMove("H12", Message("you have {held}, and bid {gold}", {"held": gold_amount(held), "gold": gold}))


def _taken(state: State, card: Card, winner: int, gold: int) -> State:
    return replace(
        state,
        gold=tuple(held - gold * (seat == winner) for seat, held in enumerate(state.gold)),
        bought=tuple(
            (*cards, Bought(card, gold)) if seat == winner else cards for seat, cards in enumerate(state.bought)
        ),
        middle=tuple(one for one in state.middle if one != card),
        auction=None,
        player=state.left_of(state.player),
    )


def check_phase(state: State, phase: Phase, rule: str) -> None:
    """Raise :class:`IllegalMove` if the game waits for something else."""
    if state.phase is not phase:
        raise IllegalMove(rule, Message("is not what the game waits for"), state.prompt())


def check_seat(expected: int, player: int, rule: str) -> None:
    """Raise :class:`IllegalMove` if it is another seat's turn."""
    if player != expected:
        raise IllegalMove(
            rule,
            Message(
                "it is {wanted}'s answer, not {given}'s", {"wanted": SeatName(expected), "given": SeatName(player)}
            ),
        )


def check_new(card: Card, open_cards: list[Card]) -> None:
    """Raise :class:`IllegalMove` for a card that is no number or Pawn, or is already open (H2)."""
    if not is_traded(card):
        raise IllegalMove("H2", Message("{card} is neither a number card nor a Pawn of the deck", {"card": card}))
    if card in open_cards:
        raise IllegalMove("H2", Message("{card} lies somewhere else already", {"card": card}))
