"""A game played by a seed up to a turn, on the screen where it waits: what pictures of the app are made from."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from companion.demo.deal import Deal
from companion.demo.whole_game import seeded_game
from companion.games.magnate import Phase, preset
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Move, Roll
from companion.journal import Entry, Journal, KeptGame
from companion.pieces import Card
from companion.play import Source

SEED = 1
NAMES = ("Ann", "Ben", "Cat")


def play_to(app: Any, name: str, turn: int, phase: Phase = Phase.PLAY) -> list[Card]:
    """A game of this preset, on the screen where this turn waits for this, or its end; the hand of who is at turn."""
    options = preset(name)
    deal = Deal.from_seed(SEED, options)
    before: list[Move] = []
    seen: list[Move] = []
    """From the turn's roll on: those moves are made before everybody's eyes, so that what they did is marked."""
    for move, state in seeded_game(SEED, options):
        due = bool(seen) or (state.turn == turn and isinstance(move, Roll))
        if due and phase is Phase.ROLL:
            break
        (seen if due else before).append(move)
        deal.follow(move)
        if state.turn == turn and state.phase is phase:
            break
    app.go("start")
    app.set("animations", False)
    app.resume_game(_keep(app, name, deal, before))
    for move in seen:
        app.play.propose(move, source=Source.TOUCH)
    return deal.hands[app.play.state.player]


def _keep(app: Any, name: str, deal: Deal, moves: Sequence[Move]) -> str:
    """A game with these moves, kept all at once; its id."""
    options, moment = preset(name), datetime.now(UTC)
    kept = KeptGame(
        id=uuid4().hex[:12],
        game=MAGNATE.name,
        name=" – ".join(NAMES[: options.players]),
        players=NAMES[: options.players],
        options=MAGNATE.options_to_json(options),
        setup=MAGNATE.setup_to_json(deal.setup),
        created=moment,
    )
    written = [MAGNATE.move_to_json(move) for move in moves]
    entries = [
        Entry(kept.id, seq, uuid4().hex, seq - 1, moment, None, Source.FILE.value, document)
        for seq, document in enumerate(written, 1)
    ]
    with Journal.open(app.folders.ensure_writable().journal_url) as journal:
        journal.create(kept, entries)
    return kept.id
