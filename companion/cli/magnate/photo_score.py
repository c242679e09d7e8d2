"""Magnate's options of ``companion score``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.magnate.deed_orientation import DeedOrientation, options_with_deeds
from companion.errors import CompanionError
from companion.locale import Message
from companion.pieces import Tokens

if TYPE_CHECKING:
    from companion.games.magnate.options import Options


@dataclass(frozen=True, slots=True)
class PhotoOptions:
    """What a photo cannot show."""

    deeds: Annotated[
        DeedOrientation | None, typer.Option(help="How deeds are placed. Default: as set in the preset.")
    ] = None
    tokens: Annotated[
        str | None, typer.Option(help="Each player's tokens, such as M2W1,K4. A photo does not show them.")
    ] = None


def known(preset: str, photo_options: PhotoOptions) -> tuple[Options, Sequence[Tokens]]:
    """Return the options in force, and each player's tokens; raise ``CompanionError`` if either is wrong."""
    options = options_with_deeds(preset, photo_options.deeds)
    return options, _parse_tokens(photo_options.tokens, options.players)


def _parse_tokens(text: str | None, players: int) -> Sequence[Tokens]:
    if text is None:
        return ()
    parts = text.split(",")
    if len(parts) != players:
        raise CompanionError(
            f"--tokens {text!r}", Message("needs one amount per player"), Message("for example: M2W1,K4 or 0,K4")
        )
    return tuple(Tokens.parse(part.strip()) for part in parts)
