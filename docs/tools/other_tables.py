"""Tables of Sorcerous Futures and Magistratvm, from stored records, for pictures of the app."""

from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any
from uuid import uuid4

from companion.games.registry import game as rules_of
from companion.journal import Journal
from companion.journal.records.record import read_record
from docs.tools.app_games import BEGUN

RECORDS = Path(__file__).parent / "tables"


def table(app: Any, name: str, phase: str, after: int = 0) -> Any:
    """Show a table.

    Args:
        app: The running app.
        name: The record's name: the game and its number of players.
        phase: The value of the phase in which the game waits.
        after: The smallest number of moves.

    Returns:
        Its screen.
    """
    app.go("start")
    app.set("animations", False)
    app.set("camera", "")
    app.resume_game(keep(app, name, phase, after))
    app.root.current_screen.overlay.close()
    return app.root.current_screen


def new_game(app: Any, name: str) -> None:
    """Open the form that begins a game of this name."""
    app.go("start")
    app.go("other_games")
    app.root.current_screen.entries[name].dispatch("on_release")


def keep(app: Any, name: str, phase: str, after: int) -> str:
    """Store a record's game up to a phase.

    Args:
        app: The running app.
        name: The record's name.
        phase: The value of the phase.
        after: The smallest number of moves.

    Returns:
        The id of the game.
    """
    file = RECORDS / f"{name}.json"
    begun = BEGUN - timedelta(days=1 + sorted(RECORDS.glob("*.json")).index(file))
    kept, entries = read_record(file.read_bytes(), name, now=lambda: begun, new_id=lambda: uuid4().hex)
    rules = rules_of(kept.game)
    state = rules.start(rules.options_from_json(kept.options, "options"), rules.setup_from_json(kept.setup, "setup"))
    for made in count():
        if made >= after and rules.phase(state) == phase:
            break
        state = rules.apply(state, rules.move_from_json(entries[made].move, "move"))
    with Journal.open(app.folders.ensure_writable().journal_url) as journal:
        journal.create(kept, entries[:made])
    return kept.id
