"""Moves, corrections and decisions typed in a terminal: in one line, or field by field."""

from collections.abc import Callable
from typing import Any

from companion.cli.output import print_error, translate
from companion.cli.painters.fields import FieldPainter, read_typed
from companion.cli.terminal import Console, make_table
from companion.errors import CompanionError
from companion.games.decisions import Decision, parse_decision
from companion.journal.course.course import AnyCourse
from companion.locale import Message
from companion.play import AnyPlay, Kind, Question, Source
from companion.play.move_words import read_correction
from companion.play.possible_moves import SeatOptions, seats_asked
from companion.play.typed_moves import read_line


def offered_decisions(course: AnyCourse) -> dict[str, Decision[Any]]:
    """Return the decisions of the seats that play waits for and of the whole table, but no secret ones."""
    options = SeatOptions(course, 0, None)
    found: dict[str, Decision[Any]] = {}
    for one in (one for seat in (*seats_asked(course), None) for one in options.decisions(seat) if not one.secret):
        found.setdefault(one.name, one)
    return found


def find_decision(course: AnyCourse, line: str) -> Decision[Any] | None:
    """Return the decision that a line writes, as a name and ``FIELD=WORD`` pairs; None if it is no decision.

    Raises:
        UnusableAnswer: The decision does not take a word.
    """
    offered = offered_decisions(course)
    name, *words = line.split() or [""]
    return parse_decision(line, offered.values()) if name in offered and all("=" in one for one in words) else None


def ask_missing(
    open_game: AnyPlay, decision: Decision[Any], console: Console, read: Callable[[str], str]
) -> Decision[Any] | None:
    """Ask every field that is missing, or the last one if all are proposed; None for an empty line.

    What can be typed is printed; ``FIELD=WORD`` answers another field in between.
    """
    course = open_game.course
    painter = FieldPainter(course.rules.view(course.state, course.game.names, None), console.width)
    last = () if decision.words else decision.fields[-1:]
    while (field := decision.missing or next(iter(last), None)) is not None:
        last = ()
        proposed = [
            f"{one.name}={one.write(decision.answers[one.name])}" for one in decision.fields if one is not field
        ]
        console.print(" ".join([translate(field.text), *proposed]), style="bold", soft_wrap=True)
        console.print(make_table(painter.answers(field)))
        line = read(f"{field.name}> ").strip()
        if not line:
            return None
        try:
            name, equals, word = line.partition("=")
            decision = decision.read({name: word} if equals else {field.name: read_typed(field, line)})
        except CompanionError as error:
            print_error(error)
    return decision


class NeedsYes(CompanionError):
    """A move that is made only if it is confirmed."""


def make_moves(open_game: AnyPlay, line: str, yes: bool) -> None:
    """Make the moves of a line: all of them, or none if one cannot be read or is refused.

    A decision is written as its name with ``FIELD=WORD`` for each answer.
    """
    by_decisions = "=" in line or open_game.course.rules.notation is None
    decision = find_decision(open_game.course, line) if by_decisions else None
    if decision is not None:
        propose_typed(open_game, decision.move(), decision.owner, yes)
        return
    for typed in read_line(open_game.course, line):
        propose_typed(open_game, typed.move, typed.seat, yes)


def make_correction(open_game: AnyPlay, line: str) -> None:
    """Make the correction of a line."""
    propose_typed(open_game, read_correction(open_game.course, line), None, yes=True)


def propose_typed(open_game: AnyPlay, move: Any, seat: int | None, yes: bool) -> None:
    """Propose a move and confirm it; raise :class:`NeedsYes` for other dice than before an undo, unless ``yes``."""
    outcome = open_game.propose(move, source=Source.FILE, seat=seat)
    if not isinstance(outcome, Question):
        return
    if yes or outcome.kind is not Kind.OTHER_DICE:
        open_game.confirm(outcome.key, source=Source.FILE)
        return
    open_game.dismiss(outcome.key)
    raise NeedsYes(open_game.game.name, outcome.text, Message("enter the same dice, or add --yes"))
