"""What comes from outside, as a terminal may be given it: a name that holds commands for the terminal is only shown."""

from __future__ import annotations

import re

_BEYOND_ASCII = "\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
"""Control characters that JSON lets stand; what turns the direction of reading; halves of characters, which stand for
bytes of file names that are no text."""
_COMMANDS = re.compile(f"[\x00-\x1f{_BEYOND_ASCII}]")
"""Line ends among them: a name makes no second line."""
_COMMANDS_IN_JSON = re.compile(f"[{_BEYOND_ASCII}]")


def escape_controls(text: str) -> str:
    r"""The text as one line of which a terminal obeys nothing: what it would obey stands there in letters.

    >>> visible("Ann\x1b[2J\n☺")
    'Ann\\x1b[2J\\n☺'
    """
    return _COMMANDS.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def escape_json_controls(text: str) -> str:
    r"""The same for a JSON document, which says the same afterwards: JSON has letters for these characters of its own.

    >>> visible_json('{"name": "Ann\x9b2J☺"}')
    '{"name": "Ann\\u009b2J☺"}'
    """
    return _COMMANDS_IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
