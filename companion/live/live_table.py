"""A game and the table that it is played on, as an eye follows it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from companion.live.cards_at_table import CardListener, CardsAtTable
from companion.live.dice_at_table import DiceAtTable, RollListener
from companion.live.events import (
    Asked,
    Disagreed,
    LiveEvent,
    TableSettled,
)
from companion.live.followed_play import FollowedPlay
from companion.live.inbox import Inbox
from companion.locale import Message
from companion.play import AnyPlay, Change, NoSuchQuestion, Source
from companion.table.camera_events import (
    Advised,
    AreaMoved,
    Back,
    CameraEvent,
    Changed,
    Ended,
    Lost,
    Seated,
    Settled,
    Still,
)
from companion.table.edge import Edge
from companion.table.sightings import CardSighting

NO_HABITS: Mapping[str, object] = MappingProxyType({})


class _EventQueue:
    """Passes events on; what comes while a settled table is compared is told after that it settled."""

    def __init__(self, listener: Callable[[LiveEvent], None]) -> None:
        self._listener = listener
        self._held_back: list[LiveEvent] | None = None

    def tell(self, event: LiveEvent) -> None:
        if self._held_back is not None:
            self._held_back.append(event)
        else:
            self._listener(event)

    @contextmanager
    def after(self) -> Iterator[list[LiveEvent]]:
        """What is told within is told at its end, after whatever was put into the list given."""
        first: list[LiveEvent] = []
        self._held_back = []
        try:
            yield first
        finally:
            later, self._held_back = self._held_back, None
            for event in (*first, *later):
                self._listener(event)


@dataclass(slots=True)
class _View:
    """What the table looks like now: as it last settled, whether it moves, and whether it is still to be compared."""

    latest: Settled | None = None
    moving: bool = False
    compare: bool = False

    @property
    def due(self) -> Settled | None:
        """The settled table that is to be compared now."""
        return self.latest if self.compare and not self.moving else None


class LiveTable:
    """Binds what an eye tells to a play: events out, proposals into the play's queue.

    Lives on the thread that owns the play, which calls :meth:`attend` whenever ``wake`` was called (and
    ``Play.attend`` with it). An eye on another thread calls :meth:`hear` with the game that it looks at; what is
    meant for another game is dropped. ``tell`` hears every event, on the owner's thread. ``near`` is the picture's
    edge at which player 0 sits; without it the table tells it, or it is asked. ``habits``: how things lie, where this
    table does otherwise than the game's options say. ``keep`` hears what players say cards are, ``named`` what dice
    show whose roll counts. ``look`` asks the eye to read everything anew.
    """

    def __init__(
        self,
        play: AnyPlay,
        tell: Callable[[LiveEvent], None],
        *,
        new_id: Callable[[], str],
        near: Edge | None = None,
        habits: Mapping[str, object] = NO_HABITS,
        wake: Callable[[], None] = lambda: None,
        on_card_named: CardListener = lambda card, named: None,
        on_roll_counted: RollListener = lambda cast, region: None,
        read_again: Callable[[], None] = lambda: None,
    ) -> None:
        self._play, self._read_again = play, read_again
        self._events = _EventQueue(tell)
        self._inbox = Inbox(wake)
        followed = FollowedPlay.of(play, self._events.tell, new_id)
        self._cards = CardsAtTable(followed, followed.game.reader(habits), near, on_card_named)
        self._dice = DiceAtTable(followed, on_roll_counted)
        self._view = _View()
        self._stale = False
        """Whether the game changed since table and game were compared."""
        self.ended = False
        """Whether the source is at its end."""
        self._unsubscribe = play.subscribe(self._on_change)
        self._dice.update(contradicted=False, pending=False)

    # any thread

    def receive(self, game: str, event: CameraEvent) -> None:
        """What an eye that looks at this game's table tells."""
        self._inbox.put(game, event)

    # the owner's thread

    @property
    def standing(self) -> Disagreed | None:
        """What table and journal disagree about now."""
        return self._cards.disagreements.standing

    @property
    def asked(self) -> tuple[Asked, ...]:
        """The questions about cards that are open; the play has those about moves."""
        return self._cards.asked

    @property
    def near(self) -> Edge | None:
        """The picture's edge at which player 0 sits, once that is known."""
        return self._cards.near

    def is_asked(self, id: str) -> bool:
        """Whether a question about cards or dice, not a move, is open under this id."""
        return id in self._play.others

    def attend(self) -> int:
        """Takes what was event, compares table and game, and hands in what that brings; how much was event."""
        taken = 0
        for game, event in self._inbox.take():
            taken += 1
            if game == self._play.game.id:
                self._handle(event)
                self._update()
        self._update()
        return taken

    def answer(self, id: str, choice: str) -> None:
        """A player's answer to a question: one of its choices' ``answer``. What is not asked any more is passed over.

        Raises the rules' reason where a move has become illegal meanwhile, and
        :class:`~companion.questions.UnusableAnswer` for what is no answer to it.
        """
        of_cards = self._cards.is_asked(id)
        self._play.answer(id, choice)
        self._view.compare |= of_cards
        self._update()

    def name_card(self, card: CardSighting, code: str) -> None:
        """A player says which card this is, asked or not; ``none``: no card. It holds for the rest of the game."""
        self._cards.name_card(card, "card", code)
        self._view.compare = True
        self._update()

    def confirm(self, id: str) -> None:
        """One tap on a proposal or a roll."""
        self.answer(id, "0")

    def dismiss(self, id: str) -> None:
        """It is not what happened; it is not proposed again until table and game agreed once."""
        try:
            self._play.dismiss(id)
        except NoSuchQuestion:
            return
        self._update()

    def accept_table(self) -> None:
        """One move that sets the game to what lies on the table; nothing where they do not disagree.

        Raises what keeps it from being kept: the journal's reason.
        """
        move = self._cards.adoption()
        if move is not None:
            self._play.propose(move, source=Source.TOUCH, base_seq=self._play.seq)
            self._update()

    def accept_journal(self) -> tuple[Message, ...]:
        """What the players put back; nothing more is said until the table agrees again."""
        return self._cards.disagreements.standing.put_back if self._cards.disagreements.standing is not None else ()

    def read_again(self) -> None:
        """Reads the table anew; what was refused may be proposed again."""
        self._cards.read_again()
        self._read_again()
        self._view.compare = True
        self._update()

    def close(self) -> None:
        """The game is put aside."""
        self._unsubscribe()
        self._dice.close()
        self._play.others.clear()

    # within

    def _handle(self, event: CameraEvent) -> None:
        if isinstance(event, Settled):  # the cards first: a throw may have to wait for what they show
            self._view.latest, self._view.moving = event, False
            self._compare_now(event)
        self._dice.observe(event)
        match event:
            case Changed() if not self._view.moving:
                self._view.moving = True
                self._events.tell(event)
            case Still(at) if not self._view.moving:
                self._cards.disagreements.on_still(at)
            case AreaMoved(quarters):
                self._cards.moved_area(quarters)
                self._events.tell(Advised(Message("The camera was moved; the table was found again.")))
            case Seated(near):
                self._cards.set_near_edge(near)
                self._view.compare = True
            case Ended():
                self._cards.disagreements.on_still(math.inf)
                self.ended = True
            case Lost() | Back() | Advised():
                self._events.tell(event)

    def _on_change(self, change: Change[Any, Any]) -> None:
        """The journal went on, was corrected or undone, or a question was dismissed: it is compared again."""
        self._cards.on_change(change)
        self._dice.on_change(change)
        self._stale = True
        self._view.compare = True
        self._inbox.wake()

    def _update(self) -> None:
        """Compare table and game, and propose what follows, until the game changes no more."""
        self._stale = True
        while self._stale:
            self._stale = False
            if (settled := self._view.due) is not None:
                self._view.compare = False
                self._cards.compare(settled.sightings)
            self._dice.update(self._cards.disagreements.contradicted, self._cards.pending)
            self._play.attend()

    def _compare_now(self, settled: Settled) -> None:
        """Compares, and tells that the table is still before what follows from that."""
        self._view.compare = False
        with self._events.after() as first:
            found = self._cards.compare(settled.sightings)
            at, number, sightings = settled.at, settled.number, settled.sightings
            first.append(TableSettled(at, number, sightings, found.layout, found.agrees, found.remarks))
