"""Escaping control characters, so that text from outside cannot control a terminal."""

from __future__ import annotations

import re

_BEYOND_ASCII = "\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
"""Control characters that JSON allows, marks of reading direction, and surrogates (undecodable bytes)."""
_COMMANDS = re.compile(f"[\x00-\x1f{_BEYOND_ASCII}]")
"""All control characters, line ends among them: a name must not start a new line."""
_COMMANDS_IN_JSON = re.compile(f"[{_BEYOND_ASCII}]")


def escape_controls(text: str) -> str:
    r"""Return the text as one line, with control characters written as escape sequences.

    >>> escape_controls("Ann\x1b[2J\n☺")
    'Ann\\x1b[2J\\n☺'
    """
    return _COMMANDS.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def escape_json_controls(text: str) -> str:
    r"""Return a JSON document with control characters written as JSON's escape sequences; its values stay the same.

    >>> escape_json_controls('{"name": "Ann\x9b2J☺"}')
    '{"name": "Ann\\u009b2J☺"}'
    """
    return _COMMANDS_IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
