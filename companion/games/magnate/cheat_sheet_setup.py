"""The part of the cheat sheet about setting up."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.magnate.options import ExtraPawns, Options, Solo
from companion.games.magnate.setup import default_pile
from companion.games.sheet import Line, other_reading
from companion.locale import Message, Wording

CROWNS = 6
"""The Crowns in one Decktet (B3)."""


def setting_up(options: Options) -> Iterator[Line]:
    """Yield the lines about what is needed, laid out and dealt."""
    yield _needed(options)
    if options.own_numbers:
        yield Line("F15", Message("The numbers are this table's own: no document has this combination."))
    yield _districts(options)
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


def _districts(options: Options) -> Line:
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
