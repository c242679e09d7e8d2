"""Magnate's options of ``companion score`` and ``watch``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from companion.errors import CompanionError
from companion.games.magnate.options import preset as find_preset
from companion.games.magnate.options import wish
from companion.locale import Message
from companion.pieces import Tokens

if TYPE_CHECKING:
    from companion.games.magnate.options import Options
    from companion.pieces import Wish


class DeedOrientation(StrEnum):
    """How deeds lie against finished properties (E5)."""

    TURNED = "turned"
    STRAIGHT = "straight"


@dataclass(frozen=True, slots=True)
class WatchOptions:
    """Magnate's options of ``companion watch``."""

    deeds: Annotated[
        DeedOrientation | None, typer.Option(help="How deeds are placed. Default: as set in the game or preset.")
    ] = None


def options_with_deeds(preset: str, deeds: DeedOrientation | None) -> Options:
    """Return a preset's options for a table where deeds lie so; raise ``UnknownPreset`` for an unknown preset.

    Args:
        preset: The preset's name.
        deeds: How deeds lie; None: as the preset has it.
    """
    options = find_preset(preset)
    return options if deeds is None else replace(options, deeds_turned=deeds is DeedOrientation.TURNED)


def table_habits(options: WatchOptions) -> Mapping[str, object]:
    """Return the table's habits by name."""
    from companion.live.magnate.camera import DEEDS_TURNED  # OpenCV's users; `companion new` imports this module too

    return {} if options.deeds is None else {DEEDS_TURNED: options.deeds is DeedOrientation.TURNED}


def without_game(preset: str, watch_options: WatchOptions) -> tuple[Options, Wish]:
    """Return the options in force without a game, and the dice of a turn's roll."""
    options = options_with_deeds(preset, watch_options.deeds)
    return options, wish(options)


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
