"""Staged games, rendered as films and followed frame by frame as by ``companion watch``."""

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
from tests.bench.staged_players import StagedPlayers
from tests.bench.staged_truth import StagedTruth
from tests.bench.training_script import training_script

if TYPE_CHECKING:
    from companion.journal import Journal
    from companion.play import AnyPlay
    from companion.vision.tracking.taught_dice import TaughtDice

STAGED = Message("staged games")
FPS = 10
"""Frames per second of a staged film; more cost time and change no figure."""
WIDE = 1280
"""Default width of a film in pixels; it is 16:9."""


@dataclass(frozen=True, slots=True)
class StagedGames:
    """Games of these seeds and turns, ``width`` pixels wide; films and results are kept in ``folder``."""

    folder: Path
    seeds: Sequence[int]
    turns: int
    fps: float = FPS
    keep: bool = False
    """Whether films are kept after they were followed."""
    width: int = WIDE
    taught: bool = False
    """Whether the dice are a set in use, which learns from the rolls that are confirmed."""

    def video(self, seed: int) -> Path:
        """Return the path of a seed's film."""
        return self.folder / f"{self._name(seed)}.mp4"

    def result(self, seed: int) -> Path:
        """Return the path of a seed's figures."""
        return self.folder / f"{self._name(seed)}{'-taught' if self.taught else ''}.figures.json"

    def _name(self, seed: int) -> str:
        return f"{seed}-{self.turns}" if self.width == WIDE else f"{seed}-{self.turns}-{self.width}"

    def measure(self, on_progress: Callable[[float], None] = lambda share: None) -> Iterator[dict[str, Any]]:
        """Yield every game's figures in order; the next film is rendered while one is followed.

        Existing figures are not measured again.

        Args:
            on_progress: called with the completed share of a game.

        Yields:
            Figures with their seed.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        waiting = [seed for seed in self.seeds if not self.result(seed).exists()]
        rendering = self._render(waiting[0]) if waiting else None
        for seed in self.seeds:
            if seed in waiting:
                _wait_for(rendering)
                later = waiting[waiting.index(seed) + 1 :]
                rendering = self._render(later[0]) if later else None
                figures = follow_film(self.video(seed), on_progress, self.taught)
                write(self.result(seed), json.dumps(figures, indent=1).encode())
                self.remove(seed)
            else:
                on_progress(1.0)
            yield {"seed": seed, **json.loads(self.result(seed).read_text(encoding="utf-8"))}

    def remove(self, seed: int) -> None:
        """Remove a seed's film and labels, unless they are kept."""
        if self.keep:
            return
        self.video(seed).with_suffix(".json").unlink()
        self.video(seed).unlink()

    def render(self, seed: int) -> Path:
        """Render a seed's film and return its path."""
        self.folder.mkdir(parents=True, exist_ok=True)
        _wait_for(self._render(seed))
        return self.video(seed)

    def _render(self, seed: int) -> subprocess.Popen[str] | None:
        """Start to render; return None if the film exists, since its labels are written last."""
        if self.video(seed).with_suffix(".json").exists():
            return None
        chosen = ["--seed", str(seed), "--turns", str(self.turns), "--fps", str(self.fps)]
        chosen += ["--width", str(self.width), "--height", str(self.width * 9 // 16), "-o", str(self.video(seed))]
        command = [*training_script("stage"), *chosen]
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def _wait_for(rendering: subprocess.Popen[str] | None) -> None:
    if rendering is None:
        return
    _, output = rendering.communicate()
    if rendering.returncode:
        raise CompanionError(
            STAGED,
            Message("cannot be rendered here ({why})", {"why": (output.strip().splitlines() or ["?"])[-1]}),
        )


def follow_film(
    video: Path, on_progress: Callable[[float], None] = lambda share: None, taught: bool = False
) -> dict[str, Any]:
    """Follow a film and return what was proposed and what reading cost.

    Args:
        video: the film, with its labels.
        on_progress: called with the completed share of the film.
        taught: whether the dice are a set in use, which learns from the rolls that are confirmed.

    Returns:
        The tally and the cost as JSON.
    """
    from companion.cli.kept_games import new_id
    from companion.journal import Journal
    from companion.live import LiveTable
    from companion.live.camera_thread import FrameProcessor
    from companion.pictures.sources import open_source
    from companion.table.edge import Edge
    from companion.vision.tracking import Follower

    truth = StagedTruth.read(video)
    frames, spent, slowest = 0, 0.0, 0.0
    with tempfile.TemporaryDirectory() as folder, Journal.open(f"sqlite:///{folder}/games.db") as journal:
        play = _start_play(truth, journal)
        players = StagedPlayers(truth, play)
        follower = Follower(dice=_new_dice() if taught else None)
        live = LiveTable(
            play, players.receive, new_id=new_id, near=Edge(truth.document["near"]), on_roll_counted=follower.name_dice
        )
        processor = FrameProcessor(follower, lambda event: live.receive(play.game.id, event))
        source = open_source(str(video), paced=False)
        while (frame := source.read()) is not None:
            players.tap_in(live, frame.at)
            begun, wall = time.process_time(), time.perf_counter()
            processor.process(frame)
            live.attend()
            took = time.perf_counter() - wall
            frames, spent, slowest = frames + 1, spent + time.process_time() - begun, max(slowest, took)
            players.react(live, frame.at, took)
            on_progress(1 / max(1, truth.document["frames"]))
        source.close()
        live.close()
    cost = {"frames": frames, "processor_s": round(spent, 2), "slowest_s": round(slowest, 2)}
    return {**players.tally.to_json(), **cost, "stage_s": truth.document["seconds"]}


def _new_dice() -> TaughtDice:
    """Return a set in use that nothing has taught yet."""
    from companion.table.dice_set import DiceSet
    from companion.table.known_dice import KnownDice
    from companion.vision.tracking.taught_dice import TaughtDice

    return TaughtDice(KnownDice((DiceSet("staged"),), "staged"))


def _start_play(truth: StagedTruth, journal: Journal) -> AnyPlay:
    """Return the game as it is when the film starts."""
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
