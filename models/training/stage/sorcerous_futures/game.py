"""The staged game: players who bid at random, cards from a seed, by the rules."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from companion.games.sorcerous_futures.auctions import rank_of
from companion.games.sorcerous_futures.moves import Bid, Bids, Deal, Move, Offer, Pass, Show, TurnUp, apply
from companion.games.sorcerous_futures.options import PRESETS, Options
from companion.games.sorcerous_futures.setup import Setup, crowns_for, start
from companion.games.sorcerous_futures.state import AUCTIONS, EXCUSE, Phase, State, Valuation, is_traded
from companion.pieces import DECK, Card, Rank

_OPEN = 0.5
"""Probability of an open auction, if the active player can pay its first bid."""
_HIGHER = 0.35
"""Probability of a higher bid."""


@dataclass(frozen=True, slots=True)
class Step:
    """A move, the state before it and the state after it."""

    move: Move
    before: State
    after: State
    winner: int | None = None
    """The seat that will take the card that this move puts up for auction."""

    @property
    def is_visible(self) -> bool:
        """Whether the table shows it; bids it does not."""
        return isinstance(self.move, Deal | Offer | TurnUp | Show)


@dataclass(frozen=True, slots=True)
class StagedFutures:
    """Options, setup and moves of a game."""

    options: Options
    setup: Setup
    steps: tuple[Step, ...]


def staged_futures(seed: int, auctions: int = 20) -> StagedFutures:
    """Return a game of three or four players, in turn by seed; it is cut after so many auctions if they are fewer."""
    chance = Random(seed)
    options = PRESETS["three-players" if seed % 2 else "four-players"]
    aces = [card for card in DECK if card.rank is Rank.ACE]
    chance.shuffle(aces)
    dealt = [tuple(aces[2 * seat : 2 * seat + 2]) for seat in range(3)]
    if options.players == 4:
        dealt.insert(chance.randrange(4), ())
    setup = Setup(tuple(dealt))
    steps = tuple(_steps(start(options, setup), chance, auctions))
    return StagedFutures(options, setup, tuple(_with_winners(steps)))


def _steps(state: State, chance: Random, auctions: int) -> Iterator[Step]:
    cards = [card for card in DECK if is_traded(card)]
    chance.shuffle(cards)
    fronts = [under for seat in range(state.seats) for under in state.front(seat)]
    hidden = dict(zip(dict.fromkeys((*fronts, EXCUSE)), cards, strict=False))
    deck = cards[len(hidden) :]
    crowns = _crowns(state, chance)
    while not state.over and (state.auctions < auctions or auctions >= AUCTIONS):
        move = _move(state, chance, deck, hidden, crowns)
        after = apply(state, move)
        yield Step(move, state, after)
        state = after


def _move(state: State, chance: Random, deck: list[Card], hidden: dict[Card, Card], crowns: tuple[Card, ...]) -> Move:
    match state.phase:
        case Phase.DEAL:
            return Deal(tuple(deck.pop() for _ in range(state.to_deal)))
        case Phase.CHOOSE:
            card = chance.choice(state.middle)
            closed = rank_of(card) > state.gold[state.player] or chance.random() > _OPEN
            return Offer(state.player, card, closed=closed)
        case Phase.OPEN:
            assert state.auction is not None and state.auction.to_bid is not None
            seat, bid = state.auction.to_bid, state.auction.bid + 1
            return Bid(seat, bid) if bid <= state.gold[seat] and chance.random() < _HIGHER else Pass(seat)
        case Phase.CLOSED:
            return Bids(tuple(chance.randint(0, min(held, 9)) for held in state.gold))
        case Phase.TURN_UP:
            return TurnUp(hidden[EXCUSE])
        case _:
            seat = next(seat for seat in range(state.seats) if not state.has_shown(seat))
            valuations = tuple(Valuation(under, hidden[under]) for under in state.front(seat))
            return Show(seat, valuations, crowns[seat])


def _crowns(state: State, chance: Random) -> tuple[Card, ...]:
    """Return a different Crown for each seat, none of its own Aces' suits."""
    while True:
        chosen = tuple(chance.choice(crowns_for(state, seat)) for seat in range(state.seats))
        if len(set(chosen)) == state.seats:
            return chosen


def _with_winners(steps: tuple[Step, ...]) -> Iterator[Step]:
    """Yield the steps, each offer with the seat that takes the card in the end."""
    for number, step in enumerate(steps):
        if isinstance(step.move, Offer):
            card = step.move.card
            owners = (_owner(one.after, card) for one in steps[number:])
            yield replace(step, winner=next((seat for seat in owners if seat is not None), None))
        else:
            yield step


def _owner(state: State, card: Card) -> int | None:
    return next((seat for seat, own in enumerate(state.bought) if any(one.card == card for one in own)), None)
