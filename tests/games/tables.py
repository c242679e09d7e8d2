"""Tables of Magnate built by hand, so that a test says only what it is about."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.errors import IllegalMove
from companion.games.magnate import Options, Phase, State, apply, default_districts, preset
from companion.games.magnate.encoding import LINES
from companion.games.magnate.moves import Move
from companion.games.magnate.presets import options_to_text
from companion.games.magnate.state_notation import state_from_text

CROWNS = {2: "CM,CS,CW/CL,CY,CK", 3: "CM,CS/CW,CL/CY,CK"}
MEGA_CROWNS = "CM,CS,CW,CL,CY,CK/CM#2,CS#2,CW#2,CL#2,CY#2,CK#2"


def table(
    columns: dict[str, str] | None = None,
    tokens: str = "0/0",
    phase: Phase = Phase.PLAY,
    options: Options | str = "standard",
    crowns: str | None = None,
    **fields: Any,
) -> State:
    """A state in the middle of a game: columns by district card in notation (``4MS,9LK(L2)/-``)."""
    rules = preset(options) if isinstance(options, str) else options
    sides = "/".join(["-"] * rules.players)
    places = " ".join(f"{card}:{(columns or {}).get(str(card), sides)}" for card in default_districts(rules))
    held = crowns or (MEGA_CROWNS if rules.decks == 2 else CROWNS[rules.players])
    if tokens == "0/0":
        tokens = "/".join(["0"] * rules.players)
    line = f"{options_to_text(rules)} | {places} | {held} | {tokens} | 0 5 {phase} {rules.plays} | 12 4 0 - | - | -"
    return replace(state_from_text(line), **fields)


def play(state: State, *lines: str | Move) -> State:
    """The state after moves written as text."""
    for line in lines:
        state = apply(state, LINES.read(line) if isinstance(line, str) else line)
    return state


def refused(state: State, line: str | Move, rule: str, *texts: str) -> None:
    """The move is refused by this rule, and the refusal says these words."""
    with pytest.raises(IllegalMove) as caught:
        play(state, line)
    assert caught.value.rule == rule, caught.value
    for words in texts:
        assert words in str(caught.value), caught.value
