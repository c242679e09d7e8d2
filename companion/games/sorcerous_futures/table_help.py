"""Help at the table: the cheat sheet of the rules in force, how to put the game away, and the score pad."""

from collections.abc import Iterator, Sequence
from functools import partial

from companion.games.sorcerous_futures.options import Options
from companion.games.sorcerous_futures.state import AUCTIONS, EXCUSE, State
from companion.games.texts import (
    Line,
    PadRow,
    Section,
    bag_sections,
    card_with_code,
    gold_amount,
    other_reading,
    section,
)
from companion.locale import Message, listed
from companion.pieces import Card, Suit


def cheat_sheet(options: Options) -> tuple[Section, ...]:
    """Return the rules in force with these options."""
    return (
        Section(Message("Setting up"), tuple(_setup(options))),
        Section(Message("Auctions"), tuple(_auctions(options))),
        Section(Message("The end"), tuple(_end(options))),
        Section(Message("The score"), tuple(_score(options))),
    )


def _setup(options: Options) -> Iterator[Line]:
    yield Line("H1", Message("Each of {n} players has 90 gold; what is paid leaves the game.", {"n": options.players}))
    yield Line("H2", Message("The 24 numbers and the 4 Pawns are shuffled; seven become valuations, 21 the deck."))
    if options.players == 3:
        yield Line("H3", Message("Each player has two Aces face up; the Excuse lies at the edge and is nobody's."))
        yield Line("H4", Message("The passing ritual leaves each a secret Crown that matches none of their Aces."))
    else:
        yield Line("H5", Message("One player has the Excuse, the others two Aces each."))
        yield Line("H5", Message("That player gives each other one a Crown that matches none of their Aces."))
        yield Line("H5", Message("They keep one Crown themselves and lay two aside."))
    if options.sly_excuse:
        yield Line(
            "H20",
            Message("The Excuse's player draws the seven valuations and sees them; another shuffles and deals them."),
        )
    yield Line("H6", Message("One valuation lies face down under each Ace and under the Excuse."))
    yield Line(
        "H7", Message("You may view your own Crown and the cards under what lies in front of you, nothing else.")
    )
    yield Line("H8", Message("Whoever has the Ace of Suns begins."))


def _auctions(options: Options) -> Iterator[Line]:
    yield Line("H9", Message("Five cards lie open; the active player picks one, and an open or closed auction."))
    if options.opens_at_least:
        yield Line("H10", Message("Open: the active player bids the card's rank or more (a Pawn 10)."))
    else:
        yield Line("H10", Message("Open: the active player bids exactly the card's rank (a Pawn 10)."))
    yield other_reading(
        "H10",
        Message("exactly the rank") if options.opens_at_least else Message("the rank or more"),
        Message("Sorcerous Futures, open auctions"),
    )
    yield Line("H10", Message("Then everybody clockwise bids higher or passes, once; the active player once more."))
    yield Line("H11", Message("Closed: everybody bids in secret, from 0, and shows it at once."))
    yield Line("H11", Message("A tie goes to the first of the tied clockwise from the active player, also included."))
    yield Line("H12", Message("Nobody bids more than they have: without gold, pass, or bid 0 in secret."))
    yield Line("H12", Message("Only the highest bid is paid, and takes the card."))
    yield Line("H13", Message("The left neighbour is active next. New cards come when all five are gone."))


def _end(options: Options) -> Iterator[Line]:
    if options.players == 3:
        yield Line("H15", Message("After the second five the card under the Excuse is turned up for all."))
    yield Line("H14", Message("After the fourth five, 20 auctions in all, the game is over; one card is left."))


def _score(options: Options) -> Iterator[Line]:
    yield Line("H16", Message("The card under an Ace is what its suit is worth: the rank, a Pawn 1."))
    yield Line("H17", Message("Gold left, and for each bought card the value of each of its suits."))
    yield Line("H18", Message("A card with the suit of your Crown brings the value under the Excuse besides."))
    yield Line("H19", Message("Most gold wins; in a tie, the lowest valuations in front."))
    if options.pawns_ten_in_ties:
        yield Line("H19", Message("There a Pawn counts 10. Still tied: they share the victory."))
    else:
        yield Line("H19", Message("There a Pawn counts 1. Still tied: they share the victory."))
    yield other_reading(
        "H19",
        Message("a Pawn 1") if options.pawns_ten_in_ties else Message("a Pawn 10"),
        Message("Sorcerous Futures, the end of the game"),
    )


def put_away(state: State, names: Sequence[str]) -> tuple[Section, ...]:
    """Return what to bag together: each player's pieces, and those of nobody."""
    return (
        *bag_sections(names, partial(_bag, state)),
        section(Message("The cards that nobody has"), _rest(state)),
    )


def _bag(state: State, seat: int) -> Iterator[Message]:
    yield Message("{gold}", {"gold": gold_amount(state.gold[seat])})
    bought = [one.card for one in state.bought[seat]]
    if bought:
        yield listed([card_with_code(card) for card in bought])
    for place in state.front(seat):
        yield _with_valuation(state, place)
    crown = state.crowns[seat]
    yield Message("The Crown, face down") if crown is None else card_with_code(crown)


def _with_valuation(state: State, place: Card) -> Message:
    card = state.valuation(place)
    if card is None:
        return Message("{place}, and face down behind it the card under it, unseen", {"place": card_with_code(place)})
    return Message(
        "{place}, and the card under it: {card}", {"place": card_with_code(place), "card": card_with_code(card)}
    )


def _rest(state: State) -> Iterator[Message]:
    if state.middle:
        yield Message("In the middle: {cards}", {"cards": listed([card_with_code(card) for card in state.middle])})
    if state.seats == 3:
        yield _with_valuation(state, EXCUSE)
    left = AUCTIONS + 1 - state.auctions - len(state.middle)
    yield Message("The deck, face down, in its order: {count}", {"count": left})
    yield Message("The Crowns that nobody has, face down, unseen")


def score_pad(_: Options) -> tuple[PadRow, ...]:
    """Return rows for gold, the cards suit by suit, and the own Crown (H17–H19)."""
    return (
        PadRow(Message("Gold left")),
        *(PadRow(Message("{suit}: cards × value", {"suit": suit.wording()}), suit=suit) for suit in Suit),
        PadRow(Message("Cards with my Crown’s suit × Excuse")),
        PadRow(Message("All gold"), strong=True),
        PadRow(Message("Tied: valuations in front")),
    )
