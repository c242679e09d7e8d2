"""What is in doubt about cards and waits for a player: asked once, and no longer where it is not in doubt any more."""

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
        """``on_answer`` hears what a player says to a question."""
        self._followed, self._on_answer = followed, on_answer
        self._numbers = count(1)
        self._open: dict[str, tuple[TableQuestion, Asked]] = {}

    def __contains__(self, id: str) -> bool:
        return id in self._open

    def __bool__(self) -> bool:
        return bool(self._open)

    @property
    def asked(self) -> tuple[Asked, ...]:
        return tuple(asked for _, asked in self._open.values())

    def ask(self, doubts: Sequence[TableQuestion]) -> None:
        """These are the doubts now: asks what is new among them, and withdraws what is not among them."""
        still: dict[str, tuple[TableQuestion, Asked]] = {}
        for doubt in doubts:
            if doubt.choices:
                id_, asked = self._known(doubt) or self._new(doubt)
                still[id_] = doubt, asked
        for id_ in self._open.keys() - still.keys():
            self._followed.drop(id_)
        self._open = still

    def _answered(self, id: str, choice: str) -> None:
        """Any card's code answers which card it is; raises ``UnknownCard`` or ``UnusableAnswer`` for what is none."""
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
        self._followed.ask(asked, partial(self._answered, id_))
        return id_, asked


def _same(before: TableQuestion, now: TableQuestion) -> bool:
    if before.card is None or now.card is None:
        return before.key == now.key
    return is_same_card(before.card, now.card)
