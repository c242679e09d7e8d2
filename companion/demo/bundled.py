"""The bundled photo, and the bundled game: played from a seed and stored as a record.

``python -m companion.demo.bundled`` writes the record.
"""

import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from importlib import resources
from pathlib import Path
from random import Random

from companion.demo.whole_game import Deal, RollDice, play_game
from companion.files import write
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Move
from companion.games.magnate.options import preset
from companion.games.magnate.state import State
from companion.journal import Journal, KeptGame
from companion.journal.records.record import read_record, write_record
from companion.play import Play, Source
from companion.rolls.source import AppDice, Fate

SEED = 0
PLAYERS = ("Ann", "Ben")
GAME, PRESET = MAGNATE.name, "standard"
OPTIONS = preset(PRESET)
_START = datetime(2026, 1, 1, 20, 0, tzinfo=UTC)


def photo() -> Path:
    """Return the path of the photo, a table with the project's own deck."""
    return _bundled("photo.jpg")


def record() -> Path:
    """Return the path of the record of a whole game."""
    return _bundled("game.json")


def _bundled(name: str) -> Path:
    return Path(str(resources.files("companion.demo") / name))


def create_game(journal: Journal, deal: Deal, roll: RollDice | None = None) -> Play[State, Move]:
    """Play the game of a deal into a journal.

    Args:
        journal: Receives the game.
        deal: The shuffled deck.
        roll: The source of rolls; None: rolls from the seed.

    Returns:
        The finished play.
    """
    clock, ids = _evening(), (f"demo-{n}" for n in range(1, 1_000_000))
    journal.create(
        KeptGame(
            "demo",
            GAME,
            "An evening's Magnate",
            PLAYERS,
            MAGNATE.options_to_json(OPTIONS),
            MAGNATE.setup_to_json(deal.setup),
            _START,
        )
    )
    play = Play(MAGNATE, journal, "demo", now=lambda: next(clock), new_id=lambda: next(ids))
    for move, _, rolled in play_game(deal, roll or AppDice(Random(SEED)).roll, OPTIONS):
        if rolled is None:
            play.propose(move, source=Source.TOUCH)
        else:
            play.propose(move, source=Source(str(rolled.source)), id=rolled.id)
            rolled.settle(Fate.COUNTED)
    return play


def replay(journal: Journal) -> Play[State, Move]:
    """Copy the bundled game from its record into ``journal`` and return its play."""
    clock, ids = _evening(), (f"read-{n}" for n in range(1, 1_000_000))
    game, entries = read_record(record().read_bytes(), record().name, now=lambda: next(clock), new_id=lambda: next(ids))
    journal.create(game, entries)
    return Play(MAGNATE, journal, game.id, now=lambda: next(clock), new_id=lambda: next(ids))


def _evening() -> Iterator[datetime]:
    """Yield moments 20 seconds apart, so that the record is always the same."""
    moment = _START
    while True:
        moment += timedelta(seconds=20)
        yield moment


def main() -> None:
    """Write the bundled game."""
    with tempfile.TemporaryDirectory() as folder, Journal.open(f"sqlite:///{folder}/games.db") as journal:
        play = create_game(journal, Deal.from_seed(SEED, OPTIONS))
        text = write_record(play.game, journal.entries("demo"))
    write(record(), text.encode())


if __name__ == "__main__":
    main()
