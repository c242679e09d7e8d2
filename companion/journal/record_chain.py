"""The chain of a record: how the game began, then each move behind the one before.

It is over what the record says, not over what the journal keeps: a viewer's export has its own. What carries no link
is not checked by itself: records of other programs have none, and a move may be put behind an export.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.errors import UnreadableDocument
from companion.journal.chain import link
from companion.locale import Message

CHAIN = "chain"
_DAMAGED = Message("is not what was written: its check value does not fit (a damaged file, or it was changed by hand)")
_WHAT_TO_DO = Message("export the game again; in a record that was changed on purpose, leave out every `chain`")


def chained(head: Mapping[str, Any], lines: Sequence[Mapping[str, Any]]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The head and the moves of a record, each move with its ``entry``, as they are written with a chain."""
    begins = last = link("", head)
    written = []
    for line in lines:
        last = link(last, line)
        written.append({**line, "entry": {**line["entry"], CHAIN: last}})
    return {**head, CHAIN: begins}, written


def check(document: Mapping[str, Any]) -> None:
    """Raises ``UnreadableDocument`` with the place of what is not as its link says."""
    last = link("", {name: value for name, value in document.items() if name not in (CHAIN, "moves")})
    if document.get(CHAIN, last) != last:
        raise UnreadableDocument(Message("how the game began"), _DAMAGED, _WHAT_TO_DO)
    for number, move in enumerate(document["moves"], start=1):
        entry = move.get("entry", {})
        without = {name: value for name, value in entry.items() if name != CHAIN}
        last = link(last, {**move, "entry": without})
        if entry.get(CHAIN, last) != last:
            raise UnreadableDocument(Message("move {n}", {"n": number}), _DAMAGED, _WHAT_TO_DO)
