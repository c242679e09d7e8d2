"""Staged games and films of other makers, followed frame by frame as by ``companion watch``."""

import json
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from companion.cli.options import new_id, now
from companion.errors import CompanionError
from companion.files import write
from companion.games.magnate.game import MAGNATE
from companion.journal import Journal, KeptGame
from companion.live.camera_thread import FrameProcessor
from companion.live.live_table import LiveTable
from companion.locale import Message
from companion.pictures.sources.opening import open_source
from companion.play import AnyPlay, Play, Source
from companion.table.dice_set import DiceSet
from companion.table.known_dice import KnownDice
from companion.table.sightings import Edge
from companion.vision.tracking.follower import Follower
from companion.vision.tracking.taught_dice import TaughtDice
from tests.bench.figures import kept
from tests.bench.measured_process import run_training_script
from tests.bench.staged_players import StagedPlayers
from tests.bench.staged_truth import StagedTruth

FPS = 10
"""Frames per second of a staged film; more cost time and change no figure."""


@dataclass(frozen=True, slots=True)
class StagedGames:
    """Games of these seeds and turns; results are kept in ``folder``, and films while they are followed."""

    folder: Path
    seeds: Sequence[int]
    turns: int
    taught: bool = False
    """Whether the dice are a set in use, which learns from the rolls that are confirmed."""

    def result(self, seed: int) -> Path:
        """Return the path of a seed's figures."""
        return self.folder / f"{seed}-{self.turns}{'-taught' if self.taught else ''}.figures.json"

    def measure(self) -> Iterator[dict[str, Any]]:
        """Yield every game's figures with its seed, in order; existing ones are not measured again."""
        for seed in self.seeds:
            yield {"seed": seed, **kept(self.result(seed), partial(self._follow, seed))}

    def _follow(self, seed: int) -> dict[str, Any]:
        video = self.render(seed)
        figures = follow_film(video, self.taught)
        for file in (video, video.with_suffix(".json")):
            file.unlink()
        return figures

    def render(self, seed: int) -> Path:
        """Render a seed's film, unless it is there, and return its path; its labels are written last."""
        video = self.folder / f"{seed}-{self.turns}.mp4"
        if not video.with_suffix(".json").exists():
            size = ("--width", 1280, "--height", 720)
            run_training_script("stage", "--seed", seed, "--turns", self.turns, "--fps", FPS, *size, "-o", video)
        return video


def follow_film(video: Path, taught: bool = False) -> dict[str, Any]:
    """Follow a film and return what was proposed and what reading cost.

    Args:
        video: the film, with its labels.
        taught: whether the dice are a set in use, which learns from the rolls that are confirmed.

    Returns:
        The tally and the cost as JSON.
    """

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
        source.close()
        live.close()
    cost = {"frames": frames, "processor_s": round(spent, 2), "slowest_s": round(slowest, 2)}
    return {**players.tally.to_json(), **cost, "stage_s": truth.document["seconds"]}


def _new_dice() -> TaughtDice:
    """Return a set in use that nothing has taught yet."""

    return TaughtDice(KnownDice((DiceSet("staged"),), "staged"))


def _start_play(truth: StagedTruth, journal: Journal) -> AnyPlay:
    """Return the game as it is when the film starts."""

    document = truth.document
    journal.create(
        KeptGame("staged", MAGNATE.name, "staged", ("Ann", "Ben"), document["options"], document["setup"], now())
    )
    play = Play(MAGNATE, journal, "staged", now=now, new_id=new_id)
    for move in truth.before:
        play.propose(move, source=Source.TOUCH)
    return play


class NoFilms(CompanionError):
    """A folder without a labelled film."""


@dataclass(frozen=True, slots=True)
class Film:
    """A film and its maker: the ``maker`` in its labels, else the name of its folder."""

    video: Path
    maker: str


def find_films(folder: Path) -> tuple[Film, ...]:
    """Return the films of a folder, by name.

    Args:
        folder: the folder.

    Returns:
        The films.

    Raises:
        NoFilms: if there is none.
    """
    found = []
    for video in sorted(folder.glob("*.mp4")):
        if video.with_suffix(".json").is_file():
            document = StagedTruth.read(video).document
            found.append(Film(video, str(document.get("maker") or folder.resolve().name)))
    if not found:
        raise NoFilms(
            str(folder),
            Message("holds no film with its truth"),
            Message("give a folder of NAME.mp4, each with NAME.json beside it as the project's stage writes it"),
        )
    return tuple(found)


def group_by_maker(films: Sequence[Film]) -> dict[str, tuple[Film, ...]]:
    """Return the films by maker."""
    makers = dict.fromkeys(film.maker for film in films)
    return {maker: tuple(film for film in films if film.maker == maker) for maker in makers}


def measure_films(films: Sequence[Film], folder: Path) -> Iterator[dict[str, Any]]:
    """Yield the figures of each film; they are also written to ``folder``, with all errors and their times."""
    folder.mkdir(parents=True, exist_ok=True)
    for film in films:
        found = {"film": film.video.name, "maker": film.maker, **follow_film(film.video)}
        write(folder / f"{film.maker}-{film.video.stem}.figures.json", json.dumps(found, indent=1).encode())
        yield found
