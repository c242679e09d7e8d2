"""Records the bundled games anew: ``python -m tests.records``. Only where the format or a rule changes on purpose.

They are played by chance but legally, with few cards to draw, and to their end; with one move taken back for another,
one taken back and put back, and a correction.
"""

import contextlib
import io
import itertools
import json
import tempfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from companion.cli.main import run
from companion.files import write
from companion.games.magnate import start
from companion.games.magnate.facts import TokensFact
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Correct, Develop, Move, Sell
from companion.games.magnate.options import preset
from companion.games.magnate.state import State
from companion.journal import Journal, KeptGame
from companion.journal.records.record import write_record
from companion.pieces import Suit, Tokens
from companion.play import Play, Source
from tests.games.random_play import RandomGame
from tests.records import NAMES, in_lines, record_of, replay_of

PRESETS = {"two-players": "courts", "three-players": "three-players", "mega": "mega"}
SEED, PILE = 4, 6
BEGUN = datetime(2026, 11, 22, 19, 30, tzinfo=UTC)


def recorded(name: str) -> str:
    """The record of a game that is played now."""
    game = RandomGame(preset(PRESETS[name]), SEED)
    game.deck, game.setup = game.deck[:PILE], replace(game.setup, pile=PILE)
    game.states = [start(game.options, game.setup)]
    players = ("Ann", "Ben", "Zoë")[: game.options.players]
    options, setup = MAGNATE.options_to_json(game.options), MAGNATE.setup_to_json(game.setup)
    with tempfile.TemporaryDirectory() as folder, Journal.open(f"sqlite:///{folder}/games.db") as journal:
        journal.create(KeptGame(name, "magnate", name.title(), players, options, setup, BEGUN))
        times = (BEGUN + timedelta(seconds=20 * number) for number in itertools.count(1))
        ids = (f"{name}-{number}" for number in itertools.count(1))
        play: Play[State, Move] = Play(MAGNATE, journal, name, now=lambda: next(times), new_id=lambda: next(ids))
        for number, move in enumerate(game.whole().moves):
            if number == 7:
                fact = TokensFact(0, held := play.state.tokens[0], held + Tokens.of(Suit.MOONS))
                play.propose(Correct((fact,), "one had rolled under the table"), source=Source.TOUCH)
            if isinstance(move, Develop) and not any(
                entry.move == {"type": "undo"} for entry, _ in play.course.entry_steps
            ):
                play.propose(Sell(move.player, move.card), source=Source.TOUCH, seat=move.player)
                play.undo()
            play.propose(move, source=Source.TOUCH, seat=getattr(move, "player", None))
            if number == 11:
                play.undo()
                play.redo()
        return write_record(journal.game(name), journal.entries(name))


def main() -> None:
    """Writes every game, and what is said of it."""
    for name in NAMES:
        write(record_of(name), recorded(name).encode())
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            run(["replay", str(record_of(name)), "--states", "--json"])
        write(replay_of(name), in_lines(json.loads(output.getvalue())).encode())


if __name__ == "__main__":
    main()
