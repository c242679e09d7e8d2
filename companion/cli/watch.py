"""``companion watch``: the events of a live table, a line each, with a game or without."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.game_commands import GameOptions, NoOptions
from companion.cli.options import GameOption, OptionalGame, find_game, new_id, open_journal, open_play, preset_option
from companion.cli.output import Language, discard_output, note_done, print_error, print_to_stderr
from companion.cli.registry import get_commands
from companion.cli.watched_lines import EventPrinter, TypedAnswers
from companion.errors import CompanionError
from companion.folders import Folders
from companion.games.registry import DEFAULT_GAME
from companion.live.camera_session import CameraSession, OpenedCamera, taught_follower
from companion.live.camera_thread import FrameListener
from companion.live.labels import describe_size
from companion.live.registry import camera_game
from companion.live.spectator import NO_GAME, Spectator
from companion.locale import Message
from companion.pictures.sources.frame import Frame, FrameSource
from companion.pictures.sources.opening import open_source
from companion.pictures.sources.trusted_cameras import TrustedCameras
from companion.play import Source
from companion.table.sightings import Edge

if TYPE_CHECKING:
    from companion.live.live_table import LiveTable
    from companion.table.sightings import Sightings

CATCH_UP_SECONDS = 1.0
"""Seconds between two checks for moves of other programs."""


class LostForGood(CompanionError):
    """The source was lost for too long."""


def watch(
    context: typer.Context,
    game_options: GameOptions,
    game: OptionalGame = None,
    source: Annotated[
        str, typer.Option(help="A camera's number or name, a stream's address, a video file, a folder of pictures.")
    ] = "0",
    near: Annotated[Edge | None, typer.Option(help="The edge of the picture nearest to the first player.")] = None,
    preset: Annotated[str, preset_option(help="The preset of options, without a game.")] = "standard",
    yes: Annotated[
        bool, typer.Option("--yes", help="Accept rolls, and plays with one possible payment, without asking.")
    ] = False,
    every_frame: Annotated[
        bool, typer.Option("--every-frame", help="Read a video frame by frame, not in real time.")
    ] = False,
    give_up: Annotated[
        float, typer.Option(help="Stop after the source has been lost for this many seconds. 0: never.")
    ] = 0.0,
    answers: Annotated[
        bool, typer.Option("--answers", help="Read answers from standard input, one per line: ID ANSWER.")
    ] = False,
    dice: Annotated[
        str | None,
        typer.Option(
            help="The taught set of dice in use. Default: the only one; among several, the one with these colours."
        ),
    ] = None,
    trust: Annotated[
        str | None,
        typer.Option(metavar="FINGERPRINT", help="Trust the source's self-signed HTTPS certificate from now on."),
    ] = None,
    game_option: GameOption = None,
    language: Language = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON line per event.")] = False,
) -> int:
    """Follow a table until Ctrl-C or the end of the video.

    Exit status 1: a question or difference is still open, or the source was lost.

    With --answers, type "ID no" to dismiss a question, "table" to accept the table, "again" to read it again.
    Type "check" to compare all of it with the game.
    """
    game = game or game_option
    trusted = TrustedCameras(context.obj.cameras)
    if trust is not None:
        trusted.trust_at(source, trust)
    printer = EventPrinter(as_json)
    opened = open_source(source, paced=not every_frame, trusts=trusted.of)
    try:
        watching = _Watching(context.obj, printer, opened, near, game_options, every_frame, give_up, answers, dice)
        return watching.without_game(preset) if game is None else watching.in_game(game, yes)
    except BrokenPipeError:  # the reader has closed the pipe
        discard_output()
        return 0
    finally:
        opened.close()


@dataclass(frozen=True)
class _Watching:
    """One run of the command: its arguments, and the loop over events."""

    folders: Folders
    printer: EventPrinter
    source: FrameSource
    near: Edge | None
    game_options: GameOptions
    every_frame: bool
    give_up: float
    answers: bool
    dice: str | None
    wake: threading.Event = field(default_factory=threading.Event)
    failures: list[Exception] = field(default_factory=list)
    """What kept the camera from being read."""

    def without_game(self, preset: str) -> int:
        """Print what the camera detects, without a game; return the exit status."""
        game, commands = camera_game(DEFAULT_GAME), get_commands(DEFAULT_GAME).watch
        assert game is not None and commands is not None, "a camera can follow the usual game"
        options, wish = commands.without_game(preset, self.game_options.to(commands.options, DEFAULT_GAME))
        spectator = Spectator(
            self.printer.print_event,
            new_id=new_id,
            game=game,
            wish=wish,
            options=options,
            near=self.near,
            wake=self.wake.set,
        )
        follower = taught_follower(self.folders, print_error, self.dice)
        camera = OpenedCamera(
            lambda: self.source,
            lambda: follower,
            partial(spectator.receive, NO_GAME),
            self._print_sizes(),
            self.failures.append,
        )
        return self._follow(camera, spectator, spectator.attend)

    def in_game(self, game: str, yes: bool) -> int:
        """Propose into a kept game what the camera detects; return the exit status."""
        with open_journal(self.folders, hosts=True) as journal:
            kept = find_game(journal, game)
            play = open_play(journal, kept)
            note_done(Message("all accepted moves are saved"))
            play.asks -= {Source.CAMERA} if yes else set()
            follower = taught_follower(self.folders, print_error, self.dice)
            session = CameraSession(
                play,
                lambda: self.source,
                lambda: follower,
                self.printer.print_event,
                self.failures.append,
                self.wake.set,
                self._print_sizes(),
                self.near,
                new_id=new_id,
                habits=self._habits(kept.game),
            )
            typed = TypedAnswers(session.live, sys.stdin, self.printer.open, self.wake.set) if self.answers else None

            def attend() -> None:
                session.attend()
                play.catch_up()
                if typed is not None:
                    typed.attend()

            return self._follow(session.camera, session.live, attend)

    def _habits(self, game: str) -> Mapping[str, object]:
        """Return the table's habits from the options."""
        commands = get_commands(game).watch
        if commands is None:
            self.game_options.to(NoOptions, game)
            return {}
        return commands.habits(self.game_options.to(commands.options, game))

    def _follow(self, camera: OpenedCamera, table: LiveTable | Spectator, attend: Callable[[], object]) -> int:
        try:
            if self.every_frame:
                for _ in camera.every_frame():
                    attend()
            else:
                camera.open()
            while not table.ended:
                self.wake.wait(CATCH_UP_SECONDS)
                self.wake.clear()
                attend()
                self._check_lost()
        except KeyboardInterrupt:
            pass
        finally:
            self.failures.extend([camera.failure] if camera.failure is not None else [])
            camera.close()
            table.close()
        if self.failures:
            raise self.failures[0]
        return self.printer.status

    def _print_sizes(self) -> FrameListener:
        """Return a callback for frames that prints their size first, and when it changes."""
        sizes: list[tuple[int, int]] = []

        def print_size(frame: Frame, _sightings: Sightings) -> None:
            if sizes[-1:] != [frame.size]:
                sizes.append(frame.size)
                print_to_stderr(describe_size(frame.size))

        return print_size

    def _check_lost(self) -> None:
        since = self.printer.lost_since
        if self.give_up and since is not None and time.monotonic() - since > self.give_up:
            raise LostForGood(
                Message("camera or video"),
                Message("connection lost for {seconds} seconds", {"seconds": round(self.give_up)}),
                Message("check the camera, the phone or the file"),
            )
