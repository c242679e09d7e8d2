"""``companion roll``: one roll, and what it means; with a game, applied to it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.cli import roll_wait
from companion.cli.game_options import Given
from companion.cli.languages import say
from companion.cli.output import done, print_aside, print_json, print_line
from companion.cli.registry import commands_of
from companion.cli.roll_wait import NoRoll, no_roll_in_time, rolled_by
from companion.cli.schemas.versions import stamped
from companion.errors import CompanionError
from companion.games.documents import Json
from companion.games.registry import DEFAULT_GAME
from companion.games.registry import game as named
from companion.locale import Message, Wording

if TYPE_CHECKING:
    from companion.cli.game_commands import Rolls
    from companion.folders import Folders
    from companion.journal import Entry
    from companion.pieces import Cast, Wish
    from companion.play import AnyPlay
    from companion.questions import Question
    from companion.rolls import Deliver, Rolled, RollSource, Source

MOMENT = 0.01
"""Seconds between looks at whether it came."""
CAMERA_PATIENCE = 60.0
"""Seconds in which the dice are to be thrown under the camera."""


class From(Enum):
    """Where the roll comes from."""

    APP = "app"
    CAMERA = "camera"
    SERIAL = "serial"
    DICE = "dice"


class Doubtful(Exception):
    """Dice lie there, but what they show is in doubt."""

    def __init__(self, asked: Question) -> None:
        self.asked = asked
        super().__init__(asked.key)


class WrongGame(CompanionError):
    """A game that has no such roll."""


def roll(
    context: typer.Context,
    given: Given,
    source: Annotated[
        From,
        typer.Option(help="The app's dice, the camera, the roller on a serial line, or dice that report themselves."),
    ] = From.APP,
    port: Annotated[
        str | None,
        typer.Option(help="The roller's port, every likely one otherwise; or the camera, as companion watch takes it."),
    ] = None,
    game: Annotated[str | None, typer.Option(help="Apply the roll to this game.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> int:
    """Rolls once.

    Status 1: dice lie under the camera, but what they show is in doubt.
    """
    folders: Folders = context.obj
    try:
        if game is None:
            brought = rolls_of(DEFAULT_GAME, DEFAULT_GAME)
            document = _roll_alone(folders, source, port, brought, given.to(brought.options, DEFAULT_GAME))
        else:
            brought, document = _roll_in(folders, game, source, port)
    except Doubtful as doubt:
        return _in_doubt(doubt.asked, as_json)
    print_json(stamped("roll", document), indent=1) if as_json else brought.show(document)
    return 0


def rolls_of(game: str, called: str) -> Rolls[Any]:
    """What a game brings to this command. Raises :class:`WrongGame`."""
    brought = commands_of(game).rolls
    if brought is None:
        raise WrongGame(called, Message("is a game of {game}: it has no such roll", {"game": named(game).title}))
    return brought


def _in_doubt(asked: Question, as_json: bool) -> int:
    from companion.cli.documents import doubtful_roll_document

    document = stamped("roll", doubtful_roll_document(asked))
    print_json(document, indent=1) if as_json else print_line(say(asked.text))
    return 1


def _roll_alone(folders: Folders, source: From, port: str | None, brought: Rolls[Any], told: object) -> Json:
    from companion.rolls import Fate

    wish = brought.alone(told)

    with _dice(folders, source, port, lambda _: False) as dice:
        rolled = rolled_by(dice, wish)
        rolled.settle(Fate.COUNTED)
    return brought.document(rolled)


def _roll_in(folders: Folders, game: str, source: From, port: str | None) -> tuple[Rolls[Any], Json]:
    from companion.cli.kept_games import game_named, journal_in, play_of

    with journal_in(folders) as journal:
        kept = game_named(journal, game)
        brought = rolls_of(kept.game, kept.name)
        play = play_of(journal, kept)
        _check_awaited(play)
        with _dice(folders, source, port, journal.holds) as dice:
            rolled = _applied(play, dice)
        return brought, brought.in_game(rolled, play)


def _check_awaited(play: AnyPlay) -> None:
    if play.course.rules.wish(play.state) is None:
        raise NoRoll(
            play.game.name, Message("waits for no roll now"), Message("companion show tells what it waits for")
        )
    if play.dice_cast is not None:
        cast = " ".join(str(die.value) for die in play.dice_cast)
        raise NoRoll(
            play.game.name,
            Message("the dice of this turn were {dice}; shall others count?", {"dice": cast}),
            Message("answer it on the tablet, or undo the correction"),
        )


def _applied(play: AnyPlay, dice: RollSource) -> Rolled:
    """The roll that the game took."""
    from companion.live.rolls_at_table import RollsAtTable
    from companion.play import Confirm, Policy, Source
    from companion.rolls import Rolled

    play.policy = Policy({Source.CAMERA: Confirm.AT_ONCE})  # whoever writes this command has confirmed it
    before, refused = play.seq, list[CompanionError]()
    at_table = RollsAtTable(dice, play, refused.append, asks=False)
    at_table.roll_now()
    by_hand = dice.source is Source.DICE
    end = time.monotonic() + (roll_wait.TO_THROW if by_hand else roll_wait.PATIENCE)
    while (kept := _kept(play, before, dice)) is None and not refused:
        if not play.attend():
            if time.monotonic() > end:
                refused.append(roll_wait.not_thrown() if by_hand else no_roll_in_time())
            time.sleep(MOMENT)
    at_table.close()
    if kept is None:
        raise refused[0]
    entry, cast = kept
    told: Wording = {"seq": entry.seq, "id": play.game.id}
    done(Message("the roll counts, as entry {seq} of the game {id}", told))
    return Rolled(cast, dice.source, entry.id)


def _kept(play: AnyPlay, before: int, dice: RollSource) -> tuple[Entry, Cast] | None:
    """The roll that this source gave since an entry, once the game has it."""
    for step in play.course.done:
        named = play.course.rules.cast(step.before, step.move)
        if named is not None and step.entry.seq > before and step.entry.source == str(dice.source):
            return step.entry, named[1]
    return None


@contextmanager
def _dice(folders: Folders, source: From, port: str | None, journaled: Callable[[str], bool]) -> Iterator[RollSource]:
    """What rolls."""
    from companion.rolls import AppDice

    if source is From.APP:
        yield AppDice()
    elif source is From.SERIAL:
        from companion.roller import ConnectedRoller
        from firmware_bridge.port import likely_ports

        if port is None and not likely_ports():
            raise NoRoll(
                Message("the roller"), Message("none is plugged in"), Message("name its --port, or use --source app")
            )
        with ConnectedRoller(journaled, lambda told: print_aside(say(told)), port=port) as roller:
            yield roller.dice
    elif source is From.DICE:
        from companion.cli.dice import kept_here, listening

        if not (kept := kept_here(folders)):
            raise NoRoll(
                Message("dice that report themselves"),
                Message("none is kept here"),
                Message("look for them: companion dice look"),
            )
        with listening(kept) as connected:
            yield connected.dice
    else:
        yield _UnderTheCamera(folders, port or "0")


class _UnderTheCamera:
    """The first dice that come to rest under the camera: one roll. Raises :class:`NoRoll` or :class:`Doubtful`."""

    def __init__(self, folders: Folders, opened: str) -> None:
        self._folders, self._opened = folders, opened

    @property
    def source(self) -> Source:
        from companion.rolls import Source

        return Source.CAMERA

    def ask(self, wish: Wish, deliver: Deliver) -> None:
        from companion.cli.kept_games import new_id
        from companion.cli.known_decks import known_decks
        from companion.live.one_roll import NothingRolled, one_roll
        from companion.rolls import Rolled
        from companion.vision.sources import open_source
        from companion.vision.sources.address import redact_address
        from companion.vision.sources.trusted_cameras import TrustedCameras
        from companion.vision.tracking import Follower

        found = one_roll(
            open_source(self._opened, trusts=TrustedCameras(self._folders.cameras).of),
            Follower(known_decks(self._folders)),
            wish,
            patience=CAMERA_PATIENCE,
            hint=lambda text: print_aside(say(text)),
        )
        if not isinstance(found, NothingRolled):
            deliver(Rolled(found, self.source, f"{self.source}-{new_id()}"))
            return
        if found.asked is not None:
            raise Doubtful(found.asked)
        raise NoRoll(
            redact_address(self._opened),
            Message("showed no roll: no two d10s came to rest in view"),
            Message("throw them where the camera sees them, or use --source app"),
        )

    def withdraw(self) -> None:
        """Nothing to stop: it looks only while it is asked."""
