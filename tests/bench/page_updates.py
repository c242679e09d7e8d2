"""Processor time and bytes of a seat’s page after each move of a game: ``python FILE < GAME`` in any version’s root."""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
import zlib
from pathlib import Path

sys.path.insert(0, str(Path.cwd()))

from companion.games.registry import game as rules_of
from companion.journal import KeptGame
from companion.rolls.source import Source
from companion.web.pages.host import Viewer
from tests.journal.kept_games import NOON
from tests.web.pages.table_host import Device, TableHost


def main() -> None:
    """Play the game and print the median of milliseconds and of compressed bytes."""
    played = json.load(sys.stdin)
    rules = rules_of(played["game"])
    with tempfile.TemporaryDirectory() as folder:
        host = TableHost(Path(folder))
        kept = KeptGame("g", rules.name, "Bench", tuple(played["names"]), played["options"], played["setup"], NOON)
        host.journal.create(kept)
        host.open_game("g")
        device, spent, written = Device(host, Viewer(0)), list[float](), list[int]()
        for move in played["moves"]:
            begun = time.process_time()
            host.playing.propose(rules.move_from_json(move, ""), source=Source.TOUCH)
            main = device.open("seat/0").main
            spent.append(time.process_time() - begun)
            written.append(len(zlib.compress(main.encode())))
        host.journal.close()
    print(json.dumps({"ms": statistics.median(spent) * 1000, "bytes": statistics.median(written)}))


if __name__ == "__main__":
    main()
