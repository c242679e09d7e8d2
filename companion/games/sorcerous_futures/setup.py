"""The table before the first five cards (H1–H8, H20), and the steps that set it up, with names."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from companion.games.errors import SeatName, UnplayableSetup
from companion.games.sorcerous_futures.options import Options, check_options
from companion.games.sorcerous_futures.state import GOLD, NO_NOTES, State, crown_of
from companion.games.texts import Line
from companion.locale import Message, Wording, listed
from companion.pieces import DECK, Card, Rank, Suit

PASSES = ((2, -1), (1, 1), (2, -1))
"""The ritual of three players: the number of cards passed, and of seats to the left (H4)."""


def crowns_for(state: State, seat: int) -> tuple[Card, ...]:
    """Return the Crowns that match none of a seat's Aces (H4, H5)."""
    crowns = [crown_of(suit) for suit in Suit]
    return tuple(crown for crown in crowns if not any(ace.shares_suit_with(crown) for ace in state.aces[seat]))


def steps(state: State, names: Sequence[str]) -> tuple[Line, ...]:
    """Return the steps before the first five cards, in order; none after them."""
    if state.middle or state.auctions:
        return ()
    return (*(_ritual(state, names) if state.seats == 3 else _giving(state, names)), *_valuations(state, names))


def _ritual(state: State, names: Sequence[str]) -> Iterator[Line]:
    yield Line("H3", Message("Put the Excuse face up at the edge of the table: it is nobody's."))
    for seat, aces in enumerate(state.aces):
        crowns = " ".join(str(crown_of(ace.suits[0])) for ace in aces)
        yield Line("H4", Message("{name} takes the Crowns of the own Aces: {crowns}.", _of(names, seat, crowns=crowns)))
    for number, (cards, towards) in enumerate(PASSES):
        to = listed(
            [
                Message("{giver} to {taker}", {"giver": names[seat], "taker": names[(seat + towards) % 3]})
                for seat in range(3)
            ]
        )
        values: Wording = {"to": to, "n": cards}
        if number == 0:
            yield Line("H4", Message("Shuffle your two and pass both face down to the right: {to}.", values))
        elif cards == 1:
            yield Line("H4", Message("Shuffle the two you got and pass one face down to the left: {to}.", values))
        else:
            yield Line(
                "H4", Message("Shuffle the one you kept with the one you got; pass both to the right: {to}.", values)
            )
    yield Line("H4", Message("Shuffle the two you got, take one as your Crown, lay the other aside unseen."))


def _giving(state: State, names: Sequence[str]) -> Iterator[Line]:
    giver = next(seat for seat in range(state.seats) if not state.aces[seat])
    yield Line("H5", Message("{name}, with the Excuse face up in front, takes the six Crowns.", _of(names, giver)))
    for seat in range(state.seats):
        if seat != giver:
            crowns = " ".join(map(str, crowns_for(state, seat)))
            yield Line("H5", Message("{name} gets one of them, face down: {crowns}.", _of(names, seat, crowns=crowns)))
    yield Line("H5", Message("{name} keeps one and lays two aside.", _of(names, giver)))


def _valuations(state: State, names: Sequence[str]) -> Iterator[Line]:
    yield Line("H2", Message("Shuffle the 24 numbers and the 4 Pawns."))
    if state.options.sly_excuse:
        giver = next(seat for seat in range(state.seats) if not state.aces[seat])
        yield Line("H20", Message("{name} draws seven of them and views them.", _of(names, giver)))
        yield Line("H20", Message("Somebody else shuffles those, and deals one under each Ace and under the Excuse."))
    else:
        yield Line("H6", Message("Deal one face down under each Ace and under the Excuse; the rest is the deck."))
    yield Line("H7", Message("View only your Crown and the cards under what lies in front of you."))
    yield Line("H8", Message("{name} has the Ace of Suns and begins.", _of(names, state.player)))


def _of(names: Sequence[str], seat: int, **more: str) -> dict[str, str]:
    return {"name": names[seat], **more}


ACES = tuple(card for card in DECK if card.rank is Rank.ACE)


@dataclass(frozen=True, slots=True)
class Setup:
    """The Aces in front of each seat. Crowns and valuations stay hidden."""

    aces: tuple[tuple[Card, ...], ...]
    """By seat, clockwise; of four players, none in front of the Excuse's owner."""


def start(options: Options, setup: Setup) -> State:
    """Return the state before the first five cards. Raises :class:`UnplayableSetup` with the rule that is broken."""
    check_options(options)
    for rule, reason in _faults(options, setup.aces):
        raise UnplayableSetup(rule, reason)
    seats = options.players
    first = next(seat for seat, own in enumerate(setup.aces) for ace in own if Suit.SUNS in ace.suits)
    return State(
        options=options,
        aces=setup.aces,
        gold=(GOLD,) * seats,
        bought=((),) * seats,
        player=first,
        crowns=(None,) * seats,
        notes=(NO_NOTES,) * seats,
    )


def _faults(options: Options, aces: tuple[tuple[Card, ...], ...]) -> Iterator[tuple[str, Message]]:
    dealt = "H3" if options.players == 3 else "H5"
    if len(aces) != options.players:
        yield (
            dealt,
            Message("needs Aces for {n} players, there are {given}", {"n": options.players, "given": len(aces)}),
        )
    for card in chain.from_iterable(aces):
        if card.rank is not Rank.ACE or card.copy != 1:
            yield dealt, Message("{card} is not an Ace of the deck", {"card": card})
    all_aces = tuple(chain.from_iterable(aces))
    for card in all_aces:
        if all_aces.count(card) > 1:
            yield dealt, Message("{card} lies there twice", {"card": card})
    numbers = [len(own) for own in aces]
    if options.players == 3 and numbers != [2, 2, 2]:
        yield dealt, Message("each player has 2 Aces, and {player} has {n}", _first_other(numbers, (2,)))
    if options.players == 4 and sorted(numbers) != [0, 2, 2, 2]:
        yield (
            dealt,
            Message(
                "one player has the Excuse and no Ace, the others 2 Aces each, and {player} has {n}",
                _first_other(numbers, (2, 0) if numbers.count(0) == 1 else (2,)),
            ),
        )


def _first_other(numbers: Sequence[int], allowed: Sequence[int]) -> dict[str, SeatName | int]:
    """Return the first seat whose number of Aces is not allowed, and the number."""
    seat = max(range(len(numbers)), key=lambda seat: numbers[seat] not in allowed)
    return {"player": SeatName(seat), "n": numbers[seat]}
