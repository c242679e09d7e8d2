"""A game and the table that it is played on, as an eye follows it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from companion.live.cards_at_table import CardsAtTable, Keep
from companion.live.dice_at_table import DiceAtTable, Named
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

ROUNDS = 20
"""A table that is far ahead brings one move after the other; so many at most before the owner goes on."""


NO_HABITS: Mapping[str, object] = MappingProxyType({})


class _Telling:
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
        keep: Keep = lambda card, said: None,
        named: Named = lambda cast, region: None,
        look: Callable[[], None] = lambda: None,
    ) -> None:
        self._play, self._look = play, look
        self._telling = _Telling(tell)
        self._inbox = Inbox(wake)
        followed = FollowedPlay.of(play, self._telling.tell, new_id)
        self._cards = CardsAtTable(followed, followed.game.reader(habits), near, keep)
        self._dice = DiceAtTable(followed, named)
        self._view = _View()
        self.ended = False
        """Whether the source is at its end."""
        self._stop_hearing = play.subscribe(self._changed)
        self._dice.look(contradicted=False, pending=False)

    # any thread

    def hear(self, game: str, heard: CameraEvent) -> None:
        """What an eye that looks at this game's table tells."""
        self._inbox.put(game, heard)

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

    def asks(self, id: str) -> bool:
        """Whether a question about cards or dice, not a move, is open under this id."""
        return id in self._play.others

    def attend(self) -> int:
        """Takes what was heard, compares table and game, and hands in what that brings; how much was heard."""
        taken = 0
        for game, heard in self._inbox.taken():
            taken += 1
            if game == self._play.game.id:
                self._hear(heard)
                self._go_on()
        self._go_on()
        return taken

    def answer(self, id: str, choice: str) -> None:
        """A player's answer to a question: one of its choices' ``answer``. What is not asked any more is passed over.

        Raises the rules' reason where a move has become illegal meanwhile, and
        :class:`~companion.questions.UnusableAnswer` for what is no answer to it.
        """
        of_cards = self._cards.asks(id)
        self._play.answer(id, choice)
        self._view.compare |= of_cards
        self._go_on()

    def say(self, card: CardSighting, code: str) -> None:
        """A player says which card this is, asked or not; ``none``: no card. It holds for the rest of the game."""
        self._cards.say(card, "card", code)
        self._view.compare = True
        self._go_on()

    def confirm(self, id: str) -> None:
        """One tap on a proposal or a roll."""
        self.answer(id, "0")

    def dismiss(self, id: str) -> None:
        """It is not what happened; it is not proposed again until table and game agreed once."""
        try:
            self._play.dismiss(id)
        except NoSuchQuestion:
            return
        self._go_on()

    def accept_table(self) -> None:
        """One move that sets the game to what lies on the table; nothing where they do not disagree.

        Raises what keeps it from being kept: the journal's reason.
        """
        move = self._cards.adopt_table()
        if move is not None:
            self._play.propose(move, source=Source.TOUCH, base_seq=self._play.seq)
            self._go_on()

    def accept_journal(self) -> tuple[Message, ...]:
        """What the players put back; nothing more is said until the table agrees again."""
        return self._cards.disagreements.standing.put_back if self._cards.disagreements.standing is not None else ()

    def look_again(self) -> None:
        """Reads the table anew; what was refused may be proposed again."""
        self._cards.look_again()
        self._look()
        self._view.compare = True
        self._go_on()

    def close(self) -> None:
        """The game is put aside."""
        self._stop_hearing()
        self._dice.close()
        self._play.others.clear()

    # within

    def _hear(self, heard: CameraEvent) -> None:
        if isinstance(heard, Settled):  # the cards first: a throw may have to wait for what they show
            self._view.latest, self._view.moving = heard, False
            self._compare_now(heard)
        self._dice.observe(heard)
        match heard:
            case Changed() if not self._view.moving:
                self._view.moving = True
                self._telling.tell(heard)
            case Still(at) if not self._view.moving:
                self._cards.disagreements.still(at)
            case AreaMoved(quarters):
                self._cards.moved_area(quarters)
                self._telling.tell(Advised(Message("The camera was moved; the table was found again.")))
            case Seated(near):
                self._cards.seat(near)
                self._view.compare = True
            case Ended():
                self._cards.disagreements.still(math.inf)
                self.ended = True
            case Lost() | Back() | Advised():
                self._telling.tell(heard)

    def _changed(self, change: Change[Any, Any]) -> None:
        """The journal went on, was corrected or undone, or a question was dismissed: it is compared again."""
        self._cards.hear(change)
        self._dice.hear(change)
        self._view.compare = True
        self._inbox.wake()

    def _go_on(self) -> None:
        """Hands in and takes in until nothing more follows."""
        for _ in range(ROUNDS):
            if (settled := self._view.due) is not None:
                self._view.compare = False
                self._cards.compare(settled.sightings)
            self._dice.look(self._cards.disagreements.contradicted, self._cards.pending)
            if not self._play.attend() and self._view.due is None:
                return

    def _compare_now(self, settled: Settled) -> None:
        """Compares, and tells that the table is still before what follows from that."""
        with self._telling.after() as first:
            found = self._cards.compare(settled.sightings)
            at, number, seen = settled.at, settled.number, settled.sightings
            first.append(TableSettled(at, number, seen, found.layout, found.agrees, found.remarks))
        self._view.compare = False
