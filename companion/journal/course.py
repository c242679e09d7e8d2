"""The course of a game: what folding its entries gives, with undo and redo.

Everything here is a value: an entry that does not follow raises and leaves the course as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from companion.errors import CompanionError
from companion.games.errors import IllegalMove, UnreadableDocument
from companion.games.figures import Figures, PlayedMove
from companion.games.protocol import Game
from companion.journal.entries import Document, Entry, KeptGame
from companion.locale import Message
from companion.pieces import Cast

State = TypeVar("State")
Move = TypeVar("Move")

UNDO: Document = {"type": "undo"}
REDO: Document = {"type": "redo"}


class NothingToUndo(CompanionError):
    """No move stands that could be taken back."""


class NothingToRedo(CompanionError):
    """No move was taken back, or another was made since."""


class RefusedEntry(CompanionError):
    """A game's entry that does not follow from those before it, by its rules, or is no move of that game."""

    def __init__(self, course: Course[Any, Any], entry: Entry, cause: CompanionError) -> None:
        self.course = course
        """The game up to there."""
        self.entry = entry
        self.cause = cause
        place = f"{course.game.name}, move {entry.seq} ({entry.move.get('type')})"
        ruled = Message("{thing}: {reason}", {"thing": cause.thing, "reason": cause.reason})
        named = isinstance(cause, IllegalMove | UnreadableDocument)
        super().__init__(place, ruled if named else cause.reason, cause.next_step)


def check_seats(players: int, seats: int) -> None:
    """Raises ``UnreadableDocument`` where a game names more or fewer players than it has seats."""
    if players != seats:
        raise UnreadableDocument(
            "players", Message("names {given}, and this game has {seats} seats", {"given": players, "seats": seats})
        )


@dataclass(frozen=True, slots=True)
class Step(Generic[State, Move]):
    """A move that was made, with the states around it."""

    entry: Entry
    move: Move
    before: State
    after: State
    corrects: Cast = ()
    """The dice that had been cast for this roll before they were taken back, where these are others."""


@dataclass(frozen=True, slots=True)
class Telling:
    """One line of a game's history, for people."""

    entry: Entry
    turn: int
    message: Message
    stands: bool
    """False for what was taken back and not put back."""
    at_turn: int
    """Whose turn it was."""
    dice: Cast = ()
    """What was cast for it."""


@dataclass(frozen=True, slots=True)
class Course(Generic[State, Move]):
    """A game as far as it has come."""

    rules: Game[Any, Any, State, Move]
    game: KeptGame
    start: State
    seq: int = 0
    """The last entry that was taken in."""
    done: tuple[Step[State, Move], ...] = ()
    """The moves that stand."""
    undone: tuple[Step[State, Move], ...] = ()
    """The moves that can be put back, the next one last."""
    casts: Mapping[str, Move] = field(default_factory=dict)
    """By its name: a roll that was taken back. Its dice were cast; others are a correction."""
    told: tuple[tuple[Entry, Step[State, Move]], ...] = ()
    """Each entry with the step that it made, took back or put back."""

    @classmethod
    def of(
        cls, rules: Game[Any, Any, State, Move], game: KeptGame, entries: Iterable[Entry] = ()
    ) -> Course[State, Move]:
        """The course of a kept game with these entries.

        Raises ``UnreadableDocument`` or ``UnplayableSetup`` for how it begins and :class:`RefusedEntry`
        for an entry that does not follow.
        """
        options = rules.options_from_json(game.options, "options")
        check_seats(len(game.players), rules.seats(options))
        start, entries = rules.start(options, rules.setup_from_json(game.setup, "setup")), tuple(entries)
        if entries and rules.start_in_format is not None:
            start = rules.start_in_format(start, entries[0].format)
        folding = _Folding(cls(rules, game, start))
        for entry in entries:
            try:
                folding.take(entry)
            except (IllegalMove, UnreadableDocument, NothingToUndo, NothingToRedo) as error:
                raise RefusedEntry(folding.course(), entry, error) from error
        return folding.course()

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.done[-1].after if self.done else self.start

    @property
    def dice_cast(self) -> Cast | None:
        """The dice of the roll that is made next, where it was made and taken back: they are to be put in again."""
        for name, move in self.casts.items():
            awaited = self.rules.cast(self.state, move)
            if awaited is not None and awaited[0] == name:
                stands = any(_named(self.rules, step) == name for step in reversed(self.done))
                return None if stands else awaited[1]
        return None

    def history(self, viewer: int | None = None) -> tuple[Telling, ...]:
        """Every entry as a sentence, in order, as a viewer may hear it: a seat, or everybody at once."""
        standing = {step.entry.seq for step in self.done}
        return tuple(self._telling(entry, step, viewer, step.entry.seq in standing) for entry, step in self.told)

    def latest(self, viewer: int | None = None) -> Telling | None:
        """The last line of its :meth:`history`."""
        if not self.told:
            return None
        entry, step = self.told[-1]
        return self._telling(entry, step, viewer, any(step is one for one in self.done))

    def _telling(self, entry: Entry, step: Step[State, Move], viewer: int | None, stands: bool) -> Telling:
        thrown = self.rules.cast(step.before, step.move)
        dice = thrown[1] if thrown is not None else ()
        turn, at_turn = self.rules.turn(step.before), self.rules.at_turn(step.before)
        return Telling(entry, turn, self._sentence(entry, step, viewer), stands, at_turn, dice)

    def around(self, seq: int) -> tuple[State, State]:
        """How the game stood right before this entry, and right after it; ``KeyError`` where there is none of it."""
        for entry, step in self.told:
            if entry.seq == seq:
                return (step.after, step.before) if entry.move == UNDO else (step.before, step.after)
        raise KeyError(seq)

    def way_to(self, seq: int) -> int | None:
        """How many moves are to be put back until the game stands as right after this entry; to be taken back: below
        zero; None where the game went on otherwise since."""
        stood: list[int] = []
        taken_back: list[int] = []
        for entry, step in self.told:
            if entry.seq > seq:
                break
            if entry.move == UNDO:
                taken_back.append(stood.pop())
            elif entry.move == REDO:
                stood.append(taken_back.pop())
            else:
                stood.append(step.entry.seq)
        line = [step.entry.seq for step in (*self.done, *reversed(self.undone))]
        return len(stood) - len(self.done) if line[: len(stood)] == stood else None

    def figures(self) -> Figures | None:
        """The moves that stand, in figures turn by turn; None for a game that keeps none."""
        if self.rules.statistics is None:
            return None
        seen = self.rules.seen_by
        made = [
            PlayedMove(seen(step.before, None), self.redact_move(step.move, None), seen(step.after, None))
            for step in self.done
        ]
        return self.rules.statistics(made, self.game.names)

    def _sentence(self, entry: Entry, step: Step[State, Move], viewer: int | None) -> Message:
        before, after = (self.rules.seen_by(state, viewer) for state in (step.before, step.after))
        said = self.rules.describe(before, self.redact_move(step.move, viewer), after, self.game.names)
        if entry.move == UNDO:
            return Message("taken back: {what}", {"what": said})
        if entry.move == REDO:
            return Message("put back: {what}", {"what": said})
        if step.corrects:
            return Message(
                "{what} (a correction: the dice had been {dice})",
                {"what": said, "dice": " ".join(str(die.value) for die in step.corrects)},
            )
        return said

    def redact_move(self, move: Move, viewer: int | None) -> Move:
        """A move as a viewer may hear of it now."""
        return move if self.rules.redact_move is None else self.rules.redact_move(self.state, move, viewer)

    def after(self, entry: Entry) -> Course[State, Move]:
        """The course with one entry more; raises what the rules raise and :class:`NothingToUndo` or ``…Redo``."""
        folding = _Folding(self)
        folding.take(entry)
        return folding.course()

    def check(self, move: Move) -> State:
        """The state that a move would give; raises what the rules raise."""
        return self.rules.apply(self.state, move)

    def other_dice(self, move: Move) -> Cast | None:
        """The dice that had been cast for this roll already, where the move says others."""
        return _other_dice(self.rules, self.state, self.casts, move)


class _Folding(Generic[State, Move]):
    """A course that grows entry by entry, each in the same time however many there are."""

    def __init__(self, course: Course[State, Move]) -> None:
        self._from, self._rules, self._seq = course, course.rules, course.seq
        self._done, self._undone, self._told = list(course.done), list(course.undone), list(course.told)
        self._casts = dict(course.casts)

    def course(self) -> Course[State, Move]:
        """As far as it has come."""
        done, undone, told = tuple(self._done), tuple(self._undone), tuple(self._told)
        return replace(self._from, seq=self._seq, done=done, undone=undone, casts=dict(self._casts), told=told)

    def take(self, entry: Entry) -> None:
        """Takes one more entry in, or raises as :meth:`Course.after` and is as before."""
        kind = entry.move.get("type")
        step = self._undo() if kind == "undo" else self._redo() if kind == "redo" else self._make(entry)
        self._told.append((entry, step))
        self._seq = entry.seq

    def _make(self, entry: Entry) -> Step[State, Move]:
        move = self._rules.move_from_json(entry.move, f"move {entry.seq}")
        before = self._done[-1].after if self._done else self._from.start
        after = self._rules.apply(before, move)  # first: of a roll that cannot be, nobody knows the cast
        step = Step(entry, move, before, after, _other_dice(self._rules, before, self._casts, move) or ())
        self._done.append(step)
        self._undone.clear()
        return step

    def _undo(self) -> Step[State, Move]:
        if not self._done:
            raise NothingToUndo(self._from.game.name, Message("has no move to take back"))
        step = self._done.pop()
        name = _named(self._rules, step)
        if name is not None:
            self._casts[name] = step.move
        self._undone.append(step)
        return step

    def _redo(self) -> Step[State, Move]:
        if not self._undone:
            raise NothingToRedo(self._from.game.name, Message("has no move to put back"))
        step = self._undone.pop()
        self._done.append(step)
        return step


def _named(rules: Game[Any, Any, State, Move], step: Step[State, Move]) -> str | None:
    """The name of the roll that a step made, where it made one."""
    thrown = rules.cast(step.before, step.move)
    return thrown[0] if thrown is not None else None


def _other_dice(rules: Game[Any, Any, State, Move], state: State, casts: Mapping[str, Move], move: Move) -> Cast | None:
    thrown = rules.cast(state, move)
    if thrown is None or thrown[0] not in casts:
        return None
    kept = rules.cast(state, casts[thrown[0]])
    return kept[1] if kept is not None and kept[1] != thrown[1] else None
