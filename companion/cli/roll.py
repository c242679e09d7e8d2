"""``companion roll``: one roll, outside any game or in a kept one."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from itertools import takewhile
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.board import build_table, show_changes
from companion.cli.documents import uncertain_roll_document
from companion.cli.options import AsJson, GameOption, OptionalGame, find_game, fold_case, open_journal, open_play
from companion.cli.output import note_done, print_json, print_line, print_to_stderr, translate
from companion.cli.possible_output import print_asked
from companion.cli.roll_wait import NoRoll, UncertainRoll, no_roll_in_time, timeout, wait_for_roll
from companion.cli.terminal import terminal
from companion.errors import CompanionError
from companion.folders import Folders
from companion.games.documents import Json
from companion.games.registry import DEFAULT_GAME, AnyGame
from companion.games.registry import game as rules_of
from companion.live.rolls_at_table import RollsAtTable
from companion.locale import Message
from companion.play import AnyPlay
from companion.rolls.source import AppDice, Fate, Rolled, RollSource, Source

if TYPE_CHECKING:
    from companion.games.protocol import AnyRolls
    from companion.journal import Entry
    from companion.pieces import Cast, Wish


POLL_SECONDS = 0.01
"""Seconds between two checks whether the roll has come."""


class SourceOption(Enum):
    """The source of the roll."""

    APP = "app"
    CAMERA = "camera"
    SERIAL = "serial"
    DICE = "dice"


class WrongGame(CompanionError):
    """A game without rolls."""


def roll(
    context: typer.Context,
    game: OptionalGame = None,
    source: Annotated[
        SourceOption,
        typer.Option(help="The app's dice, the camera, the dice roller on a serial port, or Bluetooth dice."),
    ] = SourceOption.APP,
    port: Annotated[
        str | None,
        typer.Option(help="The roller's port (default: search all ports), or the camera as in `companion watch`."),
    ] = None,
    preset: Annotated[
        str, typer.Option(callback=fold_case, help="Use the dice of this preset: standard, mega, …")
    ] = "standard",
    game_option: GameOption = None,
    as_json: AsJson = False,
) -> int:
    """Roll the dice of a turn, and print what they bring.

    Exit status 1: the camera sees dice but cannot read them with certainty.
    """
    try:
        if kept := game or game_option:
            _roll_in_game(context.obj, kept, source, port, as_json)
        else:
            _roll_without_game(context.obj, source, port, preset, as_json)
    except UncertainRoll as error:
        question = error.question
        print_json("roll", uncertain_roll_document(question), indent=1) if as_json else print_line(question.text)
        return 1
    return 0


def _roll_without_game(folders: Folders, source: SourceOption, port: str | None, preset: str, as_json: bool) -> None:
    rolls, wish = _get_rolls(rules_of(DEFAULT_GAME), DEFAULT_GAME), usual_wish(preset)
    with _open_dice(folders, source, port, lambda _: False) as dice:
        rolled = wait_for_roll(dice, wish)
        rolled.settle(Fate.COUNTED)
    print_json("roll", roll_document(rolls, rolled), indent=1) if as_json else print_roll(rolls, rolled)


def usual_wish(preset: str) -> Wish:
    """Return the dice of a turn of the usual game; raise ``CompanionError`` for an unknown preset."""
    rules = rules_of(DEFAULT_GAME)
    return _get_rolls(rules, rules.name).wish(rules.options_from_json({"preset": preset}, "--preset"))


def _roll_in_game(folders: Folders, game: str, source: SourceOption, port: str | None, as_json: bool) -> None:
    with open_journal(folders) as journal:
        kept = find_game(journal, game)
        rolls = _get_rolls(rules_of(kept.game), kept.name)
        play = open_play(journal, kept)
        _check_awaited(play)
        with _open_dice(folders, source, port, journal.holds) as dice:
            rolled = _roll_into(play, dice)
        if as_json:
            print_json("roll", roll_in_game_document(rolls, rolled, play), indent=1)
        else:
            print_roll_in_game(rolls, rolled, play)


def _get_rolls(rules: AnyGame, thing: str) -> AnyRolls:
    """Return a game's rolls; raise :class:`WrongGame` about ``thing`` if it has none."""
    if rules.rolls is None:
        raise WrongGame(thing, Message("{game} has no such roll", {"game": rules.title}))
    return rules.rolls


def _check_awaited(play: AnyPlay) -> None:
    if play.course.rules.wish(play.state) is None:
        raise NoRoll(
            play.game.name,
            Message("no roll is expected now"),
            Message("`companion show` prints what the game waits for"),
        )
    if play.course.dice_cast is not None:
        cast = " ".join(str(die.value) for die in play.course.dice_cast)
        raise NoRoll(
            play.game.name,
            Message("the dice of this turn were {dice}; replace them?", {"dice": cast}),
            Message("answer on the tablet, or undo the correction"),
        )


def _roll_into(play: AnyPlay, dice: RollSource) -> Rolled:
    """Roll in a game and wait until the game has taken the roll; return it."""
    play.asks -= {Source.CAMERA}  # running this command confirms the roll
    before, failures = play.seq, list[CompanionError]()
    at_table = RollsAtTable(dice, play, failures.append, asks=False)
    at_table.roll_now()
    end = time.monotonic() + timeout(dice)
    while (kept := _find_roll(play, before, dice)) is None and not failures:
        if not play.attend():
            if time.monotonic() > end:
                failures.append(no_roll_in_time(dice))
            time.sleep(POLL_SECONDS)
    at_table.close()
    if kept is None:
        raise failures[0]
    entry, cast = kept
    note_done(Message("roll saved as entry {seq} of game {id}", {"seq": entry.seq, "id": play.game.id}))
    return Rolled(cast, dice.source, entry.id)


def _find_roll(play: AnyPlay, before: int, dice: RollSource) -> tuple[Entry, Cast] | None:
    """Return the entry of a roll by this source after the entry ``before``, and its cast."""
    for step in reversed(tuple(takewhile(lambda step: step.entry.seq > before, reversed(play.course.done)))):
        cast = play.course.rules.cast(step.before, step.move)
        if cast is not None and step.entry.source == str(dice.source):
            return step.entry, cast[1]
    return None


@contextmanager
def _open_dice(
    folders: Folders, source: SourceOption, port: str | None, journaled: Callable[[str], bool]
) -> Iterator[RollSource]:
    """Yield the source of rolls; only the package that it needs is imported."""
    if source is SourceOption.APP:
        yield AppDice()
    elif source is SourceOption.SERIAL:
        from companion.roller import ConnectedRoller
        from firmware_bridge.port import likely_ports

        if port is None and not likely_ports():
            raise NoRoll(Message("dice roller"), Message("none connected"), Message("set --port, or use --source app"))
        with ConnectedRoller(journaled, print_to_stderr, port=port) as roller:
            yield roller.dice
    elif source is SourceOption.DICE:
        from companion.cli.dice import connect_dice

        with connect_dice(folders) as connected:
            yield connected.dice
    else:
        from companion.cli.roll_camera import CameraDice

        yield CameraDice(folders, port or "0")


def roll_document(rolls: AnyRolls, rolled: Rolled) -> Json:
    """Return a roll as JSON, with what it brings."""
    return {"source": rolled.source.value, "id": rolled.id, **rolls.effect(rolled.cast).document}


def roll_in_game_document(rolls: AnyRolls, rolled: Rolled, play: AnyPlay) -> Json:
    """Return a roll as JSON, with what it changed in its game."""
    rules, names = play.course.rules, play.game.names
    waiting = rules.waiting_for(play.state)
    return roll_document(rolls, rolled) | {
        "game": play.game.id,
        "seq": play.seq,
        "players": rolls.players(play.state, names),
        "waiting_for": [{"player": names[one.owner], "text": translate(one.text)} for one in waiting],
    }


def print_roll(rolls: AnyRolls, rolled: Rolled) -> None:
    """Print a roll for people."""
    console, effect = terminal(), rolls.effect(rolled.cast)
    console.print("  ".join(f"{die.kind}: {die.value}" for die in rolled.cast), style="bold")
    for sentence in effect.sentences:
        console.print(sentence, soft_wrap=True)
    console.print(build_table(effect.rows))


def print_roll_in_game(rolls: AnyRolls, rolled: Rolled, play: AnyPlay) -> None:
    """Print a roll for people, with what it changed in its game and what the game waits for now."""
    print_roll(rolls, rolled)
    show_changes(terminal(), play.course, play.seq - 1)
    print_asked(terminal(), play.course)
