"""A game's course: its entries folded into states, with undo and redo.

Everything here is a value. An entry that does not follow raises an error and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from companion.errors import CompanionError
from companion.games.errors import IllegalMove, UnreadableDocument, naming
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
    """There is no move to undo."""


class NothingToRedo(CompanionError):
    """There is no move to redo."""


class RefusedEntry(CompanionError):
    """An entry that the rules refuse after those before it, or that is no move of the game."""

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
    """Raise ``UnreadableDocument`` if a game does not name as many players as it has seats."""
    if players != seats:
        raise UnreadableDocument(
            "players", Message("{given} names, but this game has {seats} players", {"given": players, "seats": seats})
        )


@dataclass(frozen=True, slots=True)
class Step(Generic[State, Move]):
    """A move with the states before and after it."""

    entry: Entry
    move: Move
    before: State
    after: State
    corrects: Cast = ()
    """The dice cast for this roll before it was undone, if the move has other dice."""


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One line of a game's history, for people."""

    entry: Entry
    turn: int
    message: Message
    stands: bool
    """False if the move was undone and not redone."""
    at_turn: int
    """The current player's seat."""
    dice: Cast = ()
    """The dice cast for it."""


@dataclass(frozen=True, slots=True)
class Course(Generic[State, Move]):
    """A game up to its last entry."""

    rules: Game[Any, Any, State, Move]
    game: KeptGame
    start: State
    seq: int = 0
    """The number of the last entry."""
    done: tuple[Step[State, Move], ...] = ()
    """The moves in force."""
    undone: tuple[Step[State, Move], ...] = ()
    """The moves that can be redone, the next one last."""
    casts: Mapping[str, Move] = field(default_factory=dict)
    """The dice of undone rolls, by the roll's name. Other dice for the same roll are a correction."""
    entry_steps: tuple[tuple[Entry, Step[State, Move]], ...] = ()
    """Each entry with the step that it made, undid or redid."""

    @classmethod
    def of(
        cls, rules: Game[Any, Any, State, Move], game: KeptGame, entries: Iterable[Entry] = ()
    ) -> Course[State, Move]:
        """Fold the entries of a kept game.

        Raises:
            UnreadableDocument: if its setup cannot be read.
            UnplayableSetup: if its setup breaks a rule.
            RefusedEntry: if an entry does not follow.
        """
        options = rules.options_from_json(game.options, "options")
        check_seats(len(game.players), rules.seats(options))
        setup, entries = rules.setup_from_json(game.setup, "setup"), tuple(entries)
        with naming(game.names):
            start = rules.start(options, setup)
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
        """The current state."""
        return self.done[-1].after if self.done else self.start

    @property
    def dice_cast(self) -> Cast | None:
        """The dice of the next roll if it was made and undone: the same dice are to be entered again."""
        for name, move in self.casts.items():
            awaited = self.rules.cast(self.state, move)
            if awaited is not None and awaited[0] == name:
                stands = any(_named(self.rules, step) == name for step in reversed(self.done))
                return None if stands else awaited[1]
        return None

    def history(self, viewer: int | None = None) -> tuple[HistoryLine, ...]:
        """Return every entry as a sentence, in order, as ``viewer`` may read it (a seat, or None for everybody)."""
        standing = {step.entry.seq for step in self.done}
        return tuple(
            self._history_line(entry, step, viewer, step.entry.seq in standing) for entry, step in self.entry_steps
        )

    def latest(self, viewer: int | None = None) -> HistoryLine | None:
        """Return the last line of :meth:`history`."""
        if not self.entry_steps:
            return None
        entry, step = self.entry_steps[-1]
        return self._history_line(entry, step, viewer, any(step is one for one in self.done))

    def _history_line(self, entry: Entry, step: Step[State, Move], viewer: int | None, stands: bool) -> HistoryLine:
        thrown = self.rules.cast(step.before, step.move)
        dice = thrown[1] if thrown is not None else ()
        turn, at_turn = self.rules.turn(step.before), self.rules.at_turn(step.before)
        return HistoryLine(entry, turn, self._sentence(entry, step, viewer), stands, at_turn, dice)

    def around(self, seq: int) -> tuple[State, State]:
        """Return the states before and after an entry.

        Raises:
            KeyError: if there is no such entry.
        """
        for entry, step in self.entry_steps:
            if entry.seq == seq:
                return (step.after, step.before) if entry.move == UNDO else (step.before, step.after)
        raise KeyError(seq)

    def way_to(self, seq: int) -> int | None:
        """Count the moves to redo until the game stands as after this entry; negative: to undo.

        Returns:
            The number, or None if the game went on differently since.
        """
        stood: list[int] = []
        taken_back: list[int] = []
        for entry, step in self.entry_steps:
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
        """Return the moves in force as figures turn by turn, or None if the game keeps none."""
        if self.rules.statistics is None:
            return None
        filtered = self.rules.seen_by
        made = [
            PlayedMove(filtered(step.before, None), self.redact_move(step.move, None), filtered(step.after, None))
            for step in self.done
        ]
        return self.rules.statistics(made, self.game.names)

    def _sentence(self, entry: Entry, step: Step[State, Move], viewer: int | None) -> Message:
        before, after = (self.rules.seen_by(state, viewer) for state in (step.before, step.after))
        sentence = self.rules.describe(before, self.redact_move(step.move, viewer), after, self.game.names)
        if entry.move == UNDO:
            return Message("undone: {what}", {"what": sentence})
        if entry.move == REDO:
            return Message("redone: {what}", {"what": sentence})
        if step.corrects:
            return Message(
                "{what} (correction; the dice were {dice})",
                {"what": sentence, "dice": " ".join(str(die.value) for die in step.corrects)},
            )
        return sentence

    def redact_move(self, move: Move, viewer: int | None) -> Move:
        """Return a move as ``viewer`` may see it now."""
        return move if self.rules.redact_move is None else self.rules.redact_move(self.state, move, viewer)

    def after(self, entry: Entry) -> Course[State, Move]:
        """Return the course with one entry more; raise what the rules raise, or :class:`NothingToUndo` or ``…Redo``."""
        folding = _Folding(self)
        folding.take(entry)
        return folding.course()

    def check(self, move: Move) -> State:
        """Return the state that a move would give; raise what the rules raise."""
        with naming(self.game.names):
            return self.rules.apply(self.state, move)

    def other_dice(self, move: Move) -> Cast | None:
        """Return the dice already cast for this roll if the move has others."""
        return _other_dice(self.rules, self.state, self.casts, move)


class _Folding(Generic[State, Move]):
    """A course that grows entry by entry, in constant time each."""

    def __init__(self, course: Course[State, Move]) -> None:
        self._from, self._rules, self._seq = course, course.rules, course.seq
        self._done, self._undone, self._entry_steps = list(course.done), list(course.undone), list(course.entry_steps)
        self._casts = dict(course.casts)

    def course(self) -> Course[State, Move]:
        """Return the course so far."""
        done, undone, entry_steps = tuple(self._done), tuple(self._undone), tuple(self._entry_steps)
        return replace(
            self._from, seq=self._seq, done=done, undone=undone, casts=dict(self._casts), entry_steps=entry_steps
        )

    def take(self, entry: Entry) -> None:
        """Add one entry, or raise as :meth:`Course.after` does and change nothing."""
        kind = entry.move.get("type")
        step = self._undo() if kind == "undo" else self._redo() if kind == "redo" else self._make(entry)
        self._entry_steps.append((entry, step))
        self._seq = entry.seq

    def _make(self, entry: Entry) -> Step[State, Move]:
        move = self._rules.move_from_json(entry.move, f"move {entry.seq}")
        before = self._done[-1].after if self._done else self._from.start
        with naming(self._from.game.names):
            after = self._rules.apply(before, move)  # first: of a roll that cannot be, nobody knows the cast
        step = Step(entry, move, before, after, _other_dice(self._rules, before, self._casts, move) or ())
        self._done.append(step)
        self._undone.clear()
        return step

    def _undo(self) -> Step[State, Move]:
        if not self._done:
            raise NothingToUndo(self._from.game.name, Message("no move to undo"))
        step = self._done.pop()
        name = _named(self._rules, step)
        if name is not None:
            self._casts[name] = step.move
        self._undone.append(step)
        return step

    def _redo(self) -> Step[State, Move]:
        if not self._undone:
            raise NothingToRedo(self._from.game.name, Message("no move to redo"))
        step = self._undone.pop()
        self._done.append(step)
        return step


def _named(rules: Game[Any, Any, State, Move], step: Step[State, Move]) -> str | None:
    """Return the name of the roll that a step made, if it made one."""
    thrown = rules.cast(step.before, step.move)
    return thrown[0] if thrown is not None else None


def _other_dice(rules: Game[Any, Any, State, Move], state: State, casts: Mapping[str, Move], move: Move) -> Cast | None:
    thrown = rules.cast(state, move)
    if thrown is None or thrown[0] not in casts:
        return None
    kept = rules.cast(state, casts[thrown[0]])
    return kept[1] if kept is not None and kept[1] != thrown[1] else None
