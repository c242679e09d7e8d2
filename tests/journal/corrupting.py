"""Journals corrupted by chance, and whether a player is told: by ``games``, ``show`` and ``export``."""

import json
import random
import shutil
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

from companion.cli.main import run
from companion.games.magnate import preset
from companion.journal import Journal
from tests.games.random_play import RandomGame
from tests.journal.kept_games import as_kept

PAGE = 4096


def _bit(content: bytearray, chance: random.Random) -> None:
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)


def _byte(content: bytearray, chance: random.Random) -> None:
    content[chance.randrange(len(content))] = chance.randrange(256)


def _in_the_head_of_a_page(content: bytearray, chance: random.Random) -> None:
    place = chance.randrange(len(content) // PAGE) * PAGE + chance.randrange(12)
    content[place] ^= 1 << chance.randrange(8)


def _sector_lost(content: bytearray, chance: random.Random) -> None:
    place = chance.randrange(len(content) // 512) * 512
    content[place : place + 512] = bytes(512)


def _page_of_another(content: bytearray, chance: random.Random) -> None:
    one, other = (chance.randrange(len(content) // PAGE) * PAGE for _ in range(2))
    content[one : one + PAGE] = content[other : other + PAGE]


def _cut(content: bytearray, chance: random.Random) -> None:
    del content[chance.randrange(len(content)) :]


KINDS: tuple[Callable[[bytearray, random.Random], None], ...] = (
    _bit,
    _bit,
    _byte,
    _in_the_head_of_a_page,
    _sector_lost,
    _page_of_another,
    _cut,
)


LAST_MOVE = 8 * (PAGE + 24)
"""Bytes at a log's end that hold its last transaction: without a sector of it, it looks as what a kill leaves of a
move that nobody was answered for. A log that was cut looks like one from before what was cut."""


def _corrupt(content: bytearray, of_log: bool, chance: random.Random) -> str:
    """Corrupts a file in place; gives the kind of it."""
    kind = chance.choice([kind for kind in KINDS if not (of_log and kind is _cut)])
    end = content[-LAST_MOVE:] if of_log and kind not in (_bit, _byte) else bytearray()
    if end:
        del content[-LAST_MOVE:]
    kind(content, chance)
    content += end
    return kind.__name__


@dataclass(frozen=True, slots=True)
class Sound:
    """A journal in a folder before anything happens to it, and each game's export."""

    folder: Path
    exports: dict[str, str]


def sound(folder: Path, in_the_log: bool) -> Sound:
    """Keeps some games; with ``in_the_log`` all of their moves stand in the log of a companion that was killed.

    Those are few enough that SQLite does not bring the log into the file meanwhile.
    """
    games, moves = (2, 40) if in_the_log else (4, 60)
    data = folder / "playing"
    data.mkdir(parents=True)
    with Journal.open(f"sqlite:///{data / 'games.db'}") as journal:
        for seed in range(games):
            kept, entries = as_kept(RandomGame(preset("standard"), seed).whole(), f"game-{seed}")
            journal.create(kept)
            for entry in entries[: moves + seed]:
                journal.append(entry)
        left = folder / "left"
        if in_the_log:
            shutil.copytree(data, left, ignore=shutil.ignore_patterns("*-shm"))
    if not in_the_log:
        shutil.copytree(data, left)
    opened = folder / "looked"
    shutil.copytree(left, opened)
    exports = {f"game-{seed}": output("export", f"game-{seed}", data=opened)[1] for seed in range(games)}
    return Sound(left, exports)


def output(*arguments: str, data: Path, errors: StringIO | None = None) -> tuple[int, str]:
    """The status of a command and what it printed; its errors go to ``errors``."""
    out = TextIOWrapper(BytesIO(), "utf8", write_through=True)
    with redirect_stdout(out), redirect_stderr(errors or StringIO()):
        status = run([*arguments, "--data", str(data)])
    out.seek(0)
    return status, out.read()


def corrupted(before: Sound, folder: Path, times: int, seed: int, file: str = "games.db") -> Counter[str]:
    """Corrupts a copy ``times``, and counts: ``same`` (nothing is lost), ``said``, and what is ``silent``."""
    chance, counted = random.Random(seed), Counter[str]()
    for number in range(times):
        data = folder / "corrupted"
        shutil.rmtree(data, ignore_errors=True)
        shutil.copytree(before.folder, data)
        content = bytearray((data / file).read_bytes())
        kind = _corrupt(content, file.endswith("-wal"), chance)
        (data / file).write_bytes(content)
        found = _outcome(before, data)
        counted[found] += 1
        if found == "silent":
            print(f"silent: {file}, {kind}, seed {seed}, number {number}")
    return counted


def _outcome(before: Sound, data: Path) -> str:
    """Whether what is lost is said: in the list of games, and by each game's own export."""
    errors = StringIO()
    listed, out = output("games", "--json", data=data, errors=errors)
    if "Compare the last move with the table." in errors.getvalue():
        return "said"
    lost = [game for game, export in before.exports.items() if not _same(export, game, data)]
    if any(output("export", game, data=data)[0] == 0 for game in lost) or (lost and listed == 0):
        return "silent"
    if listed == 0 and {row["id"] for row in json.loads(out)} != set(before.exports):
        return "silent"
    return "said" if lost or listed else "same"


def _same(export: str, game: str, data: Path) -> bool:
    status, written = output("export", game, data=data)
    return status == 0 and written == export


def torn_journal(folder: Path) -> Path:
    """A data folder with a game, whose companion was killed; a bit of the last move in its log is flipped."""
    game, entries = as_kept(RandomGame(preset("standard"), 0).whole(), "friday")
    (folder / "playing").mkdir(parents=True)
    with Journal.open(f"sqlite:///{folder / 'playing' / 'games.db'}") as journal:
        journal.create(game)
        for entry in entries[:9]:
            journal.append(entry)
        shutil.copytree(folder / "playing", folder / "torn", ignore=shutil.ignore_patterns("*-shm"))
    log = folder / "torn" / "games.db-wal"
    content = bytearray(log.read_bytes())
    content[-100] ^= 1
    log.write_bytes(content)
    return folder / "torn"
