"""Summaries of games: what lists, statistics and histories show of a game without its moves.

A summary stands in its game's row and is written with each move in the same transaction. Its check value covers the
game's last link, so that one of an earlier move, or a damaged one, does not count. One of another version does not
count either. Such a game is folded, and its summary is written anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.errors import CompanionError
from companion.games.documents import Fields, list_reader, optional_reader, read_boolean, read_integer, read_text
from companion.journal.checked_json import checked, with_check
from companion.journal.course import Course
from companion.journal.dice_json import dice_to_json, take_dice
from companion.journal.folding import DiceCount
from companion.locale import Message
from companion.locale.message import Value

VERSION = 2
"""It increases with every change of what a summary contains or means."""

BEGINNING = f'{{"version":{VERSION},'
"""How the text of every summary of this version begins."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A game's state in a few values."""

    seq: int
    """The number of entries."""
    turn: int
    phase: str
    seat: int
    """The seat that the game waits for, or the current player's."""
    over: bool
    winners: tuple[int, ...]
    """Seats; none before the end, or if nobody won."""
    scores: tuple[int, ...]
    """By seat, as far as the game has a score in one number."""
    text: tuple[Message, ...]
    """What the game waits for, or how it ended."""
    dice: DiceCount
    decided_by: str = ""
    """What decided the finished game, as in its score's document; empty before the end, or if the game names none."""


def summarise(course: Course[Any, Any]) -> Summary:
    """Return the summary of a game as far as it was folded."""
    rules, state = course.rules, course.state
    over, seat = rules.over(state), rules.at_turn(state)
    winners: tuple[int, ...] = ()
    text: tuple[Message, ...] = ()
    decided_by = ""
    if over:
        score = rules.score_to_json(state, course.game.players)
        seats = score["winners"] if "winners" in score else [score["winner"]]
        winners = tuple(one for one in seats if one is not None)
        decided_by = str(score.get("decided_by", ""))
        text = rules.view(state, course.game.names, None).remarks
    elif (awaited := next(iter(rules.waiting_for(state)), None)) is not None:
        text, seat = (awaited.text,), seat if awaited.owner is None else awaited.owner
    return Summary(
        seq=course.seq,
        turn=rules.turn(state),
        phase=rules.phase(state),
        seat=seat,
        over=over,
        winners=winners,
        scores=tuple(rules.scores(state)),
        text=text,
        dice=course.dice,
        decided_by=decided_by,
    )


def write_summary(summary: Summary, last: str) -> str:
    """Return a summary as JSON text.

    Args:
        summary: the summary.
        last: the link of the game's last entry.

    Returns:
        The text, with its version and check value.
    """
    return with_check(
        {
            "version": VERSION,
            "seq": summary.seq,
            "turn": summary.turn,
            "phase": summary.phase,
            "seat": summary.seat,
            "over": summary.over,
            "winners": list(summary.winners),
            "scores": list(summary.scores),
            "text": [_message_to_json(one) for one in summary.text],
            **dice_to_json(summary.dice),
            "decided_by": summary.decided_by,
        },
        last,
    )


def read_summary(written: object, last: object) -> Summary | None:
    """Read a summary.

    Args:
        written: what stands in the game's row.
        last: the link of the game's last entry.

    Returns:
        The summary, or None if there is none, or it is damaged, of another version or of an earlier move.
    """
    document = checked(written, last)
    if document is None or document.get("version") != VERSION:
        return None
    try:
        return _summary(Fields({key: one for key, one in document.items() if key != "version"}, ""))
    except (CompanionError, ValueError):
        return None


def _summary(found: Fields) -> Summary:
    integers = list_reader(read_integer)
    summary = Summary(
        seq=found.take("seq", read_integer),
        turn=found.take("turn", read_integer),
        phase=found.take("phase", read_text),
        seat=found.take("seat", read_integer),
        over=found.take("over", read_boolean),
        winners=found.take("winners", integers),
        scores=found.take("scores", integers),
        text=found.take("text", list_reader(_message)),
        dice=take_dice(found),
        decided_by=found.take("decided_by", read_text),
    )
    found.done()
    return summary


def _message_to_json(message: Message) -> dict[str, Any]:
    written: dict[str, Any] = {"text": message.template}
    if message.values:
        written["values"] = {name: _value_to_json(one) for name, one in message.values.items()}
    if message.plural is not None:
        written |= {"plural": message.plural, "count": message.count}
    return written


def _value_to_json(value: Value) -> Any:
    return value if isinstance(value, int | float | str) else _message_to_json(value.wording())


def _message(value: object, place: str) -> Message:
    found = Fields(value, place)
    message = Message(
        found.take("text", read_text),
        found.take_or("values", _values, {}),
        found.take_or("plural", optional_reader(read_text), None),
        found.take_or("count", optional_reader(read_text), None),
    )
    found.done()
    return message


def _values(value: object, place: str) -> dict[str, Value]:
    if not isinstance(value, dict):
        raise ValueError(place)
    return {str(name): _message(one, place) if isinstance(one, dict) else one for name, one in value.items()}
