"""JSON texts stored beside a game's rows, each with a check value that covers the link of the row it belongs to."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from companion.journal.chain import link
from companion.journal.values import json_value

_CHECK = "check"

LONGEST = 100_000
"""Most characters of a text; a summary has some hundreds."""


def with_check(document: Mapping[str, Any], last: str) -> str:
    """Return a document as text with its check value.

    Args:
        document: a JSON object.
        last: the link of the entry it belongs to.
    """
    return json.dumps({**document, _CHECK: link(last, document)}, ensure_ascii=False, separators=(",", ":"))


def checked(written: object, last: object) -> dict[str, Any] | None:
    """Return the document of a text, or None if there is none, or it is damaged or belongs to another link."""
    if not isinstance(written, str) or not isinstance(last, str) or len(written) > LONGEST:
        return None
    try:
        document = json_value(written)
    except ValueError:
        return None
    if not isinstance(document, dict):
        return None
    check = document.pop(_CHECK, None)
    return document if check == link(last, document) else None


def renewed(written: object, last: object, new: str) -> str | None:
    """Return a valid text for a row whose link changed without a move, or None."""
    document = checked(written, last)
    return None if document is None else with_check(document, new)
