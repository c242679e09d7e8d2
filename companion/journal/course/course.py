"""A game's course: its entries folded into states, with undo and redo.

Everything here is a value. An entry that does not follow raises an error and changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from companion.errors import CompanionError
from companion.games.errors import IllegalMove, UnreadableDocument, naming
from companion.games.figures import Figures, PlayedMove, Reason
from companion.games.protocol import Game
from companion.journal.course.folding import REDO, UNDO, DiceCount, NothingToRedo, NothingToUndo, Step, other_dice
from companion.journal.entries import FORMAT, Entry, KeptGame
from companion.locale import Message
from companion.pieces import Cast, Die, DieKind

State = TypeVar("State")
Move = TypeVar("Move")


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
    format: int = FORMAT
    """The format by which all its moves count: its first entry's, or one of ``rules.readings``."""
    _lines: dict[int, HistoryLine] = field(default_factory=dict, compare=False, repr=False)
    """The lines for everybody that were made, by the entries' numbers; of games without secrets they never change."""

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
        entries = tuple(entries)
        format_ = entries[0].format if entries else FORMAT
        refused: list[RefusedEntry] = []
        for reading in rules.readings.get(format_, (format_,)):
            try:
                return cls._folded(rules, game, reading, entries)
            except RefusedEntry as error:
                refused.append(error)
        raise max(refused, key=lambda error: error.entry.seq)

    @classmethod
    def _folded(
        cls, rules: Game[Any, Any, State, Move], game: KeptGame, format_: int, entries: tuple[Entry, ...]
    ) -> Course[State, Move]:
        options = rules.options_from_json(game.options, "options")
        check_seats(len(game.players), rules.seats(options))
        setup = rules.setup_from_json(game.setup, "setup")
        with naming(game.names):
            start = rules.start(options, setup)
        if rules.start_in_format is not None:
            start = rules.start_in_format(start, format_)
        return cls(rules, game, start, format=format_)._fold(entries)

    @property
    def state(self) -> State:
        """The current state."""
        return self.done[-1].after if self.done else self.start

    @property
    def dice(self) -> DiceCount:
        """How often each die value was rolled."""
        standing = Counter(
            (self.rules.at_turn(step.before), die) for step in self.done if step.thrown for die in step.thrown[1]
        )
        rolls, rolled = Counter[tuple[str, DieKind | None]](), Counter[tuple[str, Die]]()
        for entry, step in self.entry_steps:
            if step.entry is entry and step.thrown is not None:
                dice = step.thrown[1]
                rolls.update((entry.source, kind) for kind in (None, *{die.kind for die in dice}))
                rolled.update((entry.source, die) for die in dice)
        return DiceCount(standing, rolls, rolled)

    @property
    def dice_cast(self) -> Cast | None:
        """The dice of the next roll if it was made and undone: the same dice are to be entered again."""
        for name, move in self.casts.items():
            awaited = self.rules.cast(self.state, move)
            if awaited is not None and awaited[0] == name:
                stands = any(step.thrown is not None and step.thrown[0] == name for step in reversed(self.done))
                return None if stands else awaited[1]
        return None

    def history(self, viewer: int | None = None, most: int = 0) -> tuple[HistoryLine, ...]:
        """Return the entries as sentences, in order.

        Args:
            viewer: Who reads them: a seat, or None for everybody.
            most: The number of the latest ones to return; 0: all.
        """
        standing = {step.entry.seq for step in self.done}
        return tuple(
            self._history_line(entry, step, viewer, step.entry.seq in standing)
            for entry, step in self.entry_steps[-most:]
        )

    def history_line(self, seq: int, viewer: int | None = None) -> HistoryLine:
        """Return the line of one entry, without the others.

        Raises:
            KeyError: if there is no such entry.
        """
        entry, step = self._entry_step(seq)
        stands = step.place < len(self.done) and self.done[step.place] is step
        return self._history_line(entry, step, viewer, stands)

    def latest(self, viewer: int | None = None) -> HistoryLine | None:
        """Return the last line of :meth:`history`."""
        return self.history_line(self.seq, viewer) if self.entry_steps else None

    def _entry_step(self, seq: int) -> tuple[Entry, Step[State, Move]]:
        """Return an entry with its step; entries are numbered from 1 without gaps."""
        if seq not in range(1, len(self.entry_steps) + 1):
            raise KeyError(seq)
        return self.entry_steps[seq - 1]

    def _history_line(self, entry: Entry, step: Step[State, Move], viewer: int | None, stands: bool) -> HistoryLine:
        if viewer is not None or self.rules.redact_move is not None:
            return self._make_line(entry, step, viewer, stands)
        line = self._lines.get(entry.seq)
        if line is None or line.entry is not entry or line.stands is not stands:
            line = self._lines[entry.seq] = self._make_line(entry, step, viewer, stands)
        return line

    def _make_line(self, entry: Entry, step: Step[State, Move], viewer: int | None, stands: bool) -> HistoryLine:
        dice = step.thrown[1] if step.thrown is not None else ()
        turn, at_turn = self.rules.turn(step.before), self.rules.at_turn(step.before)
        return HistoryLine(entry, turn, self._sentence(entry, step, viewer), stands, at_turn, dice)

    def around(self, seq: int) -> tuple[State, State]:
        """Return the states before and after an entry.

        Raises:
            KeyError: if there is no such entry.
        """
        entry, step = self._entry_step(seq)
        return (step.after, step.before) if entry.move == UNDO else (step.before, step.after)

    def end_of_turn(self, turn: int) -> int | None:
        """Return the number of the entry that made the last move in force of a turn; None if there is none."""
        made = (step.entry.seq for step in reversed(self.done) if self.rules.turn(step.before) == turn)
        return next(made, None)

    def way_to(self, seq: int) -> int | None:
        """Count the moves to redo until the game stands as after this entry; negative: to undo.

        Returns:
            The number, or None if the game went on differently since.
        """
        if seq == 0:
            return -len(self.done)
        entry, step = self._entry_step(seq)
        if entry.move == UNDO:
            last = self._in_line(step.place - 1)
            before = last.after if last is not None else self.start
            return step.place - len(self.done) if before is step.before else None
        return step.place + 1 - len(self.done) if self._in_line(step.place) is step else None

    def _in_line(self, place: int) -> Step[State, Move] | None:
        """Return the move at a place of those in force and those that can be redone after them, from 0."""
        if 0 <= place < len(self.done):
            return self.done[place]
        later = place - len(self.done)
        return self.undone[-1 - later] if 0 <= later < len(self.undone) else None

    def why(self, spot: str) -> tuple[Reason, ...]:
        """Return the moves in force that made the number of a spot."""
        made = [PlayedMove(step.before, step.move, step.after, step.entry.seq) for step in self.done]
        return tuple(self.rules.why(made, spot))

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
        try:
            return self._fold((entry,))
        except RefusedEntry as refused:
            raise refused.cause from None

    def _fold(self, entries: Iterable[Entry]) -> Course[State, Move]:
        """Return the course with more entries, each in constant time; raise :class:`RefusedEntry`."""
        done, undone, entry_steps, casts = list(self.done), list(self.undone), list(self.entry_steps), dict(self.casts)
        seq, refused = self.seq, None
        for entry in entries:
            kind = entry.move.get("type")
            try:
                if kind == "undo":
                    if not done:
                        raise NothingToUndo(self.game.name, Message("no move to undo"))
                    step = done.pop()
                    if step.thrown is not None:
                        casts[step.thrown[0]] = step.move
                    undone.append(step)
                elif kind == "redo":
                    if not undone:
                        raise NothingToRedo(self.game.name, Message("no move to redo"))
                    step = undone.pop()
                    done.append(step)
                else:
                    step = self._make_step(entry, done[-1].after if done else self.start, casts, len(done))
                    done.append(step)
                    undone.clear()
            except (IllegalMove, UnreadableDocument, NothingToUndo, NothingToRedo) as error:
                refused = entry, error
                break
            entry_steps.append((entry, step))
            seq = entry.seq
        course = replace(
            self, seq=seq, done=tuple(done), undone=tuple(undone), casts=casts, entry_steps=tuple(entry_steps)
        )
        if refused is not None:
            raise RefusedEntry(course, *refused) from refused[1]
        return course

    def _make_step(self, entry: Entry, before: State, casts: Mapping[str, Move], place: int) -> Step[State, Move]:
        """Return the step of a move; raise what the rules raise."""
        rules, move = self.rules, self.rules.move_from_json(entry.move, f"move {entry.seq}")
        with naming(self.game.names):
            after = rules.apply(before, move)  # first: of a roll that cannot be, nobody knows the cast
        thrown = rules.cast(before, move)
        corrects = () if thrown is None else other_dice(rules, before, casts, thrown) or ()
        return Step(entry, move, before, after, corrects, thrown, place)

    def check(self, move: Move) -> State:
        """Return the state that a move would give; raise what the rules raise."""
        with naming(self.game.names):
            return self.rules.apply(self.state, move)

    def other_dice(self, move: Move) -> Cast | None:
        """Return the dice already cast for this roll if the move has others."""
        thrown = self.rules.cast(self.state, move)
        return None if thrown is None else other_dice(self.rules, self.state, self.casts, thrown)


AnyCourse = Course[Any, Any]
"""A course of any game."""
