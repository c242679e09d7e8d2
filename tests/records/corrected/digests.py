"""Digests of states that stay the same if a later companion adds a field or words a question otherwise."""

from __future__ import annotations

import hashlib
import json
from typing import Any

Shape = dict[str, Any]
"""The fields of a state's document by name, each with the shape of what it holds."""

LENGTH = 4
"""Hexadecimal digits of a digest."""


def fitted(value: Any, shape: Shape) -> Any:
    """Return a document with the fields of a shape alone."""
    if isinstance(value, dict):
        return {name: fitted(held, shape[name]) for name, held in value.items() if name in shape}
    if isinstance(value, list | tuple):
        return [fitted(held, shape) for held in value]
    return value


def digest(state: Any, shape: Shape) -> str:
    """Return a state's digest, by the fields of a shape."""
    text = json.dumps(fitted(state, shape), sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=LENGTH // 2).hexdigest()
