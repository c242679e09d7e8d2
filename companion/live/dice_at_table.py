"""Thrown dice and the game: which throw is the awaited roll, which waits for something else, which does not count."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from companion.live.camera_game import Awaits
from companion.live.events import Advised, Asked, RollDetected, RollFate, Withdrawn
from companion.live.followed_play import FollowedPlay
from companion.live.proposals import (
    Failed,
    Gone,
    ProposalOutcome,
    Proposals,
    Taken,
    Waits,
    moves_question,
    proposal_event,
)
from companion.locale import Message
from companion.pieces import Cast, DieKind
from companion.play import Change, Kind, Source
from companion.questions import Box
from companion.rolls import dice_watch
from companion.rolls.dice_watch import Transition
from companion.rolls.stages import CountedRoll, Hint, QuestionDropped, QuestionRaised, UnawaitedThrow, Watch
from companion.table.camera_events import CameraEvent

RollListener = Callable[[Cast, Box], None]
"""Hears what the dice in a region of the picture show, once their roll counts."""


@dataclass(frozen=True, slots=True)
class _ReadDice:
    """Dice that lie still, with what they show as far as it could be read."""

    dice: tuple[tuple[DieKind, int | None], ...]
    region: Box

    @classmethod
    def of(cls, cast: Cast, region: Box) -> _ReadDice:
        return cls(tuple((die.kind, die.value) for die in cast), region)


@dataclass(frozen=True, slots=True)
class _Thrown:
    """A roll that was handed in. ``answered``: players said what its dice show, and need not confirm it."""

    cast: Cast
    region: Box
    answered: bool

    @property
    def read_dice(self) -> _ReadDice:
        return _ReadDice.of(self.cast, self.region)


class DiceAtTable:
    """Lives on the thread that owns the play.

    A throw that comes before its time (a card is not confirmed yet, the end of the turn not tapped) is held and counts
    then; the end of the turn that a next throw implies is proposed. ``named`` hears of every roll that counts.
    """

    def __init__(self, followed: FollowedPlay, on_roll_counted: RollListener = lambda cast, region: None) -> None:
        self._followed, self._on_roll_counted = followed, on_roll_counted
        self._watch = Watch()
        self._asked, self._numbers = "", count(1)
        """Under which what the dice leave open is asked at the table: another one every time."""
        self._rolls = Proposals(followed.play, followed.new_id, self._of_roll)
        self._endings = Proposals(followed.play, followed.new_id, self._of_ending)
        self._thrown: dict[str, _Thrown] = {}
        self._held = False
        self._before_it: tuple[bool, bool] = (False, False)
        """Whether table and journal contradict each other, and whether cards of this turn wait for a player."""

    def observe(self, event: CameraEvent) -> None:
        """What an eye tells of the table."""
        self._go(dice_watch.observe(self._watch, event))

    def _answered(self, choice: str) -> None:
        """A player's answer to what the dice left open; a roll that it completes needs no further tap.

        Raises ``UnusableAnswer`` for what is none.
        """
        if self._watch.question is not None:
            if not dice_watch.is_answer(self._watch, choice):
                self._watch.question.check_offers(choice)
            self._go(dice_watch.answer(self._watch, self._watch.question.key, choice), answered=True)

    def on_change(self, change: Change[Any, Any]) -> None:
        """Give it every change of the play."""
        self._rolls.on_change(change)
        self._endings.on_change(change)

    def update(self, contradicted: bool, pending: bool) -> None:
        """The game or the table changed. ``contradicted``: no throw counts until table and journal agree;
        ``pending``: cards of this turn wait for a player."""
        self._before_it = contradicted, pending
        awaits = self._followed.awaits
        awaited = awaits is Awaits.ROLL and not contradicted
        if awaited and self._watch.awaited is None and not self._rolls.open:
            self._await()
        elif self._watch.awaited is not None and awaits is not Awaits.ROLL:
            self._go(dice_watch.enter_by_hand(self._watch))
        elif self._watch.awaited is not None and not awaited:
            self._go(dice_watch.withdraw(self._watch))
        if self._held and awaits is Awaits.END and not contradicted and not pending:
            self._endings.propose((self._followed.game.ends_turn(self._followed.state),))

    def close(self) -> None:
        self._watch, _ = dice_watch.withdraw(self._watch)

    def _await(self) -> None:
        awaited = self._followed.game.wish(self._followed.state)
        if self._held:
            self._held = False
            self._go(dice_watch.claim(self._watch, awaited))
        else:
            self._watch = dice_watch.await_roll(self._watch, awaited)

    def _go(self, step: Transition, answered: bool = False) -> None:
        self._watch, news = step
        for one in news:
            match one:
                case CountedRoll():
                    self._propose(one, answered)
                case UnawaitedThrow(dice, region):
                    self._too_early(dice, region)
                case QuestionRaised(question):
                    self._asked = f"dice-{next(self._numbers)}"
                    asked = Asked(self._asked, question.kind, question.text, question.choices, region=question.region)
                    self._followed.ask(asked, self._answered)
                case QuestionDropped():
                    self._followed.drop(self._asked)
                case Hint(text):
                    self._followed.tell(Advised(text))

    def _propose(self, counts: CountedRoll, answered: bool) -> None:
        """The roll; where another still waits to be confirmed, either may be it."""
        roll = self._followed.rules.roll(self._followed.state, counts.cast)
        id_ = f"{Source.CAMERA}-{self._followed.new_id()}"
        self._thrown[id_] = _Thrown(counts.cast, counts.region, answered)
        others = tuple(move for move in self._rolls.open if move != roll)
        self._rolls.propose((*others, roll), id=id_, ask=counts.again)

    def _too_early(self, dice: Sequence[int | None], region: Box) -> None:
        state = self._followed.state
        if self._rolls.open:
            self._go(dice_watch.claim(self._watch, self._followed.game.wish(state)))
            return
        contradicted, pending = self._before_it
        awaits = self._followed.awaits
        self._held = (
            awaits is Awaits.END or (awaits is Awaits.CARDS and pending) or (awaits is Awaits.ROLL and contradicted)
        )
        kinds = self._followed.game.wish(state).first
        read_dice = _ReadDice(tuple(zip(kinds, dice, strict=False)), region)
        self._followed.tell(self._detected_roll(read_dice, RollFate.HELD if self._held else RollFate.NOT_NOW))
        self.update(contradicted, pending)

    def _detected_roll(
        self,
        read_dice: _ReadDice,
        fate: RollFate,
        id: str | None = None,
        text: Message | None = None,
        seq: int | None = None,
    ) -> RollDetected:
        shown = tuple(value for _, value in read_dice.dice)
        return RollDetected(
            shown, self._followed.game.documents.rolled(read_dice.dice), read_dice.region, fate, id, text, seq
        )

    def _of_roll(self, outcome: ProposalOutcome) -> None:
        match outcome:
            case Waits(question) if question.kind is Kind.WHICH:
                self._followed.tell(
                    moves_question(self._followed.play, question, "roll", self._thrown[question.key].region)
                )
            case Waits(question) if question.kind is Kind.CONFIRM and self._thrown[question.key].answered:
                self._followed.play.confirm(question.key)
            case Waits(question):
                text = question.choices[0].text if question.kind is Kind.CONFIRM else question.text
                self._followed.tell(
                    self._detected_roll(self._thrown[question.key].read_dice, RollFate.ASKED, question.key, text)
                )
            case Taken(id_, move, text, seq):
                thrown = self._followed.rules.cast(self._followed.state, move)
                cast = thrown[1] if thrown is not None else self._thrown[id_].cast
                read_dice = _ReadDice.of(cast, self._thrown[id_].region)
                self._on_roll_counted(cast, read_dice.region)
                self._followed.tell(self._detected_roll(read_dice, RollFate.TAKEN, id_, text, seq))
            case Failed():
                self._followed.tell(outcome.to_event())
            case Gone(id_, _, refused):
                if refused:
                    self._go(dice_watch.refuse(self._watch))
                self._followed.tell(Withdrawn(id_))

    def _of_ending(self, outcome: ProposalOutcome) -> None:
        match outcome:
            case Waits(question):
                self._followed.tell(
                    proposal_event(
                        self._followed.play, question.key, question.choices[0].move, question.choices[0].text
                    )
                )
            case Taken(id_, move, text, seq):
                self._followed.tell(proposal_event(self._followed.play, id_, move, text, seq))
            case Failed():
                self._followed.tell(outcome.to_event())
            case _:
                self._held = self._held and not outcome.refused
                self._followed.tell(Withdrawn(outcome.id))
