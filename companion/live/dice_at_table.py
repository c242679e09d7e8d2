"""Decides which throw is the awaited roll, which one waits, and which one does not count."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.journal import Entry
from companion.live.camera_game import Awaits, CameraGame, Values
from companion.live.counter_dice import CounterDiceAtTable, order_by_seat
from companion.live.events import Advised, Asked, NotKept, Proposed, RollDetected, RollFate, Withdrawn
from companion.live.followed_play import Closed, FollowedPlay, ProposalOutcome, Proposals, moves_question, outcome_event
from companion.pieces import Cast
from companion.play import Change, Kind, Question, Source
from companion.questions import Box
from companion.rolls import dice_watch
from companion.rolls.dice_watch import Transition
from companion.rolls.stages import CountedRoll, Hint, QuestionDropped, QuestionRaised, UnawaitedThrow, Watch
from companion.table.camera_events import CameraEvent, Settled
from companion.table.sightings import Edge

RollListener = Callable[[Cast, Box, bool], None]
"""Receives the values of the dice in a region once their roll counts, and whether players confirmed it."""

_TYPED = (Source.TOUCH.value, Source.PAGE.value)
"""Sources of rolls whose values players read from dice on the table."""


@dataclass(frozen=True, slots=True)
class _Thrown:
    """A proposed roll."""

    cast: Cast
    region: Box
    confirmed: bool
    """Whether players have confirmed its values, once it counts: they entered or were asked about them."""
    counted: bool = False
    """Whether the game has taken it."""


def values_of(cast: Cast) -> Values:
    """Return the dice of a cast with their values."""
    return [(die.kind, die.value) for die in cast]


def roll_detected(game: CameraGame, dice: Values, region: Box, fate: RollFate) -> RollDetected:
    """Return the event that dice of this game are at rest."""
    return RollDetected(tuple(value for _, value in dice), game.documents.rolled(dice), region, fate)


class DiceAtTable:
    """The dice of a followed game. It belongs to the thread that owns the play.

    A throw that comes too early (a card is not confirmed, or the turn not ended) is held, and counts afterwards. If it
    implies the end of the turn, that is proposed. ``on_roll_counted`` receives every roll that counts; ``near`` returns
    the edge of the picture at which player 0 sits.
    """

    def __init__(self, followed: FollowedPlay, on_roll_counted: RollListener, near: Callable[[], Edge]) -> None:
        self._followed, self._on_roll_counted = followed, on_roll_counted
        self._watch = Watch()
        self._questions = 0
        """The number of questions about dice so far: each gets an id of its own."""
        self._rolls = Proposals(followed.play, followed.new_id, self._on_roll_outcome)
        self._endings = Proposals(followed.play, followed.new_id, self._on_ending_outcome)
        self._counters = CounterDiceAtTable(followed, near)
        self._thrown: dict[str, _Thrown] = {}
        self._held = False
        self._last_update: tuple[bool, bool] = (False, False)
        """Whether table and journal disagree, and whether cards of this turn wait for a player."""

    def observe(self, event: CameraEvent) -> None:
        """Take one event of the camera."""
        self._advance(dice_watch.observe(self._watch, event))
        if isinstance(event, Settled):
            self._counters.settle(event.sightings.dice)

    def _on_answer(self, choice: str) -> None:
        """Take an answer to the open question; a roll that it completes needs no confirmation.

        Raises:
            UnusableAnswer: it answers nothing.
        """
        if self._watch.question is not None:
            if not dice_watch.is_answer(self._watch, choice):
                self._watch.question.check_offers(choice)
            self._advance(dice_watch.answer(self._watch, self._watch.question.key, choice), answered=True)

    def on_change(self, change: Change[Any, Any]) -> None:
        """Handle a change of the play."""
        self._take_entered_roll(change.entry)
        self._rolls.on_change(change)
        self._endings.on_change(change)
        self._counters.on_change(change)

    def _take_entered_roll(self, entry: Entry | None) -> None:
        """Take a roll that players entered instead of the one that was read: they have named what the dice show."""
        step = next(reversed(self._followed.play.course.done), None)
        if entry is None or step is None or step.entry.seq != entry.seq or entry.source not in _TYPED:
            return
        thrown = next(reversed(self._thrown.values()), None)
        if step.thrown is None or thrown is None or (thrown.counted and thrown.confirmed):
            return  # players have confirmed that throw already: this roll is another
        cast = step.thrown[1]
        if sorted(die.kind.faces for die in cast) == sorted(die.kind.faces for die in thrown.cast):
            self._on_roll_counted(cast, thrown.region, True)

    def update(self, contradicted: bool, pending: bool) -> None:
        """Take a change of the game or the table.

        Args:
            contradicted: Whether table and journal disagree, so that no throw counts.
            pending: Whether cards of this turn wait for a player.
        """
        self._last_update = contradicted, pending
        awaits = self._followed.awaits
        awaited = awaits is Awaits.ROLL and not contradicted
        self._counters.update()
        if awaited and self._watch.awaited is None and not self._rolls.open:
            self._await()
        elif self._watch.awaited is not None and awaits is not Awaits.ROLL:
            self._advance(dice_watch.enter_by_hand(self._watch))
        elif self._watch.awaited is not None and not awaited:
            self._advance(dice_watch.withdraw(self._watch))
        if self._held and awaits is Awaits.END and not contradicted and not pending:
            ends_turn = self._followed.game.ends_turn
            if ends_turn is not None:
                self._endings.propose((ends_turn(self._followed.state),))

    def close(self) -> None:
        """Stop waiting for a roll."""
        self._watch, _ = dice_watch.withdraw(self._watch)

    def _await(self) -> None:
        awaited = self._followed.wish
        if awaited is None:
            return
        if self._held:
            self._held = False
            self._advance(dice_watch.claim(self._watch, awaited))
        else:
            self._watch = dice_watch.await_roll(self._watch, awaited)

    def _advance(self, step: Transition, answered: bool = False) -> None:
        self._watch, events = step
        for event in events:
            match event:
                case CountedRoll():
                    self._propose(event, answered)
                case UnawaitedThrow(dice, region):
                    self._on_unawaited_throw(dice, region)
                case QuestionRaised(question):
                    self._questions += 1
                    key, where = f"dice-{self._questions}", question.region
                    asked = Asked(key, question.kind, question.text, question.choices, region=where)
                    self._followed.ask(asked, self._on_answer)
                case QuestionDropped():
                    self._followed.drop(f"dice-{self._questions}")
                case Hint(text):
                    self._followed.tell(Advised(text))

    def _propose(self, counts: CountedRoll, answered: bool) -> None:
        """Propose the roll; if another one waits for confirmation, players choose."""
        state, owners = self._followed.state, self._followed.game.seats_of_dice
        cast = counts.cast
        if owners is not None:
            cast = order_by_seat(cast, counts.places, owners(state), len(self._followed.names), self._counters.near())
        roll = self._followed.rules.roll(state, cast)
        id_ = f"{Source.CAMERA}-{self._followed.new_id()}"
        self._thrown[id_] = _Thrown(cast, counts.region, answered and owners is None)
        others = tuple(move for move in self._rolls.open if move != roll)
        self._rolls.propose((*others, roll), id=id_, ask=counts.again or owners is not None)

    def _on_unawaited_throw(self, dice: Sequence[int | None], region: Box) -> None:
        wish = self._followed.wish
        if self._rolls.open and wish is not None:
            self._advance(dice_watch.claim(self._watch, wish))
            return
        if self._followed.game.counters is not None:
            return  # players set them by hand
        contradicted, pending = self._last_update
        awaits = self._followed.awaits
        self._held = (
            awaits is Awaits.END or (awaits is Awaits.CARDS and pending) or (awaits is Awaits.ROLL and contradicted)
        )
        values = [(self._watch.dice.kind, die) for die in dice]
        fate = RollFate.HELD if self._held else RollFate.NOT_NOW
        self._followed.tell(roll_detected(self._followed.game, values, region, fate))
        self.update(contradicted, pending)

    def _on_roll_outcome(self, outcome: ProposalOutcome) -> None:
        match outcome:
            case Question():
                self._ask_roll(outcome)
            case Proposed(id_, move, _, text, seq):
                thrown, cast = self._thrown[id_], self._followed.rules.cast(self._followed.state, move)
                dice = cast[1] if cast is not None else thrown.cast
                self._on_roll_counted(dice, thrown.region, thrown.confirmed)
                self._thrown[id_] = replace(thrown, counted=True)
                roll = roll_detected(self._followed.game, values_of(dice), thrown.region, RollFate.TAKEN)
                self._followed.tell(replace(roll, id=id_, text=text, seq=seq))
            case NotKept():
                self._followed.tell(outcome_event(self._followed.play, outcome))
            case Closed(id_, _, refused):
                if refused:
                    self._advance(dice_watch.refuse(self._watch))
                self._followed.tell(Withdrawn(id_))

    def _ask_roll(self, question: Question) -> None:
        thrown = self._thrown[question.key]
        self._thrown[question.key] = replace(thrown, confirmed=True)
        if question.kind is Kind.WHICH:
            self._followed.tell(moves_question(self._followed.play, question, "roll", thrown.region))
        elif question.kind is Kind.CONFIRM and thrown.confirmed:
            self._followed.play.confirm(question.key)
        else:
            text = question.choices[0].text if question.kind is Kind.CONFIRM else question.text
            roll = roll_detected(self._followed.game, values_of(thrown.cast), thrown.region, RollFate.ASKED)
            self._followed.tell(replace(roll, id=question.key, text=text))

    def _on_ending_outcome(self, outcome: ProposalOutcome) -> None:
        if isinstance(outcome, Closed) and outcome.refused:
            self._held = False
        self._followed.tell(outcome_event(self._followed.play, outcome))
