"""Records to fold: the project's own, random games of each kind, and another engine's."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from companion.demo import bundled
from companion.games.magnate import Options, Setup, State, fold, start
from companion.games.magnate.facts import TokensFact
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Correct, Move
from companion.games.magnate.options import PRESETS
from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.journal.records.record import FORMAT, VERSION
from tests.games import test_peers
from tests.games.magistratvm import random_game as magistratvm
from tests.games.random_play import RandomGame
from tests.games.sorcerous_futures.reference_moves import move, play, random_table
from tests.games.test_peers import Peer, rolled

NAMES = ("Ann", "Ben", "Zoë", "Dan")
OWN = Path(__file__).resolve().parents[1] / "records"


def bundled_records() -> list[str]:
    """The record of the package, and the three that the tests replay."""
    names = ("two-players", "three-players", "mega")
    return [path.read_text("utf8") for path in (bundled.record(), *(OWN / f"{name}.json" for name in names))]


def random_records(kind: str, first: int, count: int) -> list[str]:
    """Random games of one kind, in turn of all its presets and switches."""
    return [_RANDOM[kind](seed) for seed in range(first, first + count)]


def peer_records(shared: Path) -> list[str]:
    """The games of another engine whose variants are known."""
    known = [peer for peer in test_peers.load(shared) if set(peer["variants"]) <= test_peers.KNOWN_VARIANTS]
    return [_peer(peer) for peer in known]


def record(name: str, seats: int, options: object, setup: object, moves: Iterable[Mapping[str, Any]]) -> str:
    document = {
        "format": FORMAT,
        "version": VERSION,
        "game": name,
        "players": NAMES[:seats],
        "options": options,
        "setup": setup,
        "moves": list(moves),
    }
    return json.dumps(document, ensure_ascii=False)


def _magnate(seed: int) -> str:
    options = list(PRESETS.values())[seed % len(PRESETS)]
    game = RandomGame(options, seed).whole()
    return _magnate_record(options.players, options, game.setup, game.moves)


def _magnate_record(seats: int, options: Options, setup: Setup, moves: Iterable[Any]) -> str:
    documents = MAGNATE.options_to_json(options), MAGNATE.setup_to_json(setup)
    return record("magnate", seats, *documents, map(MAGNATE.move_to_json, moves))


def _futures(seed: int) -> str:
    table, dice = random_table(seed)
    aces = [list(own) for own in table.aces]
    options = {
        "preset": "three-players" if table.seats == 3 else "four-players",
        "opens_at_least": table.at_least,
        "pawns_ten_in_ties": table.pawns_tie_as_ten,
    }
    moves = [SORCEROUS_FUTURES.move_to_json(move(event)) for event, _ in play(table, dice)]
    return record("sorcerous-futures", table.seats, options, {"aces": aces}, moves)


def _magistratvm(seed: int) -> str:
    document, _ = magistratvm.record(3 + seed % 2, seed)
    return json.dumps(document)


_RANDOM = {"magnate": _magnate, "sorcerous-futures": _futures, "magistratvm": _magistratvm}
KINDS = tuple(_RANDOM)


def _peer(peer: Peer) -> str:
    options, setup = test_peers.options(peer), test_peers.setup(peer)
    return _magnate_record(2, options, setup, _peer_moves(peer, start(options, setup)))


def _peer_moves(peer: Peer, state: State) -> Iterator[Any]:
    for turn in peer["turns"]:
        begun: list[Move] = [test_peers.roll(turn), *test_peers.choices(turn)]
        yield from begun
        before, state = fold(state, begun), rolled(peer, turn, state)
        if before != state:
            yield Correct(tuple(TokensFact(seat, before.tokens[seat], state.tokens[seat]) for seat in (0, 1)))
        actions = test_peers.actions(turn)
        state = fold(state, actions)
        last = test_peers.end(turn, state)
        yield from (*actions, last)
        state = fold(state, [last])
