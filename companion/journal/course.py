"""The course of a game: what folding its entries gives, with undo and redo.

Everything here is a value: an entry that does not follow raises and leaves the course as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from companion.errors import CompanionError
from companion.games.errors import IllegalMove, UnreadableDocument
from companion.games.figures import Figures, Made
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
        if entries and rules.as_kept is not None:
            start = rules.as_kept(start, entries[0].format)
        course = cls(rules, game, start)
        for entry in entries:
            try:
                course = course.after(entry)
            except (IllegalMove, UnreadableDocument, NothingToUndo, NothingToRedo) as error:
                raise RefusedEntry(course, entry, error) from error
        return course

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.done[-1].after if self.done else self.start

    @property
    def dice_cast(self) -> Cast | None:
        """The dice of the roll that is made next, where it was made and taken back: they are to be put in again."""
        for name, move in self.casts.items():
            awaited = self._thrown(move)
            if awaited is not None and awaited[0] == name:
                stands = any(self._named(step) == name for step in reversed(self.done))
                return None if stands else awaited[1]
        return None

    def _thrown(self, move: Move) -> tuple[str, Cast] | None:
        return self.rules.cast(self.state, move)

    def _named(self, step: Step[State, Move]) -> str | None:
        thrown = self.rules.cast(step.before, step.move)
        return thrown[0] if thrown is not None else None

    def history(self, viewer: int | None = None) -> tuple[Telling, ...]:
        """Every entry as a sentence, in order, as a viewer may hear it: a seat, or everybody at once."""
        standing = {step.entry.seq for step in self.done}
        return tuple(
            Telling(
                entry, self.rules.turn(step.before), self._sentence(entry, step, viewer), step.entry.seq in standing
            )
            for entry, step in self.told
        )

    def figures(self) -> Figures | None:
        """The moves that stand, in figures turn by turn; None for a game that keeps none."""
        if self.rules.statistics is None:
            return None
        seen = self.rules.seen_by
        made = [
            Made(seen(step.before, None), self.told_to(step.move, None), seen(step.after, None)) for step in self.done
        ]
        return self.rules.statistics(made, self.game.players)

    def _sentence(self, entry: Entry, step: Step[State, Move], viewer: int | None) -> Message:
        before, after = (self.rules.seen_by(state, viewer) for state in (step.before, step.after))
        said = self.rules.describe(before, self.told_to(step.move, viewer), after, self.game.players)
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

    def told_to(self, move: Move, viewer: int | None) -> Move:
        """A move as a viewer may hear of it now."""
        return move if self.rules.told_to is None else self.rules.told_to(self.state, move, viewer)

    def after(self, entry: Entry) -> Course[State, Move]:
        """The course with one entry more; raises what the rules raise and :class:`NothingToUndo` or ``…Redo``."""
        kind = entry.move.get("type")
        if kind == "undo":
            return self._undo(entry)
        if kind == "redo":
            return self._redo(entry)
        step = self._step(entry, self.rules.move_from_json(entry.move, f"move {entry.seq}"))
        return self._with(entry, step, (*self.done, step), (), self.casts)

    def _with(
        self,
        entry: Entry,
        about: Step[State, Move],
        done: tuple[Step[State, Move], ...],
        undone: tuple[Step[State, Move], ...],
        casts: Mapping[str, Move],
    ) -> Course[State, Move]:
        told = (*self.told, (entry, about))
        return Course(self.rules, self.game, self.start, entry.seq, done, undone, casts, told)

    def check(self, move: Move) -> State:
        """The state that a move would give; raises what the rules raise."""
        return self.rules.apply(self.state, move)

    def _step(self, entry: Entry, move: Move) -> Step[State, Move]:
        before = self.state
        return Step(entry, move, before, self.rules.apply(before, move), self.other_dice(move) or ())

    def other_dice(self, move: Move) -> Cast | None:
        """The dice that had been cast for this roll already, where the move says others."""
        thrown = self._thrown(move)
        if thrown is None or thrown[0] not in self.casts:
            return None
        kept = self._thrown(self.casts[thrown[0]])
        return kept[1] if kept is not None and kept[1] != thrown[1] else None

    def _undo(self, entry: Entry) -> Course[State, Move]:
        if not self.done:
            raise NothingToUndo(self.game.name, Message("has no move to take back"))
        step = self.done[-1]
        name = self._named(step)
        casts = self.casts if name is None else {**self.casts, name: step.move}
        return self._with(entry, step, self.done[:-1], (*self.undone, step), casts)

    def _redo(self, entry: Entry) -> Course[State, Move]:
        if not self.undone:
            raise NothingToRedo(self.game.name, Message("has no move to put back"))
        step = self.undone[-1]
        return self._with(entry, step, (*self.done, step), self.undone[:-1], self.casts)
