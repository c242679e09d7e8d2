"""Sentences about moves, to read aloud at the table."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.gold_amount import gold_amount
from companion.games.sorcerous_futures import moves as m
from companion.games.sorcerous_futures.moves import Move
from companion.games.sorcerous_futures.scoring import score, value_of
from companion.games.sorcerous_futures.state import State
from companion.locale import Message, Wording, listed
from companion.pieces import Card

Names = Sequence[str]


def describe(before: State, move: Move, after: State, names: Names) -> Message:  # noqa: PLR0911 - one line a kind of move
    """Describe the move; ``names`` are by seat, ``after`` is the result of ``apply(before, move)``."""
    match move:
        case m.Deal(cards):
            return Message("{cards} are laid open", {"cards": listed(cards)})
        case m.Offer():
            return _offered(move, after, names)
        case m.Bid(player, gold):
            sentence = Message("{name} bids {gold}", {"name": names[player], "gold": gold_amount(gold)})
            return _taken(sentence, before, after, names)
        case m.Pass(player):
            return _taken(Message("{name} passes", {"name": names[player]}), before, after, names)
        case m.Bids(bids):
            return _taken(_bids(bids, names), before, after, names)
        case m.TurnUp(card):
            return Message(
                "{card} is turned up under the Excuse: it adds {value}", {"card": card, "value": value_of(card)}
            )
        case m.Show():
            return _shown(move, after, names)
        case m.Note(player):
            return Message("{name} notes something", {"name": names[player]})
        case m.Correct(facts):
            return Message("corrected: {facts}", {"facts": listed([_fact(fact, names) for fact in facts])})


def _fact(fact: m.Fact, names: Names) -> Message:
    match fact:
        case m.GoldFact(player, _, now):
            return Message("{name} has {gold}", {"name": names[player], "gold": gold_amount(now)})
        case m.BoughtFact(player, _, now):
            return Message("{name} bought {cards}", {"name": names[player], "cards": _cards([one.card for one in now])})
        case m.MiddleFact(_, now):
            return _middle(now)
        case m.TurnFact(_, now):
            return Message("{name} is active", {"name": names[now]})
        case m.ValuationFact(under, _, now):
            return Message("{cards} lies under {under}", {"cards": _cards([now] if now else []), "under": under})
        case m.CrownFact(player, _, now):
            return Message("{name} shows {cards}", {"name": names[player], "cards": _cards([now] if now else [])})


def _middle(cards: Sequence[Card]) -> Message:
    if not cards:
        return Message("the middle is empty")
    values: Wording = {"cards": _cards(cards), "n": len(cards)}
    return Message("{cards} lies in the middle", values, "{cards} lie in the middle", "n")


def _cards(cards: Sequence[Card]) -> Message:
    return listed(cards) if cards else Message("no card")


def _bids(bids: Sequence[int], names: Names) -> Message:
    each = [Message("{name} {gold}", {"name": name, "gold": gold}) for name, gold in zip(names, bids, strict=True)]
    return Message("the bids are {bids}", {"bids": listed(each)})


def _offered(move: m.Offer, after: State, names: Names) -> Message:
    if move.closed or after.auction is None:
        return Message("{name} puts {card} up for a closed auction", {"name": names[move.player], "card": move.card})
    return Message(
        "{name} puts {card} up for an open auction, from {gold}",
        {"name": names[move.player], "card": move.card, "gold": gold_amount(after.auction.bid)},
    )


def _taken(sentence: Message, before: State, after: State, names: Names) -> Message:
    """Add who took the card, if the auction is over."""
    for seat, cards in enumerate(after.bought):
        if len(cards) > len(before.bought[seat]):
            values: Wording = {
                "said": sentence,
                "name": names[seat],
                "card": cards[-1].card,
                "gold": gold_amount(cards[-1].gold),
            }
            return Message("{said}; {name} takes {card} for {gold}", values)
    return sentence


def _shown(move: m.Show, after: State, names: Names) -> Message:
    under = [
        Message("{card} under {under}: {value}", {"card": one.card, "under": one.under, "value": value_of(one.card)})
        for one in move.valuations
    ]
    sentence = Message(
        "{name} shows {crown}, and {cards}", {"name": names[move.player], "crown": move.crown, "cards": listed(under)}
    )
    if not after.over:
        return sentence
    return Message("{said}. The game is over: {why}", {"said": sentence, "why": score(after).why(names)})
