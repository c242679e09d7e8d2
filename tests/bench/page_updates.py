"""Processor time and bytes of a seat’s page after each move of a game: ``python FILE < GAME`` in any version’s root."""

import json
import statistics
import sys
import time
import zlib
from pathlib import Path

sys.path.insert(0, str(Path.cwd()))

from companion.browser.game_log import GameLog
from companion.browser.host import BrowserHost
from companion.games.registry import game as rules_of
from companion.journal import KeptGame
from companion.rolls.source import Source
from companion.web.pages.host import Viewer
from tests.browser.memory_file import MemoryFile
from tests.journal.kept_games import NOON
from tests.web.pages.table_host import Device


def main() -> None:
    """Play the game and print the median of milliseconds and of compressed bytes."""
    played = json.load(sys.stdin)
    rules = rules_of(played["game"])
    host = BrowserHost(GameLog(MemoryFile()), {}, lambda _notes: None, lambda: NOON)
    host.log.create(
        KeptGame("g", rules.name, "Bench", tuple(played["names"]), played["options"], played["setup"], NOON)
    )
    host.open_game("g")
    device, spent, written = Device(host, Viewer(0)), list[float](), list[int]()
    for seq, move in enumerate(played["moves"]):
        begun = time.process_time()
        host.propose(rules.move_from_json(move, ""), seat=None, source=Source.PAGE, base_seq=seq)
        main = device.open("seat/0").main
        spent.append(time.process_time() - begun)
        written.append(len(zlib.compress(main.encode())))
    print(json.dumps({"ms": statistics.median(spent) * 1000, "bytes": statistics.median(written)}))


if __name__ == "__main__":
    main()
