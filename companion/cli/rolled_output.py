"""A roll as ``companion roll`` prints it, outside any game or in one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cli.board import build_table, show_changes
from companion.cli.languages import translate
from companion.cli.possible_output import print_asked
from companion.cli.terminal import terminal
from companion.games.documents import Json

if TYPE_CHECKING:
    from companion.games.protocol import AnyRolls
    from companion.play import AnyPlay
    from companion.rolls import Rolled


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
