"""``companion watch``: the events of a live table, a line each, with a game or without."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.completions import complete_presets
from companion.cli.dice_sets import taught_dice
from companion.cli.game_options import GameOptions, NoOptions
from companion.cli.kept_games import find_game, new_id, open_journal, open_play
from companion.cli.known_decks import known_decks
from companion.cli.languages import Language, set_language
from companion.cli.options import GameOption, OptionalGame, fold_case
from companion.cli.output import note_done
from companion.cli.registry import get_commands
from companion.cli.score import Near
from companion.cli.typed_answers import TypedAnswers
from companion.cli.watched_lines import EventPrinter
from companion.errors import CompanionError
from companion.folders import Folders
from companion.games.registry import DEFAULT_GAME
from companion.live import LiveTable
from companion.live.camera_thread import CameraThread, EventListener, FrameListener, FrameProcessor, report_source_event
from companion.live.labels import describe_size
from companion.live.registry import camera_game, lies_in_row
from companion.live.spectator import NO_GAME, Spectator
from companion.locale import Message
from companion.pictures.sources import DamagedPictures, Frame, FrameSource, SourceBack, SourceLost, open_source
from companion.pictures.sources.trusted_cameras import TrustedCameras
from companion.play import AnyPlay, Confirm, Policy, Source
from companion.table.camera_events import Ended
from companion.table.edge import Edge
from companion.vision.tracking import Follower

if TYPE_CHECKING:
    from companion.table.sightings import Sightings

CATCH_UP_SECONDS = 1.0
"""Seconds between two checks for moves of other programs."""


class NotThisGame(CompanionError):
    """A game that no camera can follow."""


class LostForGood(CompanionError):
    """The source was lost for too long."""


def watch(
    context: typer.Context,
    game_options: GameOptions,
    game: OptionalGame = None,
    source: Annotated[
        str, typer.Option(help="A camera's number or name, a stream's address, a video file, a folder of pictures.")
    ] = "0",
    near: Annotated[Near | None, typer.Option(help="The edge of the picture nearest to the first player.")] = None,
    preset: Annotated[
        str,
        typer.Option(
            callback=fold_case, autocompletion=complete_presets, help="The preset of options, without a game."
        ),
    ] = "standard",
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
    printer = EventPrinter(set_language(language), as_json)
    edge = Edge(near.value) if near is not None else None
    opened = open_source(source, paced=not every_frame, trusts=trusted.of)
    try:
        watching = _Watching(context.obj, printer, opened, edge, game_options, every_frame, give_up, answers, dice)
        return watching.without_game(preset) if game is None else watching.in_game(game, yes)
    except BrokenPipeError:  # the reader has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    finally:
        opened.close()


def _catch_up(play: AnyPlay, typed: TypedAnswers | None) -> None:
    play.catch_up()
    if typed is not None:
        typed.attend()


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

    def without_game(self, preset: str) -> int:
        """Print what the camera detects, without a game; return the exit status."""
        followed, part = camera_game(DEFAULT_GAME), get_commands(DEFAULT_GAME).watch
        if followed is None or part is None:
            raise NotThisGame(
                repr(DEFAULT_GAME), Message("the camera cannot follow this game"), Message("name a saved game")
            )
        options, wish = part.without_game(preset, self.game_options.to(part.options, DEFAULT_GAME))
        spectator = Spectator(
            self.printer.print_event,
            new_id=new_id,
            game=followed,
            wish=wish,
            options=options,
            near=self.near,
            wake=self.wake.set,
        )
        on_event = partial(spectator.receive, NO_GAME)
        return self._follow(self._follower(), spectator, on_event, lambda: None)

    def in_game(self, game: str, yes: bool) -> int:
        """Propose into a kept game what the camera detects; return the exit status."""
        with open_journal(self.folders, hosts=True) as journal:
            kept = find_game(journal, game)
            play = open_play(journal, kept)
            note_done(Message("all accepted moves are saved"))
            play.policy = Policy({Source.CAMERA: Confirm.AT_ONCE if yes else Confirm.ASK})
            follower = self._follower()
            follower.in_row = lies_in_row(kept.game)
            live = LiveTable(
                play,
                self.printer.print_event,
                new_id=new_id,
                near=self.near,
                habits=self._habits(kept.game),
                wake=self.wake.set,
                on_roll_counted=follower.name_dice,
            )
            typed = TypedAnswers(live, sys.stdin, self.printer.open, self.wake.set) if self.answers else None
            return self._follow(
                follower, live, lambda event: live.receive(kept.id, event), partial(_catch_up, play, typed)
            )

    def _habits(self, game: str) -> Mapping[str, object]:
        """Return the table's habits from the options."""
        part = get_commands(game).watch
        if part is None:
            self.game_options.to(NoOptions, game)
            return {}
        return part.habits(self.game_options.to(part.options, game))

    def _follower(self) -> Follower:
        return Follower(known_decks(self.folders), dice=taught_dice(self.folders, self.dice))

    def _follow(
        self,
        follower: Follower,
        table: LiveTable | Spectator,
        on_event: EventListener,
        catch_up: Callable[[], None],
    ) -> int:
        on_frame = self._print_sizes()
        if self.every_frame:
            self._follow_every_frame(FrameProcessor(follower, on_event), table, catch_up, on_frame)
            return self.printer.status
        camera = CameraThread(self.source, follower, on_event, on_frame)
        try:
            while not table.ended:
                self.wake.wait(CATCH_UP_SECONDS)
                self.wake.clear()
                table.attend()
                catch_up()
                self._check_lost()
        except KeyboardInterrupt:
            pass
        finally:
            camera.close()
            table.close()
        if camera.failure is not None:
            raise camera.failure
        return self.printer.status

    def _follow_every_frame(
        self,
        processor: FrameProcessor,
        table: LiveTable | Spectator,
        catch_up: Callable[[], None],
        on_frame: FrameListener,
    ) -> None:
        try:
            while (frame := self._read_whole(processor)) is not None:
                processor.process(frame)
                on_frame(frame, processor.sightings)
                table.attend()
                catch_up()
        except KeyboardInterrupt:
            pass
        processor.on_event(Ended())
        table.attend()
        table.close()

    def _read_whole(self, processor: FrameProcessor) -> Frame | None:
        """Return the next undamaged frame; report damage as an event."""
        try:
            return self.source.read()
        except DamagedPictures as error:
            report_source_event(processor, SourceLost(error))
        frame = self.source.read()
        if frame is not None:
            report_source_event(processor, SourceBack())
        return frame

    def _print_sizes(self) -> FrameListener:
        """Return a callback for frames that prints their size first, and when it changes."""
        sizes: list[tuple[int, int]] = []

        def print_size(frame: Frame, _sightings: Sightings) -> None:
            if sizes[-1:] != [frame.size]:
                sizes.append(frame.size)
                self.printer.print_note(describe_size(frame.size))

        return print_size

    def _check_lost(self) -> None:
        since = self.printer.lost_since
        if self.give_up and since is not None and time.monotonic() - since > self.give_up:
            raise LostForGood(
                Message("camera or video"),
                Message("connection lost for {seconds} seconds", {"seconds": round(self.give_up)}),
                Message("check the camera, the phone or the file"),
            )
