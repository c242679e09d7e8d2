"""What is open between picture, table and journal: where player 0 sits, contradictions, doubts; each is named once."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count

from companion.live.camera_game import Awaits, Contradiction, TableReader
from companion.live.events import DISAGREEMENT, Advised, Asked, Disagreed, Withdrawn
from companion.live.followed_play import FollowedPlay
from companion.locale import Message
from companion.pieces import Card
from companion.questions import Question
from companion.table.questions import NONE, TableQuestion, choices, is_same_card, label_answer
from companion.table.sightings import Edge, Sightings

SEAT_QUESTION = "seat"
"""The id and kind of the question."""


class Orientation:
    """The orientation of a table; ``near`` is the edge at which player 0 sits, if it was set.

    Without a ``reader`` no card shows that edge: players are asked.
    """

    def __init__(self, followed: FollowedPlay, reader: TableReader | None, near: Edge | None) -> None:
        self.near = near
        self._followed, self._reader = followed, reader
        self._checked = self._advised = False
        self.asked = False
        """Whether the question is open."""

    def set_edge(self, near: Edge) -> None:
        """Set the edge, as a player or the mat's tags give it."""
        self.near, self._checked = near, True
        if self.asked:
            self.asked = False
            self._followed.drop(SEAT_QUESTION)

    def turn(self, quarters: int) -> None:
        """Turn with the picture, by ``quarters`` of a turn clockwise."""
        if self.near is not None:
            self.near = self.near.turned(quarters)

    def find_edge(self, sightings: Sightings) -> Edge | None:
        """Return the edge with these cards in view; None if it is not known yet."""
        if self.near is not None and self._checked:
            return self.near
        reader = self._reader
        edges = reader.edges(sightings, self._followed.course) if reader is not None else tuple(Edge)
        if self.near is not None:
            self._checked = bool(edges)
            if reader is not None and len(edges) == 1 and self.near not in edges:
                elsewhere = reader.sits_elsewhere(self._followed.names[0], label_answer(edges[0].value))
                self._followed.tell(Advised(elsewhere))
        elif len(edges) == 1:
            self.set_edge(edges[0])
        elif edges:
            self._ask(edges)
        elif reader is not None and not self._advised:
            self._advised = True
            self._followed.tell(Advised(reader.unreadable))
        return self.near

    def _ask(self, edges: tuple[Edge, ...]) -> None:
        if not self.asked:
            self.asked = True
            text = Message("Which edge of the picture is nearest to {name}?", {"name": self._followed.names[0]})
            asked = Asked(SEAT_QUESTION, SEAT_QUESTION, text, choices(edge.value for edge in edges))
            self._followed.ask(asked, self._on_answer)

    def _on_answer(self, answer: str) -> None:
        """Take any edge; another answer raises :class:`~companion.questions.UnusableAnswer`."""
        Question(SEAT_QUESTION, SEAT_QUESTION, Message(""), choices(edge.value for edge in Edge)).check_offers(answer)
        self.set_edge(Edge(answer))


@dataclass(frozen=True, slots=True)
class Limits:
    """When a disagreement is reported."""

    missed: float = 1.2
    """Seconds that a card must be missing, since an arm may cover it.

    Chosen on staged games, ten of which report no false disagreement (``docs/figures.md``).
    """


LIMITS = Limits()


class Disagreements:
    """The current disagreement of table and journal, one at a time."""

    def __init__(self, followed: FollowedPlay) -> None:
        self._followed = followed
        self._reported: bool | None = None
        """Whether a contradiction (True) or one that only waits (False) was reported since they last agreed."""
        self._missed_since: float | None = None
        """Since when cards are missing, in seconds, until that is reported; infinite until the time is known."""
        self.standing: Disagreed | None = None
        """The current disagreement."""

    @property
    def contradicted(self) -> bool:
        """Whether they disagree in a way that no further move resolves."""
        return self.standing is not None and not self.standing.disagreement.waits

    def on_still(self, at: float) -> None:
        """Report missing cards that have been missing for long at ``at`` (seconds)."""
        if self._missed_since is None or self.standing is None:
            return
        self._missed_since = min(self._missed_since, at)
        if at - self._missed_since >= LIMITS.missed or at == math.inf:
            self._missed_since = None
            self._followed.tell(self.standing)

    def clear(self) -> None:
        """Withdraw the disagreement: they agree."""
        if self._reported is not None and self._missed_since is None:
            self._followed.tell(Withdrawn(DISAGREEMENT))
        self.standing, self._reported, self._missed_since = None, None, None

    def report(self, found: Contradiction) -> None:
        """Report a contradiction once. While players have a choice to make, one that only waits is not reported."""
        if not found.shows:
            return
        followed = self._followed
        document = followed.game.documents.differs(followed.state, found)
        put_back = followed.cards.put_back(followed.state, found, followed.names)
        self.standing = Disagreed(found, followed.names, document, put_back)
        quiet = found.waits and self._followed.awaits is Awaits.ANSWERS
        new = not quiet and self._reported is not True and self._reported is not (not found.waits)
        if new:
            self._reported = not found.waits
        if new or self._missed_since is not None:
            self._missed_since = math.inf if found.only_missed else None
            if self._missed_since is None:
                self._followed.tell(self.standing)


class OpenDoubts:
    """The open questions about cards, by id."""

    def __init__(self, followed: FollowedPlay, on_answer: Callable[[TableQuestion, str], None]) -> None:
        """Create the questions; ``on_answer`` receives a question and the player's answer."""
        self._followed, self._on_answer = followed, on_answer
        self._numbers = count(1)
        self._open: dict[str, tuple[TableQuestion, Asked]] = {}

    def __contains__(self, id: str) -> bool:
        return id in self._open

    def __bool__(self) -> bool:
        return bool(self._open)

    @property
    def asked(self) -> tuple[Asked, ...]:
        """The open questions."""
        return tuple(asked for _, asked in self._open.values())

    def ask(self, doubts: Sequence[TableQuestion]) -> None:
        """Ask the new questions among these, and withdraw the open ones that are not among them."""
        current: dict[str, tuple[TableQuestion, Asked]] = {}
        for doubt in doubts:
            if doubt.choices:
                id_, asked = self._known(doubt) or self._new(doubt)
                current[id_] = doubt, asked
        for id_ in self._open.keys() - current.keys():
            self._followed.drop(id_)
        self._open = current

    def _take_answer(self, id: str, choice: str) -> None:
        """Take an answer: any card's code if it asks for a card. Others raise ``UnknownCard`` or ``UnusableAnswer``."""
        doubt, _ = self._open[id]
        if doubt.kind == "card" and choice != NONE:
            Card.parse(choice)
        else:
            doubt.check_offers(choice)
        del self._open[id]
        self._followed.drop(id)
        self._on_answer(doubt, choice)

    def _known(self, doubt: TableQuestion) -> tuple[str, Asked] | None:
        for id_, (before, asked) in self._open.items():
            card, other = before.card, doubt.card
            same = before.key == doubt.key if card is None or other is None else is_same_card(card, other)
            if same and before.kind == doubt.kind:
                return id_, asked
        return None

    def _new(self, doubt: TableQuestion) -> tuple[str, Asked]:
        id_ = f"card-{next(self._numbers)}"
        asked = Asked(
            id_, doubt.kind, doubt.text, doubt.choices, region=doubt.region, card=doubt.card, place=doubt.place
        )
        self._followed.ask(asked, partial(self._take_answer, id_))
        return id_, asked
