"""Open questions about cards: each is asked once, and withdrawn when it is no longer in doubt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import count

from companion.live.events import Asked
from companion.live.followed_play import FollowedPlay
from companion.pieces import Card
from companion.table.player_answers import is_same_card
from companion.table.questions import NONE, TableQuestion


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
            if before.kind == doubt.kind and _same(before, doubt):
                return id_, asked
        return None

    def _new(self, doubt: TableQuestion) -> tuple[str, Asked]:
        id_ = f"card-{next(self._numbers)}"
        asked = Asked(
            id_, doubt.kind, doubt.text, doubt.choices, region=doubt.region, card=doubt.card, place=doubt.place
        )
        self._followed.ask(asked, partial(self._take_answer, id_))
        return id_, asked


def _same(before: TableQuestion, now: TableQuestion) -> bool:
    if before.card is None or now.card is None:
        return before.key == now.key
    return is_same_card(before.card, now.card)
