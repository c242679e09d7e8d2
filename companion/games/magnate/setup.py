"""The beginning of a game: districts, Crowns, the first player (B2–B6), and the valid options."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from companion.games.errors import SeatName, UnplayableSetup
from companion.games.field_types import Count, Seat, declared
from companion.games.magnate.options import ExtraPawns, Options, Solo
from companion.games.magnate.state import Column, District, Phase, State
from companion.locale import Message, Wording
from companion.pieces import DECK, Card, Rank, Tokens

_EXCUSE = Card.parse("X")


@dataclass(frozen=True, slots=True)
class Setup:
    """The table before the first roll."""

    districts: tuple[Card, ...]
    """District cards from seat 0's left (B2)."""
    crowns: tuple[tuple[Card, ...], ...]
    """By seat (B3); in a solo game the automa's are the second (D1)."""
    first_player: Seat = 0
    """The seat that the players chose to start (B6)."""
    tokens: tuple[Tokens, ...] | None = None
    """By seat; None for one of each own Crown's suit (B4)."""
    pile: Count | None = None
    """Cards in the draw pile after dealing; None for the rest of the deck (B5)."""
    borders: tuple[tuple[Seat, ...], ...] | None = None
    """By district: the seats that border on it. None for all, or for the Y of three players (F7)."""


def start(options: Options, setup: Setup) -> State:
    """Return the state before the first roll (B1–B6).

    Raises :class:`UnplayableSetup` with the rule that these options or this setup break.
    """
    check_options(options)
    borders = setup.borders if setup.borders is not None else default_borders(options, setup.districts)
    _check_setup(options, setup, borders)
    tokens = setup.tokens
    if tokens is None:
        tokens = tuple(Tokens.of(*chain.from_iterable(crown.suits for crown in crowns)) for crowns in setup.crowns)
        if options.solo is not Solo.NO:
            tokens = (tokens[0], Tokens())
    return State(
        options=options,
        districts=tuple(
            District(card, tuple(Column() if seat in bordering else None for seat in range(options.players)))
            for card, bordering in zip(setup.districts, borders, strict=True)
        ),
        crowns=setup.crowns,
        tokens=tokens,
        player=setup.first_player,
        turn=1,
        phase=Phase.ROLL,
        pile=default_pile(options) if setup.pile is None else setup.pile,
        discards=0,
        plays_left=options.plays,
    )


def default_districts(options: Options) -> tuple[Card, ...]:
    """Return the district cards of these options in a row, the Excuse in the middle (B2, F4, F7).

    >>> from companion.games.magnate.options import preset
    >>> " ".join(str(card) for card in default_districts(preset("standard")))
    'PMSL PMYK X PSWK PWLY'
    """
    pawns = [card for card in DECK if card.rank is Rank.PAWN]
    if options.extra_pawns is ExtraPawns.CROWNS and options.players == 3:
        row = [*pawns, *(Card(card.rank, card.suits, 2) for card in DECK if card.rank is Rank.CROWN)]
    else:
        row = [*pawns, *(Card(card.rank, card.suits, 2) for card in pawns)]
    row = row[: options.pawns]
    middle = len(row) // 2
    return tuple(row[:middle] + [_EXCUSE] * options.excuse + row[middle:])


def default_borders(options: Options, districts: tuple[Card, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the seats that border on each district: all, or with three players the Y of F7.

    In the Y the districts but the Excuse lie in three arms, in this order. The first arm is between seats 0 and 1, the
    next between 1 and 2, the last between 2 and 0. All three share the Excuse.
    """
    everybody = tuple(range(options.players))
    if options.players != 3:
        return (everybody,) * len(districts)
    arms = [(0, 1), (1, 2), (0, 2)]
    in_arms = sum(card != _EXCUSE for card in districts)
    borders, placed = [], 0
    for card in districts:
        if card == _EXCUSE:
            borders.append(everybody)
        else:
            borders.append(arms[placed * 3 // in_arms])
            placed += 1
    return tuple(borders)


def default_pile(options: Options) -> int:
    """Return the number of cards left after dealing (B5): 24, with Courts 28, in mega 48.

    The automa gets no hand unless the option deals it one (D1).
    """
    alone = options.solo is not Solo.NO and not options.solo_automa_hand
    hands = 1 if alone else options.players
    return property_cards(options) - hands * options.hand


def property_cards(options: Options) -> int:
    """Return the number of cards that are dealt and drawn (B5)."""
    return options.decks * sum(card.is_property and (options.courts or card.rank is not Rank.COURT) for card in DECK)


def check_options(options: Options) -> None:
    """Raise :class:`UnplayableSetup` for options that no document describes (F15).

    With ``own_numbers`` only impossible numbers are refused.
    """
    for rule, reason in chain(_impossible(options), () if options.own_numbers else _undescribed(options)):
        raise UnplayableSetup(rule, reason)


def _impossible(options: Options) -> Iterator[tuple[str, Message]]:
    named = ((name, min(one.values), max(one.values)) for name, one in declared(Options).items() if one.values)
    for name, least, most in (*_BOUNDS, *named):
        value = getattr(options, name)
        if not least <= value <= most:
            yield (
                "B1",
                Message(
                    "{option} is {value}, and must be {least} to {most}",
                    {"option": name, "value": value, "least": least, "most": most},
                ),
            )
    if options.pawns + options.excuse == 0:
        yield "B2", Message("there is no district to play for")
    if options.solo is not Solo.NO and options.players != 2:
        yield "D1", Message("the solo game is for one player and the automa")
    if default_pile(options) < 0:
        yield "B5", Message("there are not enough cards for these hands")


_BOUNDS = (
    ("players", 2, 3),
    ("decks", 1, 2),
    ("pawns", 0, 8),
    ("crowns_each", 0, 6),
    ("hand", 1, 12),
    ("plays", 1, 4),
    ("reshuffles", 0, 5),
    ("tokens_per_suit", 1, 1000),
)


def _undescribed(options: Options) -> Iterator[tuple[str, Message]]:
    mega, three, solo = options.decks == 2, options.players == 3, options.solo is not Solo.NO
    if mega and three:
        yield "F15", Message("no document describes mega with three players; let the table set its own numbers")
    if solo and mega:
        yield "F15", Message("no document describes the solo game with two decks; let the table set its own numbers")
    if not options.excuse and (mega or three):
        yield "F15", Message("only the two-player game is described without the Excuse; let the table set its numbers")
    numbers = _numbers(mega, three)
    for name, allowed in numbers.items():
        value = getattr(options, name)
        if value not in allowed:
            yield (
                "F15",
                Message(
                    "no document describes this game with {option} {value}, but {allowed}; "
                    "let the table set its own numbers",
                    {"option": name, "value": value, "allowed": ", ".join(map(str, allowed))},
                ),
            )
    reshuffles = (0,) if solo else (1, 2) if three else (1,)
    if options.reshuffles not in reshuffles:
        yield (
            "D6" if solo else "F10" if three else "B35",
            Message(
                "the discards are shuffled {allowed} times, not {value}",
                {"allowed": ", ".join(map(str, reshuffles)), "value": options.reshuffles},
            ),
        )


def _numbers(mega: bool, three: bool) -> dict[str, tuple[int, ...]]:
    """Return the numbers in the documents, by option (B2, B3, B5, F4–F8)."""
    if mega:
        return {"pawns": (8, 4), "crowns_each": (6,), "hand": (6,), "plays": (2,)}
    if three:
        return {"pawns": (6,), "crowns_each": (2, 4), "hand": (3,), "plays": (1,)}
    return {"pawns": (4,), "crowns_each": (3,), "hand": (3,), "plays": (1,)}


def _check_setup(options: Options, setup: Setup, borders: tuple[tuple[int, ...], ...]) -> None:
    for rule, reason in _faults(options, setup, borders):
        raise UnplayableSetup(rule, reason)


def _faults(options: Options, setup: Setup, borders: tuple[tuple[int, ...], ...]) -> Iterator[tuple[str, Message]]:
    seats = options.players
    if len(setup.districts) != options.pawns + options.excuse:
        yield (
            "B2",
            Message(
                "needs {needed} district cards, there are {given}",
                {"needed": options.pawns + options.excuse, "given": len(setup.districts)},
            ),
        )
    yield from _wrong_district_cards(options, setup.districts)
    if len(setup.crowns) != seats:
        yield "B3", Message("needs Crowns for {n} players, there are {given}", {"n": seats, "given": len(setup.crowns)})
    for seat, crowns in enumerate(setup.crowns):
        if len(crowns) != options.crowns_each or any(card.rank is not Rank.CROWN for card in crowns):
            yield (
                "B3",
                Message(
                    "{name} needs {needed} Crowns, and has {given}",
                    {"name": SeatName(seat), "needed": options.crowns_each, "given": " ".join(map(str, crowns))},
                ),
            )
    dealt = [*setup.districts, *chain.from_iterable(setup.crowns)]
    for card in dealt:
        if dealt.count(card) > 1:
            yield "B2", Message("{card} lies there twice", {"card": str(card)})
        if card.copy > 1 and options.decks == 1 and options.players == 2:
            yield "B1", Message("{card} is from a second deck, and this game uses one", {"card": str(card)})
    if setup.first_player not in range(1 if options.solo is not Solo.NO else seats):
        yield "B6", _no_first_player(options, setup.first_player)
    if setup.tokens is not None and len(setup.tokens) != seats:
        yield "B4", Message("needs tokens for {n} players, there are {given}", {"n": seats, "given": len(setup.tokens)})
    if setup.pile is not None and setup.pile < 0:
        yield "B5", Message("a draw pile cannot have {n} cards", {"n": setup.pile})
    yield from _wrong_borders(seats, setup.districts, borders)


def _no_first_player(options: Options, player: int) -> Message:
    if player in range(options.players):
        return Message("the automa has no turns")
    return Message("there is no player {n} who could start", {"n": player + 1})


def _wrong_borders(
    seats: int, districts: tuple[Card, ...], borders: tuple[tuple[int, ...], ...]
) -> Iterator[tuple[str, Message]]:
    if len(borders) != len(districts) or any(not set(bordering) <= set(range(seats)) for bordering in borders):
        yield "F7", Message("the borders do not name players for every district")
    for card, bordering in zip(districts, borders, strict=False):
        there: Wording = {"card": card, "n": len(set(bordering))}
        if len(set(bordering)) < 2:
            yield (
                "F7",
                Message(
                    "{card} borders on {n} player; a district needs two or more",
                    there,
                    "{card} borders on {n} players; a district needs two or more",
                    "n",
                ),
            )


def _wrong_district_cards(options: Options, districts: tuple[Card, ...]) -> Iterator[tuple[str, Message]]:
    excuses = sum(card.rank is Rank.EXCUSE for card in districts)
    if excuses != options.excuse:
        yield (
            "B2",
            Message("needs {n} Excuse as a district, there are {given}", {"n": int(options.excuse), "given": excuses}),
        )
    crowns_allowed = options.players == 3 and options.extra_pawns is ExtraPawns.CROWNS
    for card in districts:
        if card.rank not in (Rank.PAWN, Rank.EXCUSE) and not (crowns_allowed and card.rank is Rank.CROWN):
            yield ("F7" if options.players == 3 else "B2", Message("{card} cannot be a district", {"card": card}))
