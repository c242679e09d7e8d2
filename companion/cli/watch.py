"""``companion watch``: follows a live table, one line an event, with a game or without."""

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

from companion.cli.game_options import Given, NoOptions
from companion.cli.languages import Language, spoken_in
from companion.cli.output import done
from companion.cli.registry import commands_of
from companion.cli.score import Near
from companion.cli.typed_answers import TypedAnswers
from companion.cli.watched_lines import Printed
from companion.errors import CompanionError
from companion.games.registry import DEFAULT_GAME
from companion.locale import Message

if TYPE_CHECKING:
    from companion.folders import Folders
    from companion.live import LiveTable
    from companion.live.camera_thread import EventListener, FrameListener, FrameProcessor
    from companion.live.spectator import Spectator
    from companion.play import AnyPlay
    from companion.table.edge import Edge
    from companion.table.sightings import Sightings
    from companion.vision.sources import Frame, FrameSource
    from companion.vision.tracking import Follower

CATCH_UP = 1.0
"""Seconds between looks at what another program added to the game."""


class NotThisGame(CompanionError):
    """A game that no camera can follow."""


class LostForGood(CompanionError):
    """The source was lost and did not come back."""


def watch(
    context: typer.Context,
    given: Given,
    source: Annotated[
        str, typer.Option(help="A camera's number or name, a stream's address, a video file, a folder of pictures.")
    ] = "0",
    game: Annotated[str | None, typer.Option(help="Propose into this game.")] = None,
    near: Annotated[Near | None, typer.Option(help="The picture's edge at which player 0 sits.")] = None,
    preset: Annotated[str, typer.Option(help="Without a game: the options in force.")] = "standard",
    yes: Annotated[bool, typer.Option("--yes", help="Take what has one possible payment, and rolls, at once.")] = False,
    every_frame: Annotated[
        bool, typer.Option("--every-frame", help="Show a film frame by frame, not in real time.")
    ] = False,
    give_up: Annotated[float, typer.Option(help="End when the source is lost for so many seconds; 0: never.")] = 0.0,
    answers: Annotated[
        bool, typer.Option("--answers", help="Read answers from standard input, a line each: ID ANSWER.")
    ] = False,
    learn: Annotated[str | None, typer.Option(help="Teach this deck what answers say cards are.")] = None,
    trust: Annotated[
        str | None,
        typer.Option(metavar="FINGERPRINT", help="Trust the source's own HTTPS certificate, from now on."),
    ] = None,
    language: Language = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON line an event.")] = False,
) -> int:
    """Follows a table until Ctrl-C or the end of the film. Status 1: something is still asked, or in dispute.

    Beside --answers, "ID no" dismisses, "table" says that the table is right, "again" looks again.
    """
    from companion.table.edge import Edge
    from companion.vision.sources import open_source
    from companion.vision.sources.trusted_cameras import TrustedCameras

    trusted = TrustedCameras(context.obj.cameras)
    if trust is not None:
        trusted.trust_at(source, trust)
    printed = Printed(spoken_in(language), as_json)
    edge = Edge(near.value) if near is not None else None
    opened = open_source(source, paced=not every_frame, trusts=trusted.of)
    watching = _Watching(context.obj, printed, opened, edge, given, every_frame, give_up, answers, learn)
    try:
        return watching.alone(preset) if game is None else watching.beside(game, yes)
    except BrokenPipeError:  # whoever read the lines has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    finally:
        opened.close()


def _go_on(play: AnyPlay, typed: TypedAnswers | None) -> None:
    play.catch_up()
    if typed is not None:
        typed.attend()


@dataclass(frozen=True)
class _Watching:
    folders: Folders
    printed: Printed
    source: FrameSource
    near: Edge | None
    given: Given
    every_frame: bool
    give_up: float
    answers: bool
    learn: str | None
    wake: threading.Event = field(default_factory=threading.Event)

    def alone(self, preset: str) -> int:
        from companion.cli.kept_games import new_id
        from companion.live.registry import camera_game
        from companion.live.spectator import NO_GAME, Spectator

        followed, brought = camera_game(DEFAULT_GAME), commands_of(DEFAULT_GAME).watches
        if followed is None or brought is None:
            raise NotThisGame(repr(DEFAULT_GAME), Message("is no game that a camera follows"), Message("name a --game"))
        options, wish = brought.alone(preset, self.given.to(brought.options, DEFAULT_GAME))
        onlooker = Spectator(
            self.printed.tell,
            new_id=new_id,
            game=followed,
            wish=wish,
            options=options,
            near=self.near,
            wake=self.wake.set,
        )
        hears = partial(onlooker.receive, NO_GAME)
        return self._follow(self._follower(), onlooker, hears, lambda: None, lambda *_: None)

    def beside(self, game: str, yes: bool) -> int:
        from companion.cli.kept_games import game_named, journal_in, new_id, play_of
        from companion.live import LiveTable
        from companion.live.confirmed_crops import ConfirmedCrops
        from companion.play import Confirm, Policy, Source
        from companion.vision.decks.known_decks import DeckStore

        crops, shelf = ConfirmedCrops(), DeckStore(self.folders.ensure_writable().decks)
        if self.learn is not None:
            shelf.taught(self.learn)
        with journal_in(self.folders) as journal:
            kept = game_named(journal, game)
            play = play_of(journal, kept)
            done(Message("every move that was taken is kept"))
            play.policy = Policy({Source.CAMERA: Confirm.AT_ONCE if yes else Confirm.ASK})
            follower = self._follower()
            live = LiveTable(
                play,
                self.printed.tell,
                new_id=new_id,
                near=self.near,
                habits=self._habits(kept.game),
                wake=self.wake.set,
                on_card_named=crops.add,
                on_roll_counted=follower.name_dice,
            )
            opened = self.printed.open
            typed = TypedAnswers(live, sys.stdin, opened, self.wake.set) if self.answers else None
            status = self._follow(
                follower, live, lambda heard: live.receive(kept.id, heard), partial(_go_on, play, typed), crops.update
            )
        if self.learn is not None:
            for code, pixels in crops.crops:
                shelf.remember(self.learn, code, pixels)
        return status

    def _habits(self, game: str) -> Mapping[str, object]:
        """The table's own customs, as they were told."""
        brought = commands_of(game).watches
        if brought is None:
            self.given.to(NoOptions, game)
            return {}
        return brought.habits(self.given.to(brought.options, game))

    def _follower(self) -> Follower:
        from companion.cli.known_decks import known_decks
        from companion.vision.tracking import Follower

        return Follower(known_decks(self.folders))

    def _follow(
        self,
        follower: Follower,
        table: LiveTable | Spectator,
        hears: EventListener,
        go_on: Callable[[], None],
        sees: FrameListener,
    ) -> int:
        from companion.live.camera_thread import CameraThread, FrameProcessor

        sees = self._saying_the_size(sees)
        if self.every_frame:
            self._through(FrameProcessor(follower, hears), table, go_on, sees)
            return self.printed.status
        eye = CameraThread(self.source, follower, hears, sees)
        try:
            while not table.ended:
                self.wake.wait(CATCH_UP)
                self.wake.clear()
                table.attend()
                go_on()
                self._check_lost()
        except KeyboardInterrupt:
            pass
        finally:
            eye.close()
            table.close()
        if eye.failure is not None:
            raise eye.failure
        return self.printed.status

    def _through(
        self, processor: FrameProcessor, table: LiveTable | Spectator, go_on: Callable[[], None], sees: FrameListener
    ) -> None:
        from companion.table.camera_events import Ended

        try:
            while (frame := self.source.read()) is not None:
                processor.process(frame)
                sees(frame, processor.sightings)
                table.attend()
                go_on()
        except KeyboardInterrupt:
            pass
        processor.on_event(Ended())
        table.attend()
        table.close()

    def _saying_the_size(self, sees: FrameListener) -> FrameListener:
        """The same, which also says how large the source's pictures are: once, and when that changes."""
        from companion.live.labels import describe_size

        said: list[tuple[int, int]] = []

        def told(frame: Frame, sightings: Sightings) -> None:
            if said[-1:] != [frame.size]:
                said.append(frame.size)
                self.printed.aside(describe_size(frame.size))
            sees(frame, sightings)

        return told

    def _check_lost(self) -> None:
        since = self.printed.lost_since
        if self.give_up and since is not None and time.monotonic() - since > self.give_up:
            raise LostForGood(
                Message("the source"),
                Message("was lost and did not come back in {seconds} seconds", {"seconds": round(self.give_up)}),
                Message("check the camera, the phone or the file"),
            )
