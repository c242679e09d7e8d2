"""A game in progress at one table: proposals in, questions out, entries appended, states published."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from companion.errors import CompanionError
from companion.games.errors import IllegalMove
from companion.games.protocol import Game
from companion.journal import Entry, KeptGame, UnreachableJournal
from companion.journal.course.course import Course, HistoryLine
from companion.journal.course.folding import REDO, UNDO
from companion.journal.entries import Document, StaleEntry
from companion.locale import Message
from companion.play import questions
from companion.play.publishing import HandedIn, Subscribers
from companion.play.questions import Proposer
from companion.play.sealed_answers import SealedAnswers, SealedQuestion
from companion.play.stored_course import StoredCourse, mark_unsaved
from companion.questions import Question
from companion.rolls.source import Source

if TYPE_CHECKING:
    from companion.journal.copies.transfer import Outbox
    from companion.journal.course.summaries import GameStorage

State = TypeVar("State")
Move = TypeVar("Move")
ASKING = frozenset((Source.CAMERA, Source.PAGE))
"""The sources that usually ask: a camera can err, and nobody at the table sees a tap on a phone."""


class StaleProposal(CompanionError):
    """The game went on meanwhile, so that an undo or redo would meet another move."""


class NoWayBack(CompanionError):
    """The game cannot be brought back to this entry, because it went on differently."""


class NoSuchQuestion(CompanionError):
    """No question has this key, or it is no longer open."""


@dataclass(frozen=True, slots=True)
class Change(Generic[State, Move]):
    """What subscribers get: the state of the game now."""

    seq: int
    entry: Entry | None
    """The new entry, or None if only questions changed."""
    state: State
    questions: tuple[Question, ...]


class Play(Generic[State, Move]):
    """A game in progress. Opening one continues where its journal ends.

    The thread that opens a play owns it and alone may call its methods. Other threads (a roller's, a camera's) use
    :meth:`hand_in`; the owner processes what they handed in with :meth:`attend`. ``wake`` is called, on the other
    thread, whenever there is something to process.

    A subscriber or an ``acknowledge`` may fail; the game goes on. Once all were called, ``failed`` gets their errors;
    without it, they are raised.

    If the journal cannot be reached, moves wait in ``outbox`` in order and the game goes on; :attr:`waiting` lists
    them, nobody is acknowledged, and nothing is tried again before :meth:`refresh`. Then each is checked again behind
    what others did meanwhile; ``failed`` gets those that are no longer legal. Without an outbox a move is refused.
    """

    def __init__(
        self,
        rules: Game[Any, Any, State, Move],
        journal: GameStorage,
        game: str,
        *,
        now: Callable[[], datetime],
        new_id: Callable[[], str],
        asks: frozenset[Source] = ASKING,
        wake: Callable[[], None] = lambda: None,
        failed: Callable[[Exception], None] | None = None,
        outbox: Outbox | None = None,
    ) -> None:
        self._now, self._new_id = now, new_id
        self.asks = asks
        """The sources whose proposals must be confirmed; one with several possible moves always is."""
        self._pending: dict[str, tuple[Question, Proposer]] = {}
        """The proposals that are to be confirmed, by their ids."""
        self.others: dict[str, Callable[[str], None]] = {}
        """Questions besides the game's moves: by key, the function that takes the answer or raises."""
        self._subscribers: Subscribers[Change[State, Move]] = Subscribers(failed)
        self._handed_in: HandedIn[Callable[[], None]] = HandedIn(wake)
        course = Course.of(rules, journal.game(game), journal.entries(game))
        self._stored = StoredCourse(journal, course, outbox, self._subscribers, self._update_questions)
        self._sealed_answers = SealedAnswers(rules.sealed(self.state))
        if self._stored.waiting:
            self._stored.put_behind(())

    # reading

    @property
    def game(self) -> KeptGame:
        """The game as it was set up."""
        return self.course.game

    @property
    def state(self) -> State:
        """The current state."""
        return self.course.state

    @property
    def seq(self) -> int:
        """The number of the last entry; the ``base_seq`` of a proposal made now."""
        return self.course.seq

    @property
    def course(self) -> Course[State, Move]:
        """The whole game so far, as a value."""
        return self._stored.course

    @property
    def waiting(self) -> tuple[Entry, ...]:
        """The last entries that are not stored yet because the journal cannot be reached, in order."""
        return self._stored.waiting

    @property
    def away(self) -> UnreachableJournal | None:
        """Why the journal cannot be reached, or None."""
        return self._stored.away

    def history(self, viewer: int | None = None) -> tuple[HistoryLine, ...]:
        """Return a line for each entry as ``viewer`` may read it (None: everybody); undone moves are marked."""
        return tuple(mark_unsaved(line, self._stored.is_waiting) for line in self.course.history(viewer))

    def history_line(self, seq: int, viewer: int | None = None) -> HistoryLine:
        """Return the line of one entry as in :meth:`history`; raise ``KeyError`` if there is none."""
        return mark_unsaved(self.course.history_line(seq, viewer), self._stored.is_waiting)

    def questions(self) -> tuple[Question, ...]:
        """Return the open questions: proposals to confirm, then the rules' questions."""
        return (*(question for question, _ in self._pending.values()), *questions.by_the_rules(self.course))

    def proposer(self, question: str) -> Proposer | None:
        """Return who proposed what is asked under this key, or None for the rules' questions."""
        return self._pending[question][1] if question in self._pending else None

    def sealed(self) -> tuple[SealedQuestion, ...]:
        """Return the sealed questions and which seats have answered; answers stay hidden."""
        return self._sealed_answers.asked()

    def subscribe(self, listener: Callable[[Change[State, Move]], None]) -> Callable[[], None]:
        """Call ``listener`` after every change, on the owner's thread; return a function that ends it.

        A subscriber may read, but proposes only through :meth:`hand_in`.
        """
        return self._subscribers.subscribe(listener)

    # acting

    def propose(
        self,
        *moves: Move,
        source: Source,
        seat: int | None = None,
        base_seq: int | None = None,
        id: str | None = None,
        acknowledge: Callable[[Entry], None] | None = None,
        withdrawn: Callable[[], None] | None = None,
        ask: bool = False,
    ) -> Entry | Question:
        """Propose one move, or several of which one was made.

        Args:
            *moves: the possible moves.
            source: the input they come from.
            seat: the seat that makes them, if known.
            base_seq: the last entry that the proposer knew; now, if left out.
            id: the proposal's id; the same id again is the same proposal.
            acknowledge: called once journal and game have the move.
            withdrawn: called if the question is dismissed or the game went past it.
            ask: whether to ask whatever the source.

        Returns:
            The entry, if a move of this source counts at once, or else the question.

        Raises:
            CompanionError: the rules' reason, if no move is legal.
        """
        known_seq = self.seq if base_seq is None else base_seq
        self.catch_up()
        proposer = Proposer(id or self._new_id(), source, seat, known_seq, acknowledge, withdrawn)
        stored = self._stored.find(proposer.id) if id is not None else None
        if stored is not None:
            if not self._stored.is_waiting(stored.id):
                self._subscribers.do(*_acknowledging(proposer, stored))
            elif acknowledge is not None:
                self._stored.ask_again(stored.id, acknowledge)
            return stored
        if proposer.id in self._pending:
            return self._pending[proposer.id][0]
        legal = questions.legal(self.course, moves)
        kind = questions.why_asked(self.course, legal, ask or source in self.asks)
        if kind is None:
            return self._append(legal[0], proposer)
        text, choices = questions.wording(self.course, kind, legal[0]), questions.choices(self.course, legal)
        question = Question(proposer.id, kind, text, choices, seat)
        self._pending[proposer.id] = question, proposer
        self._publish(None)
        return question

    def confirm(self, question: str, choice: int = 0, *, source: Source = Source.TOUCH) -> Entry:
        """Answer a question with one of its choices. The move is checked again if the game went on.

        Raises:
            NoSuchQuestion: if it is not open.
            CompanionError: if the move became illegal; its question is withdrawn.
        """
        self._handed_in.check_thread()
        asked = next((one for one in self.questions() if one.key == question), None)
        if asked is None or choice not in range(len(asked.choices)):
            raise NoSuchQuestion(question, Message("is not an open question"), Message("check the open questions"))
        move = asked.choices[choice].move
        proposer = self.proposer(question) or Proposer(self._new_id(), source, asked.owner, self.seq)
        try:
            return self._append(move, proposer)
        except IllegalMove:
            self._withdraw(question)
            self._publish(None)
            raise

    def answer(self, question: str, answer: str) -> None:
        """Answer any question under this key by one of its choices; a closed one is ignored.

        Raises:
            UnusableAnswer: if it is no choice; otherwise as :meth:`confirm`.
        """
        asked = next((one for one in self.questions() if one.key == question), None)
        if asked is not None:
            asked.check_offers(answer)
            self.confirm(question, int(answer))
        elif question in self.others:
            self.others[question](answer)

    def dismiss(self, question: str) -> None:
        """Dismiss a proposal; nothing is stored. The rules' questions cannot be dismissed.

        Raises:
            NoSuchQuestion: if no proposal waits under this key.
        """
        self._handed_in.check_thread()
        if not self._withdraw(question):
            raise NoSuchQuestion(question, Message("is not an open proposal"), Message("check the open questions"))
        self._publish(None)

    def seal(self, seat: int, answer: object, *, source: Source = Source.TOUCH) -> Entry | None:
        """Store a seat's sealed answer; the last one makes the move of them all.

        An answer may be replaced until then, and nothing of it is in the journal.

        Args:
            seat: the seat.
            answer: a JSON value.
            source: the input it comes from.

        Returns:
            The entry of the move, or None if answers are missing.

        Raises:
            NotAsked: if the seat is not asked.
            CompanionError: the rules' reasons.
        """
        self.catch_up()
        names = self.game.names
        name = names[seat] if seat in range(len(names)) else str(seat + 1)
        answers = self._sealed_answers.put_in(seat, name, answer)
        if answers is None:
            self._publish(None)
            return None
        unseal = self.course.rules.unseal
        assert unseal is not None, "a game that seals can unseal"
        return self._append(unseal(self.state, answers), Proposer(self._new_id(), source, None, self.seq))

    def undo(self, *, source: Source = Source.TOUCH, seat: int | None = None, base_seq: int | None = None) -> Entry:
        """Undo the last move.

        Raises:
            NothingToUndo: if there is none.
            StaleProposal: if another move came since.
        """
        return self._undo_or_redo(UNDO, source, seat, base_seq)

    def redo(self, *, source: Source = Source.TOUCH, seat: int | None = None, base_seq: int | None = None) -> Entry:
        """Redo the last undone move with its dice.

        Raises:
            NothingToRedo: if there is none.
            StaleProposal: if another move came since.
        """
        return self._undo_or_redo(REDO, source, seat, base_seq)

    def go_to(self, seq: int, *, source: Source = Source.TOUCH) -> None:
        """Undo or redo move by move until the game stands as after this entry.

        Raises:
            NoWayBack: if it went on differently since; otherwise as :meth:`undo`.
        """
        self.catch_up()
        way = self.course.way_to(seq)
        if way is None:
            raise NoWayBack(
                self.game.name,
                Message("has continued differently since then"),
                Message("choose a move that still counts, or the last one undone"),
            )
        step = self.undo if way < 0 else self.redo
        for _ in range(abs(way)):
            step(source=source)

    def catch_up(self) -> None:
        """Read what another program appended to this game."""
        self._handed_in.check_thread()
        sent, added = self._stored.read()
        if sent:
            self._publish(None)
        for entry in added:
            self._stored.take_in(entry, self.course.after(entry))
            self._publish(entry)

    # other threads

    def hand_in(
        self,
        *moves: Move,
        source: Source,
        refused: Callable[[CompanionError], None],
        **more: Any,
    ) -> None:
        """Hand in a proposal from any thread, for :meth:`propose` on the owner's; ``refused`` gets its error."""

        def propose() -> None:
            try:
                self.propose(*moves, source=source, **more)
            except CompanionError as error:
                refused(error)

        self.hand_over(propose)

    def hand_over(self, act: Callable[[], None]) -> None:
        """Run a function on the owner's thread; from any thread."""
        self._handed_in.put(act)

    def refresh(self) -> None:
        """Read what others appended and send what waits, on the owner's thread; from any thread."""

        def check_for_entries() -> None:
            lost, self._stored.away = self.away, None  # the next call reaches for the journal
            self.catch_up()
            if lost is not None and self.away is None:
                self._publish(None)

        self.hand_over(check_for_entries)

    def attend(self) -> int:
        """Process what other threads handed in and return how much it was."""
        self._handed_in.check_thread()
        taken = 0
        for act in self._handed_in.take():
            taken += 1
            self._subscribers.do(act)
        return taken

    # private

    def _append(self, move: Move, proposer: Proposer) -> Entry:
        while True:
            again = self.course.undone and self.course.undone[-1].move == move
            document = REDO if again else self.course.rules.move_to_json(move)
            known_seq = self.seq
            try:
                return self._keep(document, proposer)
            except StaleEntry:
                self.catch_up()
                if self.seq == known_seq and self.away is None:  # nobody was first: it is refused for another reason
                    raise

    def _undo_or_redo(self, document: Document, source: Source, seat: int | None, base_seq: int | None) -> Entry:
        known_seq = self.seq if base_seq is None else base_seq
        self.catch_up()
        with suppress(StaleEntry):
            if known_seq == self.seq:
                return self._keep(document, Proposer(self._new_id(), source, seat, known_seq))
        raise StaleProposal(
            self.game.name, Message("has changed in the meantime"), Message("check the game, then try again")
        )

    def _keep(self, document: Document, proposer: Proposer) -> Entry:
        seq, seat, source = self.seq + 1, proposer.seat, proposer.source.value
        at = self._now()
        entry = Entry(self.game.id, seq, proposer.id, proposer.base_seq, at, seat, source, document)
        kept, course = self._stored.write(entry, proposer.acknowledge)
        self._pending.pop(proposer.id, None)
        if kept.seq != entry.seq:  # another program has kept this very proposal already
            self.catch_up()
            self._subscribers.do(*_acknowledging(proposer, kept))
        else:
            self._stored.take_in(kept, course)
            waits = self._stored.is_waiting(kept.id)
            self._publish(kept, *(() if waits else _acknowledging(proposer, kept)))
        return kept

    def _update_questions(self, course: Course[State, Move]) -> None:
        """Replace the sealed questions, and withdraw proposals that are no longer legal."""
        self._sealed_answers.ask(course.rules.sealed(course.state))
        for id, (question, _) in list(self._pending.items()):
            try:
                questions.legal(course, [choice.move for choice in question.choices])
            except IllegalMove:
                self._withdraw(id)

    def _withdraw(self, id: str) -> bool:
        """Withdraw a proposal and notify its proposer; return whether there was one."""
        proposer = self.proposer(id)
        self._pending.pop(id, None)
        if proposer is not None and proposer.withdrawn is not None:
            self._subscribers.do(proposer.withdrawn)
        return proposer is not None

    def _publish(self, entry: Entry | None, *first: Callable[[], None]) -> None:
        self._subscribers.publish(Change(self.seq, entry, self.state, self.questions()), *first)


def _acknowledging(proposer: Proposer, entry: Entry) -> tuple[Callable[[], None], ...]:
    return () if proposer.acknowledge is None else (partial(proposer.acknowledge, entry),)


AnyPlay = Play[Any, Any]
"""A play of any game."""
