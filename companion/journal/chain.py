"""The hash chain of ordered values, and that of a record: the setup, then each move behind the one before.

Each link covers the one before it, so a change by another program, even of one bit, breaks the chain. No signature.
A record's chain covers what the record says, not what the journal stores, so each viewer's export has its own. Moves
without a link are not checked: other programs' records have none, and moves may be appended to an export.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any

from companion.games.errors import UnreadableDocument
from companion.locale import Message

_WRITTEN = json.JSONEncoder(sort_keys=True, separators=(",", ":"), default=repr)

LENGTH = 32
"""Hexadecimal digits of a link, 128 bits."""


def link(before: str, value: object) -> str:
    """Return the link of a JSON value.

    Args:
        before: the link before, ``""`` for the first.
        value: the value. Values that are not JSON (a database may hold bytes) count by their Python representation.

    Returns:
        :data:`LENGTH` hexadecimal digits.
    """
    return blake2b(f"{before}\n{_WRITTEN.encode(value)}".encode(), digest_size=LENGTH // 2).hexdigest()


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
