"""A chain over what is kept in order: each link is a hash over the one before it and over what is said here.

What was changed by anything but the companion, one bit of it, fits its link no more. It is no signature.
"""

from __future__ import annotations

import json
from hashlib import blake2b

_WRITTEN = json.JSONEncoder(sort_keys=True, separators=(",", ":"), default=repr)

LENGTH = 32
"""Hexadecimal digits of a link, 128 bits."""


def link(before: str, said: object) -> str:
    """The link of ``said``, a JSON value, behind the link ``before``; ``""`` where there is none before it.

    What is no JSON (a database may hold bytes where a text should be) counts as Python writes it.
    """
    return blake2b(f"{before}\n{_WRITTEN.encode(said)}".encode(), digest_size=LENGTH // 2).hexdigest()
