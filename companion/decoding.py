"""Decoding texts from anywhere: files in UTF-8, UTF-16 or UTF-32, and whole numbers."""

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


def document_of(written: bytes) -> object:
    r"""Return the JSON value of a text from anywhere; half of a surrogate pair, which is no letter, becomes ``?``.

    >>> document_of(b'{"code": "\\ud800A"}')
    {'code': '?A'}

    Raises:
        ValueError: it is no JSON.
        RecursionError: it is nested too deeply.
    """
    value: object = json.loads(written)
    if b"\\u" in written:
        value = json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))
    return value


def is_number(word: str) -> bool:
    """Return whether a text is a whole number of at most nine digits 0 to 9.

    Python also takes digits of other scripts, and refuses to read thousands of them.
    """
    return word.isascii() and word.isdecimal() and len(word) <= 9
