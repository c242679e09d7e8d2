"""The corpus of what a game writes, for the games that came after Magnate: ``python -m tests.fuzz.examples`` writes it.

Of every kind of move and correction the first of two random games of each game and number of players.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from companion.games.magistratvm.game import MAGISTRATVM
from companion.games.registry import AnyGame
from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.games.sorcerous_futures.setup import Setup
from companion.pieces import Card
from tests.games.magistratvm import random_game
from tests.games.sorcerous_futures.reference_moves import whole_game

CORPUS = Path(__file__).parent / "corpus"
_MOVES_OF_A_RECORD = 20


def main() -> None:
    """Writes them all."""
    for seed in (0, 1):
        table, steps = whole_game(seed)
        setup = Setup(tuple(tuple(map(Card.parse, own)) for own in table.aces))
        _write(SORCEROUS_FUTURES, seed, steps[0][1].options, setup, [step[0] for step in steps])
        state, laid, dice = random_game.begun(3 + seed, seed)
        _write(MAGISTRATVM, seed, state.options, laid, [move for move, _ in random_game.play(state, dice)])


def _write(game: AnyGame, seed: int, options: Any, setup: Any, moves: list[Any]) -> None:
    name = f"{game.name}-{seed}"
    documents = {"options": game.options_to_json(options), "setup": game.setup_to_json(setup), **_kinds(game, moves)}
    for kind, document in documents.items():
        _keep("settings", f"{name}-{kind}.json", json.dumps(document))
    _keep("record", f"{name}.json", json.dumps(_record(game, documents, moves), indent=1))
    if game.notation is not None:
        _keep("lines", f"{name}-begins.txt", game.notation.beginning(options, setup))
        for kind, document in _kinds(game, moves).items():
            _keep("lines", f"{name}-{kind}.txt", game.notation.move(game.move_from_json(document, kind)))


def _kinds(game: AnyGame, moves: Iterable[Any]) -> dict[str, Any]:
    """The first move of each kind."""
    found: dict[str, Any] = {}
    for move in moves:
        document = game.move_to_json(move)
        found.setdefault(str(document["type"]), document)
    return found


def _record(game: AnyGame, documents: dict[str, Any], moves: list[Any]) -> dict[str, Any]:
    return {
        "format": "decktet-companion-record",
        "version": 1,
        "game": game.name,
        "players": ["Ann", "Ben", "Cleo", "Dan"][: game.seats(game.options_from_json(documents["options"], "options"))],
        "options": documents["options"],
        "setup": documents["setup"],
        "moves": [game.move_to_json(move) for move in moves[:_MOVES_OF_A_RECORD]],
    }


def _keep(door: str, name: str, text: str) -> None:
    (CORPUS / door / name).write_text(text, "utf8")


if __name__ == "__main__":
    main()
