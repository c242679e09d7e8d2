"""Summaries of games: what lists, statistics and histories show of a game without its moves.

A summary stands in its game's row and is written with each move in the same transaction. Its check value covers the
game's last link, so that one of an earlier move, or a damaged one, does not count. One of another version does not
count either. Such a game is folded, and its summary is written anew.
"""

import json
from dataclasses import dataclass
from typing import Any, Protocol

from companion.errors import CompanionError
from companion.games.documents import Fields, optional_reader, read_text
from companion.games.field_types import Readers, Writers
from companion.journal.course.course import Course
from companion.journal.course.folding import DiceCount
from companion.journal.entries import Entry, KeptGame
from companion.journal.values import json_value, link
from companion.locale import Message
from companion.locale.message import Value
from companion.pieces import Die, DieKind

VERSION = 3
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


@dataclass(frozen=True, slots=True)
class Overview:
    """A stored game with its latest state in a few values, or the state before what is damaged."""

    id: str
    name: str
    game: KeptGame | None
    """None if its row cannot be read."""
    summary: Summary | None
    """None if the game never began."""
    error: CompanionError | None


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
    """Return a summary as JSON text, with its version and check value.

    Args:
        summary: the summary.
        last: the link of the game's last entry.
    """
    document = {"version": VERSION, **_WRITE(summary)}
    return json.dumps({**document, _CHECK: link(last, document)}, ensure_ascii=False, separators=(",", ":"))


def read_summary(written: object, last: object) -> Summary | None:
    """Read a summary.

    Args:
        written: what stands in the game's row.
        last: the link of the game's last entry.

    Returns:
        The summary, or None if there is none, or it is damaged, of another version or of an earlier move.
    """
    if not isinstance(written, str) or not isinstance(last, str) or len(written) > LONGEST:
        return None
    try:
        document = json_value(written)
        if not isinstance(document, dict) or document.pop(_CHECK, None) != link(last, document):
            return None
        summary: Summary | None = _READ.of(Summary)(document, "") if document.pop("version", None) == VERSION else None
    except (AttributeError, CompanionError, TypeError, ValueError):
        return None
    return summary


def _message_to_json(message: Message) -> dict[str, Any]:
    values = {
        name: value if isinstance(value, int | float | str) else _message_to_json(value.wording())
        for name, value in message.values.items()
    }
    return {"text": message.template, "values": values, "plural": message.plural, "count": message.count}


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


def _values(value: Any, place: str) -> dict[str, Value]:
    return {str(name): _message(one, place) if isinstance(one, dict) else one for name, one in value.items()}


def _dice_to_json(dice: DiceCount) -> list[Any]:
    return [
        [[seat, die.kind.value, die.value, n] for (seat, die), n in dice.standing.items()],
        [[source, kind and kind.value, n] for (source, kind), n in dice.rolls.items()],
        [[source, die.kind.value, die.value, n] for (source, die), n in dice.rolled.items()],
    ]


def _dice(value: Any, _place: str) -> DiceCount:
    standing, rolls, rolled = value
    return DiceCount(
        {(seat, Die(DieKind(kind), face)): n for seat, kind, face, n in standing},
        {(source, kind and DieKind(kind)): n for source, kind, n in rolls},
        {(source, Die(DieKind(kind), face)): n for source, kind, face, n in rolled},
    )


_READ = Readers({Message: _message, DiceCount: _dice})
_WRITE = Writers({Message: _message_to_json, DiceCount: _dice_to_json})

_CHECK = "check"

LONGEST = 100_000
"""Most characters of a text; a summary has some hundreds."""


class GameStorage(Protocol):
    """Stores the entries of games: the journal, or the log of the browser edition."""

    def game(self, id_: str) -> KeptGame:
        """Return a game; raise ``NoSuchGame`` or ``DamagedJournal``."""

    def entries(self, game: str, after: int = 0) -> tuple[Entry, ...]:
        """Return a game's entries after number ``after``, in order."""

    def append(self, entry: Entry, summary: Summary | None = None) -> Entry:
        """Append an entry to its game; it is durable when this returns. An id that exists returns the stored entry."""
