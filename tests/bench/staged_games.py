"""Staged games, rendered by the repository's own script and followed frame by frame as ``companion watch`` would."""

from __future__ import annotations

import json
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.errors import CompanionError
from companion.files import write
from companion.locale import Message
from tests.bench.repository import HERE, script
from tests.bench.staged_players import StagedPlayers
from tests.bench.staged_truth import StagedTruth

if TYPE_CHECKING:
    from companion.journal import Journal
    from companion.play import AnyPlay

STAGED = Message("staged games")
FPS = 10
"""Of a staged game's video; a camera may give more, which costs the bench's time and tells it nothing new."""
WIDE = 1280
"""Pixels across a staged game's picture, unless another width is wanted; it is 16 wide to 9 high."""


@dataclass(frozen=True, slots=True)
class StagedGames:
    """So many turns of each seed's game, ``width`` pixels wide; videos and results lie in ``folder``, so that work can
    go on later."""

    folder: Path
    seeds: Sequence[int]
    turns: int
    fps: float = FPS
    keep: bool = False
    """Whether videos stay after they were followed, to be followed anew once their results are removed."""
    width: int = WIDE

    def video(self, seed: int) -> Path:
        """The seed's video while it is needed."""
        return self.folder / f"{self._name(seed)}.mp4"

    def result(self, seed: int) -> Path:
        """The seed's figures once it was followed to the end."""
        return self.folder / f"{self._name(seed)}.figures.json"

    def _name(self, seed: int) -> str:
        return f"{seed}-{self.turns}" if self.width == WIDE else f"{seed}-{self.turns}-{self.width}"

    def measured(self, advanced: Callable[[float], None] = lambda share: None) -> Iterator[dict[str, Any]]:
        """Every game's figures in order; the next video is rendered while one is followed.

        ``advanced`` is told the share of a game that was done. A game that was measured before is not played again.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        waiting = [seed for seed in self.seeds if not self.result(seed).exists()]
        rendering = self._render(waiting[0]) if waiting else None
        for seed in self.seeds:
            if seed in waiting:
                _await(rendering)
                later = waiting[waiting.index(seed) + 1 :]
                rendering = self._render(later[0]) if later else None
                write(self.result(seed), json.dumps(followed(self.video(seed), advanced), indent=1).encode())
                self.remove(seed)
            else:
                advanced(1.0)
            yield {"seed": seed, **json.loads(self.result(seed).read_text(encoding="utf-8"))}

    def remove(self, seed: int) -> None:
        """Frees the room that a video takes, unless it is to be kept."""
        if self.keep:
            return
        self.video(seed).with_suffix(".json").unlink()
        self.video(seed).unlink()

    def rendered(self, seed: int) -> Path:
        """The seed's video, rendered now."""
        self.folder.mkdir(parents=True, exist_ok=True)
        _await(self._render(seed))
        return self.video(seed)

    def _render(self, seed: int) -> subprocess.Popen[str] | None:
        """Begins to render; None where that was done before: the truth is written when the video is whole."""
        if self.video(seed).with_suffix(".json").exists():
            return None
        chosen = ["--seed", str(seed), "--turns", str(self.turns), "--fps", str(self.fps)]
        chosen += ["--width", str(self.width), "--height", str(self.width * 9 // 16), "-o", str(self.video(seed))]
        command = [*script("stage", STAGED), *chosen]
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def _await(rendering: subprocess.Popen[str] | None) -> None:
    if rendering is None:
        return
    _, said = rendering.communicate()
    if rendering.returncode:
        raise CompanionError(
            STAGED,
            Message("cannot be rendered here ({why})", {"why": (said.strip().splitlines() or ["?"])[-1]}),
            HERE,
        )


def followed(video: Path, advanced: Callable[[float], None] = lambda share: None) -> dict[str, Any]:
    """What was said of a staged game, and what reading it cost; its truth lies beside the video."""
    from companion.cli.kept_games import new_id
    from companion.journal import Journal
    from companion.live import LiveTable
    from companion.live.camera_thread import Looker
    from companion.table.edge import Edge
    from companion.vision.decks.known_decks import own
    from companion.vision.sources import open_source
    from companion.vision.tracking import Follower

    truth = StagedTruth.beside(video)
    frames, spent, slowest = 0, 0.0, 0.0
    with tempfile.TemporaryDirectory() as folder, Journal.open(f"sqlite:///{folder}/games.db") as journal:
        play = _begun(truth, journal)
        players = StagedPlayers(truth, play)
        follower = Follower([own()])
        live = LiveTable(play, players.hear, new_id=new_id, near=Edge(truth.document["near"]), named=follower.name_dice)
        looker = Looker(follower, lambda heard: live.hear(play.game.id, heard))
        source = open_source(str(video), paced=False)
        while (frame := source.read()) is not None:
            players.tap_in(live, frame.at)
            begun, wall = time.process_time(), time.perf_counter()
            looker.look(frame)
            live.attend()
            took = time.perf_counter() - wall
            frames, spent, slowest = frames + 1, spent + time.process_time() - begun, max(slowest, took)
            players.react(live, frame.at, took)
            advanced(1 / max(1, truth.document["frames"]))
        source.close()
        live.close()
    cost = {"frames": frames, "processor_s": round(spent, 2), "slowest_s": round(slowest, 2)}
    return {**players.tally.to_json(), **cost, "stage_s": truth.document["seconds"]}


def _begun(truth: StagedTruth, journal: Journal) -> AnyPlay:
    """The game as it stood when the video begins."""
    from companion.cli.kept_games import new_id, now
    from companion.games.magnate.game import MAGNATE
    from companion.journal import KeptGame
    from companion.play import Play, Source

    document = truth.document
    journal.create(
        KeptGame("staged", MAGNATE.name, "staged", ("Ann", "Ben"), document["options"], document["setup"], now())
    )
    play = Play(MAGNATE, journal, "staged", now=now, new_id=new_id)
    for move in truth.before:
        play.propose(move, source=Source.TOUCH)
    return play
