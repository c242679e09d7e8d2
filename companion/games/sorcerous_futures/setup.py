"""The table before the first five cards (H1–H8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from companion.games.errors import SeatName, UnplayableSetup
from companion.games.sorcerous_futures.options import Options, check_options
from companion.games.sorcerous_futures.state import GOLD, NO_NOTES, State
from companion.locale import Message
from companion.pieces import DECK, Card, Rank, Suit

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
