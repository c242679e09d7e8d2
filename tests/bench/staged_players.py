"""Simulated players of a staged game: they confirm what is right, refuse what is wrong, and answer from the labels.

Counts of what a live table proposed of a staged game.
"""

from collections import Counter, deque
from dataclasses import dataclass, field, replace
from typing import Any

from companion.games.magnate.moves import AddToDeed, BuyDeed, Develop, Move, Roll
from companion.live import events
from companion.live.events import Asked, Disagreed, LiveEvent, Proposed, RollDetected, RollFate
from companion.live.live_table import LiveTable
from companion.locale import Message
from companion.play import AnyPlay, Source
from companion.rolls.roll_detection import AGAIN, OTHER, YES
from tests.bench.staged_truth import Disturbance, StagedTruth, TrueMove


@dataclass
class Tally:
    """Counts of right and wrong moves and rolls.

    ``seconds`` are from rest to proposal: those of the film, and those of reading.
    """

    moves: Counter[str] = field(default_factory=Counter)
    rolls: Counter[str] = field(default_factory=Counter)
    disturbances: Counter[str] = field(default_factory=Counter)
    proposed_while_disturbed: int = 0
    mistakes_noticed: int = 0
    disagreements_about_nothing: int = 0
    payments_asked: int = 0
    seconds: list[tuple[float, float]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    roll_outcomes: list[str] = field(default_factory=list)
    """What became of each roll, in order."""

    def to_json(self) -> dict[str, Any]:
        """Return the counts for a file."""
        return {
            **vars(self),
            "moves": dict(self.moves),
            "rolls": dict(self.rolls),
            "disturbances": dict(self.disturbances),
        }


TAP_DELAY = 1.0
"""Seconds that players wait for a proposal after the next visible move rests; then they enter it themselves."""
DISTURBANCE_MARGIN = 0.5
"""Seconds after a disturbance in which events are attributed to it."""


class StagedPlayers:
    """Players who answer a live table's events while the film runs."""

    def __init__(self, truth: StagedTruth, play: AnyPlay) -> None:
        self.tally = Tally()
        self._truth, self._play = truth, play
        self._due = deque(truth.moves)
        self._events: deque[LiveEvent] = deque()
        self._confirmed: set[str] = set()
        self._asked = self._disagreed = self._advised = False
        self._last_roll: Move | None = None
        self.tally.disturbances.update(disturbance.kind for disturbance in truth.disturbances)

    def receive(self, event: LiveEvent) -> None:
        """Queue an event of the live table, until :meth:`react`."""
        self._events.append(event)

    def react(self, live: LiveTable, at: float, took: float) -> None:
        """Answer all queued events.

        Args:
            live: the live table.
            at: the frame's time in seconds.
            took: seconds that reading the frame took.
        """

        while self._events:
            match self._events.popleft():
                case events.Proposed() as proposed:
                    self._proposed(live, proposed, at, took)
                case events.RollDetected() as roll:
                    self._rolled(live, roll, at, took)
                case events.Asked() as asked:
                    self._answer(live, asked, at, took)
                case events.Disagreed() as disagreed:
                    self._count_disagreement(disagreed, at)
                case events.Advised(text):
                    self._count_advice(text, at)
                case _:
                    pass
            live.attend()

    def tap_in(self, live: LiveTable, at: float) -> None:
        """Enter moves that no table shows when they happen, and visible moves that were not proposed in time."""
        while self._due and self._ripe(self._due[0], at):
            true = self._due[0]
            if true.is_visible:
                self._give_up(true)
            self._take(live, true.move)
            live.attend()

    def _ripe(self, true: TrueMove, at: float) -> bool:
        if not true.is_visible:
            return at >= true.rests
        if self._asked or self._disagreed or self._advised:
            return at >= true.rests + TAP_DELAY / 2
        following = next((later.rests for later in list(self._due)[1:] if later.is_visible), true.rests + 3 * TAP_DELAY)
        return at >= following + TAP_DELAY

    def _give_up(self, true: TrueMove) -> None:
        flags = (("asked", self._asked), ("disagreed", self._disagreed), ("advised", self._advised), ("missed", True))
        word = next(word for word, so in flags if so)
        self._count(true, word)
        if word == "missed":
            self._note(true.rests, f"missed: {true.move}")

    def _count(self, true: TrueMove, word: str) -> None:

        if isinstance(true.move, Roll):
            self.tally.rolls[word] += 1
            self.tally.roll_outcomes.append(word)
        else:
            self.tally.moves[word] += 1

    def _take(self, live: LiveTable, move: Move) -> None:

        self._play.propose(move, source=Source.TOUCH)
        self._next()

    def _next(self) -> None:

        done = self._due.popleft()
        if isinstance(done.move, Roll):
            self._last_roll = done.move
        self._asked = self._disagreed = self._advised = False

    @property
    def _front(self) -> TrueMove | None:
        return self._due[0] if self._due else None

    def _awaited(self, at: float) -> TrueMove | None:
        """Return the move that the table shows and the journal lacks."""
        front = self._front
        return front if front is not None and front.is_visible and front.begins <= at else None

    def _proposed(self, live: LiveTable, proposed: Proposed, at: float, took: float) -> None:
        if proposed.id in self._confirmed:
            return
        awaited, unseen = self._awaited(at), self._front
        if awaited is not None and _same(proposed.move, awaited.move):
            self._right(live, proposed.id, awaited, at, took, proposed.seq is None, proposed.move == awaited.move)
        elif unseen is not None and not unseen.is_visible and proposed.move == unseen.move:
            self._confirmed.add(proposed.id)
            if proposed.seq is None:
                live.confirm(proposed.id)
            self._next()
        else:
            self._wrong(live, proposed.id, at, f"proposed {proposed.move}", proposed.seq is None)

    def _right(
        self, live: LiveTable, id_: str, true: TrueMove, at: float, took: float, waits: bool, payment: bool = True
    ) -> None:
        """Accept a right proposal; ``payment`` is False if only the tokens paid differ."""
        self._count(true, "asked" if self._asked else "right")
        self.tally.seconds.append((max(0.0, at - true.rests), took))
        self._confirmed.add(id_)
        if not payment:
            live.dismiss(id_)
            self._take(live, true.move)
            return
        if waits:
            live.confirm(id_)
        self._next()

    def _wrong(self, live: LiveTable, id_: str, at: float, what: str, waits: bool, roll: bool = False) -> None:
        """Count a wrong proposal, and refuse it if it waits for a tap."""
        counted = self.tally.rolls if roll else self.tally.moves
        counted["wrong proposed" if waits else "wrong taken"] += 1
        disturbance = self._disturbance(at)
        if disturbance is not None:
            self.tally.proposed_while_disturbed += 1
        front = self._front
        self._note(at, f"{what}; true: {front.move if front else None}; {disturbance.kind if disturbance else ''}")
        if waits:
            live.dismiss(id_)

    def _rolled(self, live: LiveTable, roll: RollDetected, at: float, took: float) -> None:

        if roll.id is None or roll.id in self._confirmed or roll.fate not in (RollFate.ASKED, RollFate.TAKEN):
            return
        waits, awaited = roll.fate is RollFate.ASKED, self._awaited(at)
        if awaited is not None and isinstance(awaited.move, Roll):
            if _shows(roll, awaited.move):
                self._right(live, roll.id, awaited, at, took, waits)
                return
        elif isinstance(self._last_roll, Roll) and _shows(roll, self._last_roll):
            self.tally.rolls["twice"] += 1
        self._wrong(live, roll.id, at, f"rolled {roll.dice}", waits, roll=True)

    def _answer(self, live: LiveTable, asked: Asked, at: float, took: float) -> None:

        awaited = self._awaited(at)
        if asked.kind == "payment" and awaited is not None:
            self._answer_payment(live, asked, awaited, at, took)
        elif asked.kind in ("roll", "die", "thrown"):
            if awaited is not None and isinstance(awaited.move, Roll):
                self._asked = True
                self._answer_roll(live, asked, awaited, at)
        elif asked.kind == "seat":
            live.answer(asked.key, str(self._truth.document["near"]))
        else:
            self._answer_card(live, asked, at)

    def _answer_payment(self, live: LiveTable, asked: Asked, awaited: TrueMove, at: float, took: float) -> None:
        exact = next((choice.answer for choice in asked.choices if choice.move == awaited.move), None)
        if exact is None or asked.choices[0].move is None or not _same(asked.choices[0].move, awaited.move):
            self._wrong(live, asked.key, at, f"asked about the payment of {asked.choices[0].move}", True)
            return
        self.tally.payments_asked += 1
        self._count(awaited, "asked" if self._asked else "right")
        self.tally.seconds.append((max(0.0, at - awaited.rests), took))
        self._confirmed.add(asked.key)
        live.answer(asked.key, exact)
        self._next()

    def _answer_roll(self, live: LiveTable, asked: Asked, awaited: TrueMove, at: float) -> None:
        """Answer which roll it was, or what a die shows; dice that will be thrown again are named so."""

        true: str | None = None
        too_early = at < awaited.rests - DISTURBANCE_MARGIN
        choices = {choice.answer for choice in asked.choices}
        if asked.kind == "roll" and OTHER.answer in choices:
            named = next((answer for answer in choices if _names(answer, awaited.move)), OTHER.answer)
            true = AGAIN.answer if too_early else named
        elif asked.kind == "roll":
            true = next((choice.answer for choice in asked.choices if choice.move == awaited.move), None)
        elif asked.kind == "thrown" and not too_early:
            true = YES.answer
        elif asked.kind == "die" and asked.region is not None:
            self.tally.rolls["dice said one by one"] += 1
            left, top, right, bottom = asked.region
            shown = self._truth.die_at(((left + right) / 2, (top + bottom) / 2), awaited.rests)
            true = AGAIN.answer if shown is None else str(shown)
        if true in choices:
            live.answer(asked.key, str(true))

    def _answer_card(self, live: LiveTable, asked: Asked, at: float) -> None:
        """Answer a question about a card: which it is, or how it is placed."""
        awaited = self._awaited(at)
        self._asked = self._asked or awaited is not None
        at = max(at, awaited.rests) if awaited is not None else at
        self.tally.moves["questions about cards"] += 1
        there = None
        if asked.region is not None:
            left, top, right, bottom = asked.region
            there = self._truth.card_at(((left + right) / 2, (top + bottom) / 2), at)
        self._note(at, f"asked {asked.kind} {asked.text}: {there}")
        true = {
            "card": there[0] if there else "none",
            "deed": "deed" if there and there[1] == "deed" else "property",
            "belongs": "yes" if there and there[1] in ("property", "deed") else "no",
        }.get(asked.kind)
        choices = [choice.answer for choice in asked.choices]
        if true not in choices and asked.kind == "card":
            true = "none"  # nothing that is offered lies there
        if true in choices:
            live.answer(asked.key, str(true))

    def _count_disagreement(self, disagreed: Disagreed, at: float) -> None:
        """Count a disagreement, unless it only waits for what the game needs first."""
        disturbance = self._disturbance(at)
        if disturbance is not None and disturbance.kind == "mistake":
            self.tally.mistakes_noticed += 1
        elif disagreed.disagreement.waits:
            return
        elif self._awaited(at) is not None:
            self._disagreed = True
        else:
            self.tally.disagreements_about_nothing += 1
        self._note(at, f"disagreed: {disagreed.disagreement.reason}")

    def _count_advice(self, text: Message, at: float) -> None:
        """Count advice on the dice as a comment on the awaited roll."""

        awaited = self._awaited(at)
        of_dice = any(word in str(text) for word in ("d10", "d6", "dice"))
        if of_dice and awaited is not None and isinstance(awaited.move, Roll):
            self._advised = True
            self._note(at, f"advised: {text}")

    def _disturbance(self, at: float) -> Disturbance | None:
        """Return the disturbance at that time, or just before."""
        return next(
            (one for one in self._truth.disturbances if one.begins <= at <= one.rests + DISTURBANCE_MARGIN), None
        )

    def _note(self, at: float, what: str) -> None:
        self.tally.notes.append(f"{at:.2f} s: {what}")


def _same(proposed: object, true: Move) -> bool:
    """Return True if two moves differ at most in the tokens paid."""

    if isinstance(true, Develop | BuyDeed) and isinstance(proposed, Develop | BuyDeed):
        return proposed == replace(true, payment=proposed.payment)
    if isinstance(true, AddToDeed) and isinstance(proposed, AddToDeed):
        return proposed == replace(true, payment=proposed.payment)
    return proposed == true


def _names(answer: str, roll: Any) -> bool:
    """Return True if an answer names this roll."""
    if not answer[0].isdecimal():
        return False
    dice, _, tax_dice = (part.split() for part in answer.partition("/"))
    return sorted(map(int, dice)) == sorted(roll.dice) and sorted(map(int, tax_dice)) == sorted(roll.tax_dice)


def _shows(event: RollDetected, roll: Any) -> bool:
    dice = [die for die in event.document["dice"] if die is not None]
    return sorted(dice) == sorted(roll.dice) and sorted(event.document["tax_dice"]) == sorted(roll.tax_dice)
