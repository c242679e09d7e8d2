"""The difference between the journal of a game and its open cards: a move, or a disagreement with its resolutions.

Cards follow the table. Gold and hidden cards do not lie open, so a price is never concluded from a card.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.games.errors import IllegalMove
from companion.games.sorcerous_futures.facts import BoughtFact, Fact, MiddleFact, ValuationFact
from companion.games.sorcerous_futures.moves import Correct, Deal, Move, Offer, Pass, Show, TurnUp, apply
from companion.games.sorcerous_futures.state import EXCUSE, Phase, State, Valuation
from companion.locale import Message, Wording
from companion.pieces import Card, Rank
from companion.table.comparison import Agrees, Ahead
from companion.table.sorcerous_futures.areas import MIDDLE, NOBODY, owners
from companion.table.sorcerous_futures.open_table import OpenTable, hidden_fronts


@dataclass(frozen=True, slots=True)
class CardDifference:
    """A card that lies in another area than the journal has it; None: it does not lie open."""

    card: Card
    journal: int | None
    table: int | None
    cover: Card | None = None
    """A card that lies on its place, so that it may be under that card."""


@dataclass(frozen=True, slots=True)
class FuturesDisagreement:
    """Open cards that no move explains."""

    reason: Message
    cards: tuple[CardDifference, ...]
    waits: bool = False

    @property
    def shows(self) -> bool:
        """Whether there is anything to point at."""
        return bool(self.cards)

    @property
    def only_missed(self) -> bool:
        """Whether cards are only missing, which may be covered."""
        return bool(self.cards) and all(one.table is None for one in self.cards)


Difference = Agrees | Ahead | FuturesDisagreement


def compare(table: OpenTable, latest: Card | None = None, taken_later: bool = False) -> Difference:
    """Return what was done since the journal's last move.

    Args:
        table: The open cards.
        latest: The card that was bought last: it may still lie in the middle.
        taken_later: Whether the card up for auction was taken from the middle since its auction began.

    Returns:
        The agreement, the move, or the disagreement.
    """
    state = table.state
    bid_for = state.auction.card if state.auction is not None else None
    in_view = (one for one in _known_cards(table) if one.card not in table.hidden)
    # The card up for auction, or the last one bought, may be on its way: nobody has taken it yet.
    differing = [one for one in in_view if one.card != bid_for and not (one.card == latest and one.table == MIDDLE)]
    missing = [one for one in differing if one.table is None]
    moved = [one for one in differing if one.table is not None]
    if not moved and (move := _shown_move(table, taken_later)) is not None:
        return move
    taken = [one for one in moved if one.journal == MIDDLE and (one.table or 0) >= 0]
    if state.phase is Phase.CHOOSE and len(moved) == len(taken) == 1 and not table.new:
        both = (Offer(state.player, taken[0].card), Offer(state.player, taken[0].card, closed=True))
        return Ahead(tuple(move for move in both if _is_legal(state, move)))
    added = _new_cards(table) if not _is_being_laid(table) else []
    if moved or added:
        reason = Message("cards were moved, or lie open that the game does not have")
        return FuturesDisagreement(reason, (*moved, *added, *missing))
    if missing:
        return FuturesDisagreement(Message("cards are missing"), tuple(missing))
    return Agrees()


def dispute(table: OpenTable, reason: Message) -> FuturesDisagreement:
    """Return everything that differs, whether a move explains it or not.

    A card under another is where it belongs only if that other card is, too: otherwise they may have been exchanged.
    """
    known = _known_cards(table)
    astray = {one.card for one in known if one.card not in table.hidden} | set(table.new)
    listed = (
        replace(one, cover=min(covers, key=str)) if (covers := table.hidden.get(one.card)) else one
        for one in known
        if table.hidden.get(one.card, frozenset()) <= astray
    )
    return FuturesDisagreement(reason, (*listed, *_new_cards(table)))


def _known_cards(table: OpenTable) -> list[CardDifference]:
    """Return the cards that the journal has open and that lie elsewhere, or not in view."""
    state, place_of = table.state, owners(table.state)
    known = dict.fromkeys(state.middle, MIDDLE)
    known |= {one.card: seat for seat, own in enumerate(state.bought) for one in own}
    known |= {one.card: place_of[one.under] for one in state.valuations}
    return [
        CardDifference(card, area, table.areas.get(card))
        for card, area in known.items()
        if table.areas.get(card) != area
    ]


def _new_cards(table: OpenTable) -> list[CardDifference]:
    return [CardDifference(card, None, table.areas[card]) for card in table.new]


def _is_being_laid(table: OpenTable) -> bool:
    """Return whether the new cards may be a part of what is laid or shown next."""
    state = table.state
    if state.phase is Phase.DEAL:
        return len(table.new) < state.to_deal
    return len(table.new) <= len(hidden_fronts(state))


def _shown_move(table: OpenTable, taken_later: bool) -> Ahead | None:
    """Return the move that open cards show, if its turn has come."""
    state = table.state
    match state.phase:
        case Phase.DEAL if len(table.new) == state.to_deal and table.in_a_row:
            return Ahead((Deal(table.new),))
        case Phase.OPEN if state.auction is not None and state.auction.to_bid is not None:
            return _last_passes(table, state.auction.card, state.auction.leader, state.auction.to_bid, taken_later)
        case Phase.TURN_UP:
            turned = [one.card for one in table.valuations if one.under == EXCUSE]
            return Ahead((TurnUp(turned[0]),)) if len(turned) == len(table.new) == 1 else None
        case Phase.SHOW:
            shown = (move for seat in range(state.seats) if (move := _show(table, seat)) is not None)
            return next((Ahead((move,)) for move in shown if _is_legal(state, move)), None)
    return None


def _last_passes(table: OpenTable, card: Card, leader: int | None, to_bid: int, taken_later: bool) -> Ahead | None:
    """Return the next pass if the leader has taken the card: nobody after that bid has gone higher.

    The active player leads from the beginning, and may have the card in front for that reason.
    """
    if leader is None or table.areas.get(card) != leader or (leader == table.state.player and not taken_later):
        return None
    return Ahead((Pass(to_bid),), ask=True)


def _show(table: OpenTable, seat: int) -> Show | None:
    """Return what a seat shows, once all of it lies open."""
    state = table.state
    if state.has_shown(seat):
        return None
    crowns = [card for card, area in table.areas.items() if card.rank is Rank.CROWN and area == seat]
    valuations = [one for one in table.valuations if one.under in state.front(seat)]
    known = [Valuation(under, card) for under in state.front(seat) if (card := state.valuation(under)) is not None]
    if len(crowns) != 1 or len(valuations) + len(known) != len(state.front(seat)):
        return None
    in_order = sorted((*valuations, *known), key=lambda one: state.front(seat).index(one.under))
    return Show(seat, tuple(in_order), crowns[0])


def _is_legal(state: State, move: Move) -> bool:
    try:
        apply(state, move)
    except IllegalMove:
        return False
    return True


def adopt_table(state: State, cards: Sequence[CardDifference]) -> Correct | None:
    """Return the move that sets the game to these cards; None if none of them can be set.

    A card that came to a seat from elsewhere than another seat has a price, which no card shows: it stays as it is.

    Args:
        state: The state of the game.
        cards: The cards that differ.

    Returns:
        The correction.
    """
    facts = (*_bought_and_middle(state, [one for one in cards if can_adopt(state, one)]), *_valuations(state, cards))
    return Correct(facts) if facts else None


def can_adopt(state: State, one: CardDifference) -> bool:
    """Return whether the game can be set to this card: its price is known, or it needs none."""
    to_a_seat = one.table is not None and one.table >= 0
    was_bought = any(one.card == bought.card for own in state.bought for bought in own)
    return was_bought if to_a_seat else one.table != NOBODY


def groups(cards: Sequence[CardDifference]) -> list[tuple[CardDifference, ...]]:
    """Return the differences to be resolved together: cards that were exchanged in the middle, and each other card."""
    middle = tuple(one for one in cards if {one.journal, one.table} == {MIDDLE, None})
    return [*([middle] if middle else []), *((one,) for one in cards if one not in middle)]


def describe(one: CardDifference, names: Sequence[str]) -> Message:
    """Return what differs, in one sentence."""
    values: Wording = {"card": one.card}
    if one.cover is not None:
        covered: Wording = {**values, "where": _where(one.journal, names), "cover": one.cover}
        return Message("{card} is not in view {where}; {cover} lies on its place.", covered)
    if one.table is None:
        return Message("{card} is missing {where}.", {**values, "where": _where(one.journal, names)})
    here: Wording = {**values, "where": _where(one.table, names)}
    if one.journal is None:
        return Message("{card} lies {where}; the game does not have it there.", here)
    return Message("{card} lies {where}; in the game it is {other}.", {**here, "other": _where(one.journal, names)})


def put_back_step(one: CardDifference, names: Sequence[str]) -> Message:
    """Return what players must do to the table if the journal is right."""
    if one.journal is None:
        return Message("Remove {card} from the table.", {"card": one.card})
    return Message("Put {card} back {where}.", {"card": one.card, "where": _where(one.journal, names)})


def put_back(_state: State, found: FuturesDisagreement, names: Sequence[str]) -> tuple[Message, ...]:
    """Return what players must do to the table, one sentence per card."""
    return tuple(put_back_step(one, names) for one in found.cards)


def neighbours(state: State, area: int | None) -> tuple[Card, ...]:
    """Return the cards that the journal has in an area."""
    if area is None or area == NOBODY:
        return ()
    return state.middle if area == MIDDLE else (*state.front(area), *(one.card for one in state.bought[area]))


def _where(area: int | None, names: Sequence[str]) -> Message:
    if area is None or area == NOBODY:
        return Message("at the Excuse")
    return Message("in the middle") if area == MIDDLE else Message("in front of {name}", {"name": names[area]})


def _bought_and_middle(state: State, cards: Sequence[CardDifference]) -> Iterator[Fact]:
    bought, middle = list(state.bought), list(state.middle)
    paid = {one.card: one for own in state.bought for one in own}
    for one in cards:
        bought = [tuple(held for held in own if held.card != one.card) for own in bought]
        middle = [card for card in middle if card != one.card]
        if one.table == MIDDLE:
            middle.append(one.card)
        elif one.table is not None:
            bought[one.table] = (*bought[one.table], paid[one.card])
    for seat, (was, now) in enumerate(zip(state.bought, bought, strict=True)):
        if was != now:
            yield BoughtFact(seat, was, now)
    if tuple(middle) != state.middle:
        yield MiddleFact(state.middle, tuple(middle))


def _valuations(state: State, cards: Sequence[CardDifference]) -> Iterator[Fact]:
    gone = {one.card for one in cards if one.table is None}
    for one in state.valuations:
        if one.card in gone:
            yield ValuationFact(one.under, one.card, None)
