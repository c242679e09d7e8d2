"""A hash chain over ordered values: each link covers the one before it.

A change by another program, even of one bit, breaks the chain. It is not a signature.
"""

from __future__ import annotations

import json
from hashlib import blake2b

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
