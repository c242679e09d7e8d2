"""New games of Magnate: presets and house rules, what is proposed (B2–B6), and what is refused (B5, F7)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from companion.games.errors import UnplayableSetup
from companion.games.field_types import declared, labels_of
from companion.games.magnate.options import ExtraPawns, Options, Solo
from companion.games.magnate.setup import Setup, default_districts, default_pile, start
from companion.games.protocol import Beginning
from companion.locale import Message
from companion.pieces import DECK, Card, Rank

PRESET_DESCRIPTIONS: Mapping[str, Message] = {
    "standard": Message("Each player draws three cards, and starts with three Crowns and a token for each."),
    "three-players": Message(
        "Seven districts; two Crowns and three cards for each player. The discards are reshuffled twice."
    ),
    "mega": Message("Two decks, nine districts, two tax dice. Six Crowns and six cards each; two plays a turn."),
    "solo": Message("Against an automa with Crowns, but without tokens or turns. It develops each card you sell."),
    "solo-hard": Message("The same, but a card you sell must match by a suit of the automa’s Crowns if possible."),
    "courts": Message(
        "The four Courts are shuffled in. Each has three suits, costs 10 tokens, is worth 10 and earns nothing."
    ),
    "french": Message("The deed of an Ace costs two tokens; there are ten tokens of each suit."),
    "roller": Message("A deed needs a token of each of its suits. Deeds are placed like other cards."),
    "four-districts": Message("Without the Excuse: the row has four districts."),
    "original-aces": Message("An Ace costs one token and is worth 1."),
    "abstract-play": Message("A deed needs a token of each of its suits. A 2 cannot be bought as a deed."),
}
"""One line about each preset."""


_SOLO = {"solo_automa_hand"}
"""The options of the solo game alone."""


def switches_of(options: Options) -> Mapping[str, Iterable[object]]:
    """Return the options that matter at a table with these options, each with its values."""
    known = {name: one.values for name, one in declared(Options).items() if one.values}
    return {name: values for name, values in known.items() if options.solo is not Solo.NO or name not in _SOLO}


PRESET_NAMES: Mapping[str, Message] = {
    "standard": Message("Two players"),
    "three-players": Message("Three players"),
    "mega": Message("Mega: two decks"),
    "solo": Message("Solo"),
    "solo-hard": Message("Solo, hard"),
    "courts": Message("With the Courts"),
    "french": Message("The French rules"),
    "roller": Message("The roller's rules"),
    "four-districts": Message("Four districts, older rules"),
    "original-aces": Message("Aces by the older rules"),
    "abstract-play": Message("As on Abstract Play"),
}


_PAWNS = tuple(card for card in DECK if card.rank is Rank.PAWN)
LABELS: Mapping[str, Message] = {
    **labels_of(Options),
    "districts": Message("Districts"),
    "crowns": Message("Crowns"),
    "first_player": Message("Who starts?"),
}
"""The labels of options and parts of the setup."""


def _laid(name: str, options: Options) -> tuple[Sequence[Card], Sequence[Card]]:
    """Return the districts in their usual order and the other Pawns, or the Crowns."""
    usual = default_districts(options)
    if name == "districts":
        copies = 2 if options.pawns > len(_PAWNS) else 1
        every = (Card(card.rank, card.suits, copy + 1) for copy in range(copies) for card in _PAWNS)
        return usual, [card for card in every if card not in usual]
    crowns = [card for card in DECK if card.rank is Rank.CROWN]
    copies = -(-options.players * options.crowns_each // len(crowns))
    return [Card(card.rank, card.suits, copy + 1) for card in crowns for copy in range(copies)], ()


BEGINNING: Beginning[Options] = Beginning(
    setup=("districts", "crowns", "first_player"),
    laid=_laid,
    house_rules=switches_of,
    seat_names=lambda options: () if options.solo is Solo.NO else (Message("You"), Message("Automa")),
    about=PRESET_DESCRIPTIONS,
)


def check_new(options: Options, setup: Setup) -> None:
    """Check that a new game may begin with these options and this setup.

    Raises :class:`UnplayableSetup` with the rule that is broken.
    """
    start(options, setup)
    for rule, reason in _faults(options, setup):
        raise UnplayableSetup(rule, reason)


def _faults(options: Options, setup: Setup) -> Iterator[tuple[str, Message]]:
    most = default_pile(options)
    if setup.pile is not None and setup.pile > most:
        yield (
            "B5",
            Message(
                "{most} cards can remain in the draw pile once the hands are dealt, not {pile}",
                {"most": most, "pile": setup.pile},
            ),
        )
    if options.players == 3 and not options.own_numbers:
        yield from _wrong_extra_pawns(options, setup)


def _wrong_extra_pawns(options: Options, setup: Setup) -> Iterator[tuple[str, Message]]:
    """F7: the fifth and sixth Pawn are a second deck's, or two Crowns."""
    pawns = {card.kind for card in setup.districts if card.rank is Rank.PAWN}
    crowns = sum(card.rank is Rank.CROWN for card in setup.districts)
    if options.extra_pawns is ExtraPawns.CROWNS and crowns != 2:
        yield "F7", Message("three players play for the four Pawns and two Crowns, not {n} Crowns", {"n": crowns})
    missing = sorted(str(card) for card in set(_PAWNS) - pawns)
    if missing:
        reason = Message("three players play for all four Pawns, {cards} among them", {"cards": ", ".join(missing)})
        yield "F7", reason
