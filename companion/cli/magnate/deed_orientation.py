"""How deeds lie on a table of Magnate (E5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from companion.games.magnate.presets import preset as find_preset
from companion.games.magnate.wish import wish

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
