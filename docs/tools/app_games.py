"""Plays a seeded game up to a turn, for pictures of the app."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from companion.demo.whole_game import Deal, seeded_game
from companion.games.magnate import Phase, preset
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Move, Roll
from companion.games.magnate.state import State
from companion.journal import Entry, Journal, KeptGame
from companion.pieces import Card
from companion.play import Source

SEED = 1
NAMES = ("Ann", "Ben", "Cat")
BEGUN = datetime(2026, 11, 20, 17, 30, tzinfo=UTC)
"""The moment from which games were begun, so that lists of games are always the same."""


def play_to(app: Any, name: str, turn: int, phase: Phase = Phase.PLAY) -> list[Card]:
    """Play a seeded game up to a turn, or to its end, and show it on its screen.

    Args:
        app: The running app.
        name: The name of the preset.
        turn: The turn.
        phase: The phase of the turn at which the game waits.

    Returns:
        The hand of the current player.
    """
    options = preset(name)
    deal = Deal.from_seed(SEED, options)
    before: list[Move] = []
    shown: list[Move] = []
    """The moves from the turn's roll on, which are made on the screen so that their changes are marked."""
    for move, state in seeded_game(SEED, options):
        due = bool(shown) or (state.turn == turn and isinstance(move, Roll))
        if due and phase is Phase.ROLL:
            break
        (shown if due else before).append(move)
        deal.follow(move)
        if state.turn == turn and state.phase is phase:
            break
    app.go("start")
    app.set("animations", False)
    app.resume_game(_keep(app, name, deal, before))
    for move in shown:
        app.play.propose(move, source=Source.TOUCH)
    return deal.hands[app.play.state.player]


def state_at(turn: int) -> State:
    """Return the state of the seeded standard game at the roll of a turn."""
    return next(state for _, state in seeded_game(SEED, preset("standard")) if state.turn == turn)


def _keep(app: Any, name: str, deal: Deal, moves: Sequence[Move]) -> str:
    """Store a game with these moves, and return its id."""
    options = preset(name)
    moment, players = BEGUN + timedelta(hours=options.players), NAMES[: options.players]
    documents = MAGNATE.options_to_json(options), MAGNATE.setup_to_json(deal.setup)
    kept = KeptGame(uuid4().hex[:12], MAGNATE.name, " – ".join(players), players, *documents, moment)
    entries = [
        Entry(kept.id, seq, uuid4().hex, seq - 1, moment, None, Source.FILE.value, MAGNATE.move_to_json(move))
        for seq, move in enumerate(moves, 1)
    ]
    with Journal.open(app.folders.ensure_writable().journal_url) as journal:
        journal.create(kept, entries)
    return kept.id
