"""What is in doubt about cards and waits for a player: asked once, and no longer where it is not in doubt any more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count

from companion.live.events import Asked, Choice, LiveEvent, Withdrawn
from companion.pieces import Card
from companion.table.questions import NONE, TableQuestion, check_offered
from companion.table.told import same_card


class OpenDoubts:
    """The open questions about cards, by id."""

    def __init__(self, tell: Callable[[LiveEvent], None]) -> None:
        self._tell = tell
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
            self._tell(Withdrawn(id_))
        self._open = still

    def answered(self, id: str, choice: str) -> TableQuestion:
        """What a player answers; any card's code answers which card it is.

        Raises :class:`~companion.table.questions.UnusableAnswer` or ``UnknownCard`` for what is no answer.
        """
        doubt, _ = self._open[id]
        if doubt.kind == "card" and choice != NONE:
            Card.parse(choice)
        else:
            check_offered(doubt, choice)
        del self._open[id]
        self._tell(Withdrawn(id))
        return doubt

    def _known(self, doubt: TableQuestion) -> tuple[str, Asked] | None:
        for id_, (before, asked) in self._open.items():
            if before.kind == doubt.kind and _same(before, doubt):
                return id_, asked
        return None

    def _new(self, doubt: TableQuestion) -> tuple[str, Asked]:
        id_ = f"card-{next(self._numbers)}"
        choices = tuple(Choice(one.answer, one.text) for one in doubt.choices)
        asked = Asked(id_, doubt.kind, doubt.text, choices, doubt.region, doubt.card)
        self._tell(asked)
        return id_, asked


def _same(before: TableQuestion, now: TableQuestion) -> bool:
    if before.card is None or now.card is None:
        return before.key == now.key
    return same_card(before.card, now.card)
