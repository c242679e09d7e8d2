"""Help at the real table: how to set it up (B2–B6), in general and as dealt, how to put it away, and the score pad."""

from collections.abc import Iterator, Sequence
from functools import partial

from companion.games.magnate.options import ExtraPawns, Options, Solo
from companion.games.magnate.setup import default_districts, default_pile
from companion.games.magnate.state import Column, Deed, District, Phase, State
from companion.games.texts import Line, PadRow, Section, bag_sections, card_with_code, other_reading, section, verbatim
from companion.locale import Message, Wording, listed
from companion.pieces import Card

CROWNS = 6
"""The Crowns in one Decktet (B3)."""


def setting_up(options: Options) -> Iterator[Line]:
    """Yield the lines about what is needed, laid out and dealt."""
    yield _needed(options)
    if options.own_numbers:
        yield Line("F15", Message("The numbers are this table's own: no document has this combination."))
    yield _district_rules(options)
    if options.decks == 2:
        choice = Message("4 Pawns") if options.pawns == 8 else Message("8 Pawns")
        yield other_reading("F4", choice, Message("Roller, which names “all four Pawns” of two decks"))
    if options.players == 3:
        yield _other_pawns(options)
    crowns = {"n": options.crowns_each}
    yield Line(
        "F5" if options.decks == 2 else "F8" if options.players == 3 else "B3",
        Message("Deal each player {n} Crown, open.", crowns, "Deal each player {n} Crowns, open.", "n"),
    )
    if options.solo is Solo.NO:
        yield Line("B4", Message("Everybody takes one token for each own Crown, of its suit."))
    else:
        yield Line("D1", Message("You take one token for each own Crown, the automa none."))
    yield from _hands(options)
    if options.courts:
        yield Line("C1", Message("The Courts are among them."))


def _hands(options: Options) -> Iterator[Line]:
    hand = {"hand": options.hand, "pile": default_pile(options)}
    if options.solo is Solo.NO:
        yield Line("B5", Message("Shuffle the rest and deal {hand} cards each; {pile} are left to draw.", hand))
        return
    document = Message("English page")
    if options.solo_automa_hand:
        yield Line(
            "D1",
            Message(
                "Shuffle the rest and deal {hand} cards each; nobody plays the automa's. {pile} are left to draw.", hand
            ),
        )
        yield other_reading("D1", Message("no hand for the automa"), document)
    else:
        yield Line("D1", Message("Shuffle the rest and deal yourself {hand} cards; {pile} are left to draw.", hand))
        yield other_reading("D1", Message("a hand for the automa too"), document)


def _needed(options: Options) -> Line:
    tokens = {"n": options.tokens_per_suit}
    if options.decks == 2:
        return Line("F2", Message("Two Decktets, one Excuse removed, and about {n} tokens of each suit.", tokens))
    if options.players != 3:
        return Line("B1", Message("One Decktet with Pawns and Excuse, and about {n} tokens of each suit.", tokens))
    if options.extra_pawns is ExtraPawns.CROWNS:
        more = Message("two Crowns")
    else:
        both_sets = options.crowns_each * options.players > CROWNS
        more = Message("two Pawns and the Crowns") if both_sets else Message("two Pawns")
    needed: Wording = {"more": more, **tokens}
    return Line(
        "F7",
        Message(
            "One Decktet with Pawns and Excuse, {more} of a second one, and about {n} tokens of each suit.", needed
        ),
    )


def _other_pawns(options: Options) -> Line:
    crowns = options.extra_pawns is ExtraPawns.CROWNS
    choice = Message("two Pawns of a second deck") if crowns else Message("two Crowns in place of two Pawns")
    return other_reading("F7", choice, Message("Roller page"))


def _district_rules(options: Options) -> Line:
    if options.players == 3 and options.extra_pawns is ExtraPawns.CROWNS:
        return Line(
            "F7", Message("The Excuse in the middle of a Y; four Pawns and two Crowns on its three arms are districts.")
        )
    if options.players == 3:
        return Line("F7", Message("The Excuse in the middle of a Y and two Pawns on each arm are the districts."))
    pawns = {"n": options.pawns}
    if not options.excuse:
        return Line("B2", Message("The {n} Pawns in a row between the players are the districts.", pawns))
    rule = "F4" if options.decks == 2 else "B2"
    return Line(rule, Message("The {n} Pawns and the Excuse in a row between the players are the districts.", pawns))


def put_away(state: State, names: Sequence[str]) -> tuple[Section, ...]:
    """Return what to bag together, and the districts in order with each player's cards, from the district outwards."""
    return (
        *bag_sections(names, partial(_bag, state)),
        section(Message("The cards that nobody has"), _piles(state)),
        section(Message("The districts, as they lie"), _bagged_districts(state, names)),
    )


def _bag(state: State, seat: int) -> tuple[Message, ...]:
    tokens, crowns = state.tokens[seat], state.crowns[seat]
    held = [tokens.wording()] if tokens.total else []
    no_hand = seat == state.automa and not state.options.solo_automa_hand
    hand = [] if no_hand else [Message("The hand, face down")]
    return (*held, *([_named(crowns)] if crowns else []), *hand)


def _piles(state: State) -> tuple[Message, ...]:
    return (
        Message("The pile, face down, in its order: {count}", {"count": state.pile}),
        Message("The discards, face up: {count}", {"count": state.discards}),
    )


def _bagged_districts(state: State, names: Sequence[str]) -> Iterator[Message]:
    for district in state.districts:
        yield _named([district.card])
        for seat, column in _columns(district):
            yield Message("{name}: {cards}", {"name": names[seat], "cards": _column_text(column)})


def _columns(district: District) -> Iterator[tuple[int, Column]]:
    return ((seat, column) for seat, column in enumerate(district.columns) if column is not None and column.cards)


def _column_text(column: Column) -> Message:
    cards = [card_with_code(card) for card in column.properties]
    return listed([*cards, *([_deed(column.deed)] if column.deed is not None else [])])


def _deed(deed: Deed) -> Message:
    card = card_with_code(deed.card)
    if not deed.tokens.total:
        return Message("across, as a deed, {card}", {"card": card})
    return Message("across, as a deed, {card} with {tokens} on it", {"card": card, "tokens": deed.tokens})


def _named(cards: Sequence[Card]) -> Message:
    return listed([card_with_code(card) for card in cards])


def score_pad(options: Options) -> tuple[PadRow, ...]:
    """Return rows for each district's total, the districts held, and the tie-breaks (B38–B42).

    >>> from companion.games.magnate.options import preset
    >>> [str(row.text) for row in score_pad(preset("standard"))][3:6]
    ['District 4', 'District 5', 'Districts held']
    """
    districts = range(1, len(default_districts(options)) + 1)
    return (
        *(PadRow(Message("District {number}", {"number": number})) for number in districts),
        PadRow(Message("Districts held"), strong=True),
        PadRow(Message("Sum of all totals")),
        PadRow(Message("Tokens left")),
    )


def steps(state: State, names: Sequence[str]) -> tuple[Line, ...]:
    """Return the steps before the first roll, in order; none after it."""
    if state.turn > 1 or state.phase is not Phase.ROLL:
        return ()
    return (*_districts(state, names), *_dealt(state, names), *_cards(state, names))


def _districts(state: State, names: Sequence[str]) -> Iterator[Line]:
    if state.players != 3:
        row: Wording = {"name": names[0], "cards": _codes([district.card for district in state.districts])}
        yield Line("B2", Message("Lay the districts in a row, from {name}'s left: {cards}.", row))
        return
    arms: dict[tuple[int, ...], list[Card]] = {}
    for district in state.districts:
        seats = tuple(seat for seat, column in enumerate(district.columns) if column is not None)
        arms.setdefault(seats, []).append(district.card)
    for seats, cards in arms.items():
        between: Wording = {"names": listed([verbatim(names[seat]) for seat in seats]), "cards": _codes(cards)}
        yield Line("F7", Message("Lay between {names}: {cards}.", between))


def _dealt(state: State, names: Sequence[str]) -> Iterator[Line]:
    for name, crowns, tokens in zip(names, state.crowns, state.tokens, strict=True):
        own: Wording = {"name": name, "crowns": _codes(crowns), "tokens": tokens.wording()}
        if tokens.total:
            yield Line("B4", Message("{name} lays {crowns} open and takes {tokens}.", own))
        else:
            yield Line("D1", Message("{name} lays {crowns} open and takes no tokens.", own))


def _cards(state: State, names: Sequence[str]) -> Iterator[Line]:
    dealt: Wording = {"hand": state.options.hand, "pile": state.pile, "name": names[0]}
    if state.options.solo is Solo.NO or state.options.solo_automa_hand:
        yield Line("B5", Message("Shuffle the rest and deal {hand} cards each; {pile} are left to draw.", dealt))
    else:
        yield Line(
            "D1", Message("Shuffle the rest and deal {hand} cards to {name} alone; {pile} are left to draw.", dealt)
        )
    yield Line("B6", Message("{name} rolls first.", {"name": names[state.player]}))


def _codes(cards: Sequence[Card]) -> str:
    return " ".join(card.code for card in cards)
