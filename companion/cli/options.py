"""Options and arguments that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
AsAnyJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
"""Of commands that print one document, or one a line."""
GameName = Annotated[str, typer.Argument(help="The game's id, the start of the id, or the game's name.")]
