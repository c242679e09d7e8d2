"""The options of Magistratvm, as one frozen value, and its presets."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from companion.games.encoding import options_reader
from companion.games.errors import UnplayableSetup
from companion.games.field_types import Bounds, Choices, option
from companion.games.magistratvm.offices import Office
from companion.locale import Message

MAX_SPACES = 6
"""The largest number of spaces in an Office: a player's Patricians."""
Spaces = Annotated[int, Bounds(0, MAX_SPACES)]


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a table. The defaults are the game of four."""

    preset: str = "four-players"
    """The preset on which these options are based; a label without effect."""
    players: Annotated[int, Choices((3, 4))] = option(4, "I1", Message("How many play"))
    """3 or 4 (I1)."""
    governed_gold_bids: bool = option(True, "I11", Message("Gold on governed Provinces counts in the auction"))
    """Gold on governed Provinces counts in the auction (I11)."""
    value_by_votes: bool = option(False, "I23", Message("Tokens and Magistrates together reach a Province's value"))
    """To win, tokens and Magistrates together reach the Province's value, not tokens alone (I23)."""
    last_after_turn: bool = option(False, "I28", Message("A full turn comes before the last circuit"))
    """The last circuit comes after a full turn, not at once (I28)."""
    low_majority_removes: bool = option(
        False, "I25", Message("A majority below a Province's value also removes the least")
    )
    """A majority below the Province's value removes the least, as no majority does (I25). New games have it."""
    votes_without_tokens: bool = option(
        False, "I22", Message("A Magistrate may vote for a player without a token there")
    )
    """A Magistrate may also vote for a player without a token in the Province (I22)."""
    one_vote_each: bool = option(False, "I22", Message("One Magistrate of each player votes in a Province"))
    """Each player uses one Magistrate at most for the votes of a Province (I22)."""
    displaces_own: bool = option(False, "I17", Message("A displaced Magistrate may displace its owner's own below"))
    """A displaced Magistrate above a full level of its owner's own displaces one of those (I17)."""
    spaces_as_printed: bool = option(False, "I15", Message("The Offices' spaces are those of the printed sheet"))
    """With three players: the spaces below are those of the printed sheet. Without it they are a guess."""
    tribunes: Spaces = option(3, "I18", Message("Tribunes' spaces"))
    """Spaces in this Office, and so on; a Praetor's are 3 in the table and 4 in its example."""
    quaestors: Spaces = option(3, "I18", Message("Quaestors' spaces"))
    aediles: Spaces = option(4, "I18", Message("Aediles' spaces"))
    praetors: Spaces = option(3, "I18", Message("Praetors' spaces"))
    consuls: Spaces = option(2, "I18", Message("Consuls' spaces"))
    censors: Spaces = option(2, "I18", Message("Censors' spaces"))
    dictators: Spaces = option(1, "I18", Message("Dictators' spaces"))

    def spaces(self, office: Office) -> int:
        """Return the number of Magistrates that an Office holds."""
        return {
            Office.TRIBUNE: self.tribunes,
            Office.QUAESTOR: self.quaestors,
            Office.AEDILE: self.aediles,
            Office.PRAETOR: self.praetors,
            Office.CONSUL: self.consuls,
            Office.CENSOR: self.censors,
            Office.DICTATOR: self.dictators,
        }[office]

    @property
    def spaces_are_guessed(self) -> bool:
        """Whether the spaces closed to three players are a guess: the sheet's shading is lost."""
        return self.players == 3 and not self.spaces_as_printed


PRESETS: Mapping[str, Options] = {
    "four-players": Options(),
    "three-players": Options("three-players", players=3, tribunes=2, quaestors=2, aediles=3, praetors=2),
}
"""All options by preset name."""

options_from_json = options_reader(PRESETS)

NEW_GAMES: Mapping[str, Any] = {"low_majority_removes": True}
"""Options of new games that differ from those of games and records without them."""


def check_options(options: Options) -> None:
    """Raise :class:`UnplayableSetup` for options that the game's document does not describe."""
    if options.players not in (3, 4):
        raise UnplayableSetup("I1", Message("is for 3 or 4 players, not {n}", {"n": options.players}))
    for office in Office:
        spaces = options.spaces(office)
        if not 0 <= spaces <= MAX_SPACES:
            raise UnplayableSetup(
                "I15",
                Message(
                    "{office} has 0 to {most} spaces, not {n}",
                    {"office": office.wording(), "most": MAX_SPACES, "n": spaces},
                ),
            )
