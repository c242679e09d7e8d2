"""A game and the table that it is played on, as a camera follows it."""

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from companion.live.cards_at_table import CardListener, CardsAtTable, NotShown
from companion.live.dice_at_table import DiceAtTable, RollListener
from companion.live.events import Asked, Disagreed, LiveEvent, TableChecked
from companion.live.followed_play import FollowedPlay
from companion.locale import Message
from companion.play import AnyPlay, Change, NoSuchQuestion, Source
from companion.play.publishing import HandedIn
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
from companion.table.sightings import CardSighting, Edge

NO_HABITS: Mapping[str, object] = MappingProxyType({})


class _EventQueue:
    """Passes events on. Events of a comparison follow the event that the table settled."""

    def __init__(self, listener: Callable[[LiveEvent], None]) -> None:
        self._listener = listener
        self._held_back: list[LiveEvent] | None = None

    def tell(self, event: LiveEvent) -> None:
        """Pass an event on, or hold it back during a comparison."""
        if self._held_back is not None:
            self._held_back.append(event)
        else:
            self._listener(event)

    @contextmanager
    def after(self) -> Iterator[list[LiveEvent]]:
        """Hold events back within the context, and pass them on after those in the list that it yields."""
        first: list[LiveEvent] = []
        self._held_back = []
        try:
            yield first
        finally:
            later, self._held_back = self._held_back, None
            for event in (*first, *later):
                self._listener(event)


@dataclass(slots=True)
class _TableState:
    """The table as it last settled, whether it moves, whether it must be compared, and its last check."""

    latest: Settled | None = None
    agrees: bool | None = None
    moving: bool = False
    compare: bool = False
    checked: TableChecked = field(default_factory=TableChecked)

    @property
    def due(self) -> Settled | None:
        """The settled table that must be compared now."""
        return self.latest if self.compare and not self.moving else None


class LiveTable:
    """Connects a camera to a play: it reports events and proposes moves.

    It belongs to the thread that owns the play, which calls :meth:`attend` whenever ``wake`` was called. A camera on
    another thread calls :meth:`receive` with the id of its game; events of another game are dropped.
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
        on_roll_counted: RollListener = lambda cast, region, confirmed: None,
        read_again: Callable[[], None] = lambda: None,
    ) -> None:
        """Follow a play.

        Args:
            play: The play.
            tell: Receives every event, on the owner's thread.
            new_id: Returns a new id.
            near: The edge of the picture at which player 0 sits; None if the table shows it, or players are asked.
            habits: How cards lie if this table differs from the game's options, by name.
            wake: Called on any thread when there is something to attend to.
            on_card_named: Receives the cards that players name.
            on_roll_counted: Receives the values of dice whose roll counts, and whether players confirmed it.
            read_again: Makes the camera read everything again.
        """
        self._read_again = read_again
        self._events = _EventQueue(tell)
        self._inbox: HandedIn[tuple[str, CameraEvent]] = HandedIn(wake)
        self._followed = FollowedPlay.of(play, self._events.tell, new_id)
        self._cards = CardsAtTable(self._followed, habits, near, on_card_named)
        self._dice = DiceAtTable(self._followed, on_roll_counted, lambda: self.near or Edge.BOTTOM)
        self._table = _TableState()
        self._stale = False
        """Whether the game changed since table and game were compared."""
        self.ended = False
        """Whether the source has ended."""
        self._unsubscribe = play.subscribe(self._on_change)
        self._dice.update(contradicted=False, pending=False)

    # any thread

    def receive(self, game: str, event: CameraEvent) -> None:
        """Queue an event of a camera at this game's table; any thread may call it."""
        self._inbox.put((game, event))

    # the owner's thread

    @property
    def standing(self) -> Disagreed | None:
        """The current disagreement of table and journal."""
        return self._cards.disagreements.standing

    @property
    def asked(self) -> tuple[Asked, ...]:
        """The open questions about cards; the play has those about moves."""
        return self._cards.doubts.asked

    @property
    def near(self) -> Edge | None:
        """The edge of the picture at which player 0 sits, once it is known."""
        return self._cards.orientation.near

    @property
    def agrees(self) -> bool | None:
        """Whether the table, as it last settled, matches the game as it is now; None if that is not known."""
        return self._table.agrees

    def is_asked(self, id: str) -> bool:
        """Return whether a question about cards or dice, not a move, is open under this id."""
        return id in self._followed.play.others

    def attend(self) -> int:
        """Take the queued events, compare table and game, and propose what follows; returns the number of events."""
        taken = 0
        for game, event in self._inbox.take():
            taken += 1
            if game == self._followed.play.game.id:
                self._handle(event)
                self._update()
        self._update()
        return taken

    def answer(self, id: str, choice: str) -> None:
        """Take a player's answer to a question; nothing happens if it is no longer open.

        Args:
            id: The id of the question.
            choice: The ``answer`` of one of its choices.

        Raises:
            UnusableAnswer: the choice is none of them.
            CompanionError: the rules' reason, if the move has become illegal.
        """
        is_about_cards = self._cards.is_asked(id)
        self._followed.play.answer(id, choice)
        self._table.compare |= is_about_cards
        self._update()

    def name_card(self, card: CardSighting, code: str) -> None:
        """Take the code of the card that a player names, asked or not (``none``: no card), for the rest of the game."""
        self._cards.name_card(card, "card", code)
        self._table.compare = True
        self._update()

    def confirm(self, id: str) -> None:
        """Confirm a proposal or a roll."""
        self.answer(id, "0")

    def dismiss(self, id: str) -> None:
        """Dismiss a proposal; it is not proposed again until table and game have agreed."""
        try:
            self._followed.play.dismiss(id)
        except NoSuchQuestion:
            return
        self._update()

    def accept_table(self) -> None:
        """Set the game to the table in one move, if they disagree; raises the journal's reason if it fails."""
        if self.standing is not None:
            self._correct(self._followed.cards.adopt(self._followed.state, self.standing.disagreement))

    def check(self) -> TableChecked:
        """Compare the whole table with the journal now, and report what differs; nothing is proposed."""
        latest = self._table.latest
        if latest is None or self._table.moving:
            self._table.checked = TableChecked(unread=Message("Wait until nothing moves on the table."))
        else:
            self._table.checked = self._cards.check(latest.sightings)
        self._events.tell(self._table.checked)
        return self._table.checked

    def adopt_difference(self, key: str) -> None:
        """Correct the game in one difference of the last check; raises the journal's reason if it fails."""
        found = next((difference for difference in self._table.checked.differences if difference.key == key), None)
        if found is not None:
            self._correct(found.move)

    def read_again(self) -> None:
        """Read the table again; refused moves may be proposed again."""
        self._cards.read_again()
        self._read_again()
        self._table.compare = True
        self._update()

    def close(self) -> None:
        """Stop following the game."""
        self._unsubscribe()
        self._dice.close()
        self._followed.play.others.clear()

    # private

    def _correct(self, move: Any | None) -> None:
        """Correct the game by a move; None: the cards alone give none."""
        if move is None:
            raise NotShown(
                Message("table"),
                Message("the cards do not show everything that the game needs, such as a price"),
                Message("enter the move, or put the card back"),
            )
        self._followed.play.propose(move, source=Source.TOUCH, base_seq=self._followed.play.seq)
        self._update()

    def _handle(self, event: CameraEvent) -> None:
        if isinstance(event, Settled):  # the cards come first: a throw may have to wait for them
            self._table.latest, self._table.moving = event, False
            self._compare_now(event)
        self._dice.observe(event)
        match event:
            case Changed() if not self._table.moving:
                self._table.moving = True
                self._events.tell(event)
            case Still(at) if not self._table.moving:
                self._cards.disagreements.on_still(at)
            case AreaMoved(quarters):
                self._cards.moved_area(quarters)
                self._events.tell(Advised(Message("The camera moved. The table was found again.")))
            case Seated(near):
                self._cards.orientation.set_edge(near)
                self._table.compare = True
            case Ended():
                self._cards.disagreements.on_still(math.inf)
                self.ended = True
            case Lost() | Back() | Advised():
                self._events.tell(event)

    def _on_change(self, change: Change[Any, Any]) -> None:
        """Compare again: the journal has a new entry, or a question was dismissed."""
        self._cards.on_change(change)
        self._dice.on_change(change)
        self._stale = True
        self._table.compare = True
        self._inbox.wake()

    def _update(self) -> None:
        """Compare table and game, and propose what follows, until the game changes no more."""
        self._stale = True
        while self._stale:
            self._stale = False
            if (settled := self._table.due) is not None:
                self._table.compare = False
                self._table.agrees = self._cards.compare(settled).agrees
            self._dice.update(self._cards.disagreements.contradicted, self._cards.pending)
            self._followed.play.attend()

    def _compare_now(self, settled: Settled) -> None:
        """Compare, and report that the table settled before what follows from it."""
        self._table.compare = False
        with self._events.after() as first:
            found = self._cards.compare(settled)
            self._table.agrees = found.agrees
            first.append(found)
