"""The hash chain of a record: the setup, then each move behind the one before.

It covers what the record says, not what the journal stores, so each viewer's export has its own. Moves without a link
are not checked: other programs' records have none, and moves may be appended to an export.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.errors import UnreadableDocument
from companion.journal.chain import link
from companion.locale import Message

CHAIN = "chain"
_DAMAGED = Message("checksum mismatch: the file is damaged or was edited")
_WHAT_TO_DO = Message("export the game again; if you edited the record on purpose, remove every `chain`")


def chained(head: Mapping[str, Any], lines: Sequence[Mapping[str, Any]]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the head and the moves of a record with their links."""
    begins = last = link("", head)
    written = []
    for line in lines:
        last = link(last, line)
        written.append({**line, "entry": {**line["entry"], CHAIN: last}})
    return {**head, CHAIN: begins}, written


def check(document: Mapping[str, Any]) -> None:
    """Check the links of a record.

    Raises:
        UnreadableDocument: if a part differs from its link, with its place.
    """
    last = link("", {name: value for name, value in document.items() if name not in (CHAIN, "moves")})
    if document.get(CHAIN, last) != last:
        raise UnreadableDocument(Message("start of the game"), _DAMAGED, _WHAT_TO_DO)
    for number, move in enumerate(document["moves"], start=1):
        entry = move.get("entry", {})
        without = {name: value for name, value in entry.items() if name != CHAIN}
        last = link(last, {**move, "entry": without})
        if entry.get(CHAIN, last) != last:
            raise UnreadableDocument(Message("move {n}", {"n": number}), _DAMAGED, _WHAT_TO_DO)
