"""The page that moves a game to another device: as a file or a QR code."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from companion.errors import CompanionError
from companion.locale import Message
from companion.names import as_file_name
from companion.web.hosting.pictures import Pictures
from companion.web.hosting.record_codes import MAX_PICTURE, read_picture, write_code
from companion.web.hosting.svg_code import draw_svg_code
from companion.web.pages.context import Context
from companion.web.pages.host import PageRequest, PageResponse
from companion.web.pages.parts import answer, render_lobby

if TYPE_CHECKING:
    from companion.web.hosting.server_host import ServerHost

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

        def show(ctx: Context) -> str:
            return render_lobby(ctx, TITLE, self.render(ctx))

        return answer(Context.of(request, host), TITLE, show, read)

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
