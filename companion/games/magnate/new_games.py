"""The checks of new games only: stored games and records with other beginnings go on (B5, F7)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.errors import UnplayableSetup
from companion.games.magnate.options import ExtraPawns, Options
from companion.games.magnate.setup import Setup, default_pile, start
from companion.locale import Message
from companion.pieces import DECK, Rank

_PAWNS = {card for card in DECK if card.rank is Rank.PAWN}


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
    missing = sorted(str(card) for card in _PAWNS - pawns)
    if missing:
        reason = Message("three players play for all four Pawns, {cards} among them", {"cards": ", ".join(missing)})
        yield "F7", reason
