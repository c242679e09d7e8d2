"""The names and descriptions of Magnate's presets and switches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.magnate.options import Options, Solo
from companion.locale import Message

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

YES_NO: Mapping[object, Message] = {False: Message("no"), True: Message("yes")}


@dataclass(frozen=True, slots=True)
class Switch:
    """One option: its name, its question, and its values in words."""

    name: str
    question: Message
    values: Mapping[object, Message]


SWITCHES = (
    Switch("courts", Message("Play with the four Courts"), YES_NO),
    Switch("every_suit_on_a_deed", Message("A deed needs each of its suits"), YES_NO),
    Switch("ace_deed_price", Message("Price of an Ace’s deed"), {1: Message("1 token"), 2: Message("2 tokens")}),
    Switch("original_aces", Message("An Ace costs 1 and counts 1"), YES_NO),
    Switch("deeds_on_twos", Message("A 2 can be bought as a deed"), YES_NO),
    Switch("tax_dice", Message("Dice for a tax"), {1: Message("one"), 2: Message("two")}),
    Switch("reshuffle_at_once", Message("Reshuffle as soon as the pile is empty"), YES_NO),
    Switch("last_turns_from_failed_draw", Message("The last turns start with the first failed draw"), YES_NO),
    Switch("tie_counts_aces_as_scored", Message("In a tie, an Ace counts as it scores"), YES_NO),
)
"""The options that any table may set."""

SOLO_SWITCHES = (Switch("solo_automa_hand", Message("Deal the automa a hand too, which nobody plays"), YES_NO),)
"""The options of the solo game alone."""


def switches_of(options: Options) -> tuple[Switch, ...]:
    """Return the switches that matter at a table with these options."""
    return SWITCHES if options.solo is Solo.NO else (*SWITCHES, *SOLO_SWITCHES)


def count_differences(options: Options, base: Options) -> int:
    """Return how many switches differ between two sets of options.

    Args:
        options: The options of a game.
        base: The options of its preset.
    """
    return sum(getattr(options, switch.name) != getattr(base, switch.name) for switch in switches_of(options))
