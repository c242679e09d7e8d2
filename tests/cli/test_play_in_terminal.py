"""A game is played at the prompt of a real pseudo-terminal, from ``new`` on."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from companion.cli.main import run
from tests.cli.terminal_session import TerminalSession

NEW = (
    "new --name Friday --player Ann --player Ben --districts PMSL,PMYK,X,PSWK,PWLY --crowns CM,CS,CW --crowns CL,CY,CK "
    "--starts Ann"
)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals of this kind")
def test_a_turn_is_typed_taken_back_explained_and_corrected_at_the_prompt(tmp_path: Path) -> None:
    assert run(["--data", str(tmp_path), *NEW.split()]) == 0
    with TerminalSession(tmp_path, "play", "Friday") as table:
        table.wait_for("Ann>")
        assert "rolled 9 and 4" in table.type("roll 9 4", "Ann>")
        assert "The Mountain" in table.type("deed 4ms @0", "Ann>")
        assert "undone" in table.type("undo", "Ann>")
        assert "redone" in table.type("redo", "Ann>")
        assert "B24" in table.type("why", "Ann>")
        assert "draw [CARD …]" in table.type("help", "Ann>")
        assert "Moons 0 → 3" in table.type("correct tokens Ann M3", "Ann>")
        assert "rule B33" in table.type("trade S M", "Ann>")
        assert "draws" in table.type("draw", "Ben>")
        table.type("quit", None)
        assert table.ended() == 0
