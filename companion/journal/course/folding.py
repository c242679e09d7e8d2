"""Folding of entries into states, one by one, with undo, redo and the dice that were rolled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from companion.errors import CompanionError
from companion.games.errors import BrokenRule
from companion.games.protocol import Game
from companion.journal.entries import Document, Entry, KeptGame
from companion.locale import Message
from companion.pieces import Cast, Die, DieKind

State = TypeVar("State")
Move = TypeVar("Move")

UNDO: Document = {"type": "undo"}
REDO: Document = {"type": "redo"}


class NothingToUndo(CompanionError):
    """There is no move to undo."""


class NothingToRedo(CompanionError):
    """There is no move to redo."""


@dataclass(frozen=True, slots=True)
class Step(Generic[State, Move]):
    """A move with the states before and after it."""

    entry: Entry
    move: Move
    before: State
    after: State
    corrects: Cast = ()
    """The dice cast for this roll before it was undone, if the move has other dice."""
    thrown: tuple[str, Cast] | None = None
    """The roll's name and its dice, if the move is a roll."""
    place: int = 0
    """The number of moves in force before it."""


@dataclass(frozen=True, slots=True)
class DiceCount:
    """How often each die value was rolled in a game."""

    standing: Mapping[tuple[int, Die], int] = field(default_factory=dict)
    """By the current player's seat and the die: rolls in force."""
    rolls: Mapping[tuple[str, DieKind | None], int] = field(default_factory=dict)
    """By source and kind of die (None: any): number of rolls with such dice, also those that were undone."""
    rolled: Mapping[tuple[str, Die], int] = field(default_factory=dict)
    """By source and die: also rolls that were undone."""


class Folding(Generic[State, Move]):
    """A game that grows entry by entry, in constant time each.

    Args:
        rules: the rules of the game.
        game: the game as it was set up.
        state: its state.
        checked: a move that was applied to this state already, with the state after it.
    """

    def __init__(
        self,
        rules: Game[Any, Any, State, Move],
        game: KeptGame,
        state: State,
        checked: tuple[Move, State] | None = None,
    ) -> None:
        self._rules, self._game = rules, game
        self.state = state
        self._checked = checked
        self.seq = 0
        self.done: list[Step[State, Move]] = []
        self.undone: list[Step[State, Move]] = []
        self.entry_steps: list[tuple[Entry, Step[State, Move]]] = []
        self.casts: dict[str, Move] = {}
        self._standing: dict[tuple[int, Die], int] = {}
        self._rolls: dict[tuple[str, DieKind | None], int] = {}
        self._rolled: dict[tuple[str, Die], int] = {}

    def continue_from(self, dice: DiceCount) -> None:
        """Go on counting from these dice."""
        self._standing, self._rolls, self._rolled = dict(dice.standing), dict(dice.rolls), dict(dice.rolled)

    def dice(self) -> DiceCount:
        """Return the dice counted so far."""
        standing = {what: times for what, times in self._standing.items() if times}
        return DiceCount(standing, dict(self._rolls), dict(self._rolled))

    def take(self, entry: Entry) -> None:
        """Add one entry; if the rules refuse it, or there is nothing to undo or redo, raise and change nothing."""
        kind = entry.move.get("type")
        step = self._undo() if kind == "undo" else self._redo() if kind == "redo" else self._make(entry)
        self._checked = None
        self.entry_steps.append((entry, step))
        self.seq = entry.seq

    def _make(self, entry: Entry) -> Step[State, Move]:
        move: Move = (
            entry.parsed[1]
            if entry.parsed is not None and entry.parsed[0] is entry.move
            else self._rules.move_from_json(entry.move, f"move {entry.seq}")
        )
        before = self.state
        if self._checked is not None and self._checked[0] is move:
            after = self._checked[1]
        else:
            try:
                after = self._rules.apply(before, move)  # first: of a roll that cannot be, nobody knows the cast
            except BrokenRule as error:
                error.name_players(self._game.names)
                raise
        thrown = self._rules.cast(before, move)
        corrects = () if thrown is None else other_dice(self._rules, before, self.casts, thrown) or ()
        step = Step(entry, move, before, after, corrects, thrown, len(self.done))
        if thrown is not None:
            self._count(thrown[1], before, 1)
            self._count_source(thrown[1], entry.source)
        self.done.append(step)
        self.undone.clear()
        self.state = after
        return step

    def _undo(self) -> Step[State, Move]:
        if not self.done:
            raise NothingToUndo(self._game.name, Message("no move to undo"))
        step = self.done.pop()
        if step.thrown is not None:
            self.casts[step.thrown[0]] = step.move
            self._count(step.thrown[1], step.before, -1)
        self.undone.append(step)
        self.state = step.before
        return step

    def _redo(self) -> Step[State, Move]:
        if not self.undone:
            raise NothingToRedo(self._game.name, Message("no move to redo"))
        step = self.undone.pop()
        if step.thrown is not None:
            self._count(step.thrown[1], step.before, 1)
        self.done.append(step)
        self.state = step.after
        return step

    def _count(self, dice: Cast, before: State, times: int) -> None:
        seat = self._rules.at_turn(before)
        for die in dice:
            self._standing[seat, die] = self._standing.get((seat, die), 0) + times

    def _count_source(self, dice: Cast, source: str) -> None:
        rolls, rolled = self._rolls, self._rolled
        for kind in (None, *{die.kind for die in dice}):
            rolls[source, kind] = rolls.get((source, kind), 0) + 1
        for die in dice:
            rolled[source, die] = rolled.get((source, die), 0) + 1


def other_dice(
    rules: Game[Any, Any, State, Move], state: State, casts: Mapping[str, Move], thrown: tuple[str, Cast]
) -> Cast | None:
    """Return the dice already cast for a roll, if they are others than these."""
    if thrown[0] not in casts:
        return None
    kept = rules.cast(state, casts[thrown[0]])
    return kept[1] if kept is not None and kept[1] != thrown[1] else None
