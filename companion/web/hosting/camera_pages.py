"""The page of the camera: which phone films the table, and how it comes in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from companion.locale import Message
from companion.web.hosting.svg_code import draw_svg_code
from companion.web.hosting.trust_pages import PATH as TRUST_PATH
from companion.web.pages.context import Context
from companion.web.pages.host import PageRequest, PageResponse
from companion.web.pages.html import page_head

if TYPE_CHECKING:
    from companion.web.hosting.server_host import ServerHost

PATH = "/camera"


@dataclass(frozen=True, slots=True)
class CameraPages:
    """The page of a phone as the camera; for the host.

    Args:
        invite: Returns the address of the camera page with an unused code.
        fingerprint: That of the authority, as browsers show it.
        site: Returns the address of the site.
    """

    invite: Callable[[], str]
    fingerprint: str
    site: Callable[[], str]

    def page(self, host: ServerHost, request: PageRequest) -> PageResponse | None:
        """Return the page of the camera, or None for another path or another device than the host's."""
        if request.path != PATH or not host.visitor.device.is_host:
            return None
        ctx = Context.of(request, host)
        title = ctx.say(Message("Use a phone as camera"))
        address, trust = self.invite(), f"{self.site()}{TRUST_PATH}"
        snapshot = host.snapshot()
        state = "" if snapshot is None or snapshot.camera is None else self._state(ctx, host)
        first = ctx.say(Message("1. Once per phone: open this page on it and follow the steps."))
        second = ctx.say(Message("2. Scan this code with the phone. Its browser then films the table."))
        digits = ctx.say(Message("Certificate fingerprint (SHA-256): {digits}", {"digits": self.fingerprint}))
        main = (
            f"{page_head(title, './', ctx.say(Message('First page')))}{state}"
            f'<section class="invitation"><p>{first}</p>{draw_svg_code(trust)}<p>{escape(trust)}</p></section>'
            f'<section class="invitation"><p>{second}</p>{draw_svg_code(address)}'
            f'<p>{escape(address.partition("#")[0])} <b class="code">{escape(address.partition("#")[2])}</b></p>'
            f'<p class="digits">{digits}</p></section>'
        )
        return PageResponse(200, title, f'<div class="lobby">{main}</div>', kind="lobby")

    def _state(self, ctx: Context, host: ServerHost) -> str:
        snapshot = host.snapshot()
        assert snapshot is not None and snapshot.camera is not None
        text = snapshot.camera.advice or Message("The camera follows this game.")
        return f'<p class="notice">{ctx.head(text)}</p>'
