"""Decoding text files in UTF-8, UTF-16 or UTF-32, whichever another program saved."""

from __future__ import annotations

import codecs
import json

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""The byte order marks. That of UTF-16 begins that of UTF-32, so it stands after it."""


def decode(written: bytes) -> str:
    r"""Return the text of a file, without its byte order mark.

    Without a mark the zero bytes among the first four decide, as for JSON (RFC 4627).

    Args:
        written: The file's bytes.

    Returns:
        The text, its line ends as they stand in the file.

    >>> decode("é".encode("utf-16")), decode("ab".encode("utf-16-le")), decode(b"\xef\xbb\xbfc")
    ('é', 'ab', 'c')
    """
    for mark, encoding in _MARKS:
        if written.startswith(mark):
            return written[len(mark) :].decode(encoding)
    return written.decode(json.detect_encoding(written) if written else "utf-8")
