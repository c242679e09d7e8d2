"""``companion watch``: follows a live table, one line an event, with a game or without."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from gettext import NullTranslations
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.score import Deeds, Near
from companion.errors import CompanionError
from companion.locale import Message

if TYPE_CHECKING:
    from companion.folders import Folders
    from companion.games.magnate.options import Options
    from companion.live import LiveTable
    from companion.live.events import LiveEvent
    from companion.live.eye import Hears, Looker
    from companion.live.onlooker import Onlooker
    from companion.table.row import Edge
    from companion.vision.sources import Source

CATCH_UP = 1.0
"""Seconds between looks at what another program added to the game."""


class NotThisGame(CompanionError):
    """A game that no camera can follow."""


class LostForGood(CompanionError):
    """The source was lost and did not come back."""


def watch(
    context: typer.Context,
    source: Annotated[
        str, typer.Option(help="A camera's number or name, a stream's address, a video file, a folder of pictures.")
    ] = "0",
    game: Annotated[str | None, typer.Option(help="Propose into this game.")] = None,
    near: Annotated[Near | None, typer.Option(help="The picture's edge at which player 0 sits.")] = None,
    preset: Annotated[str, typer.Option(help="Without a game: the options in force.")] = "standard",
    deeds: Annotated[Deeds | None, typer.Option(help="How deeds lie; as the game or preset has it without it.")] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Take what has one possible payment, and rolls, at once.")] = False,
    every_frame: Annotated[
        bool, typer.Option("--every-frame", help="Show a film frame by frame, not in real time.")
    ] = False,
    give_up: Annotated[float, typer.Option(help="End when the source is lost for so many seconds; 0: never.")] = 0.0,
    language: Annotated[str, typer.Option(help="en or fr.")] = "en",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON line an event.")] = False,
) -> int:
    """Follows a table until Ctrl-C or the end of the film. Status 1: something is still asked, or in dispute."""
    from companion.cli.languages import spoken_in
    from companion.table.row import Edge
    from companion.vision.sources import open_source

    printed = Printed(spoken_in(language), as_json)
    edge = Edge(near.value) if near is not None else None
    opened = open_source(source, paced=not every_frame)
    watching = _Watching(context.obj, printed, opened, edge, deeds, every_frame, give_up)
    try:
        return watching.alone(preset) if game is None else watching.beside(game, yes)
    except BrokenPipeError:  # whoever read the lines has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    finally:
        opened.close()


class Printed:
    """Prints each event as it comes, and remembers what is still open."""

    def __init__(self, spoken: NullTranslations, as_json: bool) -> None:
        self._spoken, self._as_json = spoken, as_json
        self._open: set[str] = set()
        self.lost_since: float | None = None

    @property
    def status(self) -> int:
        """1 where something is asked, waits to be confirmed, or is in dispute."""
        return 1 if self._open else 0

    def tell(self, event: LiveEvent) -> None:
        self._remember(event)
        if self._as_json:
            print(json.dumps(event.to_json(), ensure_ascii=False), flush=True)
        else:
            for line in self._lines(event):
                print(line, flush=True)

    def _remember(self, event: LiveEvent) -> None:
        from companion.live import events

        match event:
            case events.Asked(id=id_):
                self._open.add(id_)
            case events.Proposed(id=id_, seq=seq):
                self._open.add(id_) if seq is None else self._open.discard(id_)
            case events.RollSeen(id=str(id_), fate=fate):
                self._open.add(id_) if fate is events.RollFate.ASKED else self._open.discard(id_)
            case events.Withdrawn(id_):
                self._open.discard(id_)
            case events.Disagreed():
                self._open.add(events.DISAGREEMENT)
            case events.SourceWasLost():
                self.lost_since = self.lost_since or time.monotonic()
            case events.SourceIsBack():
                self.lost_since = None

    def _lines(self, event: LiveEvent) -> list[str]:
        from companion.live import events

        if isinstance(event, events.TableChanged | events.Withdrawn):
            return []
        lines = [event.sentence().text(self._spoken)]
        if isinstance(event, events.Asked):
            lines += [f"  {choice.answer}: {choice.text.text(self._spoken)}" for choice in event.choices]
        if isinstance(event, events.Disagreed):
            lines += [f"  - {step.text(self._spoken)}" for step in event.put_back]
        return lines


@dataclass(frozen=True)
class _Watching:
    folders: Folders
    printed: Printed
    source: Source
    near: Edge | None
    deeds: Deeds | None
    every_frame: bool
    give_up: float
    wake: threading.Event = field(default_factory=threading.Event)

    def alone(self, preset: str) -> int:
        from companion.cli.kept import new_id
        from companion.games.magnate import preset as named
        from companion.live.onlooker import NO_GAME, Onlooker

        options = self._with_deeds(named(preset))
        onlooker = Onlooker(self.printed.tell, new_id=new_id, options=options, near=self.near, wake=self.wake.set)
        return self._follow(onlooker, lambda heard: onlooker.hear(NO_GAME, heard), lambda: None)

    def beside(self, game: str, yes: bool) -> int:
        from companion.cli.kept import game_named, journal_in, new_id, play_of
        from companion.live import LiveTable
        from companion.play import Confirm, Policy, Source

        with journal_in(self.folders) as journal:
            kept = game_named(journal, game)
            if kept.game != "magnate":
                raise NotThisGame(kept.name, Message("is a game of {game}: no camera follows it", {"game": kept.game}))
            play = play_of(journal, kept)
            play.policy = Policy({Source.CAMERA: Confirm.AT_ONCE if yes else Confirm.ASK})
            live = LiveTable(
                play,
                self.printed.tell,
                new_id=new_id,
                near=self.near,
                deeds_turned=None if self.deeds is None else self.deeds is Deeds.TURNED,
                wake=self.wake.set,
            )
            return self._follow(live, lambda heard: live.hear(kept.id, heard), play.catch_up)

    def _with_deeds(self, options: Options) -> Options:
        return options if self.deeds is None else replace(options, deeds_turned=self.deeds is Deeds.TURNED)

    def _follow(self, table: LiveTable | Onlooker, hears: Hears, catch_up: Callable[[], None]) -> int:
        from companion.live.eye import Eye, Looker
        from companion.vision.decks import known
        from companion.vision.following import Follower

        follower = Follower(known(self.folders.decks))
        if self.every_frame:
            self._through(Looker(follower, hears), table)
            return self.printed.status
        eye = Eye(self.source, follower, hears)
        try:
            while not table.ended:
                self.wake.wait(CATCH_UP)
                self.wake.clear()
                table.attend()
                catch_up()
                self._check_lost()
        except KeyboardInterrupt:
            pass
        finally:
            eye.close()
            table.close()
        if eye.failure is not None:
            raise eye.failure
        return self.printed.status

    def _through(self, looker: Looker, table: LiveTable | Onlooker) -> None:
        from companion.live.heard import Ended

        try:
            while (frame := self.source.read()) is not None:
                looker.look(frame)
                table.attend()
        except KeyboardInterrupt:
            pass
        looker.hears(Ended())
        table.attend()
        table.close()

    def _check_lost(self) -> None:
        since = self.printed.lost_since
        if self.give_up and since is not None and time.monotonic() - since > self.give_up:
            raise LostForGood(
                "the source",
                Message("was lost and did not come back in {seconds} seconds", {"seconds": round(self.give_up)}),
                Message("check the camera, the phone or the file"),
            )
