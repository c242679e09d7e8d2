"""Sorcerous Futures' options of ``companion score``."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import typer

from companion.errors import CompanionError
from companion.games.sorcerous_futures.options import Options, options_from_json
from companion.locale import Message


@dataclass(frozen=True, slots=True)
class PhotoOptions:
    """What photos cannot show."""

    gold: Annotated[
        str | None, typer.Option(help="Each player's gold in seat order, such as 34,12,9. A photo does not show it.")
    ] = None


def known(preset: str, photo_options: PhotoOptions) -> tuple[Options, Sequence[int]]:
    """Return the options in force, and each player's gold; raise ``CompanionError`` if either is wrong."""
    options = options_from_json({"preset": preset}, "--preset")
    return options, _parse_gold(photo_options.gold, options.players)


def _parse_gold(text: str | None, players: int) -> Sequence[int]:
    if text is None:
        return ()
    try:
        gold = tuple(int(part) for part in text.split(","))
    except ValueError:
        gold = ()
    if len(gold) != players or min(gold) < 0:
        raise CompanionError(
            f"--gold {text!r}",
            Message("needs {n} amounts, one per player", {"n": players}),
            Message("for example: 34,12,9"),
        )
    return gold
