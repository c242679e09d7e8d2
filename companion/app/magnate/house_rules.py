"""The names and descriptions of Magnate's presets and switches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.magnate.options import Options
from companion.locale import Message

PRESET_DESCRIPTIONS: Mapping[str, Message] = {
    "standard": Message("Each draws three cards and begins with a token for each of three Crowns."),
    "three-players": Message(
        "Seven Districts, two Crowns each; each draws three cards. The pile is shuffled anew twice."
    ),
    "mega": Message("Two decks, nine Districts, six Crowns each; six cards in hand, two played a turn, two tax dice."),
    "solo": Message("Against an automa that has Crowns, no tokens and no turns: what you sell, it completes."),
    "solo-hard": Message("The same, and what you sell lies by a suit of the automa's Crowns where it can."),
    "courts": Message(
        "The four Courts are in the pile: three suits, 10 tokens each. They never give income, and are worth 10."
    ),
    "french": Message("The deed of an Ace costs two tokens; there are ten tokens of each suit."),
    "roller": Message("A deed gets each of its suits at least once, and deeds lie as all cards do."),
    "four-districts": Message("The Excuse is left out: the row has four Districts."),
    "original-aces": Message("An Ace costs one token and is worth 1."),
    "abstract-play": Message("A deed gets each of its suits at least once, and no 2 is bought as a deed."),
}
"""One line about each preset."""

YES_NO: Mapping[object, Message] = {False: Message("no"), True: Message("yes")}


@dataclass(frozen=True, slots=True)
class Switch:
    """One option: its name, its question, and its values in words."""

    name: str
    question: Message
    values: Mapping[object, Message]


SWITCHES = (
    Switch("courts", Message("Are the four Courts shuffled in?"), YES_NO),
    Switch("every_suit_on_a_deed", Message("Must a deed get each of its suits at least once?"), YES_NO),
    Switch(
        "ace_deed_price", Message("What does the deed of an Ace cost?"), {1: Message("1 token"), 2: Message("2 tokens")}
    ),
    Switch("original_aces", Message("Does an Ace cost 1 and count 1?"), YES_NO),
    Switch("deeds_on_twos", Message("May a 2 be bought as a deed?"), YES_NO),
    Switch("tax_dice", Message("How many dice are rolled for a tax?"), {1: Message("one"), 2: Message("two")}),
    Switch("reshuffle_at_once", Message("Are the discards shuffled as soon as the pile is empty?"), YES_NO),
    Switch("last_turns_from_failed_draw", Message("Do the last turns begin with the first draw that fails?"), YES_NO),
    Switch("tie_counts_aces_as_scored", Message("Does an Ace count in a tie what it scores?"), YES_NO),
)
"""The options that any table may set."""


def count_differences(options: Options, base: Options) -> int:
    """Return how many switches differ between two sets of options.

    Args:
        options: The options of a game.
        base: The options of its preset.

    Returns:
        How many switches differ between two sets of options.
    """
    return sum(getattr(options, switch.name) != getattr(base, switch.name) for switch in SWITCHES)
