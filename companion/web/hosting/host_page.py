"""A page of the host's device alone: what its buttons do, and what it shows then."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.errors import CompanionError
from companion.locale import Message
from companion.web.pages.context import Context
from companion.web.pages.host import PageRequest, PageResponse
from companion.web.pages.html import page_head
from companion.web.pages.parts import render_notice

if TYPE_CHECKING:
    from companion.web.hosting.server_host import ServerHost


def answer_host(
    host: ServerHost,
    request: PageRequest,
    path: str,
    title: Message,
    act: Callable[[PageRequest], None],
    render: Callable[[Context], str],
) -> PageResponse | None:
    """Return a page of the host's device; None for another path or another device.

    Args:
        host: What stands behind the pages.
        request: The request.
        path: The path of the page.
        title: Its title.
        act: Does what the page sends; what it refuses is shown on the page.
        render: Returns the page below its title.
    """
    if request.path != path or not host.visitor.device.is_host:
        return None
    ctx, status = Context.of(request, host), 200
    if request.method == "POST":
        try:
            act(request)
            return PageResponse(303, "", "", location=path)
        except CompanionError as error:
            ctx, status = Context(request, host, ctx.translations, ctx.refusal(error)), 422
    heading = ctx.say(title)
    head = page_head(heading, "./", ctx.say(Message("First page"))) + render_notice(ctx)
    return PageResponse(status, heading, f'<div class="lobby">{head}{render(ctx)}</div>', kind="lobby")
