"""The descriptions of Magnate's presets, and its house rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.games.magnate.options import Options, Solo
from companion.games.options import declared
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


_SOLO = {"solo_automa_hand"}
"""The options of the solo game alone."""


def switches_of(options: Options) -> Mapping[str, Iterable[object]]:
    """Return the options that matter at a table with these options, each with its values."""
    known = {name: one.values for name, one in declared(Options).items() if one.values}
    return {name: values for name, values in known.items() if options.solo is not Solo.NO or name not in _SOLO}
