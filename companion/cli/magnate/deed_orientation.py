"""How deeds lie on a table of Magnate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from companion.games.magnate.options import Options
    from companion.pieces import Wish


class Deeds(StrEnum):
    """How deeds lie against finished properties (S-TURNED)."""

    TURNED = "turned"
    STRAIGHT = "straight"


@dataclass(frozen=True, slots=True)
class Watched:
    """What nobody sees of a table that is watched."""

    deeds: Annotated[Deeds | None, typer.Option(help="How deeds lie; as the game or preset has it without it.")] = None


def options_of(preset: str, deeds: Deeds | None) -> Options:
    """The options of a preset at a table where deeds lie so. Raises ``UnknownPreset``."""
    from companion.games.magnate.presets import preset as named

    options = named(preset)
    return options if deeds is None else replace(options, deeds_turned=deeds is Deeds.TURNED)


def habits(told: Watched) -> Mapping[str, object]:
    """The table's own customs by name."""
    from companion.live.magnate.camera import DEEDS_TURNED

    return {} if told.deeds is None else {DEEDS_TURNED: told.deeds is Deeds.TURNED}


def alone(preset: str, told: Watched) -> tuple[Options, Wish]:
    """Without a game: the options in force, and the roll of a turn."""
    from companion.games.magnate.wish import wish

    options = options_of(preset, told.deeds)
    return options, wish(options)
