"""The cards as they lie and the game: what was done is proposed, what is unclear asked, what contradicts is said."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from companion.games.magnate.moves import Correct, Move, Sell, Trade
from companion.games.magnate.state import District, Phase, State
from companion.live.discards import Discards
from companion.live.events import DISAGREEMENT, Advised, Asked, Choice, Disagreed, LiveEvent, Proposed, Withdrawn
from companion.live.open_doubts import OpenDoubts
from companion.live.proposals import Failed, Gone, MagnatePlay, Outcome, Proposals, Taken, Waits
from companion.live.seat import SEAT, Seat, edge_named
from companion.locale import Message
from companion.pieces import Card
from companion.play import Change, Kind
from companion.table.magnate.difference import Agreement, Disagreement, Happened, difference, disputed
from companion.table.magnate.expecting import Expected, read_expecting
from companion.table.magnate.layout import NoMagnateTable
from companion.table.magnate.ways_out import adopting
from companion.table.questions import NONE
from companion.table.row import Edge
from companion.table.sightings import CardSighting, Sightings
from companion.table.told import NOTHING_SAID

MISSED = 1.2
"""Seconds that a card must be missed before that is said: an arm may rest on it, and be as dark as the table."""

Keep = Callable[[CardSighting, Card], None]
"""Hears what a player said a card is, with where it was seen."""


@dataclass(frozen=True, slots=True)
class Compared:
    """What came of comparing a settled table with the game."""

    agrees: bool | None
    row: tuple[District, ...] = ()
    remarks: tuple[Message, ...] = ()


class CardsAtTable:
    """Lives on the thread that owns the play."""

    def __init__(
        self,
        play: MagnatePlay,
        new_id: Callable[[], str],
        tell: Callable[[LiveEvent], None],
        near: Edge | None = None,
        deeds_turned: bool | None = None,
        keep: Keep = lambda card, said: None,
    ) -> None:
        self._play, self._tell, self._keep = play, tell, keep
        self._deeds_turned = deeds_turned
        self._seat = Seat(near, play.game.players[0], tell)
        self._proposals = Proposals(play, new_id, self._of_proposal)
        self._told = NOTHING_SAID
        self._discards = Discards()
        self._doubts = OpenDoubts(tell)
        self._refused: set[Move] = set()
        self._hinted: dict[str, Message] = {}
        self._said: bool | None = None
        """Whether a contradiction (True) or one that only waits (False) was said since they last agreed."""
        self._missed_since: float | None = None
        """Since when cards are missed, while that is not said yet; infinite until the time is known."""
        self.standing: Disagreed | None = None
        """What table and journal disagree about now."""

    @property
    def near(self) -> Edge | None:
        """The picture's edge at which player 0 sits, once that is known."""
        return self._seat.near

    def moved_area(self) -> None:
        """The camera was nudged: places in the picture mean nothing any more."""
        self._discards.moved_area()

    def seat(self, near: Edge) -> None:
        """Player 0 sits at that edge of the picture."""
        self._seat.sit(near)

    @property
    def contradicted(self) -> bool:
        """Whether table and journal disagree in a way that no further move mends."""
        return self.standing is not None and not self.standing.disagreement.waits

    @property
    def pending(self) -> bool:
        """Whether something about the cards waits for a player."""
        return bool(self._proposals.open) or bool(self._doubts)

    @property
    def asked(self) -> tuple[Asked, ...]:
        """The questions about cards that are open."""
        return self._doubts.asked

    def compare(self, sightings: Sightings) -> Compared:
        """Looks at the table as it lies and the game as it stands, and tells what that brings."""
        state = self._state()
        if state.over:  # the cards are cleared away
            self._proposals.withdraw()
            self._no_longer_disagrees()
            return Compared(None)
        near = self._seat.seen(sightings, state)
        if near is None:
            return Compared(None)
        try:
            found = read_expecting(sightings, state, near, self._told, self._discards.known(self._play.course))
        except NoMagnateTable as error:
            self._hint("table", error.reason)
            return Compared(None)
        self._hint("table", None)
        self._told = found.told
        self._discards.see(found.aside, self._play.course)
        self._ask(found)
        agrees = self._explain(found, state) if found.comparable else None
        return Compared(agrees, found.table.row, found.remarks)

    def still(self, at: float) -> None:
        """Nothing has moved until now, seconds: what is missed for long is said."""
        if self._missed_since is None or self.standing is None:
            return
        self._missed_since = min(self._missed_since, at)
        if at - self._missed_since >= MISSED or at == math.inf:
            self._missed_since = None
            self._tell(self.standing)

    def asks(self, id: str) -> bool:
        """Whether a question about cards is open under this id."""
        return id in self._doubts or (id == SEAT and self._seat.asked)

    def answer(self, id: str, choice: str) -> bool:
        """A player's answer to what cards left open; whether it was asked here.

        Any card's code answers which card it is. Raises :class:`~companion.table.questions.UnusableAnswer` or
        ``UnknownCard`` for what is none.
        """
        if id == SEAT:
            self._seat.sit(edge_named(id, choice))
            return True
        if id not in self._doubts:
            return False
        doubt = self._doubts.answered(id, choice)
        if doubt.card is None:
            self._told = self._told.with_answer_of_place(doubt, choice)
        else:
            self.say(doubt.card, doubt.kind, choice)
        return True

    def say(self, card: CardSighting, kind: str, choice: str) -> None:
        """A player says what a card is (``kind`` card) or how it lies; it holds for the rest of the game."""
        self._told = self._told.with_answer(kind, choice, card)
        if kind == "card" and choice != NONE:
            self._keep(card, Card.parse(choice))

    def look_again(self) -> None:
        """What was refused may be proposed again, and a disagreement said again."""
        self._refused.clear()
        self._hinted.clear()
        self._no_longer_disagrees()

    def adopting(self) -> Correct | None:
        """*The table is right*, as a move; None where they do not disagree."""
        return adopting(self.standing.disagreement) if self.standing is not None else None

    def hear(self, change: Change[State, Move]) -> None:
        """Give it every change of the play."""
        self._proposals.hear(change)
        undone = self._play.course.undone
        if change.entry is not None and change.entry.move.get("type") == "undo" and undone:
            self._refused.add(undone[-1].move)
        elif change.entry is not None and self._play.course.done:
            self._refused.discard(self._play.course.done[-1].move)

    # within

    def _state(self) -> State:
        """The game as it stands, deeds lying as they do at this table."""
        state = self._play.state
        if self._deeds_turned is None:
            return state
        return replace(state, options=replace(state.options, deeds_turned=self._deeds_turned))

    def _ask(self, found: Expected) -> None:
        unanswerable = [doubt.text for doubt in found.doubts if not doubt.choices]
        self._hint("row", unanswerable[0] if unanswerable else None)
        self._doubts.ask(found.doubts)

    def _explain(self, found: Expected, state: State) -> bool | None:
        seen = difference(state, found.table, self._discards.known(self._play.course), found.doubtful)
        match seen:
            case Agreement():
                self._refused.clear()
                self._proposals.withdraw()
                self._no_longer_disagrees()
                return None if found.doubtful else True
            case Happened(moves, _):
                left = tuple(move for move in moves if move not in self._refused)
                if len(left) == len(moves):
                    self._no_longer_disagrees()
                    self._proposals.propose(moves, ask=self._to_be_asked(moves, found))
                else:
                    self._proposals.withdraw()
                    reason = Message("the move that the table shows was not taken")
                    self._disagree(disputed(state, found.table, reason, found.doubtful), state)
            case Disagreement():
                self._proposals.withdraw()
                self._disagree(seen, state)
        return False

    def _to_be_asked(self, moves: Sequence[Move], found: Expected) -> bool:
        """Whether moves are confirmed whatever the policy: trades are guessed, and a card aside may only be shown."""
        sold = [move.card for move in moves if isinstance(move, Sell) and move.district is None]
        return any(isinstance(move, Trade) for move in moves) or any(
            not self._discards.holds(card, found.aside) for card in sold
        )

    def _no_longer_disagrees(self) -> None:
        if self._said is not None and self._missed_since is None:
            self._tell(Withdrawn(DISAGREEMENT))
        self.standing, self._said, self._missed_since = None, None, None

    def _disagree(self, disagreement: Disagreement, state: State) -> None:
        """Says it once. While a deed's owner is still to choose, the game itself says what it waits for."""
        if not (disagreement.columns or disagreement.districts):
            return
        self.standing = Disagreed(state, disagreement, self._play.game.players)
        quiet = disagreement.waits and state.phase is Phase.INCOME
        new = not quiet and self._said is not True and self._said is not (not disagreement.waits)
        if new:
            self._said = not disagreement.waits
        if new or self._missed_since is not None:
            self._missed_since = math.inf if disagreement.only_missed else None
            if self._missed_since is None:
                self._tell(self.standing)

    def _hint(self, topic: str, text: Message | None) -> None:
        """Says something once, until it is no longer so."""
        if text is None:
            self._hinted.pop(topic, None)
        elif self._hinted.get(topic) != text:
            self._hinted[topic] = text
            self._tell(Advised(text))

    def _of_proposal(self, outcome: Outcome) -> None:
        match outcome:
            case Waits(question) if question.kind is Kind.WHICH:
                choices = tuple(Choice(str(n), one.text, one.move) for n, one in enumerate(question.choices))
                self._tell(Asked(question.id, "payment", question.text, choices))
            case Waits(question):
                self._tell(Proposed(question.id, question.choices[0].move, question.choices[0].text))
            case Taken(id_, move, text, seq):
                self._tell(Proposed(id_, move, text, seq))
            case Failed():
                self._tell(outcome.told())
            case Gone(id_, moves, refused):
                self._refused |= set(moves) if refused else set()
                self._tell(Withdrawn(id_))
