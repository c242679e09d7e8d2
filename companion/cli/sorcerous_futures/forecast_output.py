"""What everything may be worth in a game of Sorcerous Futures, as ``companion foresee`` tells it."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import TYPE_CHECKING

from companion.cli.game_commands import Foreseen
from companion.cli.game_options import NoOptions

if TYPE_CHECKING:
    from companion.cli.terminal import Console
    from companion.games.sorcerous_futures.state import State


def foreseen(state: State, names: Sequence[str], _asked: NoOptions) -> Foreseen:
    """What everybody may know, and the mean over what nobody does."""
    from companion.games.sorcerous_futures.encoding import to_json
    from companion.games.sorcerous_futures.foresight import forecast, rows

    at = {"turn": state.turn, "player": state.player}

    def show(console: Console, spoken: NullTranslations) -> None:
        from companion.cli.board import rows_of

        console.print(rows_of(rows(state, names), spoken))

    return Foreseen({**at, **to_json(forecast(state))}, show)
