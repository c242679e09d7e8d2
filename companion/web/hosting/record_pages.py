"""Moves games to another device, as files or QR codes: the page, and the codes themselves."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from companion.errors import CompanionError
from companion.journal.values import MOST_BYTES
from companion.locale import Message
from companion.names import as_file_name
from companion.web.hosting.notes import Pictures, draw_svg_code
from companion.web.pages.context import Context
from companion.web.pages.host import PageRequest, PageResponse
from companion.web.pages.parts import answer, render_lobby

if TYPE_CHECKING:
    from companion.web.hosting.server_host import ServerHost

PREFIX = "DECKTET1:"
"""Marks the text of a code as a record, in this form."""
MAX_LETTERS = 2000
"""Letters of a code that a phone still reads from a screen: version 27 of 40."""
MAX_PICTURE = 12 << 20
"""Maximum bytes of a picture of a code."""
_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
"""The 45 letters of RFC 9285, which a QR code holds most densely."""


class NoRecordCode(CompanionError):
    """A picture or a text that holds no record."""


def write_code(record: bytes) -> str | None:
    """Return the text of a record's QR code; None if the record is too long for one.

    >>> read_code(write_code(b"a record") or "")
    b'a record'
    """
    packed = zlib.compress(record, 9)
    text = PREFIX + "".join(_encode(packed[place : place + 2]) for place in range(0, len(packed), 2))
    return text if len(text) <= MAX_LETTERS else None


def read_code(text: str) -> bytes:
    """Return the record in a code's text; raise :class:`NoRecordCode` if there is none."""
    body = text.removeprefix(PREFIX)
    try:
        if body == text:
            raise ValueError
        packed = b"".join(_decode(body[place : place + 3]) for place in range(0, len(body), 3))
        unpacker = zlib.decompressobj()
        record = unpacker.decompress(packed, MOST_BYTES + 1)
        if not record:
            raise ValueError
    except (ValueError, OverflowError, zlib.error) as error:
        step = Message("choose a record file, or a sharp picture of a game’s QR code")
        raise NoRecordCode(Message("this file"), Message("contains no game"), step) from error
    return record


def read_picture(file: bytes) -> bytes:
    """Return the record whose code is in a picture; raise :class:`NoRecordCode` or ``UnreadablePicture``."""
    import cv2

    from companion.pictures.loading import decode_picture

    # The other detector of OpenCV misses a third of such large codes.
    text, _, _ = cv2.QRCodeDetectorAruco().detectAndDecode(decode_picture(file, "picture"))
    return read_code(text)


def _encode(pair: bytes) -> str:
    number = int.from_bytes(pair, "big")
    return "".join(_LETTERS[number // 45**place % 45] for place in range(len(pair) + 1))


def _decode(letters: str) -> bytes:
    number = sum(_LETTERS.index(letter) * 45**place for place, letter in enumerate(letters))
    return int(number).to_bytes(len(letters) - 1, "big")


TITLE = Message("Move a game to another device")
MAX_BYTES = MAX_PICTURE
"""Maximum bytes of a record file, or of a picture of a code."""


@dataclass(frozen=True, slots=True)
class RecordPages:
    """The page of records; for the host.

    Args:
        pictures: Keeps the file for a while.
    """

    pictures: Pictures

    def take(self, host: ServerHost, request: PageRequest, file: bytes) -> PageResponse:
        """Take in a record file, or a picture of a record's code, and open its game.

        Args:
            host: What stands behind the pages.
            request: What the device said with it.
            file: The file.

        Returns:
            The page that follows.
        """

        def read(_ctx: Context) -> str:
            if not host.visitor.device.is_host:
                raise CompanionError(Message("this page"), Message("is for the host’s device"), Message("ask the host"))
            # The files of pictures begin with a byte that no text has, except those of a few old kinds.
            is_text = file.lstrip()[:1] == b"{" or file[:1].isascii()
            host.read_record(file if is_text else read_picture(file), "record")
            return ""

        ctx = Context.of(request, host)
        return answer(ctx, TITLE, lambda shown: render_lobby(shown, TITLE, self.render(shown)), read)

    def render(self, ctx: Context) -> str:
        """Return the ways out of this computer and into it."""
        return f"{self._out(ctx)}{self._in(ctx)}"

    def _out(self, ctx: Context) -> str:
        snapshot = ctx.host.snapshot()
        if snapshot is None:
            return ""
        record = ctx.host.record().encode()
        name = escape(f"{as_file_name(snapshot.course.game.id)}.json")
        link = self.pictures.add("application/json", record)
        save = ctx.say(Message("Save {name} as a file", {"name": snapshot.course.game.name}))
        about = ctx.say(
            Message("The file continues the game in the app, on another computer, or by `companion import`.")
        )
        text = write_code(record)
        code = ""
        if text is not None:
            scan = ctx.say(Message("Or take a picture of this code, and open the picture on the other device."))
            code = f"<p>{scan}</p>{draw_svg_code(text)}"
        button = f'<a class="button main download" href="{escape(link)}" download="{name}">{save}</a>'
        return f"<section>{button}<p>{about}</p>{code}</section>"

    def _in(self, ctx: Context) -> str:
        text = ctx.say(Message("A game’s file, or a picture of its code"))
        accepted = "application/json,.json,.txt,image/*"
        return (
            f'<section><form method="post" action="move" data-upload="record"><label class="file"><span>{text}</span>'
            f'<input type="file" name="record" accept="{accepted}" required></label>'
            f"<button>{ctx.say(Message('Continue this game here'))}</button></form></section>"
        )
