"""The options of Sorcerous Futures, as one frozen value, and its presets."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from companion.games.encoding import options_reader
from companion.games.errors import UnplayableSetup
from companion.games.field_types import Choices, labels_of, option
from companion.locale import Message


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a table. The defaults are the game of three."""

    preset: str = "three-players"
    """The preset on which these options are based; a label without effect."""
    players: Annotated[int, Choices((3, 4))] = option(3, "H1", Message("how many play"))
    """3 or 4 (H1)."""
    sly_excuse: bool = option(
        False, "H20", Message("the player with the Excuse sees the seven valuations before they are dealt")
    )
    """The Excuse's player draws and sees the valuations before they are dealt (H20); four players."""
    opens_at_least: bool = option(False, "H10", Message("an open auction may begin above the card's rank"))
    """The first bid of an open auction is the card's rank or more, not exactly that (H10)."""
    pawns_ten_in_ties: bool = option(False, "H19", Message("a Pawn counts 10 where valuations settle a tie"))
    """A Pawn among the valuations counts 10, not 1, in a tie (H19)."""


PRESETS: Mapping[str, Options] = {
    "three-players": Options(),
    "four-players": Options("four-players", players=4),
    "sly-excuse": Options("sly-excuse", players=4, sly_excuse=True),
}
"""All options by preset name."""

LABELS: Mapping[str, Message] = {
    "three-players": Message("three players"),
    "four-players": Message("four players"),
    "sly-excuse": Message("four players, sly Excuse"),
    **labels_of(Options),
    "aces": Message("the open Aces of each player; none with the Excuse"),
}
"""The labels of presets, options and parts of the setup."""

options_from_json = options_reader(PRESETS)


def check_options(options: Options) -> None:
    """Raise :class:`UnplayableSetup` for options that the game's page does not describe."""
    if options.players not in (3, 4):
        raise UnplayableSetup("H1", Message("is for 3 or 4 players, not {n}", {"n": options.players}))
    if options.sly_excuse and options.players != 4:
        raise UnplayableSetup(
            "H20", Message("the sly Excuse needs 4 players, and there are {n}", {"n": options.players})
        )
